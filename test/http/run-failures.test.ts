/** Tests `/api/v1/run/failure`: failed runs as items of work. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { FailureCounts, RunFailure } from '../../src/runs/api/failure-schemas.ts';
import type { RunDetails, RunPage } from '../../src/runs/api/list-schemas.ts';
import type { RepeatedRun, RunBatch } from '../../src/runs/api/replay-schemas.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { deleteOldRuns } from '../../src/runs/store/retention.ts';
import { chain, type Definition, edge, node } from '../support/definitions.ts';
import { json, openPlaces } from '../support/outside-places.ts';
import { createWorkflow } from '../support/runs.ts';
import { type Person, testService } from '../support/service.ts';
import { waitForEnd } from './approval-workflows.ts';
import { dividing, waitForRuns } from './failing-workflows.ts';
import { poll } from './poll.ts';
import { publishHook } from './webhook-calls.ts';

const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const db = service.service.system.database.query;
const openPlace = await openPlaces();
const UPDATE = '/api/v1/run/failure/update';
const COUNT = '/api/v1/run/failure/count';

const dividingBy = (settings?: Record<string, unknown>): Definition => ({
  ...chain(node('divide', 'transform', { value: '{{ 6 / input.n }}' })),
  ...(settings && { settings }),
});

const share = ({ email }: Person, more: object = { write: true }) => ({ user_email: email, ...more });

async function runOf(workflow_id: string, person: Person, n = 0): Promise<Run> {
  return service.ask<Run>('/api/v3/workflow/run', { workflow_id, input: { n } }, person.key);
}

/** A failed run of somebody who shares the workflow with others. */
async function failure({ sharedWith = [] }: { sharedWith?: readonly Person[] } = {}) {
  const ann = await service.person();
  const workflow_id = await createWorkflow(service, dividingBy(), ann.key, {
    sharing: sharedWith.map(person => share(person)),
  });
  const run = await runOf(workflow_id, ann);
  assert.equal(run.status, 'failed');
  return { ann, workflow_id, run };
}

const update = (person: Person, body: object) => service.ask<RunFailure[]>(UPDATE, body, person.key);
async function refused(person: Person, body: object) {
  const { status, headers, body: answer } = await service.call(UPDATE, body, person.key);
  const { detail } = { detail: undefined, ...(answer as object) };
  return { status, code: headers.get('x-error-code'), detail, failures: answer as RunFailure[] };
}
const details = (person: Person, run_id: string) => service.ask<RunDetails>('/api/v1/run/get', { run_id }, person.key);
const failureOf = async (person: Person, run_id: string) => (await details(person, run_id)).failure;

async function listed({ key }: Person, filters: object): Promise<string[]> {
  const { items } = await service.ask<RunPage>('/api/v1/run/list', filters, key);
  return items.map(({ id }) => id);
}

async function counts({ key }: Person): Promise<Omit<FailureCounts, 'workflows'>> {
  const { workflows: _, ...all } = await service.ask<FailureCounts>(COUNT, {}, key);
  return all;
}

const NONE = { open: 0, assigned: 0, mine: 0, muted: 0, resolved: 0 };

async function queueReplay(person: Person, run_id: string, body: object): Promise<string> {
  const request = { run_id, from: 'start', version: 'same', ...body };
  return (await service.ask<RepeatedRun>('/api/v1/run/replay', request, person.key)).id;
}

async function replay(person: Person, run_id: string, n: number): Promise<Run> {
  return waitForEnd(service, await queueReplay(person, run_id, { input: { n } }), person);
}

async function auditOf(run_id: string) {
  return db
    .selectFrom('audit_events')
    .select(['action', 'actor_id', 'details'])
    .where('subject_id', '=', run_id)
    .orderBy('at')
    .execute();
}

