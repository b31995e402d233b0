/** Tests `/api/v1/run/replay` and `/api/v1/run/definition`. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sql } from 'kysely';
import type { RepeatedRun, ReplayPlan, RunDefinition } from '../../src/runs/api/replay-schemas.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, type Definition, edge, node } from '../support/definitions.ts';
import { type Answer, json, openPlaces } from '../support/outside-places.ts';
import { createWorkflow, findStep, readResult } from '../support/runs.ts';
import { ADMIN_KEY, type Person, testService } from '../support/service.ts';
import { asking, decide, findApprovalId, waitForEnd, waitingRun } from './approval-workflows.ts';
import { poll } from './poll.ts';

const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const db = service.service.system.database.query;
const openPlace = await openPlaces();
const REPLAY = '/api/v1/run/replay';
const DEFINITION = '/api/v1/run/definition';
const RUN = '/api/v3/workflow/run';

/** Fails as often as it is told, and then answers with the number of the request. */
function failing(times: number): Answer {
  let requests = 0;
  return (request, response) => {
    requests++;
    const answer = requests <= times ? json({ error: 'not now' }, 503) : json({ n: requests });
    answer(request, response);
  };
}

/** `first` succeeds, and `second` fails as often as it is told. */
function twoCalls(firstUrl: string, secondUrl: string): Definition {
  return chain(
    node('first', 'http.request', { url: firstUrl }),
    node('double', 'transform', { value: '{{ steps.first.output.body.n * 2 }}' }),
    node('second', 'http.request', { url: secondUrl }),
    node('done', 'output', { value: '{{ steps.double.output }} {{ steps.second.output.body.n }} {{ input.who }}' }),
  );
}

async function failedRun(times = 1) {
  const ann = await service.person();
  const first = openPlace(failing(0));
  const second = openPlace(failing(times));
  const definition = twoCalls(first.url, second.url);
  const workflow_id = await createWorkflow(service, definition, ann.key);
  const run = await service.ask<Run>(RUN, { workflow_id, input: { who: 'Ada' } }, ann.key);
  return { ann, first, second, definition, workflow_id, run };
}

async function replay(run_id: string, body: object, person: Person): Promise<Run> {
  const queued = await service.ask<RepeatedRun>(REPLAY, { run_id, version: 'same', ...body }, person.key);
  assert.deepEqual([queued.status, queued.replay_of, queued.is_test], ['queued', run_id, false]);
  return waitForEnd(service, queued.id, person);
}

const keysOf = (place: { seen: { headers: Record<string, unknown> }[] }) =>
  place.seen.map(({ headers }) => headers['idempotency-key']);

function summarise({ steps }: Run): string[] {
  return steps.map(({ node_id, status, iteration }) => [node_id, status, ...iteration].join(' '));
}

