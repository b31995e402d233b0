import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { header } from '../../test/connection-kinds.ts';
import {
  askedFields,
  beginAccess,
  findMissingFields,
  hostsOfUrl,
  isName,
  NO_ACCESS,
  readAccess,
  toAccess,
  toCredential,
  toName,
} from './access-form.ts';

const scheme = { kind: 'header' as const, description: '', fields: { name: 'X-Key' } };

suite('the access of a connector', () => {
  test('asks only for what is not known', () => {
    assert.deepEqual(
      askedFields(header, scheme, false).map(({ name }) => name),
      ['value'],
    );
    assert.equal(askedFields(header, scheme, true).length, 3);
    const form = beginAccess([scheme]);
    assert.deepEqual(findMissingFields(header, scheme, form), ['Value']);
    const filled = { ...form, values: { value: ' k-123 ' } };
    assert.deepEqual(findMissingFields(header, scheme, filled), []);
    assert.deepEqual(toCredential(header, scheme, filled, { name: 'shop', hosts: ['a.example.org'], owner: {} }), {
      name: 'shop',
      kind: 'header',
      hosts: ['a.example.org'],
      fields: { name: 'X-Key', value: 'k-123' },
    });
  });

  test('is none for an API that asks for nothing, and is read and written as the API has it', () => {
    assert.deepEqual(beginAccess([]), NO_ACCESS);
    for (const stored of [
      { credential_id: null, credential: null },
      { credential_id: 'c', credential: null },
      { credential_id: null, credential: 'own' as const },
    ]) {
      assert.deepEqual(toAccess(readAccess(stored)), stored);
    }
  });

  test('goes to the host of the base URL', () => {
    assert.deepEqual(hostsOfUrl('https://API.example.org/v1'), ['api.example.org']);
    assert.deepEqual(hostsOfUrl('http://127.0.0.1:3000/v1'), ['http://127.0.0.1:3000']);
    assert.deepEqual(hostsOfUrl('not yet'), []);
  });

  test('has names made from titles', () => {
    assert.equal(toName('GitHub v3 REST API'), 'github');
    assert.equal(toName('Swagger Petstore - OpenAPI 3.0'), 'petstore_3_0');
    assert.equal(toName('3 Löwen'), 'l_wen');
    assert.equal(toName('…'), '');
    assert.deepEqual(['a', 'a_1', '1a', 'A', '', 'a'.repeat(33)].map(isName), [true, true, false, false, false, false]);
  });
});
