/** Tests `/api/v1/run/cancel`, which also ends runs that a process executes, and that every way to cancel does the same. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { RepeatedRun, RunBatch } from '../../src/runs/api/replay-schemas.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { type Definition, edge, node } from '../support/definitions.ts';
import { gate, json, openPlaces } from '../support/outside-places.ts';
import { createWorkflow, findStep, runOnce, splitChunks } from '../support/runs.ts';
import { serviceOn, testService } from '../support/service.ts';
import { asking, findApprovalId, getApproval, waitingRun } from './approval-workflows.ts';
import { findEntriesOf } from './audit-entries.ts';
import { poll } from './poll.ts';

const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const openPlace = await openPlaces();
const CANCEL = '/api/v1/run/cancel';
const CANCEL_V3 = '/api/v3/workflow/run/cancel';
const db = service.service.system.database.query;

/** `first` is answered at once, and `call` only when the gate is opened. */
function slowDefinition(firstUrl: string, slowUrl: string): Definition {
  return {
    nodes: [
      node('start', 'trigger.manual'),
      node('first', 'http.request', { url: firstUrl }),
      node('kept', 'transform', { value: '{{ steps.first.output.body.n }}' }),
      node('call', 'http.request', { url: slowUrl }),
      node('after', 'http.request', { url: firstUrl }),
    ],
    edges: [edge('start', 'first'), edge('first', 'kept'), edge('kept', 'call'), edge('call', 'after')],
  };
}

async function slowRun() {
  const ann = await service.person();
  const slow = gate();
  const first = openPlace(json({ n: 7 }));
  const place = openPlace(slow.answer);
  const workflow_id = await createWorkflow(service, slowDefinition(first.url, place.url), ann.key);
  const findRun = async () => (await service.ask<Run[]>('/api/v3/workflow/runs/find', {}, ann.key))[0];
  return { ann, slow, place, first, workflow_id, findRun };
}

function summarise({ steps }: Run): string[] {
  return steps.map(({ node_id, status, error }) => [node_id, status, error].join(' ').trim());
}

const CANCELLED_STEPS = ['start success', 'first success', 'kept success', 'call failed The run was cancelled'];

suite('cancelling a run that is being executed', () => {
  test('ends it at once, and answers the request that waits for it', async () => {
    const { ann, slow, place, first, workflow_id, findRun } = await slowRun();
    const waiting = service.ask<Run>('/api/v3/workflow/run', { workflow_id }, ann.key);
    await place.came(1);
    const { id } = (await findRun()) ?? assert.fail('the run is not there');
    const cancelled = await service.ask<RepeatedRun>(CANCEL, { run_id: id, reason: 'wrong order' }, ann.key);
    assert.deepEqual([cancelled.status, cancelled.error, cancelled.output_json], ['cancelled', 'wrong order', '']);
    assert.ok(cancelled.finished_at);
    const answered = await waiting;
    assert.deepEqual([answered.id, answered.status, answered.error], [id, 'cancelled', 'wrong order']);
    assert.deepEqual(summarise(answered), CANCELLED_STEPS);
    slow.open();
    const { updated: _, ...shown } = (await findRun()) ?? assert.fail('the run is gone');
    const { updated: __, ...before } = answered;
    assert.deepEqual(shown, before);
    assert.equal(first.seen.length, 1, 'no further step began');
  });

  test('ends its stream', async () => {
    const { ann, place, workflow_id, findRun } = await slowRun();
    const response = fetch(`${service.url}/api/v3/workflow/run/stream`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'uni-api-key': ann.key },
      body: JSON.stringify({ workflow_id }),
    });
    await place.came(1);
    const { id } = (await findRun()) ?? assert.fail('the run is not there');
    await service.ask(CANCEL, { run_id: id }, ann.key);
    const events = splitChunks(await (await response).text()).flatMap(({ data }) => (data === '' ? [] : data));
    const { type, status, error } = events.at(-1) ?? {};
    assert.deepEqual([type, status, error], ['run_end', 'cancelled', '']);
  });

  test('works in another process than the one that executes it', async () => {
    const { ann, place, workflow_id, findRun } = await slowRun();
    const other = await serviceOn(service.database, { HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' }, { work: false });
    try {
      const waiting = service.ask<Run>('/api/v3/workflow/run', { workflow_id }, ann.key);
      await place.came(1);
      const { id } = (await findRun()) ?? assert.fail('the run is not there');
      await other.ask(CANCEL, { run_id: id }, ann.key);
      assert.deepEqual(summarise(await waiting), CANCELLED_STEPS);
    } finally {
      await other.stopService();
    }
  });

  test('does not change what /api/v3 answers', async () => {
    const { ann, slow, place, workflow_id, findRun } = await slowRun();
    const waiting = service.ask<Run>('/api/v3/workflow/run', { workflow_id }, ann.key);
    await place.came(1);
    const run_id = (await findRun())?.id;
    const detail = 'A running run can not be cancelled';
    await service.refuse(422, detail, CANCEL_V3, { run_id }, ann.key);
    slow.open();
    assert.equal((await waiting).status, 'success');
  });
});