suite('a failed run', () => {
  test('is replayed from its failed step, with what it had done before', async () => {
    const { ann, first, second, run } = await failedRun();
    assert.deepEqual([run.status, findStep(run, 'second').status], ['failed', 'failed']);
    const again = await replay(run.id, { from: 'failed' }, ann);
    assert.equal(readResult(again), '2 2 Ada');
    assert.equal(first.seen.length, 1, 'the first step is not executed again');
    assert.deepEqual(keysOf(second), [`${run.id}-second`, `${run.id}-second`]);
    assert.deepEqual(
      summarise(again),
      summarise(run).map(step => step.replace(/failed|skipped/, 'success')),
    );
    const { id: _, ...unchanged } = await service.ask<Run>(
      `/api/v3/workflow/runs/get?entity_id=${run.id}`,
      {},
      ann.key,
    );
    const { id: __, ...before } = run;
    assert.deepEqual(unchanged, before, 'the failed run stays as it was');
  });

  test('names the first run of a chain in the keys of every replay', async () => {
    const { ann, second, run } = await failedRun(2);
    const again = await replay(run.id, { from: 'failed' }, ann);
    assert.equal(again.status, 'failed');
    const last = await replay(again.id, { from: 'failed' }, ann);
    assert.equal(readResult(last), '2 3 Ada');
    assert.deepEqual(new Set(keysOf(second)), new Set([`${run.id}-second`]));
  });

  test('is replayed with new keys when that is wanted', async () => {
    const { ann, second, run } = await failedRun();
    const again = await replay(run.id, { from: 'failed', keys: 'new' }, ann);
    assert.deepEqual(keysOf(second), [`${run.id}-second`, `${again.id}-second`]);
  });

  test('is replayed from the start with new keys and another input', async () => {
    const { ann, first, run } = await failedRun();
    const again = await replay(run.id, { from: 'start', input: { who: 'Bob' } }, ann);
    assert.equal(readResult(again), '4 2 Bob');
    assert.deepEqual(keysOf(first), [`${run.id}-first`, `${again.id}-first`]);
  });

  test('is replayed from a step with another input, and keeps what is before that step', async () => {
    const { ann, first, run } = await failedRun();
    const again = await replay(run.id, { from: 'second', input: { who: 'Bob' } }, ann);
    assert.equal(readResult(again), '2 2 Bob');
    assert.equal(first.seen.length, 1);
  });

  test('says before which steps are adopted, which are executed and which have effects', async () => {
    const { ann, first, second, run } = await failedRun();
    const plan = (from: string) =>
      service.ask<ReplayPlan>(REPLAY, { run_id: run.id, version: 'same', from, plan: true }, ann.key);
    const step = (node_id: string, node_type: string, effect = false) => ({ node_id, node_type, effect, items: null });
    const [start, one] = [step('start', 'trigger.manual'), step('first', 'http.request', true)];
    const double = step('double', 'transform');
    const rest = [step('second', 'http.request', true), step('done', 'output')];
    assert.deepEqual(await plan('failed'), { adopted: [start, one, double], executed: rest });
    assert.deepEqual(await plan('double'), { adopted: [start, one], executed: [double, ...rest] });
    assert.deepEqual(await plan('start'), { adopted: [], executed: [start, one, double, ...rest] });
    assert.deepEqual([first.seen.length, second.seen.length], [1, 1]);
    assert.equal(await service.ask('/api/v3/workflow/runs/count', {}, ann.key), 1, 'nothing was queued');
  });

  test('is replayed with a mended draft, and executes the changed step and those behind it', async () => {
    const { ann, first, second, definition, workflow_id, run } = await failedRun(99);
    const mended = {
      ...definition,
      nodes: definition.nodes.map(each =>
        each.id === 'second' ? { ...each, params: { url: `${first.url}/mended` }, position: { x: 1, y: 2 } } : each,
      ),
    };
    await service.ask('/api/v3/workflow/update', { id: workflow_id, definition: mended }, ann.key);
    const again = await replay(run.id, { from: 'failed', version: 'draft' }, ann);
    assert.equal(readResult(again), '2 2 Ada');
    assert.deepEqual([first.seen.length, second.seen.length], [2, 1]);
    const executed = await service.ask<RunDefinition>(DEFINITION, { run_id: again.id }, ann.key);
    assert.deepEqual(executed.definition, mended);
    assert.deepEqual(
      (await service.ask<RunDefinition>(DEFINITION, { run_id: run.id }, ann.key)).definition,
      definition,
    );
  });

  test('keeps its steps only for some days', async () => {
    const { ann, first, run } = await failedRun();
    const saved = await sql`SELECT FROM run_steps WHERE run_id = ${run.id}`.execute(db);
    assert.ok(saved.rows.length > 0);
    const again = await replay(run.id, { from: 'failed' }, ann);
    assert.equal(again.status, 'success');
    const left = await sql`SELECT FROM run_steps WHERE run_id = ${again.id}`.execute(db);
    assert.equal(left.rows.length, 0, 'a run that succeeded keeps none');
    await sql`DELETE FROM run_steps WHERE run_id = ${run.id}`.execute(db);
    // Short outputs are in the run itself.
    assert.equal(readResult(await replay(run.id, { from: 'failed' }, ann)), '2 3 Ada');
    assert.equal(first.seen.length, 1);
  });
});

