/** Refreshing a connector: what changed is shown first, and applied when somebody says so. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import type { ConnectorDetails, OperationList, Refresh } from '../../src/connectors/schemas.ts';
import { forgetOldRefreshes } from '../../src/connectors/tasks.ts';
import type { Schema } from '../../src/database.ts';
import { openDatabase } from '../../src/platform/postgres/database.ts';
import { chain, node } from '../support/definitions.ts';
import { json, openPlaces } from '../support/outside-places.ts';
import { createWorkflow } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { ConnectorTests, LOOPBACK, SHOP_PATHS, shopDocument } from './connector-documents.ts';

const service = await testService(LOOPBACK);
const open = await openPlaces();
const connectors = new ConnectorTests(service);
const ann = await service.person();

const API = '/api/v1/connector/';
const BASE = 'https://shop.example.org/v1';
const text = (paths: Record<string, unknown>) => JSON.stringify(shopDocument({ url: BASE, paths }));
const refresh = (body: object) => service.ask<Refresh>(`${API}refresh`, body, ann.key);
const apply = (id: string, refresh_id: string) =>
  service.ask<ConnectorDetails>(`${API}refresh/apply`, { id, refresh_id }, ann.key);
const enabledNames = async (id: string) => {
  const { items } = await service.ask<OperationList>(`${API}operations`, { id, enabled: true }, ann.key);
  return items.map(({ name }) => name).sort();
};

/** The shop with an operation more, two less, and three that are different. */
function laterPaths(): Record<string, unknown> {
  const { '/uploads': _gone, '/orders/{id}/label': label, ...paths } = structuredClone(SHOP_PATHS);
  const orders = paths['/orders'] ?? {};
  return {
    ...paths,
    '/orders': {
      get: { ...(orders.get as object), summary: 'List all orders' },
      post: {
        ...(orders.post as object),
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
      },
    },
    '/orders/{id}/print': label,
    '/refunds': { get: { operationId: 'listRefunds', summary: 'List refunds' } },
  };
}

test('the audit log tells who did what with a connector', async () => {
  const { id } = await connectors.create(ann, { document: text(SHOP_PATHS) });
  await service.ask(`${API}update`, { id, title: 'Another' }, ann.key);
  await service.ask(`${API}update`, { id, sharing: [{ user_email: 'ben@example.org', write: false }] }, ann.key);
  await service.ask(`${API}enable`, { id, all: true, enabled: false }, ann.key);
  const { refresh_id } = await refresh({ id, document: text(laterPaths()) });
  await apply(id, refresh_id);
  await service.ask(`${API}delete`, { id }, ann.key);
  const items = await service.ask<{ action: string; actor: { id: string } }[]>('/api/v1/audit/find', {
    filters: [['subject.id', '==', id]],
  });
  const verbs = ['create', 'update', 'share', 'enable', 'refresh', 'delete'];
  assert.deepEqual(
    items.map(({ action }) => action).toReversed(),
    verbs.map(verb => `connector.${verb}`),
  );
  assert.ok(items.every(({ actor }) => actor.id === ann.id));
});

