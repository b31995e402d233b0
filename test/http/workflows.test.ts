import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Workflow } from '../../src/workflows/schemas.ts';
import { chain, node } from '../support/definitions.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const ann = await service.person();
const ask = <Answer = Workflow>(path: string, body: unknown = {}, key = ann.key) =>
  service.ask<Answer>(`/api/v3/workflow${path}`, body, key);

suite('create', () => {
  test('without a definition creates a single manual trigger', async () => {
    const before = Date.now();
    const workflow = await ask('/create', { name: 'first' });
    const { created, updated, id } = workflow;
    assert.ok(created.timestamp >= before - 1000 && created.timestamp <= Date.now() + 1000);
    assert.deepEqual(workflow, {
      id,
      created: { timestamp: created.timestamp, user_id: ann.id },
      updated: { timestamp: updated.timestamp, user_id: ann.id },
      permissions: { owner: { user_id: ann.id, group_id: null }, write: true, run: true, export: true, copy: true },
      name: 'first',
      description: '',
      organization_id: null,
      definition: {
        nodes: [{ id: 'start', type: 'trigger.manual', name: 'Start', params: {}, position: { x: 0, y: 0 } }],
        edges: [],
      },
      sharing: [],
      group_sharing: [],
      last_run: null,
      published_version: null,
      published_at: null,
      active: false,
      run_as: null,
    });
    assert.deepEqual(await ask(`/get?entity_id=${id}`), workflow);
  });

  test('stores any definition unchanged, including unknown keys and their order', async () => {
    const definitions = [
      {},
      { nodes: 'none', edges: 7 },
      { nodes: [null, 1, { id: 'x' }], edges: [{}], extra: { z: 1, a: [1.5, 'ü', null, { constructor: 'x' }] } },
      { edges: [], nodes: [{ zeta: true, id: 'a', type: 'no.such', params: { b: 2, a: 1 } }] },
    ];
    for (const definition of definitions) {
      const { id } = await ask('/create', { name: 'odd', definition });
      const stored = await ask(`/get?entity_id=${id}`);
      assert.equal(JSON.stringify(stored.definition), JSON.stringify(definition));
    }
  });

  test('ignores read-only fields', async () => {
    const workflow = await ask('/create', {
      name: 'sly',
      id: '00000000-0000-0000-0000-000000000000',
      active: true,
      published_version: 7,
      run_as: ann.id,
      created: { timestamp: 1, user_id: ann.id },
      group_id: 'x',
    });
    assert.notEqual(workflow.id, '00000000-0000-0000-0000-000000000000');
    assert.deepEqual([workflow.active, workflow.published_version, workflow.run_as], [false, null, null]);
    assert.ok(workflow.created.timestamp > 1);
  });

  test('completes the fields of shares', async () => {
    const workflow = await ask('/create', { name: 'shared', sharing: [{ user_email: 'Bob@Example.org' }] });
    assert.deepEqual(workflow.sharing, [{ user_email: 'bob@example.org', write: false, scopes: {} }]);
  });

  test('reports what is invalid', async () => {
    const refuse = (what: string, body: unknown) =>
      service.refuse(422, `validation error: ${what}`, '/api/v3/workflow/create', body, ann.key);
    await refuse('name: is required', {});
    await refuse('name: must be string', { name: 1 });
    await refuse('definition: must be object', { name: 'x', definition: [] });
    await refuse("sharing.0.scopes: 'workflow.fly' is not known", {
      name: 'x',
      sharing: [{ user_email: 'a@b', scopes: { 'workflow.fly': true } }],
    });
  });
});

