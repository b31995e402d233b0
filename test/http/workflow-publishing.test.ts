import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Deployment, Workflow } from '../../src/workflows/schemas.ts';
import { chain, type Definition, edge, moved, node } from '../support/definitions.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const ann = await service.person();
const bob = await service.person();
const ask = <Answer = Deployment>(path: string, body: unknown = {}, key = ann.key) =>
  service.ask<Answer>(`/api/v3/workflow${path}`, body, key);
const refuse = (status: number, detail: string, path: string, body: unknown) =>
  service.refuse(status, detail, `/api/v3/workflow${path}`, body, ann.key);

const SIMPLE = chain(node('a', 'transform', { value: 1 }));
const TRIGGERED: Definition = {
  nodes: [
    node('hook', 'trigger.webhook'),
    node('nightly', 'trigger.schedule', { cron: '0 3 * * *' }),
    node('start', 'trigger.manual'),
    node('a', 'transform', { value: 1 }),
  ],
  edges: [edge('hook', 'a'), edge('nightly', 'a'), edge('start', 'a')],
};

async function workflow(definition: Definition = SIMPLE): Promise<string> {
  const sharing = [{ user_email: bob.email, write: true, scopes: {} }];
  return (await ask<Workflow>('/create', { name: 'w', definition, sharing })).id;
}

const INVALID = 'The workflow is not valid: ';

suite('the deployment', () => {
  test('of a workflow that was never published is empty', async () => {
    assert.deepEqual(await ask('/deployment', { workflow_id: await workflow(TRIGGERED) }), {
      published_version: null,
      published_at: null,
      active: false,
      run_as: null,
      draft_changed: true,
      triggers: [],
      signing_secret: '',
    });
  });

  test('shows whether the draft has changed, apart from positions', async () => {
    const id = await workflow();
    assert.equal((await ask('/publish', { workflow_id: id })).draft_changed, false);
    const changed = async (definition: Definition) => {
      await ask('/update', { id, definition });
      return (await ask('/deployment', { workflow_id: id })).draft_changed;
    };
    assert.equal(await changed(moved(SIMPLE, 10)), false);
    assert.equal(await changed(chain(node('a', 'transform', { value: 2 }))), true);
    assert.equal(await changed(SIMPLE), false);
  });

  test('has a signing secret exactly while a step of the draft or of the published version signs', async () => {
    const signing = (sign: boolean) => chain(node('a', 'http.request', { url: 'https://example.org', sign }));
    const id = await workflow(signing(true));
    const secret = async () => (await ask('/deployment', { workflow_id: id })).signing_secret;
    const first = await secret();
    assert.match(first, /^[\w-]{32,}$/);
    assert.equal(await secret(), first);
    await ask('/publish', { workflow_id: id });
    await ask('/update', { id, definition: signing(false) });
    assert.equal(await secret(), first, 'the published version still signs');
    await ask('/publish', { workflow_id: id });
    assert.equal(await secret(), '');
    await ask('/update', { id, definition: signing(true) });
    assert.equal(await secret(), first, 'receivers keep the key that they know');
  });
});

