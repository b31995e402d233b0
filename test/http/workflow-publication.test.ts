/** What people see before they publish. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Publication } from '../../src/workflows/console-schemas.ts';
import type { Deployment } from '../../src/workflows/schemas.ts';
import { chain, edge, node } from '../support/definitions.ts';
import { createWorkflow } from '../support/runs.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const ann = await service.person({ name: 'Ann' });
const bob = await service.person({ name: 'Bob' });
const sharing = [{ user_email: bob.email, write: true, scopes: {} }];

const read = (workflow_id: string) =>
  service.ask<Publication>('/api/v1/workflow/publication', { workflow_id }, ann.key);
const update = (id: string, definition: object, { key } = ann) =>
  service.ask('/api/v3/workflow/update', { id, definition }, key);
const publish = (workflow_id: string, { key } = ann) =>
  service.ask<Deployment>('/api/v3/workflow/publish', { workflow_id, note: 'first' }, key);

const FIRST = {
  nodes: [
    { ...node('hook', 'trigger.webhook'), name: 'Order' },
    node('clock', 'trigger.schedule', { cron: '0 6 * * *', timezone: 'Europe/Berlin' }),
    node('end', 'output', { value: 1 }),
  ],
  edges: [edge('hook', 'end'), edge('clock', 'end')],
};

test('a draft that was never published is new as a whole', async () => {
  const id = await createWorkflow(service, FIRST, ann.key, { sharing });
  await update(id, { ...FIRST, more: 1 }, bob);
  await update(id, { ...FIRST, more: 2 }, bob);
  const { schedules, ...publication } = await read(id);
  assert.deepEqual(publication, {
    deployment: await service.ask('/api/v3/workflow/deployment', { workflow_id: id }, ann.key),
    published: null,
    changes: {
      added_nodes: ['hook', 'clock', 'end'],
      removed_nodes: [],
      changed_nodes: [],
      added_edges: 2,
      removed_edges: 0,
    },
    authors: [
      { id: bob.id, name: 'Bob', email: bob.email, revisions: 2 },
      { id: ann.id, name: 'Ann', email: ann.email, revisions: 1 },
    ],
    issues: [],
    run_as: null,
    conditions: [],
    webhooks: [{ node_id: 'hook', name: 'Order', url: null, last_called_at: null }],
    forms: [],
  });
  const [schedule] = schedules;
  assert.equal(schedule?.next_runs.length, 5);
  const hours = schedule.next_runs.map(at =>
    new Date(at).toLocaleTimeString('en', { timeZone: 'Europe/Berlin', hour: 'numeric', minute: '2-digit' }),
  );
  assert.deepEqual(new Set(hours), new Set(['6:00 AM']));
  assert.deepEqual(
    { ...schedule, next_runs: [] },
    { node_id: 'clock', cron: '0 6 * * *', timezone: 'Europe/Berlin', next_runs: [], error: '' },
  );
});

test('a published one shows what changed since, by whom, and what it runs as', async () => {
  const id = await createWorkflow(service, FIRST, ann.key, { sharing });
  await update(id, { ...FIRST, more: 1 }, bob);
  await update(id, FIRST, ann);
  const deployment = await publish(id, bob);
  const before = await read(id);
  assert.deepEqual([before.authors, before.deployment.draft_changed], [[], false]);
  assert.deepEqual(before.published, {
    version: 1,
    note: 'first',
    at: before.published?.at,
    by: { id: bob.id, name: 'Bob', email: bob.email },
    definition: FIRST,
  });
  assert.deepEqual(before.run_as, { id: bob.id, name: 'Bob', email: bob.email });
  const { url } = deployment.triggers.find(({ node_id }) => node_id === 'hook') ?? {};
  assert.ok(url);
  assert.deepEqual(before.webhooks, [{ node_id: 'hook', name: 'Order', url, last_called_at: null }]);

  await service.send(new URL(url).pathname);
  const changed = {
    nodes: [
      node('hook', 'trigger.webhook'),
      node('clock', 'trigger.schedule', { cron: 'never', timezone: 'UTC' }),
      node('second', 'trigger.webhook'),
      node('end', 'output', { valu: 1 }),
    ],
    edges: [edge('second', 'end')],
  };
  await update(id, changed, ann);
  const after = await read(id);
  assert.deepEqual(after.authors, [{ id: ann.id, name: 'Ann', email: ann.email, revisions: 1 }]);
  assert.deepEqual(after.changes, {
    added_nodes: ['second'],
    removed_nodes: [],
    changed_nodes: ['hook', 'clock', 'end'],
    added_edges: 1,
    removed_edges: 2,
  });
  assert.deepEqual(
    after.webhooks.map(({ node_id, url, last_called_at }) => [node_id, url, last_called_at !== null]),
    [
      ['hook', url, true],
      ['second', null, false],
    ],
  );
  assert.deepEqual([after.schedules[0]?.next_runs, after.schedules[0]?.error !== ''], [[], true]);
  assert.ok(after.issues.some(({ node_id, param }) => node_id === 'end' && param === 'valu'));
});

test('versions of earlier times tell authors by the time', async () => {
  const id = await createWorkflow(service, FIRST, ann.key, { sharing });
  await publish(id);
  const { pool } = service.service.system.database;
  await pool.query('UPDATE workflow_versions SET revision_number = NULL WHERE workflow_id = $1', [id]);
  assert.deepEqual((await read(id)).authors, []);
  await update(id, { ...FIRST, more: 1 }, bob);
  assert.deepEqual((await read(id)).authors, [{ id: bob.id, name: 'Bob', email: bob.email, revisions: 1 }]);
});

test('only those who may write the workflow see it, because it contains secrets', async () => {
  const reader = await service.person();
  const shares = [{ user_email: reader.email, write: false, scopes: {} }];
  const id = await createWorkflow(service, chain(), ann.key, { sharing: shares });
  const path = '/api/v1/workflow/publication';
  await service.refuse(403, 'You do not have access to this workflow', path, { workflow_id: id }, reader.key);
  await service.refuse(403, 'You do not have access to this workflow', path, { workflow_id: id }, bob.key);
  await service.refuse(404, 'Workflow not found', path, { workflow_id: randomUUID() }, ann.key);
});