suite('update', () => {
  test('changes only what is sent', async () => {
    const definition = chain(node('a', 'transform', { value: 1 }));
    const workflow = await ask('/create', { name: 'one', description: 'two', definition });
    const renamed = await ask('/update', { id: workflow.id, name: 'three' });
    assert.deepEqual({ ...renamed, updated: null }, { ...workflow, name: 'three', updated: null });
    const shared = await ask('/update', { id: workflow.id, sharing: [{ user_email: 'a@b', write: true, scopes: {} }] });
    assert.deepEqual(shared.sharing, [{ user_email: 'a@b', write: true, scopes: {} }]);
    assert.deepEqual((await ask('/update', { id: workflow.id, sharing: [] })).sharing, []);
    assert.deepEqual(shared.definition, definition);
  });

  test('does not move a workflow to another organization', async () => {
    const organization_id = await service.organization([{ person: ann, write: true }]);
    const workflow = await ask('/create', { name: 'mine' });
    assert.equal((await ask('/update', { id: workflow.id, organization_id })).organization_id, null);
  });

  test('records who changed it', async () => {
    const bob = await service.person();
    const workflow = await ask('/create', { name: 'x', sharing: [{ user_email: bob.email, write: true, scopes: {} }] });
    const changed = await ask('/update', { id: workflow.id, name: 'y' }, bob.key);
    assert.equal(changed.updated.user_id, bob.id);
    assert.equal(changed.created.user_id, ann.id);
  });

  test('answers 423 at once if another request has locked the workflow', async () => {
    const workflow = await ask('/create', { name: 'held' });
    const holder = await service.service.system.database.pool.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM workflows WHERE id = $1 FOR UPDATE', [workflow.id]);
      const detail = 'The workflow is being changed by another request';
      const reply = await service.refuse(
        423,
        detail,
        '/api/v3/workflow/update',
        { id: workflow.id, name: 'y' },
        ann.key,
      );
      assert.equal(reply.headers.get('retry-after'), '1');
      await service.refuse(
        404,
        'entity not found',
        '/api/v3/workflow/update',
        { id: workflow.id },
        (await service.person()).key,
      );
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
    await ask('/update', { id: workflow.id, name: 'y' });
  });
});

suite('delete', () => {
  test('returns the id and leaves nothing behind', async () => {
    const { id } = await ask('/create', { name: 'gone' });
    await ask('/publish', { workflow_id: id });
    assert.equal(await ask<string>(`/delete?entity_id=${id}`), id);
    await service.refuse(404, 'entity not found', `/api/v3/workflow/get?entity_id=${id}`, {}, ann.key);
    await service.refuse(404, 'entity not found', `/api/v3/workflow/delete?entity_id=${id}`, {}, ann.key);
    const { pool } = service.service.system.database;
    for (const table of ['workflow_revisions', 'workflow_versions', 'workflow_triggers']) {
      const { rowCount } = await pool.query(`SELECT FROM ${table} WHERE workflow_id = $1`, [id]);
      assert.equal(rowCount, 0, table);
    }
  });
});

suite('find and count', () => {
  test('return the newest first, and can filter, sort and page', async () => {
    const bob = await service.person();
    const names = ['alpha', 'beta', 'Gamma', 'delta'];
    for (const name of names) await ask('/create', { name }, bob.key);
    const find = async (body: unknown) => (await ask<Workflow[]>('/find', body, bob.key)).map(({ name }) => name);
    assert.deepEqual(await find({}), names.toReversed());
    assert.deepEqual(await find({ filters: [['name', 'regex', '(?i)^g']] }), ['Gamma']);
    assert.deepEqual(await find({ sort_key: 'name' }), ['Gamma', 'alpha', 'beta', 'delta']);
    assert.deepEqual(await find({ limit_from: 1, limit_to: 3 }), ['Gamma', 'beta']);
    assert.deepEqual(
      await find({
        filters: [
          ['organization_id', '==', null],
          ['active', '==', true],
        ],
      }),
      [],
    );
    assert.deepEqual(await find({ filters: [['last_run', '==', null]], sort_key: 'updated.timestamp' }), names);
    assert.equal(await ask<number>('/count', { filters: [['name', 'contains', 'a']] }, bob.key), 4);
  });
});

