/** Tests `/api/v1/variable`: who may read and change variables, and what is refused. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { AuditEvent } from '../../src/audit/schemas.ts';
import type {
  DeletedVariable,
  ResolvedVariables,
  SavedVariable,
  VariableDetails,
  VariableList,
} from '../../src/variables/schemas.ts';
import { chain, node } from '../support/definitions.ts';
import { createWorkflow } from '../support/runs.ts';
import { type Person, testService } from '../support/service.ts';

const service = await testService({ HEDDLE_RATE_LIMITS: 'off' });

const VARIABLE = '/api/v1/variable';
const notFound = { status: 404, body: { detail: 'entity not found' } };

function create(person: Person, given: Record<string, unknown> = {}): Promise<SavedVariable> {
  const body = { name: 'color', type: 'text', value: 'red', ...given };
  return service.ask<SavedVariable>(`${VARIABLE}/create`, body, person.key);
}

async function call(person: Person, verb: string, body: object) {
  const { status, body: answer } = await service.call(`${VARIABLE}/${verb}`, body, person.key);
  return { status, body: answer };
}

async function refuse(person: Person, verb: string, body: object, status: number, detail: string) {
  assert.deepEqual(await call(person, verb, body), { status, body: { detail } });
}

async function names(person: Person, body: object = {}): Promise<string[]> {
  const { items, total } = await service.ask<VariableList>(`${VARIABLE}/find`, body, person.key);
  assert.equal(total, items.length);
  return items.map(({ name }) => name);
}

function resolve(person: Person, workflow_id: string): Promise<ResolvedVariables> {
  return service.ask<ResolvedVariables>(`${VARIABLE}/resolve`, { workflow_id }, person.key);
}

suite('a variable', () => {
  test('has exactly the documented fields', async () => {
    const ann = await service.person();
    const { id, created, updated, ...variable } = await create(ann, { description: 'of the shop' });
    assert.deepEqual(variable, {
      name: 'color',
      type: 'text',
      value: 'red',
      description: 'of the shop',
      owner: { user_id: ann.id, organization_id: null },
      permissions: { write: true },
      warning: null,
      workflows: [],
    });
    assert.deepEqual([created.user_id, updated.user_id], [ann.id, ann.id]);
    const { workflows, ...got } = await service.ask<VariableDetails>(`${VARIABLE}/get`, { id }, ann.key);
    const { warning: _, workflows: __, ...rest } = variable;
    assert.deepEqual([got, workflows], [{ id, created, updated, ...rest }, []]);
  });

  test('has a value that fits its type', async () => {
    const ann = await service.person();
    const fitting: [type: string, value: unknown][] = [
      ['text', ''],
      ['text', 'ein „Text“\n😀'],
      ['number', -0.5],
      ['number', 0],
      ['boolean', false],
      ['json', null],
      ['json', [1, { a: 'b' }]],
      ['json', 'text'],
    ];
    for (const [index, [type, value]] of fitting.entries()) {
      const { id } = await create(ann, { name: `fits_${index}`, type, value });
      const got = await service.ask<VariableDetails>(`${VARIABLE}/get`, { id }, ann.key);
      assert.deepEqual([got.type, got.value], [type, value]);
    }
    const wrong: [type: string, value: unknown, problem: string][] = [
      ['text', 1, 'must be a text'],
      ['text', null, 'must be a text'],
      ['number', '1', 'must be a number'],
      ['boolean', 'true', 'must be true or false'],
      ['text', 'x'.repeat(19_999), 'must not have more than 20000 characters of JSON'],
      ['json', Array.from({ length: 30_000 }, () => 1), 'must not have more than 20000 characters of JSON'],
    ];
    for (const [type, value, problem] of wrong) {
      await refuse(ann, 'create', { name: 'wrong', type, value }, 422, `validation error: value: ${problem}`);
    }
    await create(ann, { name: 'longest', value: 'x'.repeat(19_998) });
  });

  test('has a name that templates can read', async () => {
    const ann = await service.person();
    for (const name of ['a', '_', '__proto__', 'constructor', 'x'.repeat(64), 'Große'.replace('ß', 'ss')]) {
      assert.equal((await create(ann, { name })).name, name);
    }
    for (const name of ['', '1a', 'a-b', 'a.b', 'a b', 'x'.repeat(65), 'größe', "a'b", 'a\n']) {
      const { status } = await call(ann, 'create', { name, type: 'text', value: '' });
      assert.equal(status, 422, name);
    }
  });

  test('is unique among those of its owner', async () => {
    const [ann, ben] = [await service.person(), await service.person()];
    const organization_id = await service.organization([{ person: ann, write: true }]);
    await create(ann);
    await create(ben);
    await create(ann, { organization_id });
    const body = { name: 'color', type: 'number', value: 1 };
    await refuse(ann, 'create', body, 409, "A variable named 'color' exists already");
    await refuse(ann, 'create', { ...body, organization_id }, 409, "A variable named 'color' exists already");
    const { id } = await create(ann, { name: 'other' });
    await refuse(ann, 'update', { id, name: 'color' }, 409, "A variable named 'color' exists already");
    const both = await Promise.all([1, 2].map(() => call(ann, 'create', { name: 'twice', type: 'text', value: '' })));
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
  });

  test('whose name looks like that of a secret causes a warning', async () => {
    const ann = await service.person();
    for (const name of ['api_key', 'apiKey', 'password', 'STRIPE_SECRET', 'access_token']) {
      assert.equal(
        (await create(ann, { name })).warning,
        `'${name}' looks like the name of a secret. The values of variables are not secret: use a credential instead`,
      );
    }
    for (const name of ['keyword', 'author', 'monkey', 'color'])
      assert.equal((await create(ann, { name })).warning, null);
  });

  test('is one of at most 500, and all values together have at most a million characters', async () => {
    const ann = await service.person();
    const db = service.service.system.database.pool;
    await db.query(
      `INSERT INTO variables (id, name, type, value, user_id)
       SELECT gen_random_uuid(), 'v' || n, 'text', '"x"', $1 FROM generate_series(1, 499) AS n`,
      [ann.id],
    );
    const statuses = await Promise.all(
      ['a', 'b', 'c'].map(async name => (await call(ann, 'create', { name, type: 'text', value: '' })).status),
    );
    assert.deepEqual(statuses.sort(), [200, 422, 422]);
    await refuse(
      ann,
      'create',
      { name: 'd', type: 'text', value: '' },
      422,
      'There are too many variables (at most 500)',
    );
    await db.query(
      `UPDATE variables SET value = to_json(repeat('x', 2000))::text WHERE user_id = $1 AND name LIKE 'v%'`,
      [ann.id],
    );
    const [{ id = '' } = {}] = (await service.ask<VariableList>(`${VARIABLE}/find`, { text: 'v1' }, ann.key)).items;
    const detail = 'The values of all variables together are too long (at most 1000000 characters of JSON)';
    await refuse(ann, 'update', { id, value: 'x'.repeat(19_000) }, 422, detail);
  });
});

suite('changing a variable', () => {
  test('changes what is sent, and only when nobody else has changed it meanwhile', async () => {
    const ann = await service.person();
    const made = await create(ann);
    const update = (body: object) =>
      service.ask<SavedVariable>(`${VARIABLE}/update`, { id: made.id, ...body }, ann.key);
    const second = await update({ value: 'blue', if_updated: made.updated.timestamp });
    assert.deepEqual([second.value, second.description, second.type], ['blue', '', 'text']);
    assert.ok(second.updated.timestamp > made.updated.timestamp);
    const outdated = { id: made.id, value: 'green', if_updated: made.updated.timestamp };
    await refuse(ann, 'update', outdated, 409, 'the variable was changed by somebody else meanwhile');
    const third = await update({ type: 'json', description: 'now a list' });
    assert.deepEqual([third.value, third.type, third.description], ['blue', 'json', 'now a list']);
    await refuse(ann, 'update', { id: made.id, type: 'number' }, 422, 'validation error: value: must be a number');
    assert.deepEqual((await update({ type: 'number', value: 7 })).value, 7);
    const known = third.updated.timestamp + 1;
    const racing = [1, 2, 3].map(value => call(ann, 'update', { id: made.id, value, if_updated: known }));
    const statuses = (await Promise.all(racing)).map(({ status }) => status);
    assert.ok(statuses.filter(status => status === 200).length <= 1, String(statuses));
  });

  test('tells which workflows refer to the old name, or to the one that is gone', async () => {
    const [ann, ben] = [await service.person(), await service.person()];
    const { id } = await create(ann);
    const texts = [
      '{{ vars.color }}',
      `{{ vars['color'] }}`,
      '{{ vars["color"] | upper }}',
      '{% if vars.color %}x{% endif %}',
    ];
    for (const [index, value] of texts.entries()) {
      await createWorkflow(service, chain(node('done', 'output', { value })), ann.key, { name: `uses ${index}` });
    }
    for (const value of [
      '{{ vars.colors }}',
      '{{ input.vars.color }}',
      '{{ vars.other }} color',
      "{{ vars['color2'] }}",
    ]) {
      await createWorkflow(service, chain(node('done', 'output', { value })), ann.key, { name: 'does not' });
    }
    await createWorkflow(service, chain(node('done', 'output', { value: texts[0] })), ben.key, {
      name: 'of somebody else',
    });
    const expected = texts.map((_, index) => `uses ${index}`);
    const got = await service.ask<VariableDetails>(`${VARIABLE}/get`, { id }, ann.key);
    assert.deepEqual(
      got.workflows.map(({ name }) => name),
      expected,
    );
    const renamed = await service.ask<SavedVariable>(`${VARIABLE}/update`, { id, name: 'colour' }, ann.key);
    assert.deepEqual(
      renamed.workflows.map(({ name }) => name),
      expected,
    );
    await service.ask(`${VARIABLE}/update`, { id, name: 'color' }, ann.key);
    const deleted = await service.ask<DeletedVariable>(`${VARIABLE}/delete`, { id }, ann.key);
    assert.deepEqual([deleted.id, deleted.workflows.map(({ name }) => name)], [id, expected]);
    assert.deepEqual(await call(ann, 'get', { id }), notFound);
    assert.deepEqual(await call(ann, 'delete', { id }), notFound);
  });

  test('is in the audit log, with the beginnings of the values', async () => {
    const ann = await service.person();
    const { id } = await create(ann);
    await service.ask(`${VARIABLE}/update`, { id, value: 'x'.repeat(1000) }, ann.key);
    await service.ask(`${VARIABLE}/update`, { id }, ann.key);
    await service.ask(`${VARIABLE}/delete`, { id }, ann.key);
    const items = await service.ask<AuditEvent[]>('/api/v1/audit/find');
    const seen = items.filter(({ subject }) => subject.id === id).map(({ action, details }) => ({ action, details }));
    const long = `"${'x'.repeat(199)}`;
    assert.deepEqual(seen, [
      { action: 'variable.delete', details: { type: 'text', value: long, organization_id: null } },
      { action: 'variable.update', details: { changes: { value: { from: '"red"', to: long } } } },
      { action: 'variable.create', details: { type: 'text', value: '"red"', organization_id: null } },
    ]);
  });
});

suite('access', () => {
  test('to a personal variable has its user alone, and not even an administrator', async () => {
    const [ann, ben] = [await service.person(), await service.person()];
    const admin = await service.person({ admin: true });
    const { id } = await create(ann);
    assert.deepEqual(await names(ann), ['color']);
    for (const other of [ben, admin]) {
      assert.deepEqual(await names(other), []);
      for (const verb of ['get', 'delete', 'update']) assert.deepEqual(await call(other, verb, { id }), notFound);
    }
    assert.deepEqual(await call(ann, 'get', { id: randomUUID() }), notFound);
  });

  test('to the variables of an organization have its members, and those with write access change them', async () => {
    const [ann, ben, eve] = [await service.person(), await service.person(), await service.person()];
    const organization_id = await service.organization([
      { person: ann, write: true },
      { person: ben, write: false },
    ]);
    const { id, owner } = await create(ann, { organization_id });
    assert.deepEqual(owner, { user_id: null, organization_id });
    assert.deepEqual(await names(ben, { organization_id }), ['color']);
    assert.deepEqual(await names(ben, { organization_id: null }), []);
    assert.deepEqual(await names(eve, { organization_id }), []);
    const got = await service.ask<VariableDetails>(`${VARIABLE}/get`, { id }, ben.key);
    assert.deepEqual(got.permissions, { write: false });
    const readOnly = 'User does not have write permissions in the organization';
    await refuse(ben, 'update', { id, value: 'blue' }, 403, readOnly);
    await refuse(ben, 'delete', { id }, 403, readOnly);
    await refuse(ben, 'create', { name: 'a', type: 'text', value: '', organization_id }, 403, readOnly);
    const stranger = 'User is not a member of the organization';
    await refuse(eve, 'create', { name: 'a', type: 'text', value: '', organization_id }, 403, stranger);
    assert.deepEqual(await call(eve, 'update', { id, value: 'blue' }), notFound);
    await service.ask('/api/v1/organization/member/remove', { organization_id, user_id: ann.id });
    assert.deepEqual(await call(ann, 'get', { id }), notFound);
  });

  test('ends with the user or the organization', async () => {
    const ann = await service.person();
    const organization_id = await service.organization([{ person: ann, write: true }]);
    const own = await create(ann);
    const theirs = await create(ann, { organization_id });
    await service.ask(`/api/v1/user/delete?entity_id=${ann.id}`, {});
    const { rows } = await service.service.system.database.pool.query<{ id: string; created_by: string | null }>(
      'SELECT id, created_by FROM variables WHERE id = ANY ($1)',
      [[own.id, theirs.id]],
    );
    assert.deepEqual(rows, [{ id: theirs.id, created_by: null }]);
    await service.ask(`/api/v1/organization/delete?entity_id=${organization_id}`, {});
  });

  test('a search finds words of names and descriptions, in pages', async () => {
    const ann = await service.person();
    for (const name of ['beta_url', 'alpha', 'Gamma']) await create(ann, { name, description: `the ${name} of 100%` });
    assert.deepEqual(await names(ann), ['alpha', 'beta_url', 'Gamma']);
    assert.deepEqual(await names(ann, { text: 'URL the' }), ['beta_url']);
    assert.deepEqual(await names(ann, { text: '100%' }), ['alpha', 'beta_url', 'Gamma']);
    assert.deepEqual(await names(ann, { text: '_' }), ['beta_url']);
    assert.deepEqual(await names(ann, { type: 'number' }), []);
    const page = await service.ask<VariableList>(`${VARIABLE}/find`, { skip: 1, limit: 1 }, ann.key);
    assert.deepEqual([page.total, page.items.map(({ name }) => name)], [3, ['beta_url']]);
  });
});

suite('the values of a workflow', () => {
  test('replace those of its owner, and stand beside them', async () => {
    const ann = await service.person();
    await create(ann, { description: 'of the shop' });
    await create(ann, { name: 'size', type: 'number', value: 3 });
    const workflow_id = await createWorkflow(service, chain(), ann.key);
    const override = (name: string, value: unknown) =>
      service.ask<ResolvedVariables>(`${VARIABLE}/override`, { workflow_id, name, value }, ann.key);
    await override('color', 'blue');
    const size = { name: 'size', type: 'number', value: 3, description: '', source: 'user' };
    const own = { name: 'own', type: 'json', value: { a: [1] }, description: '', source: 'workflow' };
    const blue = { name: 'color', type: 'text', value: 'blue', description: 'of the shop', source: 'workflow' };
    const { variables } = await override('own', { a: [1] });
    assert.deepEqual(variables, [{ ...blue, inherited: 'red' }, own, size]);
    assert.deepEqual(await resolve(ann, workflow_id), { variables });
    const detail = 'validation error: value: must be a number';
    await refuse(ann, 'override', { workflow_id, name: 'size', value: 'large' }, 422, detail);
    await override('color', null);
    await override('color', null);
    assert.deepEqual(await resolve(ann, workflow_id), {
      variables: [{ ...blue, value: 'red', source: 'user' }, own, size],
    });
    const items = await service.ask<AuditEvent[]>('/api/v1/audit/find');
    const events = items.filter(({ action, actor }) => action === 'variable.override' && actor.id === ann.id);
    assert.deepEqual(
      events.map(({ subject, details }) => [subject.kind, subject.id, details.name, details.changes]),
      [
        ['workflow', workflow_id, 'color', { value: { from: '"blue"', to: null } }],
        ['workflow', workflow_id, 'own', { value: { from: null, to: '{"a":[1]}' } }],
        ['workflow', workflow_id, 'color', { value: { from: null, to: '"blue"' } }],
      ],
    );
  });

  test('are at most 100', async () => {
    const ann = await service.person();
    const workflow_id = await createWorkflow(service, chain(), ann.key);
    await service.service.system.database.pool.query(
      `INSERT INTO workflow_variables (workflow_id, name, value)
       SELECT $1, 'v' || n, '1' FROM generate_series(1, 100) AS n`,
      [workflow_id],
    );
    assert.equal((await call(ann, 'override', { workflow_id, name: 'v7', value: 2 })).status, 200);
    const detail = 'The workflow has too many values of its own (at most 100)';
    await refuse(ann, 'override', { workflow_id, name: 'another', value: 2 }, 422, detail);
  });

  test('are for those who may change the workflow', async () => {
    const [ann, ben, eve] = [await service.person(), await service.person(), await service.person()];
    await create(ann);
    const scopes = { 'workflow.run': true };
    const sharing = [
      { user_email: ben.email, write: true, scopes },
      { user_email: eve.email, write: false, scopes },
    ];
    const workflow_id = await createWorkflow(service, chain(), ann.key);
    await service.ask('/api/v3/workflow/update', { id: workflow_id, sharing }, ann.key);
    const value = { workflow_id, name: 'color', value: 'blue' };
    assert.equal((await call(ben, 'override', value)).status, 200);
    assert.equal((await resolve(ben, workflow_id)).variables[0]?.value, 'blue');
    const detail = 'You do not have access to this workflow';
    await refuse(eve, 'override', value, 403, detail);
    await refuse(eve, 'resolve', { workflow_id }, 403, detail);
    await refuse(await service.person(), 'resolve', { workflow_id }, 403, detail);
    await refuse(ann, 'resolve', { workflow_id: randomUUID() }, 404, 'Workflow not found');
  });

  test('in an organization are for its members alone', async () => {
    const [ann, ben] = [await service.person(), await service.person()];
    const organization_id = await service.organization([{ person: ann, write: true }]);
    await create(ann, { value: 'personal' });
    await create(ann, { value: 'common', organization_id });
    const workflow_id = await createWorkflow(service, chain(), ann.key, { organization_id });
    const sharing = [{ user_email: ben.email, write: true, scopes: {} }];
    await service.ask('/api/v3/workflow/update', { id: workflow_id, sharing }, ann.key);
    const [color] = (await resolve(ann, workflow_id)).variables;
    assert.deepEqual([color?.value, color?.source], ['common', 'organization']);
    const detail = 'User is not a member of the organization';
    await refuse(ben, 'resolve', { workflow_id }, 403, detail);
    await refuse(ben, 'override', { workflow_id, name: 'own', value: 1 }, 403, detail);
  });
});