suite('a failed run', { concurrency: true }, () => {
  test('is open, and becomes assigned, muted, resolved and open again', async () => {
    const { ann, workflow_id, run } = await failure();
    const open = await failureOf(ann, run.id);
    assert.ok(open);
    const { changed_at, ...rest } = open;
    assert.ok(changed_at > 0);
    assert.deepEqual(rest, {
      run_id: run.id,
      state: 'open',
      assignee_id: null,
      note: '',
      resolved_by_run_id: null,
      failed_step: 'divide',
      revision: 1,
      changed_by: null,
    });
    assert.deepEqual(await counts(ann), { ...NONE, open: 1 });
    const ids = { run_ids: [run.id] };
    const states = async () =>
      [await failureOf(ann, run.id)].map(found => [found?.state, found?.assignee_id, found?.note]);

    await update(ann, { ...ids, state: 'assigned' });
    assert.deepEqual(await states(), [['assigned', ann.id, '']]);
    assert.deepEqual(await counts(ann), { ...NONE, assigned: 1, mine: 1 });
    const [muted] = await update(ann, { ...ids, state: 'muted', note: ' the other side is down ' });
    assert.deepEqual([muted?.state, muted?.note, muted?.changed_by], ['muted', 'the other side is down', ann.id]);
    assert.deepEqual(await counts(ann), { ...NONE, muted: 1 });
    await update(ann, { ...ids, state: 'resolved', note: 'paid by hand' });
    assert.deepEqual(await states(), [['resolved', ann.id, 'paid by hand']]);
    assert.deepEqual(await counts(ann), { ...NONE, resolved: 1 });
    await update(ann, { ...ids, state: 'open' });
    assert.deepEqual(await states(), [['open', null, '']]);
    const { workflows } = await service.ask<FailureCounts>(COUNT, { workflow_id }, ann.key);
    assert.deepEqual(workflows, [{ workflow_id, workflow_name: workflows[0]?.workflow_name, ...NONE, open: 1 }]);
    const entries = await auditOf(run.id);
    assert.deepEqual(
      entries.map(({ action, actor_id }) => [action, actor_id]),
      ['run.assign', 'run.mute', 'run.resolve', 'run.reopen'].map(action => [action, ann.id]),
    );
    assert.deepEqual(entries[0]?.details, { workflow_ids: [workflow_id], assignee_id: ann.id });
  });

  test('is found by its state and its assignee', async () => {
    const ben = await service.person();
    const { ann, workflow_id, run } = await failure({ sharedWith: [ben] });
    const [muted, resolved, mine] = [
      await runOf(workflow_id, ann),
      await runOf(workflow_id, ann),
      await runOf(workflow_id, ben),
    ];
    await runOf(workflow_id, ann, 2);
    await update(ann, { run_ids: [muted.id], state: 'muted', note: 'known' });
    await update(ann, { run_ids: [resolved.id], state: 'resolved' });
    await update(ann, { run_ids: [mine.id], state: 'assigned', assignee: ben.email.toUpperCase() });
    for (const person of [ann, ben]) {
      assert.deepEqual(await listed(person, { failure_state: ['open'] }), [run.id]);
      assert.deepEqual(await listed(person, { failure_state: ['open', 'assigned'] }), [mine.id, run.id]);
      assert.deepEqual(await listed(person, { failure_state: ['muted'], workflow_id }), [muted.id]);
      assert.deepEqual(await listed(person, { failure_state: ['resolved', 'muted'] }), [resolved.id, muted.id]);
      assert.deepEqual(await listed(person, { assignee_id: ben.id }), [mine.id]);
      assert.deepEqual(await listed(person, { assignee_id: ann.id }), []);
      assert.deepEqual(await listed(person, { failure_state: ['open'], status: ['success'] }), []);
      assert.equal(await service.ask('/api/v1/run/count', { failure_state: ['open', 'muted'] }, person.key), 2);
    }
    assert.deepEqual(await counts(ben), { ...NONE, open: 1, assigned: 1, mine: 1, muted: 1, resolved: 1 });
  });

  test('is assigned only to somebody who sees it, who hears of it once', async () => {
    const [ben, reader] = [await service.person(), await service.person()];
    const { ann, workflow_id, run } = await failure({ sharedWith: [ben] });
    const other = await runOf(workflow_id, ann);
    const sharing = [share(ben), share(reader, { scopes: { 'workflow.run': true } })];
    await service.ask('/api/v3/workflow/update', { id: workflow_id, sharing }, ann.key);
    for (const assignee of [reader.email, reader.id, 'nobody@example.com', randomUUID()]) {
      const { status, code, detail } = await refused(ann, { run_ids: [run.id], state: 'assigned', assignee });
      assert.deepEqual(
        [status, code, detail],
        [422, 'assignee_may_not_see', `There is no user '${assignee}' who may see all of these runs`],
      );
    }
    const both = { run_ids: [run.id, other.id], state: 'assigned', assignee: ben.id };
    await update(ann, both);
    await update(ann, both);
    const notifications = await service.ask<{ kind: string; title: string; text: string; link: string }[]>(
      '/api/v1/notification/find',
      {},
      ben.key,
    );
    assert.deepEqual(
      notifications.map(({ kind, title, link }) => ({ kind, title, link })),
      [{ kind: 'failure_assigned', title: '2 failed runs were assigned to you', link: '/failures?show=mine' }],
    );
    assert.equal((await failureOf(ben, run.id))?.revision, 2, 'the second request changed nothing');
    // Whoever assigns to themselves knows it.
    await update(ben, { run_ids: [run.id], state: 'assigned' });
    assert.equal((await service.ask<unknown[]>('/api/v1/notification/find', {}, ben.key)).length, 1);
  });

  test('does not exist for somebody who does not see the run', async () => {
    const [stranger, reader] = [await service.person(), await service.person()];
    const { ann, workflow_id, run } = await failure();
    await service.ask(
      '/api/v3/workflow/update',
      { id: workflow_id, sharing: [share(reader, { scopes: { 'workflow.run': true } })] },
      ann.key,
    );
    const own = await runOf(workflow_id, reader);
    for (const [person, run_ids] of [
      [stranger, [run.id]],
      [reader, [run.id]],
      [reader, [own.id, run.id]],
      [ann, [randomUUID()]],
    ] as const) {
      const { status, code, detail } = await refused(person, { run_ids, state: 'resolved' });
      assert.deepEqual([status, code, detail], [404, 'run_not_found', 'Workflow run not found']);
    }
    assert.deepEqual(await counts(stranger), NONE);
    assert.deepEqual(await counts(reader), { ...NONE, open: 1 });
    assert.equal((await failureOf(ann, own.id))?.state, 'open');
    await update(reader, { run_ids: [own.id], state: 'resolved' });
    await service.ask('/api/v1/user/update', { id: reader.id, permissions: { workflow: 'read' } });
    const { status, code } = await refused(reader, { run_ids: [own.id], state: 'open' });
    assert.deepEqual([status, code], [403, 'permission_denied']);
  });

  test('is changed by one of two who change it at once, and the other hears so', async () => {
    const people = await Promise.all([1, 2, 3, 4].map(() => service.person()));
    const { ann, run } = await failure({ sharedWith: people });
    const replies = await Promise.all(
      people.map(person => refused(person, { run_ids: [run.id], revisions: [1], state: 'assigned' })),
    );
    assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 409, 409, 409]);
    const winner = people[replies.findIndex(({ status }) => status === 200)];
    const found = await failureOf(ann, run.id);
    assert.deepEqual([found?.assignee_id, found?.revision], [winner?.id, 2]);
    const late = replies.find(({ status }) => status === 409);
    assert.deepEqual(
      [late?.code, late?.detail],
      ['run_failure_changed', `Somebody else has changed the failure of the run ${run.id} meanwhile`],
    );
    assert.ok(winner);
    const again = await refused(winner, { run_ids: [run.id], revisions: [1], state: 'assigned' });
    assert.deepEqual(
      [again.status, again.failures[0]?.revision],
      [200, 2],
      'the same request again is answered as before',
    );
    assert.equal((await auditOf(run.id)).length, 1);
  });

  test('changes with all others of the request, or not at all', async () => {
    const { ann, workflow_id, run } = await failure();
    const [other, good] = [await runOf(workflow_id, ann), await runOf(workflow_id, ann, 2)];
    const { status, code, detail } = await refused(ann, { run_ids: [run.id, good.id], state: 'resolved' });
    assert.deepEqual(
      [status, code, detail],
      [409, 'run_not_a_failure', `The run ${good.id} is not a failure that somebody has to deal with`],
    );
    await update(ann, { run_ids: [other.id], state: 'muted', note: 'x' });
    const stale = await refused(ann, { run_ids: [run.id, other.id], revisions: [1, 1], state: 'resolved' });
    assert.deepEqual([stale.status, stale.code], [409, 'run_failure_changed']);
    assert.deepEqual(await counts(ann), { ...NONE, open: 1, muted: 1 });
  });

  test('is not changed by a request that is not valid', async () => {
    const { ann, run } = await failure();
    const run_ids = [run.id];
    for (const [body, detail] of [
      [{ run_ids, state: 'muted' }, 'validation error: note: must say why the failures are muted'],
      [{ run_ids, state: 'muted', note: ' \t ' }, 'validation error: note: must say why the failures are muted'],
      [{ run_ids, state: 'muted', note: 'a\nb' }, 'validation error: note: must be one line'],
      [{ run_ids, state: 'resolved', note: 'a\u2028b' }, 'validation error: note: must be one line'],
      [
        { run_ids, state: 'open', note: 'a' },
        'validation error: note: can only be given with the states muted and resolved',
      ],
      [
        { run_ids, state: 'open', assignee: 'a' },
        'validation error: assignee: can only be given with the state assigned',
      ],
      [{ run_ids, revisions: [], state: 'open' }, 'validation error: revisions: must have as many entries as run_ids'],
    ] as const) {
      const reply = await refused(ann, body);
      assert.deepEqual([reply.status, reply.detail], [422, detail], JSON.stringify(body));
    }
    for (const body of [
      { run_ids: [], state: 'open' },
      { run_ids: Array.from({ length: 201 }, () => run.id), state: 'open' },
      { run_ids, state: 'gone' },
      { run_ids, state: 'muted', note: 'x'.repeat(501) },
      { run_ids: ['x'], state: 'open' },
      { run_ids, state: 'muted', note: 'a\0b' },
    ]) {
      assert.equal((await refused(ann, body)).status, 422, JSON.stringify(body).slice(0, 100));
    }
    const note = `<script>'"\\{{ x }} %s \u202e🦑`;
    const [muted] = await update(ann, { run_ids: [run.id.toUpperCase(), run.id], state: 'muted', note });
    assert.deepEqual([muted?.note, muted?.revision], [note, 2]);
  });
});