test('a run that waits is cancelled with its approvals', async () => {
  const ann = await service.person();
  const run = await waitingRun(service, asking({ assignees: ann.email }), ann);
  const cancelled = await service.ask<RepeatedRun>(CANCEL, { run_id: run.id }, ann.key);
  assert.equal(cancelled.status, 'cancelled');
  assert.equal(findStep(cancelled, 'ask').error, 'The run was cancelled');
  assert.equal((await getApproval(service, findApprovalId(run), ann)).status, 'cancelled');
});

suite('every way to cancel a run', () => {
  const single = (path: string) => (run_id: string, key: string) => service.ask(path, { run_id }, key);
  const ways = {
    [CANCEL]: { cancel: single(CANCEL), entry: 'run.cancel' },
    [CANCEL_V3]: { cancel: single(CANCEL_V3), entry: 'run.cancel' },
    '/api/v1/run/cancel_many': {
      async cancel(run_id: string, key: string) {
        const { id: batch_id } = await service.ask<RunBatch>('/api/v1/run/cancel_many', { ids: [run_id] }, key);
        await poll(async () => {
          const { status } = await service.ask<RunBatch>('/api/v1/run/batch/get', { batch_id }, key);
          return status === 'done' ? true : undefined;
        });
      },
      entry: 'batch.create',
    },
  };
  for (const [name, { cancel, entry }] of Object.entries(ways)) {
    test(`leaves the same run and its entry in the audit log: ${name}`, async () => {
      const ann = await service.person();
      const run = await waitingRun(service, asking({ assignees: ann.email }), ann);
      const before = await db
        .updateTable('runs')
        .set({ variables: '{"limit":1}' })
        .where('id', '=', run.id)
        .returning('lease')
        .executeTakeFirstOrThrow();
      const entries = (await findEntriesOf(service, ann.id)).length;
      await cancel(run.id, ann.key);
      const after = await db
        .selectFrom('runs')
        .select(['status', 'lease', 'runner_id', 'definition', 'variables', 'error', 'output'])
        .select(['finished_at', 'settled_at', 'steps'])
        .where('id', '=', run.id)
        .executeTakeFirstOrThrow();
      const { finished_at, settled_at, steps, ...rest } = after;
      assert.deepEqual(rest, {
        status: 'cancelled',
        lease: before.lease + 1,
        runner_id: null,
        definition: null,
        variables: null,
        error: '',
        output: '',
      });
      assert.ok(finished_at && settled_at?.getTime() === finished_at.getTime());
      assert.ok(steps.includes('The run was cancelled'), steps);
      const left = (await findEntriesOf(service, ann.id)).slice(entries);
      assert.deepEqual(
        left.map(({ action }) => action),
        [entry],
      );
      if (entry !== 'run.cancel') return;
      assert.deepEqual(left[0]?.subject, { kind: 'run', id: run.id, name: run.id });
      assert.deepEqual(left[0]?.details, { workflow_id: run.workflow_id });
    });
  }

  for (const path of [CANCEL, CANCEL_V3]) {
    test(`shows links that open files only to the user of the run: ${path}`, async () => {
      const [owner, writer] = [await service.person(), await service.person()];
      const secret = 's'.repeat(43);
      const link = `https://heddle.example/file?id=${randomUUID()}&secret=${secret}`;
      for (const person of [owner, writer]) {
        const run = await waitingRun(service, asking({ assignees: owner.email }), owner, { input: { link } });
        const sharing = [{ user_email: writer.email, write: true }];
        await service.ask('/api/v3/workflow/update', { id: run.workflow_id, sharing }, owner.key);
        const cancelled = await service.ask<Run>(path, { run_id: run.id }, person.key);
        assert.ok(cancelled.input_json.includes('/file?id='), cancelled.input_json);
        assert.equal(JSON.stringify(cancelled).includes(secret), person === owner);
      }
    });
  }
});

test('a run that has ended can not be cancelled', async () => {
  const run = await runOnce(service, { nodes: [node('start', 'trigger.manual')], edges: [] });
  await service.refuse(422, 'A success run can not be cancelled', CANCEL, { run_id: run.id });
});

test('only the user of a run and those who may change its workflow can cancel it', async () => {
  const { ann, place, workflow_id, findRun } = await slowRun();
  const [reader, writer, stranger] = [await service.person(), await service.person(), await service.person()];
  const sharing = [reader, writer].map(person => ({
    user_email: person.email,
    write: person === writer,
    scopes: { 'workflow.run': true },
  }));
  await service.ask('/api/v3/workflow/update', { id: workflow_id, sharing }, ann.key);
  const waiting = service.ask<Run>('/api/v3/workflow/run', { workflow_id }, ann.key);
  await place.came(1);
  const run_id = (await findRun())?.id;
  for (const { key } of [reader, stranger])
    await service.refuse(404, 'Workflow run not found', CANCEL, { run_id }, key);
  const limited = await service.person({ permissions: { workflow: 'read' } });
  await service.refuse(403, 'permission denied', CANCEL, { run_id }, limited.key);
  await service.ask(CANCEL, { run_id }, writer.key);
  assert.equal((await waiting).status, 'cancelled');
  await poll(async () => ((await findRun())?.status === 'cancelled' ? true : undefined));
});