suite('catalog', () => {
  test('has every node type with exactly the documented fields', async () => {
    const { node_types, tools } = await ask<{ node_types: Record<string, unknown>[]; tools: unknown[] }>('/catalog');
    assert.deepEqual(node_types.map(({ type }) => type).sort(), [
      'ai.choice',
      'ai.condition',
      'assistant.run',
      'code',
      'condition',
      'event.send',
      'file.to_text',
      'http.request',
      'human.approval',
      'loop',
      'message.send',
      'notify',
      'output',
      'repeat',
      'switch',
      'tool.call',
      'transform',
      'trigger.booster_file',
      'trigger.booster_record',
      'trigger.database_change',
      'trigger.form',
      'trigger.manual',
      'trigger.message',
      'trigger.poll',
      'trigger.run',
      'trigger.schedule',
      'trigger.webhook',
      'wait',
      'webhook.reply',
      'workflow.run',
    ]);
    const fields = ['type', 'title', 'description', 'category', 'is_trigger', 'terminal', 'handles', 'params_schema'];
    for (const { default_output, ...type } of node_types) {
      assert.equal(default_output, type.type === 'wait' ? true : undefined);
      assert.deepEqual(Object.keys(type).sort(), fields.toSorted());
    }
    assert.ok(Array.isArray(tools));
  });
});

suite('validate', () => {
  test('returns whether the workflow is valid, and its issues', async () => {
    const { id } = await ask('/create', {
      name: 'fine',
      definition: chain(node('end', 'output', { value: '{{ input }}' })),
    });
    assert.deepEqual(await ask('/validate', { workflow_id: id }), { valid: true, issues: [] });
    await ask('/update', { id, definition: { nodes: [], edges: [] } });
    const result = await ask<{ valid: boolean; issues: { severity: string; edge: unknown }[] }>('/validate', {
      workflow_id: id,
    });
    assert.equal(result.valid, false);
    assert.deepEqual(Object.keys(result.issues[0] ?? {}).sort(), ['edge', 'message', 'node_id', 'severity']);
  });

  test('uses the access of the caller', async () => {
    const bob = await service.person();
    const panel = await service.ask<{ id: string }>('/api/v1/panel/create', { name: 'p' }, ann.key);
    const definition = { nodes: [node('on', 'trigger.booster_record', { panel_id: panel.id })], edges: [] };
    const sharing = [{ user_email: bob.email, write: true, scopes: {} }];
    const { id } = await ask('/create', { name: 'panel', definition, sharing });
    const valid = async (key: string) => (await ask<{ valid: boolean }>('/validate', { workflow_id: id }, key)).valid;
    assert.deepEqual([await valid(ann.key), await valid(bob.key)], [true, false]);
    await service.ask(
      '/api/v1/panel/update',
      { id: panel.id, sharing: [{ user_email: bob.email, write: false }] },
      ann.key,
    );
    assert.equal(await valid(bob.key), true);
  });
});

suite('schedule preview', () => {
  test('returns the next occurrences', async () => {
    const preview = await ask<{ valid: boolean; error: string; next_runs: number[] }>('/schedule/preview', {
      cron: '0 9 * * 1-5',
      timezone: 'Europe/Berlin',
    });
    assert.deepEqual([preview.valid, preview.error], [true, '']);
    assert.ok(preview.next_runs.length >= 5);
    for (const run of preview.next_runs) {
      const local = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', timeStyle: 'short' }).format(run);
      assert.equal(local, '09:00');
    }
  });

  test('answers an invalid schedule with the reason', async () => {
    for (const [body, reason] of [
      [{ cron: '* * * *' }, /five fields/],
      [{ cron: '0 9 * * *', timezone: 'Mars/Olympus' }, /time zone/],
      [{ cron: '*/4 * * * *' }, /5 minutes/],
      [{ cron: '*/5,3 * * * *' }, /5 minutes/],
    ] as const) {
      const { valid, error, next_runs } = await ask<{ valid: boolean; error: string; next_runs: number[] }>(
        '/schedule/preview',
        body,
      );
      assert.deepEqual([valid, next_runs], [false, []]);
      assert.match(error, reason);
    }
  });
});