suite('a replay', { concurrency: true }, () => {
  test('that succeeds resolves the run that it repeats, by whatever way it was started', async () => {
    const { ann, run } = await failure();
    await update(ann, { run_ids: [run.id], state: 'assigned' });
    const good = await replay(ann, run.id, 2);
    assert.equal(good.status, 'success');
    const found = await failureOf(ann, run.id);
    assert.deepEqual([found?.state, found?.resolved_by_run_id, found?.assignee_id], ['resolved', good.id, ann.id]);
    assert.equal(await failureOf(ann, good.id), undefined);
    assert.equal(found?.changed_by, null);
  });

  test('of many resolves all of them', async () => {
    const ann = await service.person();
    let isBroken = true;
    const place = openPlace((request, response) => json({}, isBroken ? 503 : 200)(request, response));
    const workflow_id = await createWorkflow(service, chain(node('call', 'http.request', { url: place.url })), ann.key);
    const runs = await Promise.all([1, 2, 3].map(() => runOf(workflow_id, ann)));
    assert.deepEqual(await counts(ann), { ...NONE, open: 3 });
    isBroken = false;
    const body = { filters: { failure_state: ['open'] }, from: 'failed', version: 'same' };
    const batch = await service.ask<RunBatch>('/api/v1/run/replay_many', body, ann.key);
    assert.equal(batch.total, 3);
    await poll(async () => ((await counts(ann)).resolved === 3 ? true : undefined));
    assert.deepEqual(new Set(await listed(ann, { failure_state: ['resolved'] })), new Set(runs.map(({ id }) => id)));
  });

  test('that fails stands for the run that it repeats, and keeps its assignee', async () => {
    const { ann, run } = await failure();
    await update(ann, { run_ids: [run.id], state: 'assigned' });
    const bad = await replay(ann, run.id, 0);
    assert.equal(await failureOf(ann, run.id), undefined);
    const moved = await failureOf(ann, bad.id);
    assert.deepEqual([moved?.state, moved?.assignee_id, moved?.revision], ['assigned', ann.id, 3]);
    assert.deepEqual(await counts(ann), { ...NONE, assigned: 1, mine: 1 });
    const late = await refused(ann, { run_ids: [run.id], revisions: [2], state: 'resolved' });
    assert.deepEqual([late.status, late.code], [409, 'run_not_a_failure']);
    // Repeating the first run again is a newer attempt of the same work.
    const good = await replay(ann, run.id, 2);
    const resolved = await failureOf(ann, bad.id);
    assert.deepEqual([resolved?.state, resolved?.resolved_by_run_id], ['resolved', good.id]);
    // What was resolved is open again when a newer attempt fails.
    const worse = await replay(ann, bad.id, 0);
    const open = await failureOf(ann, worse.id);
    assert.deepEqual([open?.state, open?.assignee_id, open?.resolved_by_run_id], ['open', null, null]);
    assert.deepEqual(await counts(ann), { ...NONE, open: 1 });
  });

  test('that is cancelled, or still on its way, changes nothing', async () => {
    const { ann, run } = await failure();
    const definition = chain(node('pause', 'wait', { seconds: 3600 }));
    await service.ask('/api/v3/workflow/update', { id: run.workflow_id, definition }, ann.key);
    const id = await queueReplay(ann, run.id, { version: 'draft' });
    await poll(async () => ((await details(ann, id)).status === 'waiting' ? true : undefined));
    assert.equal((await failureOf(ann, run.id))?.revision, 1);
    await service.ask('/api/v1/run/cancel', { run_id: id }, ann.key);
    assert.equal((await failureOf(ann, run.id))?.revision, 1);
    assert.equal(await failureOf(ann, id), undefined);
  });
});