test('a loop keeps the items that had succeeded', async () => {
  const ann = await service.person();
  const requests: string[] = [];
  const failures = new Set(['b']);
  const place = openPlace((request, response) => {
    const letter = request.path.at(-1) ?? '';
    requests.push(letter);
    json({ letter }, failures.has(letter) ? 500 : 200)(request, response);
  });
  const definition: Definition = {
    nodes: [
      node('start', 'trigger.manual'),
      node('each', 'loop', { items: 'input.letters', collect: '{{ steps.call.output.body.letter }}' }),
      node('call', 'http.request', { url: `${place.url}/{{ loop.item }}` }),
      node('shown', 'transform', { value: '{{ steps.call.output.status }}' }),
      node('done', 'output', { value: '{{ steps.each.output.results | join }}' }),
    ],
    edges: [edge('start', 'each'), edge('each', 'call', 'item'), edge('call', 'shown'), edge('each', 'done', 'done')],
  };
  const workflow_id = await createWorkflow(service, definition, ann.key);
  const run = await service.ask<Run>(RUN, { workflow_id, input: { letters: ['a', 'b', 'c'] } }, ann.key);
  assert.equal(run.status, 'failed');
  failures.clear();
  const seen = requests.filter(letter => letter !== 'b').toSorted();
  const again = await replay(run.id, { from: 'failed' }, ann);
  assert.equal(readResult(again), 'abc');
  assert.deepEqual(requests.filter(letter => letter !== 'b').toSorted(), [...new Set([...seen, 'a', 'c'])].toSorted());
  // From a step in the body of a run that succeeded, all items are executed again.
  const count = requests.length;
  assert.equal(readResult(await replay(again.id, { from: 'shown' }, ann)), 'abc');
  assert.equal(requests.length, count);
  assert.equal(readResult(await replay(again.id, { from: 'call' }, ann)), 'abc');
  assert.equal(requests.length, count + 3);
});

suite('a run that succeeded', () => {
  test('is replayed from any of its steps', async () => {
    const { ann, first, run } = await failedRun(0);
    assert.equal(run.status, 'success');
    await service.refuse(
      422,
      'The run succeeded: replay it from the start, or from one of its steps',
      REPLAY,
      { run_id: run.id, from: 'failed', version: 'same' },
      ann.key,
    );
    assert.equal(readResult(await replay(run.id, { from: 'second' }, ann)), '2 2 Ada');
    assert.equal(first.seen.length, 1);
  });

  test('is replayed from a step only if every output that is needed is known', async () => {
    const ann = await service.person();
    const place = openPlace(json({ long: 'x'.repeat(250_000), n: 1 }));
    const definition = chain(
      node('call', 'http.request', { url: place.url }),
      node('short', 'transform', { value: '{{ steps.call.output.body.n }}' }),
      node('used', 'transform', { value: '{{ steps.call.output.body.long | length }}' }),
      node('done', 'output', { value: '{{ steps.used.output ~ steps.short.output }}' }),
    );
    const workflow_id = await createWorkflow(service, definition, ann.key);
    const run = await service.ask<Run>(RUN, { workflow_id }, ann.key);
    assert.equal(findStep(run, 'call').output_truncated, true);
    await service.refuse(
      422,
      "The output of step 'call' is needed, but only its beginning is kept: replay the run from the start",
      REPLAY,
      { run_id: run.id, from: 'used', version: 'same' },
      ann.key,
    );
    assert.equal(readResult(await replay(run.id, { from: 'done' }, ann)), '2500001');
    assert.equal(place.seen.length, 1);
    assert.equal(readResult(await replay(run.id, { from: 'start' }, ann)), '2500001');
    assert.equal(place.seen.length, 2);
  });
});

