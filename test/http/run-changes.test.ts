/** Tests changes around a run while it is in progress, and many simultaneous runs. */
import assert from 'node:assert/strict';
import { suite } from 'node:test';
import type { Run } from '../../src/runs/schemas.ts';
import type { Workflow } from '../../src/workflows/schemas.ts';
import { chain, node } from '../support/definitions.ts';
import { gate, json, openPlaces } from '../support/outside-places.ts';
import { createWorkflow, readResult } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { COMPLETE_ONLY, test } from '../support/tiers.ts';

const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const openPlace = await openPlaces();

/** Starts a run that waits for the answer of an external server. */
async function slowRun() {
  const ann = await service.person();
  const slow = gate();
  const place = openPlace(slow.answer);
  const definition = chain(
    node('call', 'http.request', { url: place.url }),
    node('done', 'output', { value: 'as it was, {{ workflow.name }}' }),
  );
  const workflow_id = await createWorkflow(service, definition, ann.key);
  const running = service.call('/api/v3/workflow/run', { workflow_id }, ann.key);
  await place.came(1);
  return { ann, slow, place, workflow_id, running };
}

suite('while a run is in progress', () => {
  test('the draft may change, and the run continues with the definition that it began with', async () => {
    const { ann, slow, workflow_id, running } = await slowRun();
    const changed = chain(node('done', 'output', { value: 'new' }));
    await service.ask('/api/v3/workflow/update', { id: workflow_id, name: 'new', definition: changed }, ann.key);
    slow.open();
    assert.equal(readResult((await running).body as Run), 'as it was, workflow');
    assert.equal(readResult(await service.ask<Run>('/api/v3/workflow/run', { workflow_id }, ann.key)), 'new');
  });

  test('the workflow may be deleted: nothing of the run remains, and waiting requests are answered', async () => {
    const { ann, slow, place, workflow_id, running } = await slowRun();
    await service.ask(`/api/v3/workflow/delete?entity_id=${workflow_id}`, {}, ann.key);
    slow.open();
    const { status, body } = await running;
    assert.deepEqual([status, body], [404, { detail: 'Workflow run not found' }]);
    assert.equal(await service.ask('/api/v3/workflow/runs/count', {}, ann.key), 0);
    assert.equal(place.seen.length, 1);
  });

  test('the key of its user may be deleted, and the run continues', async () => {
    const { ann, slow, running } = await slowRun();
    await service.ask('/api/v1/user/update', { id: ann.id, enabled: false });
    slow.open();
    const { status, body } = await running;
    assert.deepEqual([status, (body as Run).status], [200, 'success']);
  });

  test('last_run shows the run that ended last', async () => {
    const { ann, slow, workflow_id, running } = await slowRun();
    const lastRun = async () =>
      (await service.ask<Workflow>(`/api/v3/workflow/get?entity_id=${workflow_id}`, {}, ann.key)).last_run;
    assert.equal(await lastRun(), null);
    slow.open();
    const first = (await running).body as Run;
    const { id: run_id, status, finished_at, credits } = first;
    assert.deepEqual(await lastRun(), { run_id, status, finished_at, credits });
    const failing = chain(node('bad', 'transform', { value: '{{ 1 / 0 }}' }));
    await service.ask('/api/v3/workflow/update', { id: workflow_id, definition: failing }, ann.key);
    const second = await service.ask<Run>('/api/v3/workflow/run', { workflow_id }, ann.key);
    assert.deepEqual([(await lastRun())?.run_id, (await lastRun())?.status], [second.id, 'failed']);
    await service.ask(`/api/v3/workflow/runs/delete?entity_id=${second.id}`, {}, ann.key);
    assert.equal((await lastRun())?.run_id, run_id);
  });
});

test('hundreds of simultaneous runs on few database connections do not disturb each other', COMPLETE_ONLY, async () => {
  const ann = await service.person();
  const place = openPlace((request, response) => json({ twice: Number(request.body) * 2 })(request, response));
  const definition = chain(
    node('call', 'http.request', {
      url: place.url,
      method: 'POST',
      body: '{{ input.n }}',
      headers: { 'X-N': '{{ input.n }}' },
    }),
    node('done', 'output', { value: '{{ steps.call.output.body.twice }}' }),
  );
  const workflow_id = await createWorkflow(service, definition, ann.key);
  const numbers = Array.from({ length: 300 }, (_, n) => n);
  const runs = await Promise.all(
    numbers.map(n => service.ask<Run>('/api/v3/workflow/run', { workflow_id, input: { n } }, ann.key)),
  );
  assert.deepEqual(
    runs.map(readResult),
    numbers.map(n => 2 * n),
  );
  assert.equal(new Set(place.seen.map(({ headers }) => headers['idempotency-key'])).size, 300);
  assert.equal(
    await service.ask('/api/v3/workflow/runs/count', { filters: [['status', '==', 'success']] }, ann.key),
    300,
  );
});