/** Which runs are items of work. Each row makes runs, and says how many are open then. */
const ITEMS: Record<string, { open: number; make(ann: Person): Promise<unknown> }> = {
  'a run that succeeded': {
    open: 0,
    make: async ann => runOf(await createWorkflow(service, dividingBy(), ann.key), ann, 2),
  },
  'a run that was cancelled': {
    open: 0,
    make: async ann => {
      const workflow_id = await createWorkflow(service, chain(node('pause', 'wait', { seconds: 3600 })), ann.key);
      const { id } = await runOf(workflow_id, ann);
      await service.ask('/api/v1/run/cancel', { run_id: id }, ann.key);
    },
  },
  'a test of the draft': {
    open: 0,
    make: async ann => {
      const workflow_id = await createWorkflow(service, dividingBy(), ann.key);
      const { id } = await service.ask<Run>('/api/v1/run/test', { workflow_id, input: { n: 0 } }, ann.key);
      assert.equal((await waitForEnd(service, id, ann)).status, 'failed');
    },
  },
  'a call of a webhook': {
    open: 1,
    make: async ann => {
      const hook = await publishHook(service, ann, dividing());
      await hook.call({ n: 0 });
      await waitForRuns(service, ann, hook.workflowId, 1);
    },
  },
  'a workflow that tells nobody of failures': {
    open: 1,
    make: async ann => {
      const hook = await publishHook(service, ann, dividing({ alert: false }));
      await hook.call({ n: 0 });
      await waitForRuns(service, ann, hook.workflowId, 1);
    },
  },
  'a run that a step waits for, and its parent': {
    open: 1,
    make: async ann => {
      const child = await createWorkflow(service, dividingBy(), ann.key);
      await service.ask('/api/v3/workflow/publish', { workflow_id: child }, ann.key);
      await service.ask('/api/v3/workflow/activate', { workflow_id: child, active: true }, ann.key);
      const parent = chain(node('call', 'workflow.run', { workflow_id: child, input: { n: 0 } }));
      const workflow_id = await createWorkflow(service, parent, ann.key);
      const { id } = await runOf(workflow_id, ann);
      assert.equal((await waitForEnd(service, id, ann)).status, 'failed');
      assert.deepEqual(await listed(ann, { failure_state: ['open'] }), [id]);
      assert.equal((await listed(ann, { status: ['failed'] })).length, 2);
    },
  },
  'a run that a step waits for, whose parent deals with it': {
    open: 0,
    make: async ann => {
      const child = await createWorkflow(service, dividingBy(), ann.key);
      await service.ask('/api/v3/workflow/publish', { workflow_id: child }, ann.key);
      await service.ask('/api/v3/workflow/activate', { workflow_id: child, active: true }, ann.key);
      const parent = chain(
        node('call', 'workflow.run', { workflow_id: child, input: { n: 0 } }),
        node('then', 'output', { value: 1 }),
      );
      const edges = parent.edges.map(each => (each.source === 'call' ? edge('call', 'then', 'error') : each));
      const { id } = await runOf(await createWorkflow(service, { ...parent, edges }, ann.key), ann);
      assert.equal((await waitForEnd(service, id, ann)).status, 'success');
    },
  },
  'a run that is tried again': {
    open: 0,
    make: async ann => {
      const place = openPlace(json({}, 503));
      const hook = await publishHook(service, ann, retrying(place.url, { attempts: 2, delay_seconds: 3600 }));
      const id = await hook.call({});
      await poll(async () => ((await details(ann, id)).next_retry_at === undefined ? undefined : true));
    },
  },
  'a run that is not tried again after all': {
    open: 1,
    make: async ann => {
      const place = openPlace(json({}, 503));
      const hook = await publishHook(service, ann, retrying(place.url, { attempts: 2, delay_seconds: 3600 }));
      const id = await hook.call({});
      await poll(async () => ((await details(ann, id)).next_retry_at === undefined ? undefined : true));
      await service.ask('/api/v1/run/cancel', { run_id: id }, ann.key);
    },
  },
  'a run that was tried twice in vain': {
    open: 1,
    make: async ann => {
      const place = openPlace(json({}, 503));
      const hook = await publishHook(service, ann, retrying(place.url, { attempts: 2, delay_seconds: 0 }));
      await hook.call({});
      const [, last] = await waitForRuns(service, ann, hook.workflowId, 2);
      assert.deepEqual(await listed(ann, { failure_state: ['open'] }), [last?.id]);
    },
  },
  'a run whose retry was replaced by a replay that was cancelled': {
    open: 1,
    make: async ann => {
      const place = openPlace(json({}, 503));
      const hook = await publishHook(service, ann, retrying(place.url, { attempts: 2, delay_seconds: 3600 }));
      const id = await hook.call({});
      await poll(async () => ((await details(ann, id)).next_retry_at === undefined ? undefined : true));
      const definition = {
        ...retrying(place.url, { attempts: 2 }),
        ...chain(node('pause', 'wait', { seconds: 3600 })),
      };
      definition.nodes = [node('hook', 'trigger.webhook'), node('pause', 'wait', { seconds: 3600 })];
      definition.edges = [edge('hook', 'pause')];
      await service.ask('/api/v3/workflow/update', { id: hook.workflowId, definition }, ann.key);
      const again = await queueReplay(ann, id, { version: 'draft' });
      assert.deepEqual(await listed(ann, { failure_state: ['open'] }), []);
      await service.ask('/api/v1/run/cancel', { run_id: again }, ann.key);
      assert.deepEqual(await listed(ann, { failure_state: ['open'] }), [id]);
    },
  },
};