suite('publishing', () => {
  test('numbers the version, activates the workflow, and makes it run as the caller', async () => {
    const id = await workflow();
    const first = await ask('/publish', { workflow_id: id, note: 'first' });
    assert.deepEqual([first.published_version, first.active, first.run_as], [1, true, ann.id]);
    const second = await ask('/publish', { workflow_id: id }, bob.key);
    assert.deepEqual([second.published_version, second.run_as], [2, bob.id]);
    assert.ok((second.published_at ?? 0) >= (first.published_at ?? Number.POSITIVE_INFINITY));
    const read = await ask<Workflow>(`/get?entity_id=${id}`);
    assert.deepEqual(
      [read.published_version, read.published_at, read.active, read.run_as],
      [2, second.published_at, true, bob.id],
    );
  });

  test('lists the automatic triggers, whose webhook URLs stay the same in later versions', async () => {
    const id = await workflow(TRIGGERED);
    const { triggers } = await ask('/publish', { workflow_id: id });
    const [hook, nightly] = triggers;
    assert.match(hook?.url ?? '', new RegExp(`^${service.url}/api/v3/workflow/hook/[0-9a-f-]{36}/[\\w-]{32,}$`));
    assert.deepEqual(hook, {
      node_id: 'hook',
      type: 'trigger.webhook',
      active: true,
      next_run_at: null,
      last_fired_at: null,
      url: hook?.url,
      panel_id: null,
      collection: null,
      folder: null,
    });
    assert.deepEqual([nightly?.node_id, nightly?.url, triggers.length], ['nightly', null, 2]);
    const next = new Date(nightly?.next_run_at ?? 0);
    assert.deepEqual([next.getUTCHours(), next.getUTCMinutes(), next > new Date()], [3, 0, true]);

    await ask('/update', {
      id,
      definition: { ...TRIGGERED, nodes: [...TRIGGERED.nodes, node('other', 'trigger.webhook')] },
    });
    const again = await ask('/publish', { workflow_id: id });
    assert.equal(again.triggers.find(({ node_id }) => node_id === 'hook')?.url, hook?.url);
    assert.notEqual(again.triggers.find(({ node_id }) => node_id === 'other')?.url, hook?.url);
    await ask('/update', { id, definition: SIMPLE });
    assert.deepEqual((await ask('/publish', { workflow_id: id })).triggers, []);
  });

  test('shows what a booster trigger watches', async () => {
    const panel = await service.ask<{ id: string }>('/api/v1/panel/create', { name: 'p' }, ann.key);
    const nodes = [
      node('all', 'trigger.booster_record', { panel_id: panel.id }),
      node('files', 'trigger.booster_file', { panel_id: panel.id, folder: 'docs' }),
      node('some', 'trigger.booster_record', { panel_id: panel.id, collection: 'orders' }),
    ];
    const { triggers } = await ask('/publish', { workflow_id: await workflow({ nodes, edges: [] }) });
    assert.deepEqual(
      triggers.map(({ node_id, panel_id, collection, folder }) => ({ node_id, panel_id, collection, folder })),
      [
        { node_id: 'all', panel_id: panel.id, collection: '*', folder: null },
        { node_id: 'files', panel_id: panel.id, collection: null, folder: 'docs' },
        { node_id: 'some', panel_id: panel.id, collection: 'orders', folder: null },
      ],
    );
  });

  test('refuses an invalid draft with its errors, and changes nothing', async () => {
    const id = await workflow({ nodes: [node('a', 'transform', { value: 1 })], edges: [] });
    const reply = await service.call('/api/v3/workflow/publish', { workflow_id: id }, ann.key);
    const { detail } = reply.body as { detail: string };
    assert.equal(reply.status, 422);
    assert.ok(detail.startsWith(INVALID) && detail.length > INVALID.length, detail);
    assert.equal((await ask('/deployment', { workflow_id: id })).published_version, null);
  });

  test('twice at once gives two numbers, or answers one request with 423', async () => {
    const id = await workflow();
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => service.call('/api/v3/workflow/publish', { workflow_id: id }, ann.key)),
    );
    const versions = replies
      .filter(({ status }) => status === 200)
      .map(({ body }) => (body as Deployment).published_version);
    for (const { status } of replies) assert.ok(status === 200 || status === 423, String(status));
    assert.deepEqual(
      versions.toSorted(),
      Array.from(versions, (_, index) => index + 1),
    );
    const { rows } = await service.service.system.database.pool.query(
      'SELECT version FROM workflow_versions WHERE workflow_id = $1 ORDER BY version',
      [id],
    );
    assert.deepEqual(
      rows.map(({ version }) => version),
      versions.toSorted(),
    );
  });

  test('accepts a note of at most 500 characters', async () => {
    const workflow_id = await workflow();
    await ask('/publish', { workflow_id, note: 'n'.repeat(500) });
    const detail = 'validation error: note: must NOT have more than 500 characters';
    await refuse(422, detail, '/publish', { workflow_id, note: 'n'.repeat(501) });
  });
});

suite('activating', () => {
  test('turns triggers off and on, on behalf of the caller', async () => {
    const id = await workflow(TRIGGERED);
    await refuse(422, 'Publish the workflow first', '/activate', { workflow_id: id, active: true });
    await refuse(422, 'Publish the workflow first', '/activate', { workflow_id: id, active: false });
    await ask('/publish', { workflow_id: id });
    const off = await ask('/activate', { workflow_id: id, active: false }, bob.key);
    assert.deepEqual([off.active, off.run_as, off.published_version], [false, ann.id, 1]);
    assert.deepEqual(
      off.triggers.map(({ active, next_run_at }) => [active, next_run_at]),
      [
        [false, null],
        [false, null],
      ],
    );
    const on = await ask('/activate', { workflow_id: id, active: true }, bob.key);
    assert.deepEqual([on.active, on.run_as], [true, bob.id]);
    assert.ok((on.triggers[1]?.next_run_at ?? 0) > Date.now());
  });

  test('validates the published version, not the draft, with the access of the caller', async () => {
    const panel = await service.ask<{ id: string }>('/api/v1/panel/create', { name: 'p' }, ann.key);
    const id = await workflow({ nodes: [node('on', 'trigger.booster_record', { panel_id: panel.id })], edges: [] });
    await ask('/publish', { workflow_id: id });
    await ask('/update', { id, definition: { nodes: [], edges: [] } });
    await ask('/activate', { workflow_id: id, active: true });
    const reply = await service.call('/api/v3/workflow/activate', { workflow_id: id, active: true }, bob.key);
    assert.equal(reply.status, 422);
    assert.ok((reply.body as { detail: string }).detail.startsWith(INVALID));
    await ask('/activate', { workflow_id: id, active: false }, bob.key);
  });
});

suite('regenerating a URL', () => {
  const NO_TRIGGER = 'The published workflow has no such webhook trigger';

  test('changes the URL of one webhook only', async () => {
    const id = await workflow(TRIGGERED);
    const before = await ask('/publish', { workflow_id: id });
    const after = await ask('/trigger/regenerate', { workflow_id: id, node_id: 'hook' });
    assert.notEqual(after.triggers[0]?.url, before.triggers[0]?.url);
    assert.deepEqual({ ...after, triggers: [] }, { ...before, triggers: [] });
  });

  test('is refused for anything but a webhook of the published version', async () => {
    const id = await workflow(TRIGGERED);
    await refuse(404, NO_TRIGGER, '/trigger/regenerate', { workflow_id: id, node_id: 'hook' });
    await ask('/publish', { workflow_id: id });
    for (const node_id of ['nightly', 'start', 'a', 'nowhere', '']) {
      await refuse(404, NO_TRIGGER, '/trigger/regenerate', { workflow_id: id, node_id });
    }
  });
});
