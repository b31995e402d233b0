/** The draft as editors open, check and save it, several of them at once. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite } from 'node:test';
import pg from 'pg';
import type { CheckResult, OpenedWorkflow, SaveResult } from '../../src/workflows/console-schemas.ts';
import type { Revision, RevisionEntry, Workflow } from '../../src/workflows/schemas.ts';
import { chain, type Definition, moved, node } from '../support/definitions.ts';
import { testService } from '../support/service.ts';
import { COMPLETE_ONLY, test } from '../support/tiers.ts';
import { poll } from './poll.ts';

const service = await testService();
const ann = await service.person();
const bob = await service.person();
const reader = await service.person();
const stranger = await service.person();
const readOnly = await service.person({ permissions: { workflow: 'read' } });

const ONE = chain(node('a', 'transform', { value: 1 }));
const TWO = chain(node('a', 'transform', { value: 2 }));

async function create(definition: Definition = ONE): Promise<string> {
  const sharing = [
    { user_email: bob.email, write: true, scopes: {} },
    { user_email: reader.email, write: false, scopes: {} },
    { user_email: readOnly.email, write: true, scopes: {} },
  ];
  const { id } = await service.ask<Workflow>('/api/v3/workflow/create', { name: 'w', definition, sharing }, ann.key);
  return id;
}

const open = (workflow_id: string, { key } = ann) =>
  service.ask<OpenedWorkflow>('/api/v1/workflow/open', { workflow_id }, key);
const save = (body: Record<string, unknown>, { key } = ann) =>
  service.ask<SaveResult>('/api/v1/workflow/save', body, key);
const conflict = (id: string) => ({ status: 409, body: { detail: `The workflow has changed since revision ${id}` } });
const trySave = async (body: Record<string, unknown>, { key } = ann) => {
  const reply = await service.call('/api/v1/workflow/save', body, key);
  return { status: reply.status, body: reply.body };
};
const revisions = (workflow_id: string) =>
  service.ask<RevisionEntry[]>('/api/v3/workflow/revisions', { workflow_id }, ann.key);

suite('opening', () => {
  test('returns the workflow as the integration API does, with its latest revision', async () => {
    const id = await create();
    const opened = await open(id);
    const [latest] = await revisions(id);
    assert.deepEqual(opened, {
      workflow: await service.ask('/api/v3/workflow/get?entity_id='.concat(id), {}, ann.key),
      revision_id: latest?.id,
      updated: latest?.created_at,
    });
    assert.equal((await open(id, reader)).workflow.permissions.write, false);
  });

  test('is refused to those who may not read the workflow', async () => {
    const id = await create();
    const path = '/api/v1/workflow/open';
    await service.refuse(403, 'You do not have access to this workflow', path, { workflow_id: id }, stranger.key);
    await service.refuse(404, 'Workflow not found', path, { workflow_id: randomUUID() }, ann.key);
    const none = await service.person({ permissions: { workflow: 'none' } });
    await service.refuse(403, 'permission denied', path, { workflow_id: id }, none.key);
  });
});

suite('saving', () => {
  test('makes a revision of a change, and reports the issues of the draft', async () => {
    const id = await create();
    const base = await open(id);
    const broken = chain(node('a', 'transform', { valu: 2 }));
    const saved = await save({ workflow_id: id, base_revision_id: base.revision_id, definition: broken, name: 'new' });
    const [latest] = await revisions(id);
    assert.deepEqual([saved.revision_id, saved.updated, latest?.origin], [latest?.id, latest?.created_at, 'editor']);
    assert.deepEqual(saved.issues, [
      { severity: 'error', message: "Step 'a': 'value' is required", node_id: 'a', edge: null, param: 'value' },
      {
        severity: 'error',
        message: "Step 'a': 'valu' is not a parameter of transform",
        node_id: 'a',
        edge: null,
        param: 'valu',
      },
    ]);
    const { workflow } = await open(id);
    assert.deepEqual([workflow.name, workflow.definition], ['new', broken]);
  });

  test('of a name or a description changes no revision', async () => {
    const id = await create();
    const { revision_id, updated } = await open(id);
    const saved = await save({ workflow_id: id, base_revision_id: revision_id, description: 'better' });
    assert.deepEqual(saved, { revision_id, updated, issues: [] });
    assert.equal((await open(id)).workflow.description, 'better');
  });

  test('is refused when somebody has saved since, and changes nothing then', async () => {
    const id = await create();
    const { revision_id: base_revision_id } = await open(id);
    await save({ workflow_id: id, base_revision_id, definition: TWO }, bob);
    const mine = chain(node('a', 'transform', { value: 3 }));
    const refused = await trySave({ workflow_id: id, base_revision_id, definition: mine, name: 'mine' });
    assert.deepEqual(refused, conflict(base_revision_id));
    const { workflow, revision_id } = await open(id);
    assert.deepEqual([workflow.name, workflow.definition], ['w', TWO]);
    await save({ workflow_id: id, base_revision_id: revision_id, definition: mine });
    const unknown = randomUUID();
    assert.deepEqual(await trySave({ workflow_id: id, base_revision_id: unknown }), conflict(unknown));
  });

  test('at the same time succeeds once, and the others learn of the conflict', async () => {
    const id = await create();
    const { revision_id: base_revision_id, updated: base_updated } = await open(id);
    const attempts = Array.from({ length: 8 }, (_, value) =>
      trySave(
        {
          workflow_id: id,
          base_revision_id,
          ...(value % 2 === 0 && { base_updated }),
          // None is what the workflow has already, which would be saved without a revision, and so without a conflict.
          definition: chain(node('a', 'transform', { value: value + 2 })),
        },
        value % 3 === 0 ? ann : bob,
      ),
    );
    const replies = await Promise.all(attempts);
    assert.deepEqual(
      replies.map(({ status }) => status).sort((a, b) => a - b),
      [200, 409, 409, 409, 409, 409, 409, 409],
    );
    assert.equal((await revisions(id)).length, 2);
  });

  test('waits for another change of the workflow instead of being refused', async () => {
    const id = await create();
    const { revision_id: base_revision_id } = await open(id);
    const other = new pg.Client(service.database.address);
    await other.connect();
    await other.query('BEGIN');
    await other.query('SELECT FROM workflows WHERE id = $1 FOR NO KEY UPDATE', [id]);
    const saving = save({ workflow_id: id, base_revision_id, definition: TWO });
    await poll(async () => {
      const { rowCount } = await other.query("SELECT FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'");
      return (rowCount ?? 0) > 0 ? true : undefined;
    });
    await other.end();
    assert.deepEqual((await saving).issues, []);
  });
});

suite('saving moves', () => {
  test('that name when the base last changed joins the latest revision', async () => {
    const id = await create();
    const base = await open(id);
    const first = await save({
      workflow_id: id,
      base_revision_id: base.revision_id,
      base_updated: base.updated,
      definition: moved(ONE, 10),
    });
    assert.equal(first.revision_id, base.revision_id);
    assert.ok(first.updated > base.updated);
    const second = await save({
      workflow_id: id,
      base_revision_id: first.revision_id,
      base_updated: first.updated,
      definition: moved(ONE, 20),
    });
    assert.ok(second.updated > first.updated);
    assert.equal((await revisions(id)).length, 1);
    assert.deepEqual((await open(id)).workflow.definition, moved(ONE, 20));
  });

  test("is refused when another tab's moves have joined the revision since", async () => {
    const id = await create();
    const { revision_id: base_revision_id, updated: base_updated } = await open(id);
    const base = { workflow_id: id, base_revision_id, base_updated };
    await save({ ...base, definition: moved(ONE, 10) });
    assert.deepEqual(await trySave({ ...base, definition: moved(ONE, 20) }), conflict(base_revision_id));
    assert.deepEqual(await trySave({ ...base, definition: TWO }, bob), conflict(base_revision_id));
    assert.deepEqual((await open(id)).workflow.definition, moved(ONE, 10));
  });

  test('that do not name it are revisions of their own, so that no other save is lost', async () => {
    const id = await create();
    const { revision_id: base_revision_id } = await open(id);
    const saved = await save({ workflow_id: id, base_revision_id, definition: moved(ONE, 10) });
    assert.notEqual(saved.revision_id, base_revision_id);
    const other = { workflow_id: id, base_revision_id, definition: moved(ONE, 20) };
    assert.deepEqual(await trySave(other), conflict(base_revision_id));
  });

  test('treats notes and pins like moves, and neither counts as a change of the draft', async () => {
    const id = await create();
    await service.ask('/api/v3/workflow/publish', { workflow_id: id }, ann.key);
    const { revision_id: base_revision_id, updated: base_updated } = await open(id);
    const editor = {
      notes: [{ id: 'n1', x: 0, y: 0, width: 200, height: 100, text: 'Why' }],
      pins: { a: { output: 4 } },
    };
    const definition = { ...moved(ONE, 5), editor };
    const saved = await save({ workflow_id: id, base_revision_id, base_updated, definition });
    assert.deepEqual([saved.revision_id, saved.issues], [base_revision_id, []]);
    const { draft_changed } = await service.ask<{ draft_changed: boolean }>(
      '/api/v3/workflow/deployment',
      { workflow_id: id },
      ann.key,
    );
    assert.equal(draft_changed, false);
    const read = await service.ask<Revision>(
      '/api/v3/workflow/revision/get',
      { workflow_id: id, revision_id: base_revision_id },
      ann.key,
    );
    assert.deepEqual(read.definition, definition);
  });
});

suite('pins', () => {
  test('are neither exported nor published, while notes are', async () => {
    const notes = [{ id: 'n1', x: 0, y: 0, width: 200, height: 100, text: 'Why' }];
    const definition = { ...ONE, editor: { notes, pins: { a: { output: 'secret of a run' } } } };
    const id = await create(definition);
    const exported = await service.ask<{ workflow: { definition: unknown } }>(
      '/api/v3/workflow/export',
      { workflow_id: id },
      ann.key,
    );
    assert.deepEqual(exported.workflow.definition, { ...ONE, editor: { notes } });
    await service.ask('/api/v3/workflow/publish', { workflow_id: id }, ann.key);
    const { rows } = await service.service.system.database.pool.query<{ definition: unknown }>(
      'SELECT definition FROM workflow_versions WHERE workflow_id = $1',
      [id],
    );
    assert.deepEqual(rows, [{ definition: { ...ONE, editor: { notes } } }]);
    const copy = await service.ask<{ workflow: Workflow }>('/api/v3/workflow/copy', { workflow_id: id }, ann.key);
    assert.deepEqual(copy.workflow.definition, definition, 'who may write the original gets all of it');
  });

  test('lose the secrets of links to files, because everybody who sees the draft sees them', async () => {
    const secret = 's'.repeat(43);
    const pinned = (end: string) => {
      const output = { file_url: `https://heddle.example/file?id=${randomUUID()}&secret=${end}` };
      return { ...ONE, editor: { notes: [], pins: { a: { output } } } };
    };
    const id = await create(pinned(secret));
    const read = async () => JSON.stringify(await service.ask(`/api/v3/workflow/get?entity_id=${id}`, {}, ann.key));
    assert.ok(!(await read()).includes(secret));
    await service.ask('/api/v3/workflow/update', { id, definition: pinned(secret) }, ann.key);
    const text = await read();
    assert.ok(text.includes('/file?id=') && !text.includes(secret), text);
  });
});

suite('who may save', () => {
  test('are those who may write the workflow', async () => {
    const id = await create();
    const { revision_id: base_revision_id } = await open(id);
    const body = { workflow_id: id, base_revision_id, definition: TWO };
    const path = '/api/v1/workflow/save';
    const noAccess = 'You do not have access to this workflow';
    await service.refuse(403, noAccess, path, body, reader.key);
    await service.refuse(403, noAccess, path, body, stranger.key);
    await service.refuse(403, 'permission denied', path, body, readOnly.key);
    await service.refuse(404, 'Workflow not found', path, { ...body, workflow_id: randomUUID() }, ann.key);
    assert.equal((await open(id)).revision_id, base_revision_id);
  });

  test('a definition that is too large is refused', async () => {
    const id = await create();
    const { revision_id: base_revision_id } = await open(id);
    const definition = chain(node('a', 'transform', { value: 'x'.repeat(3_000_000) }));
    const reply = await trySave({ workflow_id: id, base_revision_id, definition });
    assert.equal(reply.status, 422);
    assert.match(JSON.stringify(reply.body), /validation error: definition: has more than \d+ characters/);
  });
});

suite('checking', () => {
  const check = (definition: unknown, { key } = ann) =>
    service.ask<CheckResult>('/api/v1/workflow/check', { definition }, key);

  test('names the param that each issue is about', async () => {
    const { valid, issues } = await check({
      nodes: [
        node('start', 'trigger.manual'),
        node('clock', 'trigger.schedule', { cron: 'often', timezone: 'UTC' }),
        node('zone', 'trigger.schedule', { cron: '0 3 * * *', timezone: 'Mars/Crater' }),
        node('call', 'http.request', { url: '{{ steps.nothing.output }}', method: 'LEAP' }),
        node('tool', 'tool.call', { tool: 'no_such_tool', params: {} }),
        node('way', 'switch', { cases: [{ name: 'error', expression: 'true' }] }),
        node('text', 'transform', { value: '{{ 1 + }}' }),
      ],
      edges: [
        { source: 'start', target: 'call' },
        { source: 'start', target: 'tool' },
        { source: 'start', target: 'way' },
        { source: 'start', target: 'text' },
      ],
    });
    assert.equal(valid, false);
    const found = issues.map(({ node_id, param, severity }) => `${node_id}.${param} ${severity}`);
    for (const expected of [
      'clock.cron error',
      'zone.timezone error',
      'call.method error',
      'call.url warning',
      'tool.tool error',
      'way.cases error',
      'text.value error',
    ]) {
      assert.ok(found.includes(expected), `${expected} is not in ${found.join(', ')}`);
    }
  });

  test('finds nothing wrong with a valid definition, and tells problems of the whole without a param', async () => {
    assert.deepEqual(await check(ONE), { valid: true, issues: [] });
    assert.deepEqual(await check({ nodes: [], edges: [] }, readOnly), {
      valid: false,
      issues: [{ severity: 'error', message: 'The workflow has no trigger', node_id: null, edge: null, param: null }],
    });
  });

  test('depends on what the caller may use', async () => {
    const panel = await service.ask<{ id: string }>('/api/v1/panel/create', { name: 'p' }, ann.key);
    const definition = {
      nodes: [node('made', 'trigger.booster_record', { panel_id: panel.id, collection: 'orders' })],
      edges: [],
    };
    assert.equal((await check(definition)).valid, true);
    assert.deepEqual((await check(definition, bob)).issues, [
      {
        severity: 'error',
        message: `Step 'made': the panel '${panel.id}' does not exist or may not be used`,
        node_id: 'made',
        edge: null,
        param: 'panel_id',
      },
    ]);
  });

  test('also names params in large definitions, which threads validate', COMPLETE_ONLY, async () => {
    const steps = Array.from({ length: 150 }, (_, number) =>
      node(`s${number}`, 'transform', number === 149 ? { valu: 'x' } : { value: 'y'.repeat(300) }),
    );
    const { issues } = await check(chain(...steps));
    assert.deepEqual(
      issues.map(({ node_id, param }) => [node_id, param]),
      [
        ['s149', 'value'],
        ['s149', 'valu'],
      ],
    );
  });

  test('leaves what the integration API answers as it is', async () => {
    const id = await create(chain(node('a', 'transform', { valu: 2 })));
    const { issues } = await service.ask<{ issues: object[] }>(
      '/api/v3/workflow/validate',
      { workflow_id: id },
      ann.key,
    );
    assert.deepEqual(Object.keys(issues[0] ?? {}), ['severity', 'message', 'node_id', 'edge']);
  });
});
