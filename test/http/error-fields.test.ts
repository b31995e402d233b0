/** Refusals name the field that they are about, so that a form can show them there. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ADMIN_KEY, testService } from '../support/service.ts';

const service = await testService();

async function refusal(endpoint: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(service.url + endpoint, {
    method: 'POST',
    headers: { 'uni-api-key': ADMIN_KEY, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  assert.notEqual(response.status, 200);
  return { field: response.headers.get('x-error-field'), body: (await response.json()) as Record<string, unknown> };
}

const credential = { kind: 'header', name: 'shop', hosts: ['shop.test'], fields: { name: 'X-Key', value: 'secret' } };

suite('the field of a refusal', () => {
  for (const [what, endpoint, body, field] of [
    ['that is missing', 'user/create', { name: 'Ann' }, '/email'],
    ['with a wrong type', 'user/create', { email: 7, name: 'Ann' }, '/email'],
    ['within another', 'credential/create', { ...credential, fields: { name: 'X-Key' } }, '/fields/value'],
    ['with a wrong entry', 'credential/create', { ...credential, hosts: ['*.com'] }, '/hosts'],
    ['with any name', 'credential/create', { ...credential, fields: { 'a/b~ü': 'x' } }, '/fields/a~1b~0ü'],
    ['in a list', 'user/find', { filters: [['name', '==', 'Ann'], ['name']] }, '/filters/1'],
  ] as const) {
    test(`${what} is named in /api/v1`, async () => {
      const { field: encoded, body: error } = await refusal(`/api/v1/${endpoint}`, body);
      assert.equal(error.field, field);
      assert.equal(encoded, encodeURI(field));
    });
  }

  test('is the name when that is taken', async () => {
    await service.ask('/api/v1/credential/create', credential);
    const { body } = await refusal('/api/v1/credential/create', credential);
    assert.deepEqual(body, {
      detail: "A credential named 'shop' exists already",
      code: 'credential_exists',
      field: '/name',
    });
  });

  test('is only in the header where the specification fixes the body', async () => {
    const { field, body } = await refusal('/api/v3/workflow/find', { limit_from: -1 });
    assert.equal(field, '/limit_from');
    assert.deepEqual(body, { detail: 'validation error: limit_from: must be an integer not below 0' });
    const { id } = await service.ask('/api/v1/panel/create', { name: 'panel' });
    const booster = await refusal(
      '/api/v3/booster/database/private/find',
      { limit_from: -1 },
      { 'panel-id': String(id) },
    );
    assert.equal(booster.field, '/collection');
    assert.deepEqual(booster.body, { detail: 'validation error' });
  });

  for (const [what, endpoint, body, headers] of [
    ['a body that is no JSON', '/api/v1/user/create', '{', {}],
    ['a wrong header', '/api/v3/booster/database/private/find', { collection: 'notes' }, { 'panel-id': 'x' }],
    ['what does not exist', '/api/v1/run/nothing', {}, {}],
  ] as const) {
    test(`is left out for ${what}`, async () => {
      const { field, body: error } = await refusal(endpoint, body, headers);
      assert.equal(field, null);
      assert.equal('field' in error, false);
    });
  }
});