function retrying(url: string, retry: object): Definition {
  return {
    nodes: [node('hook', 'trigger.webhook'), node('call', 'http.request', { url })],
    edges: [edge('hook', 'call')],
    settings: { retry },
  };
}

suite('an item of work', { concurrency: true }, () => {
  for (const [name, { open, make }] of Object.entries(ITEMS)) {
    test(`${open === 0 ? 'is not' : 'is'}: ${name}`, async () => {
      const ann = await service.person();
      await make(ann);
      assert.deepEqual(await counts(ann), { ...NONE, open });
    });
  }

  test('goes with its run and its workflow', async () => {
    const { ann, workflow_id, run } = await failure();
    const other = await runOf(workflow_id, ann);
    const left = async () => {
      const rows = await db
        .selectFrom('run_failures')
        .select('run_id')
        .where('workflow_id', '=', workflow_id)
        .execute();
      return rows.map(({ run_id }) => run_id);
    };
    await service.ask(`/api/v3/workflow/runs/delete?entity_id=${run.id}`, {}, ann.key);
    assert.deepEqual(await left(), [other.id]);
    const old = new Date(Date.now() - 10 * 86_400_000);
    await db.updateTable('runs').set({ settled_at: old, finished_at: old }).where('id', '=', other.id).execute();
    const definition = dividingBy({ keep_days: { failed: 3 } });
    await service.ask('/api/v3/workflow/update', { id: workflow_id, definition }, ann.key);
    await service.ask('/api/v3/workflow/publish', { workflow_id }, ann.key);
    await deleteOldRuns(db, 90);
    assert.deepEqual(await left(), []);
    const last = await runOf(workflow_id, ann);
    assert.deepEqual(await left(), [last.id]);
    await service.ask(`/api/v3/workflow/delete?entity_id=${workflow_id}`, {}, ann.key);
    assert.deepEqual(await counts(ann), NONE);
  });

  test('is open again when its assignee is deleted', async () => {
    const ben = await service.person();
    const { ann, run } = await failure({ sharedWith: [ben] });
    await update(ann, { run_ids: [run.id], state: 'assigned', assignee: ben.id });
    await service.ask(`/api/v1/user/delete?entity_id=${ben.id}`);
    const found = await failureOf(ann, run.id);
    assert.deepEqual([found?.state, found?.assignee_id], ['open', null]);
  });
});