test('a failed run keeps outputs of any length, and so does its replay', async () => {
  const ann = await service.person();
  const long = openPlace(json({ long: 'x'.repeat(700_000) }));
  const second = openPlace(failing(2));
  const definition = chain(
    node('call', 'http.request', { url: long.url }),
    node('second', 'http.request', { url: second.url }),
    node('done', 'output', { value: '{{ steps.call.output.body.long | length }}' }),
  );
  const workflow_id = await createWorkflow(service, definition, ann.key);
  const run = await service.ask<Run>(RUN, { workflow_id }, ann.key);
  const again = await replay(run.id, { from: 'failed' }, ann);
  assert.equal(again.status, 'failed');
  // The blob is shared: it stays until the last run that uses it is gone.
  await service.ask(`/api/v3/workflow/runs/delete?entity_id=${run.id}`, {}, ann.key);
  assert.equal(readResult(await replay(again.id, { from: 'failed' }, ann)), 700_000);
  assert.equal(long.seen.length, 1);
  const blobs = async () => (await sql`SELECT FROM blob_tombstones`.execute(db)).rows.length;
  assert.equal(await blobs(), 0);
  await service.ask(`/api/v3/workflow/runs/delete?entity_id=${again.id}`, {}, ann.key);
  assert.equal(await blobs(), 1);
});

test('a replay shares the files of the run, which live as long as either of them', async () => {
  const ann = await service.person();
  const file = openPlace((_request, response) => {
    const headers = { 'content-disposition': 'attachment; filename=a.txt' };
    response.writeHead(200, { 'content-type': 'application/octet-stream', ...headers }).end('hello');
  });
  const second = openPlace(failing(1));
  const definition = chain(
    node('fetch', 'http.request', { url: file.url }),
    node('second', 'http.request', { url: second.url }),
    node('read', 'file.to_text', { files: ['{{ steps.fetch.output.body }}'] }),
    node('done', 'output', { value: '{{ steps.read.output.text }}' }),
  );
  const workflow_id = await createWorkflow(service, definition, ann.key);
  const run = await service.ask<Run>(RUN, { workflow_id }, ann.key);
  assert.equal(run.status, 'failed', run.error);
  const [fileId = ''] = findStep(run, 'fetch').file_ids;
  const again = await replay(run.id, { from: 'failed' }, ann);
  assert.match(String(readResult(again)), /hello/);
  const read = async () =>
    (await sql<{ run_id: string }>`SELECT run_id FROM files WHERE id = ${fileId}`.execute(db)).rows;
  await service.ask(`/api/v3/workflow/runs/delete?entity_id=${run.id}`, {}, ann.key);
  assert.deepEqual(await read(), [{ run_id: again.id }]);
  await service.ask(`/api/v3/workflow/runs/delete?entity_id=${again.id}`, {}, ann.key);
  assert.deepEqual(await read(), []);
});

test('an approval stays decided unless it is behind the chosen step', async () => {
  const ann = await service.person();
  const second = openPlace(failing(1));
  const definition: Definition = {
    nodes: [...asking({ assignees: ann.email }).nodes, node('call', 'http.request', { url: second.url })],
    edges: [edge('start', 'ask'), edge('ask', 'call', 'approved'), edge('call', 'approved')],
  };
  const run = await waitingRun(service, definition, ann);
  await decide(service, findApprovalId(run), ann);
  assert.equal((await waitForEnd(service, run.id, ann)).status, 'failed');
  const again = await replay(run.id, { from: 'failed' }, ann);
  assert.equal(again.status, 'success');
  const queued = await service.ask<Run>(REPLAY, { run_id: again.id, from: 'ask', version: 'same' }, ann.key);
  const waiting = await poll(async () => {
    const found = await service.ask<Run>(`/api/v3/workflow/runs/get?entity_id=${queued.id}`, {}, ann.key);
    return found.status === 'waiting' ? found : undefined;
  });
  await decide(service, findApprovalId(waiting), ann);
  assert.equal((await waitForEnd(service, queued.id, ann)).status, 'success');
});

suite('a cancelled run', () => {
  test('is continued where it was cancelled', async () => {
    const ann = await service.person();
    const run = await waitingRun(service, asking({ assignees: ann.email }), ann);
    await service.ask('/api/v1/run/cancel', { run_id: run.id }, ann.key);
    const queued = await service.ask<Run>(REPLAY, { run_id: run.id, from: 'failed', version: 'same' }, ann.key);
    await poll(async () => {
      const { status } = await service.ask<Run>(`/api/v3/workflow/runs/get?entity_id=${queued.id}`, {}, ann.key);
      return status === 'waiting' || undefined;
    });
  });
});