suite('a refresh', () => {
  test('shows what changed and who uses what goes, and changes nothing before it is applied', async () => {
    const { id, name, version } = await connectors.create(ann, { document: text(SHOP_PATHS) });
    const definition = chain(node('call', 'tool.call', { tool: `${name}_upload`, params: { body: {} } }));
    const workflow = await createWorkflow(service, definition, ann.key, { name: 'Uploads' });
    const ben = await service.person();
    await service.ask(`${API}enable`, { id, names: ['delete_order'], enabled: false }, ann.key);
    await createWorkflow(service, chain(node('call', 'tool.call', { tool: `${name}_upload` })), ben.key);

    const { refresh_id, ...changes } = await refresh({ id, document: text(laterPaths()) });
    assert.deepEqual(changes, {
      added: ['list_refunds'],
      removed: ['upload'],
      changed: [
        { name: 'list_orders', what: ['description'] },
        { name: 'create_order', what: ['params'] },
        { name: 'get_label', what: ['path'] },
      ],
      unchanged: 2,
      used: [
        {
          tool: `${name}_upload`,
          workflow: { id: workflow, name: 'Uploads' },
          draft: true,
          published: false,
        },
      ],
    });
    assert.ok((await enabledNames(id)).includes('upload'));

    const applied = await apply(id, refresh_id);
    assert.deepEqual([applied.operations, applied.enabled, applied.version], [6, 4, version + 2]);
    // What was off stays off, and what is new is not used before it is chosen.
    assert.deepEqual(await enabledNames(id), ['create_order', 'get_label', 'get_order', 'list_orders']);
    const { issues } = await service.ask<{ issues: { message: string }[] }>(
      '/api/v3/workflow/validate',
      { workflow_id: workflow },
      ann.key,
    );
    assert.deepEqual(
      issues.map(({ message }) => message),
      [`Step 'call': there is no tool '${name}_upload'`],
    );
    await service.refuse(404, 'refresh not found', `${API}refresh/apply`, { id, refresh_id }, ann.key);
  });

  test('of a small API that is used as a whole enables what is new', async () => {
    const { id } = await connectors.create(ann, { document: text(SHOP_PATHS) });
    const { refresh_id } = await refresh({ id, document: text(laterPaths()) });
    assert.equal((await apply(id, refresh_id)).enabled, 6);
  });

  test('reads the document again where it was read', async () => {
    let paths: Record<string, unknown> = SHOP_PATHS;
    const place = open((request, response) => json(shopDocument({ url: BASE, paths }))(request, response));
    const { id, document } = await connectors.create(ann, { url: place.url });
    assert.partialDeepStrictEqual(await refresh({ id }), { added: [], removed: [], changed: [], unchanged: 6 });
    paths = laterPaths();
    const { refresh_id } = await refresh({ id });
    const applied = await apply(id, refresh_id);
    assert.equal(applied.document.url, place.url);
    assert.notEqual(applied.document.sha256, document.sha256);
    const typed = await connectors.create(ann, { document: text(SHOP_PATHS) });
    await service.refuse(
      422,
      "Give exactly one of 'url', 'document', 'file_id'",
      `${API}refresh`,
      { id: typed.id },
      ann.key,
    );
  });

  test('is not applied to a connector that has changed since', async () => {
    const { id } = await connectors.create(ann, { document: text(SHOP_PATHS) });
    const { refresh_id } = await refresh({ id, document: text(laterPaths()) });
    await service.ask(`${API}update`, { id, title: 'Another' }, ann.key);
    const refuseApply = (status: number, detail: string, body: object) =>
      service.refuse(status, detail, `${API}refresh/apply`, body, ann.key);
    await refuseApply(409, 'the connector was changed by somebody else meanwhile', { id, refresh_id });
    const other = await connectors.create(ann, { document: text(SHOP_PATHS) });
    await refuseApply(404, 'refresh not found', { id: other.id, refresh_id });
    await refuseApply(404, 'refresh not found', { id, refresh_id: randomUUID() });
  });

  test('is applied once, even when two people do so, and replaced by a later one', async () => {
    const { id } = await connectors.create(ann, { document: text(SHOP_PATHS) });
    const first = await refresh({ id, document: text(laterPaths()) });
    const [second, third] = await Promise.all([1, 2].map(() => refresh({ id, document: text(laterPaths()) })));
    const tries = [first, second, third, second, third].map(each =>
      service.call(`${API}refresh/apply`, { id, refresh_id: each?.refresh_id }, ann.key),
    );
    const replies = await Promise.all(tries);
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 404, 404, 404, 404]);
  });

  test('is forgotten after a day, and its bytes go', async () => {
    const { id } = await connectors.create(ann, { document: text(SHOP_PATHS) });
    const [old, young] = [
      await refresh({ id, document: text(laterPaths()) }),
      await connectors.create(ann, { document: text(SHOP_PATHS) }),
    ];
    const kept = await refresh({ id: young.id, document: text(laterPaths()) });
    const database = openDatabase<Schema>(service.database.url, { maxConnections: 1 });
    try {
      const age = (hours: number, refreshId: string) =>
        database.pool.query(
          `UPDATE connector_documents SET created_at = now() - make_interval(hours => $1) WHERE id = $2 RETURNING blob_key`,
          [hours, refreshId],
        );
      const { rows } = await age(25, old.refresh_id);
      await age(23, kept.refresh_id);
      await forgetOldRefreshes(database.query);
      const tombstones = await database.pool.query('SELECT FROM blob_tombstones WHERE blob_key = $1', [
        rows[0]?.blob_key,
      ]);
      assert.equal(tombstones.rowCount, 1);
    } finally {
      await database.close();
    }
    await service.refuse(404, 'refresh not found', `${API}refresh/apply`, { id, refresh_id: old.refresh_id }, ann.key);
    await apply(young.id, kept.refresh_id);
  });

  test('leaves no bytes behind when it is not applied', async () => {
    const { id } = await connectors.create(ann, { document: text(SHOP_PATHS) });
    const countBlobs = async () => {
      const names = await readdir(path.join(service.dataFolder, 'blobs'), { recursive: true });
      return names.length;
    };
    const before = await countBlobs();
    const reply = await service.call(`${API}refresh`, { id, document: '{"openapi":"3.0.0"' }, ann.key);
    assert.equal(reply.status, 422);
    assert.equal(await countBlobs(), before);
  });
});
