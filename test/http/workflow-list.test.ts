/** The list of workflows as people see it. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { isSameProcess } from '../../src/workflows/changes.ts';
import type { ListQuery, WorkflowList, WorkflowSummary } from '../../src/workflows/console-schemas.ts';
import type { Deployment } from '../../src/workflows/schemas.ts';
import { chain, type Definition, edge, moved, node } from '../support/definitions.ts';
import { createWorkflow } from '../support/runs.ts';
import { type Person, testService } from '../support/service.ts';

const service = await testService();
const { pool } = service.service.system.database;

const list = (query: ListQuery, { key }: Person) => service.ask<WorkflowList>('/api/v1/workflow/list', query, key);
const names = async (query: ListQuery, person: Person) => (await list(query, person)).items.map(({ name }) => name);
const create = (person: Person, name: string, definition: Definition = chain(), more: object = {}) =>
  createWorkflow(service, definition, person.key, { name, ...more });
const publish = (person: Person, workflow_id: string) =>
  service.ask<Deployment>('/api/v3/workflow/publish', { workflow_id }, person.key);

async function only(person: Person): Promise<WorkflowSummary> {
  const { total, items } = await list({}, person);
  const [item] = items;
  assert.ok(item && total === 1 && items.length === 1);
  return item;
}

const NO_RUNS = { success: 0, failed: 0, other: 0 };

/** Inserts a run that ended some hours ago. */
async function insertRun(person: Person, workflowId: string, status: string, hoursAgo: number): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO runs (id, workflow_id, workflow_name, trigger_node_id, trigger_type, input, status, created_by, credits,
       started_at, finished_at, settled_at)
     SELECT gen_random_uuid(), $1, 'w', 'start', 'trigger.manual', '{}', $2, $3, 0, at, at, at
     FROM (SELECT now() - make_interval(secs => $4::float * 3600) AS at) AS times RETURNING id`,
    [workflowId, status, person.id, hoursAgo],
  );
  return rows[0]?.id ?? '';
}

suite('an entry', () => {
  test('of a workflow that was never published shows its draft', async () => {
    const ann = await service.person();
    const id = await create(ann, 'Orders', chain(node('a', 'output', { value: 1 })), { description: 'of the shop' });
    const item = await only(ann);
    assert.deepEqual(item, {
      id,
      name: 'Orders',
      description: 'of the shop',
      created: { timestamp: item.created.timestamp, user_id: ann.id },
      updated: { timestamp: item.updated.timestamp, user_id: ann.id },
      permissions: { owner: { user_id: ann.id, group_id: null }, write: true, run: true, export: true, copy: true },
      organization_id: null,
      active: false,
      published_version: null,
      published_at: null,
      draft_changed: true,
      steps: 2,
      triggers: [{ node_id: 'start', type: 'trigger.manual', next_run_at: null, last_fired_at: null }],
      last_run: null,
      waiting: 0,
      day: { total: 0, failed: 0, hours: Array(24).fill(NO_RUNS) },
    });
  });

  test('of a published one shows the triggers of what is published, with their times', async () => {
    const ann = await service.person();
    const definition = {
      nodes: [
        node('start', 'trigger.manual'),
        node('clock', 'trigger.schedule', { cron: '0 3 * * *' }),
        node('hook', 'trigger.webhook'),
      ],
      edges: [],
    };
    const id = await create(ann, 'Nightly', definition);
    const deployment = await publish(ann, id);
    await service.ask('/api/v3/workflow/update', { id, definition: chain() }, ann.key);
    const item = await only(ann);
    const next_run_at = deployment.triggers.find(({ node_id }) => node_id === 'clock')?.next_run_at;
    assert.deepEqual(item.triggers, [
      { node_id: 'start', type: 'trigger.manual', next_run_at: null, last_fired_at: null },
      { node_id: 'clock', type: 'trigger.schedule', next_run_at, last_fired_at: null },
      { node_id: 'hook', type: 'trigger.webhook', next_run_at: null, last_fired_at: null },
    ]);
    assert.deepEqual(
      [item.active, item.published_version, item.published_at, item.steps],
      [true, 1, deployment.published_at, 1],
    );
  });

  test('says whether the draft differs from what is published, in what runs', async () => {
    const ann = await service.person();
    const definition = chain(node('a', 'output', { value: { b: 1, a: [1, 2.5, null] } }));
    const id = await create(ann, 'w', definition);
    await publish(ann, id);
    const update = (changed: object) => service.ask('/api/v3/workflow/update', { id, definition: changed }, ann.key);
    const expectChanged = async (isChanged: boolean) => {
      const { draft_changed } = await service.ask<Deployment>(
        '/api/v3/workflow/deployment',
        { workflow_id: id },
        ann.key,
      );
      assert.deepEqual([(await only(ann)).draft_changed, draft_changed], [isChanged, isChanged]);
    };
    await expectChanged(false);
    await update({ ...moved(definition, 10), editor: { notes: [], pins: { a: { output: 1 } } } });
    await expectChanged(false);
    await update({
      edges: definition.edges,
      nodes: chain(node('a', 'output', { value: { a: [1, 2.5, null], b: 1 } })).nodes,
    });
    await expectChanged(false);
    await update(chain(node('a', 'output', { value: { b: 1, a: [1, 2.5] } })));
    await expectChanged(true);
    await update({ ...definition, more: true });
    await expectChanged(true);
    await update(definition);
    await expectChanged(false);
  });

  test('compares drafts in the database as the service does', async () => {
    const value = fc.oneof(fc.constantFrom(null, true, 0, 1, 1.5, 'a', '\u{1f9f5}'), fc.array(fc.constantFrom(1, 'b')));
    const point = fc.record({ x: fc.integer({ min: 0, max: 2 }), y: fc.constant(0) });
    const step = fc.record(
      { id: fc.constantFrom('a', 'b'), params: fc.dictionary(fc.constantFrom('p', 'q'), value), position: point },
      { requiredKeys: ['id'] },
    );
    const nodes = fc.oneof(fc.array(fc.oneof(step, value), { maxLength: 3 }), value);
    const definition = fc.record(
      { nodes, edges: fc.constantFrom([], [1]), editor: fc.constantFrom({}, { notes: [] }), other: value },
      { requiredKeys: [] },
    );
    const moves = (json: string) => json.replace(/"x":\d/g, '"x":7').replace('"notes":[]', '"notes":[1]');
    await fc.assert(
      fc.asyncProperty(definition, definition, fc.constantFrom('moved', 'nodes', 'all'), async (one, other, change) => {
        const text = JSON.stringify(one);
        const { nodes: _, ...rest } = one;
        const changed = change === 'all' ? other : { ...rest, ...('nodes' in other && { nodes: other.nodes }) };
        const second = change === 'moved' ? moves(text) : JSON.stringify(changed);
        const { rows } = await pool.query<{ same: boolean }>(
          'SELECT definition_hash($1::json) = definition_hash($2::json) AS same',
          [text, second],
        );
        assert.equal(rows[0]?.same, isSameProcess(JSON.parse(text), JSON.parse(second)), `${text} ${second}`);
      }),
      { numRuns: 400 },
    );
  });

  test('shows the last run, how many wait, and the last day by the hour', async () => {
    const ann = await service.person();
    const id = await create(ann, 'w');
    await insertRun(ann, id, 'success', 25);
    await insertRun(ann, id, 'success', 23.5);
    await insertRun(ann, id, 'failed', 1.5);
    await insertRun(ann, id, 'cancelled', 1.5);
    await insertRun(ann, id, 'waiting', 0.7);
    const last = await insertRun(ann, id, 'failed', 0.5);
    const { day, last_run, waiting } = await only(ann);
    const expected = Array.from({ length: 24 }, () => ({ ...NO_RUNS }));
    expected[0] = { success: 1, failed: 0, other: 0 };
    expected[22] = { success: 0, failed: 1, other: 1 };
    expected[23] = { success: 0, failed: 1, other: 1 };
    assert.deepEqual(day, { total: 5, failed: 2, hours: expected });
    assert.deepEqual([last_run?.run_id, last_run?.status, waiting], [last, 'failed', 1]);
  });

  test('is there for a definition that no database can search', async () => {
    const ann = await service.person();
    const id = await create(ann, 'Odd');
    await pool.query(`UPDATE workflows SET definition = '{"nodes": [{"id": "\\u0000"}], "edges": 7}' WHERE id = $1`, [
      id,
    ]);
    assert.deepEqual([(await only(ann)).steps, (await only(ann)).triggers], [0, []]);
    await pool.query(`UPDATE workflows SET definition = '{"nodes": [1, null, {"id": 2, "type": 3}]}' WHERE id = $1`, [
      id,
    ]);
    assert.deepEqual([(await only(ann)).steps, (await only(ann)).triggers], [3, []]);
  });
});

suite('the list', () => {
  test('is searched by words of the name, the description and the steps', async () => {
    const ann = await service.person();
    await create(ann, 'Orders to INVOICES', chain(node('make', 'tool.call', { tool: 'text_to_pdf', params: {} })));
    await create(ann, 'Other', chain(), { description: '100% of the orders_open' });
    const find = (text: string) => names({ text, sort: 'name' }, ann);
    assert.deepEqual(await find('orders'), ['Orders to INVOICES', 'Other']);
    assert.deepEqual(await find('  invoices ORDERS '), ['Orders to INVOICES']);
    assert.deepEqual(await find('text_to_pdf'), ['Orders to INVOICES']);
    assert.deepEqual(await find('100%'), ['Other']);
    assert.deepEqual(await find('s_o'), ['Other'], 'nothing is a wildcard');
    assert.deepEqual(await find('nothing'), []);
  });

  test('is filtered by state', async () => {
    const ann = await service.person();
    const { id: active } = { id: await create(ann, 'active') };
    const inactive = await create(ann, 'inactive');
    const failing = await create(ann, 'draft that fails');
    for (const id of [active, inactive]) await publish(ann, id);
    await service.ask('/api/v3/workflow/activate', { workflow_id: inactive, active: false }, ann.key);
    await insertRun(ann, failing, 'success', 2);
    await insertRun(ann, failing, 'failed', 1);
    await insertRun(ann, active, 'failed', 2);
    await insertRun(ann, active, 'success', 1);
    assert.deepEqual(await names({ state: 'active' }, ann), ['active']);
    assert.deepEqual(await names({ state: 'inactive' }, ann), ['inactive']);
    assert.deepEqual(await names({ state: 'draft' }, ann), ['draft that fails']);
    assert.deepEqual(await names({ state: 'failing' }, ann), ['draft that fails']);
    await service.refuse(
      422,
      'validation error: state: must be one of active, inactive, draft, failing',
      '/api/v1/workflow/list',
      { state: 'odd' },
      ann.key,
    );
  });

  test('is filtered by the trigger of what is published, or of a draft that never was', async () => {
    const ann = await service.person();
    const hook = { nodes: [node('hook', 'trigger.webhook')], edges: [] };
    const both = { nodes: [...hook.nodes, node('end', 'output', { value: 1 })], edges: [edge('hook', 'end')] };
    await create(ann, 'draft', hook);
    const changed = await create(ann, 'published', both);
    await publish(ann, changed);
    await service.ask('/api/v3/workflow/update', { id: changed, definition: chain() }, ann.key);
    await create(ann, 'manual');
    assert.deepEqual(await names({ trigger: 'trigger.webhook', sort: 'name' }, ann), ['draft', 'published']);
    assert.deepEqual(await names({ trigger: 'trigger.manual' }, ann), ['manual']);
    assert.deepEqual(await names({ trigger: 'trigger.odd' }, ann), []);
  });

  test('is sorted by change, name or last run, and paged', async () => {
    const ann = await service.person();
    const ids = [];
    for (const name of ['b', 'C', 'a']) ids.push(await create(ann, name));
    assert.deepEqual(await names({}, ann), ['a', 'C', 'b']);
    assert.deepEqual(await names({ sort: 'name' }, ann), ['a', 'b', 'C']);
    await insertRun(ann, ids[1] ?? '', 'success', 3);
    await insertRun(ann, ids[0] ?? '', 'success', 2);
    assert.deepEqual(await names({ sort: 'last_run' }, ann), ['b', 'C', 'a']);
    const page = await list({ sort: 'name', skip: 1, limit: 1 }, ann);
    assert.deepEqual([page.total, page.items.map(({ name }) => name)], [3, ['b']]);
    assert.deepEqual(await list({ skip: 5 }, ann), { total: 3, items: [] });
  });

  test('contains what is shared with the user or their groups, and nothing else', async () => {
    const ann = await service.person();
    const bob = await service.person();
    const group = await service.group([bob]);
    await create(ann, 'own');
    await create(ann, 'shared', chain(), { sharing: [{ user_email: bob.email, write: false, scopes: {} }] });
    await create(ann, 'of the group', chain(), { group_sharing: [{ group_id: group, write: true, scopes: {} }] });
    const owned = await create(ann, 'handed over');
    await service.ask('/api/v1/workflow/owner', { workflow_id: owned, group_id: group });
    await create(bob, 'mine');
    assert.deepEqual(await names({ sort: 'name' }, bob), ['handed over', 'mine', 'of the group', 'shared']);
    assert.deepEqual(await names({ sort: 'name', ownership: 'mine' }, bob), ['handed over', 'mine']);
    assert.deepEqual(await names({ sort: 'name', ownership: 'shared' }, bob), ['of the group', 'shared']);
    const shared = await list({ text: 'shared' }, bob);
    assert.deepEqual(
      shared.items.map(({ permissions }) => permissions),
      [{ owner: { user_id: ann.id, group_id: null }, write: false, run: false, export: false, copy: false }],
    );
    await service.refuse(
      403,
      'permission denied',
      '/api/v1/workflow/list',
      {},
      (await service.person({ permissions: { workflow: 'none' } })).key,
    );
  });
});