suite('a replay is refused', () => {
  test('of a run that has not ended, for unknown steps and for definitions that are gone', async () => {
    const ann = await service.person();
    const run = await waitingRun(service, asking({ assignees: ann.email }), ann);
    const body = { run_id: run.id, from: 'failed', version: 'same' };
    await service.refuse(422, 'A waiting run can not be replayed', REPLAY, body, ann.key);
    await service.ask('/api/v1/run/cancel', { run_id: run.id }, ann.key);
    const unknown = { ...body, from: 'nothing' };
    await service.refuse(422, "The trigger does not lead to a step 'nothing'", REPLAY, unknown, ann.key);
    await service.refuse(422, 'Publish the workflow first', REPLAY, { ...body, version: 'published' }, ann.key);
    await sql`DELETE FROM workflow_revisions WHERE workflow_id = ${run.workflow_id}`.execute(db);
    const gone = 'The definition that the run executed is gone, because the draft has changed often since then';
    await service.refuse(404, gone, REPLAY, body, ann.key);
    await service.refuse(404, gone, DEFINITION, { run_id: run.id }, ann.key);
    const mended = await service.ask<Run>(REPLAY, { ...body, from: 'start', version: 'draft' }, ann.key);
    assert.equal(mended.status, 'queued');
  });

  test('when the trigger of the run is gone', async () => {
    const { ann, workflow_id, run } = await failedRun();
    const definition = { nodes: [node('other', 'trigger.manual')], edges: [] };
    await service.ask('/api/v3/workflow/update', { id: workflow_id, definition }, ann.key);
    const body = { run_id: run.id, from: 'start', version: 'draft' };
    await service.refuse(422, "'start' is not a trigger of the workflow", REPLAY, body, ann.key);
  });

  test('to strangers and readers, and what is done in the name of another user stays as it was', async () => {
    const { ann, workflow_id, run } = await failedRun();
    const [reader, writer, stranger] = [await service.person(), await service.person(), await service.person()];
    const sharing = [reader, writer].map(person => ({
      user_email: person.email,
      write: person === writer,
      scopes: { 'workflow.run': true },
    }));
    await service.ask('/api/v3/workflow/update', { id: workflow_id, sharing }, ann.key);
    const body = { run_id: run.id, from: 'failed', version: 'same' };
    for (const { key } of [reader, stranger, { key: ADMIN_KEY }]) {
      await service.refuse(404, 'Workflow run not found', REPLAY, body, key);
      await service.refuse(404, 'Workflow run not found', DEFINITION, { run_id: run.id }, key);
    }
    const only = 'Only the user of the run may replay it with the draft or with another input';
    await service.refuse(403, only, REPLAY, { ...body, version: 'draft' }, writer.key);
    await service.refuse(403, only, REPLAY, { ...body, version: 'published' }, writer.key);
    await service.refuse(403, only, REPLAY, { ...body, input: {} }, writer.key);
    const { id, created } = await service.ask<Run>(REPLAY, body, writer.key);
    assert.equal(created.user_id, ann.id);
    assert.equal(readResult(await waitForEnd(service, id, ann)), '2 2 Ada');
  });
});

test('the definition of a run is that of its revision or of its version', async () => {
  const ann = await service.person();
  const definition = chain(node('done', 'output', { value: 1 }));
  const workflow_id = await createWorkflow(service, definition, ann.key);
  const run = await service.ask<Run>(RUN, { workflow_id }, ann.key);
  const changed = chain(node('done', 'output', { value: 2 }));
  await service.ask('/api/v3/workflow/update', { id: workflow_id, definition: changed }, ann.key);
  const read = await service.ask<RunDefinition>(DEFINITION, { run_id: run.id }, ann.key);
  assert.deepEqual([read.definition, read.version], [definition, null]);
  const revisions = await service.ask<{ id: string }[]>('/api/v3/workflow/revisions', { workflow_id }, ann.key);
  assert.equal(read.revision_id, revisions[1]?.id);
  const later = await service.ask<Run>(RUN, { workflow_id }, ann.key);
  const readLater = await service.ask<RunDefinition>(DEFINITION, { run_id: later.id }, ann.key);
  assert.deepEqual([readLater.definition, readLater.revision_id], [changed, revisions[0]?.id]);
});
