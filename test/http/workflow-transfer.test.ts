import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { ExportDocument, ImportResult, Workflow } from '../../src/workflows/schemas.ts';
import { chain, type Definition, node } from '../support/definitions.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const ann = await service.person();
const bob = await service.person();
const ask = <Answer = Workflow>(path: string, body: unknown = {}, key = ann.key) =>
  service.ask<Answer>(`/api/v3/workflow${path}`, body, key);
const importWorkflow = (data: unknown, more: object = {}, key = ann.key) =>
  ask<ImportResult>('/import', { data, ...more }, key);

const HEADERS = {
  Authorization: 'Bearer 1',
  'X-API-Key': '2',
  cookie: '{{ input.c }}',
  Accept: 'json',
  'X-MONKEY': 'm',
};
const SECRET = chain(node('call', 'http.request', { url: 'https://example.org', headers: HEADERS }));
const EMPTIED = { ...HEADERS, Authorization: '', 'X-API-Key': '', cookie: '', 'X-MONKEY': '' };
const SECRET_KEYS = [
  'call.headers.Authorization',
  'call.headers.X-API-Key',
  'call.headers.cookie',
  'call.headers.X-MONKEY',
];

async function workflow(definition: unknown = SECRET, more: object = {}): Promise<string> {
  return (await ask('/create', { name: 'original', description: 'd', definition, ...more })).id;
}

function readHeaders(definition: unknown): unknown {
  return (definition as Definition).nodes[1]?.params.headers;
}

suite('export', () => {
  test('returns the document, always without credentials', async () => {
    const id = await workflow();
    for (const strip_secrets of [undefined, true, false]) {
      const document = await ask<ExportDocument>('/export', { workflow_id: id, strip_secrets });
      assert.ok(Math.abs(document.exported_at - Date.now()) < 60_000);
      assert.deepEqual(document, {
        version: '1.0',
        exported_at: document.exported_at,
        workflow: {
          name: 'original',
          description: 'd',
          definition: chain(node('call', 'http.request', { url: 'https://example.org', headers: EMPTIED })),
          from_id: id,
          secret_keys: SECRET_KEYS,
        },
      });
    }
    assert.deepEqual((await ask(`/get?entity_id=${id}`)).definition, SECRET, 'the workflow keeps them');
  });
});

suite('import', () => {
  test('creates an unpublished workflow that belongs to the caller', async () => {
    const document = await ask<ExportDocument>('/export', { workflow_id: await workflow() });
    const { workflow: created, issues, secret_keys } = await importWorkflow(document, {}, bob.key);
    assert.deepEqual([created.name, created.description, created.created.user_id], ['original', 'd', bob.id]);
    assert.deepEqual([created.published_version, created.sharing, created.organization_id], [null, [], null]);
    assert.deepEqual([issues, secret_keys], [[], SECRET_KEYS]);
    assert.deepEqual(await ask(`/get?entity_id=${created.id}`, {}, bob.key), created);
    assert.equal((await importWorkflow(document, { new_name: 'other' })).workflow.name, 'other');
  });

  test('reports what the caller can not use, but still imports it', async () => {
    const panel = await service.ask<{ id: string }>('/api/v1/panel/create', { name: 'p' }, ann.key);
    const definition = { nodes: [node('on', 'trigger.booster_record', { panel_id: panel.id })], edges: [] };
    const document = await ask('/export', { workflow_id: await workflow(definition) });
    assert.deepEqual((await importWorkflow(document)).issues, []);
    const { issues, workflow: created } = await importWorkflow(document, {}, bob.key);
    assert.deepEqual(
      issues.map(({ severity, node_id }) => [severity, node_id]),
      [['error', 'on']],
    );
    assert.deepEqual(created.definition, definition);
  });

  test('accepts only documents of major version 1', async () => {
    const document = await ask<ExportDocument>('/export', { workflow_id: await workflow() });
    await importWorkflow({ ...document, version: '1.7', more: true });
    for (const version of ['2.0', '0.9', '10.0', 'x', '']) {
      const detail = `Unsupported workflow export format ${version}`;
      await service.refuse(422, detail, '/api/v3/workflow/import', { data: { version } }, ann.key);
    }
  });

  test('reports what is invalid', async () => {
    const document = await ask<ExportDocument>('/export', { workflow_id: await workflow() });
    const refuse = (detail: string, body: object) =>
      service.refuse(422, detail, '/api/v3/workflow/import', body, ann.key);
    await refuse('validation error: data: is required', {});
    await refuse('validation error: data.version: must be a text such as 1.0', { data: {} });
    await refuse('validation error: data.workflow: must be an object', { data: { version: '1.0' } });
    await refuse('validation error: data.workflow.definition: must be an object', {
      data: { ...document, workflow: { name: 'x' } },
    });
    await refuse('validation error: new_name: must NOT have more than 200 characters', {
      data: document,
      new_name: 'n'.repeat(201),
    });
    const nodes = Array.from({ length: 201 }, (_, index) => node(`n${index}`, 'transform', { value: 1 }));
    await refuse('The workflow has too many steps (201, at most 200)', {
      data: { ...document, workflow: { ...document.workflow, definition: { nodes, edges: [] } } },
    });
  });

  test('of an export creates an equal definition', async () => {
    const definitions = fc.record({
      nodes: fc.array(
        fc.record({
          id: fc.string(),
          type: fc.constantFrom('transform', 'http.request'),
          params: fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.jsonValue({ maxDepth: 3 })),
        }),
        { maxLength: 5 },
      ),
      edges: fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(definitions, async drawn => {
        // JSON and PostgreSQL can not store -0, NUL, lone surrogates and __proto__.
        const text = JSON.stringify(drawn);
        fc.pre(!/\\u0000|\\ud[89a-f]|__proto__/i.test(text));
        const id = await workflow(JSON.parse(text));
        const document = await ask<ExportDocument>('/export', { workflow_id: id });
        const { workflow: imported } = await importWorkflow(document);
        assert.equal(JSON.stringify(imported.definition), JSON.stringify(document.workflow.definition));
      }),
      { numRuns: 40 },
    );
  });
});

suite('copy', () => {
  test('includes credentials for users who may write, and removes them for users who may only copy', async () => {
    const sharing = [{ user_email: bob.email, write: false, scopes: { 'workflow.copy': true } }];
    const id = await workflow(SECRET, { sharing });
    const own = await ask<ImportResult>('/copy', { workflow_id: id });
    assert.deepEqual([readHeaders(own.workflow.definition), own.secret_keys], [HEADERS, []]);
    const foreign = await ask<ImportResult>('/copy', { workflow_id: id, new_name: 'mine' }, bob.key);
    assert.deepEqual([readHeaders(foreign.workflow.definition), foreign.secret_keys], [EMPTIED, SECRET_KEYS]);
    assert.deepEqual(
      [own.workflow.name, foreign.workflow.name, foreign.workflow.created.user_id, foreign.workflow.sharing],
      ['original', 'mine', bob.id, []],
    );
    assert.notEqual(own.workflow.id, id);
  });
});
