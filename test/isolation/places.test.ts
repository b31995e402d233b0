/** Runs that wait for something outside hold up nobody: neither the runs of others, nor runs that go on. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Run } from '../../src/runs/schemas.ts';
import { approvalIdOf, asking, decide, endOf, waitingRun } from '../http/approval-workflows.ts';
import { hookedTo, publishHook } from '../http/webhook-calls.ts';
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

/** Runs of a user, all of which wait for a server that does not answer until it is opened. */
async function runsThatWait(person: Person, count: number) {
  const slow = gate();
  const place = openPlace(slow.answer);
  const hook = await publishHook(service, person, hookedTo(node('call', 'http.request', { url: place.url })));
  const ids = await Promise.all(Array.from({ length: count }, () => hook.call()));
  await place.came(count);
  return { hook, ids, slow };
}

suite('while sixty runs of one user wait for a slow server, in a process with four places', () => {
  test('the runs of others, and of the same user, begin and end', async () => {
    const [ann, bob] = [await service.person(), await service.person()];
    const { hook, ids, slow } = await runsThatWait(ann, 60);
    for (const person of [bob, ann]) {
      const other = await publishHook(service, person);
      assert.equal((await other.ended(await other.call())).status, 'success');
    }
    const workflow_id = await createWorkflow(service, chain(node('done', 'output', { value: 1 })), bob.key);
    const run = await service.ask<Run>('/api/v3/workflow/run', { workflow_id }, bob.key);
    assert.equal(run.status, 'success');
    for (const id of ids) assert.equal((await hook.run(id)).status, 'running', 'all of that happened meanwhile');
    slow.open();
    for (const id of ids) assert.equal((await hook.ended(id)).status, 'success');
  });

  test('a run that is approved goes on', async () => {
    const [ann, bob] = [await service.person(), await service.person()];
    const paused = await waitingRun(service, asking({ assignees: [bob.email] }), bob);
    const { hook, ids, slow } = await runsThatWait(ann, 60);
    await decide(service, approvalIdOf(paused), bob);
    assert.equal((await endOf(service, paused.id, bob)).status, 'success');
    for (const id of ids) assert.equal((await hook.run(id)).status, 'running');
    slow.open();
    for (const id of ids) assert.equal((await hook.ended(id)).status, 'success');
  });
});

test('the runs that one user has under way leave room for those of others', async () => {
  const [ann, bob] = [await service.person(), await service.person()];
  // Half of all that there is room for.
  const { hook, slow } = await runsThatWait(ann, 100);
  const more = [await hook.call(), await hook.call()];
  const others = await runsThatWait(bob, 20);
  for (const id of more) assert.equal((await hook.run(id)).status, 'queued');
  const workflow_id = await createWorkflow(service, chain(), ann.key);
  const run = { workflow_id };
  const refusal = await service.refuse(429, 'Too many runs are under way', '/api/v3/workflow/run', run, ann.key);
  assert.equal(refusal.headers.get('retry-after'), '5');
  slow.open();
  for (const id of more) assert.equal((await hook.ended(id)).status, 'success');
  assert.equal((await service.ask<Run>('/api/v3/workflow/run', run, ann.key)).status, 'success');
  others.slow.open();
  for (const id of others.ids) assert.equal((await others.hook.ended(id)).status, 'success');
});
