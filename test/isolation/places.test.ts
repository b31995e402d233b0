/** Runs that wait for an external server delay neither the runs of others nor runs that continue after a pause. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Run } from '../../src/runs/schemas.ts';
import { asking, decide, findApprovalId, waitForEnd, waitingRun } from '../http/approval-workflows.ts';
import { defineHook, publishHook } from '../http/webhook-calls.ts';
import { chain, node } from '../support/definitions.ts';
import { gate, openPlaces } from '../support/outside-places.ts';
import { createWorkflow } from '../support/runs.ts';
import { type Person, testService } from '../support/service.ts';

const openPlace = await openPlaces();
const service = await testService({
  HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
  HEDDLE_QUEUED_RUNS: '1000',
  HEDDLE_RUNS_AT_ONCE: '4',
  HEDDLE_RUNS_IN_MEMORY: '200',
});

/** Starts runs of a user that all wait for a server, which answers only when the test opens its gate. */
async function startBlockedRuns(person: Person, count: number) {
  const slow = gate();
  const place = openPlace(slow.answer);
  const hook = await publishHook(service, person, defineHook(node('call', 'http.request', { url: place.url })));
  const ids = await Promise.all(Array.from({ length: count }, () => hook.call()));
  await place.came(count);
  return { hook, ids, slow };
}

suite('while sixty runs of one user wait for a slow server, in a process with four slots', () => {
  test('the runs of others, and of the same user, begin and end', async () => {
    const [ann, bob] = [await service.person(), await service.person()];
    const { hook, ids, slow } = await startBlockedRuns(ann, 60);
    for (const person of [bob, ann]) {
      const other = await publishHook(service, person);
      assert.equal((await other.waitForRun(await other.call())).status, 'success');
    }
    const workflow_id = await createWorkflow(service, chain(node('done', 'output', { value: 1 })), bob.key);
    const run = await service.ask<Run>('/api/v3/workflow/run', { workflow_id }, bob.key);
    assert.equal(run.status, 'success');
    for (const id of ids) assert.equal((await hook.run(id)).status, 'running', 'all of that happened meanwhile');
    slow.open();
    for (const id of ids) assert.equal((await hook.waitForRun(id)).status, 'success');
  });

  test('a run that is approved continues', async () => {
    const [ann, bob] = [await service.person(), await service.person()];
    const paused = await waitingRun(service, asking({ assignees: [bob.email] }), bob);
    const { hook, ids, slow } = await startBlockedRuns(ann, 60);
    await decide(service, findApprovalId(paused), bob);
    assert.equal((await waitForEnd(service, paused.id, bob)).status, 'success');
    for (const id of ids) assert.equal((await hook.run(id)).status, 'running');
    slow.open();
    for (const id of ids) assert.equal((await hook.waitForRun(id)).status, 'success');
  });
});

test('the runs of one user that are in progress leave room for those of others', async () => {
  const [ann, bob] = [await service.person(), await service.person()];
  // These are half of the runs that fit into memory.
  const { hook, slow } = await startBlockedRuns(ann, 100);
  const more = [await hook.call(), await hook.call()];
  const others = await startBlockedRuns(bob, 20);
  for (const id of more) assert.equal((await hook.run(id)).status, 'queued');
  const workflow_id = await createWorkflow(service, chain(), ann.key);
  const run = { workflow_id };
  const refusal = await service.refuse(429, 'Too many runs are under way', '/api/v3/workflow/run', run, ann.key);
  assert.equal(refusal.headers.get('retry-after'), '5');
  slow.open();
  for (const id of more) assert.equal((await hook.waitForRun(id)).status, 'success');
  assert.equal((await service.ask<Run>('/api/v3/workflow/run', run, ann.key)).status, 'success');
  others.slow.open();
  for (const id of others.ids) assert.equal((await others.hook.waitForRun(id)).status, 'success');
});
