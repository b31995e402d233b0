/** Of several processes, only one sends a delivery at a time, and no delivery is lost if that process dies. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { deliverLane, type LaneServices, laneKey } from '../../src/booster/webhooks/lane.ts';
import { type Answer, gate } from '../support/outside-places.ts';
import { serviceOn } from '../support/service.ts';
import { changed, isDelivered, LOOPBACK, openWebhooks, readSubject, status } from './booster-webhooks.ts';

const webhooks = await openWebhooks();

suite('with several processes', () => {
  async function prepareDelivery(answer: Answer, options: Partial<LaneServices> = {}) {
    const place = webhooks.open(answer);
    const panel = await webhooks.panelFor([place]);
    const worker = webhooks.createManualWorker(options);
    await worker.announceEvents(panel, [changed(randomUUID(), 1)]);
    const [lane] = worker.announced;
    const [delivery] = await webhooks.findDeliveries(panel);
    assert.ok(lane && delivery);
    return { place, panel, worker, lane, delivery };
  }

  test('a delivery that a dead process had claimed is sent by another when the claim expires', async () => {
    const { place, panel, worker, lane, delivery } = await prepareDelivery(status(200));
    await webhooks.change(`claimed_until = now() + interval '20 seconds'`, panel);
    await worker.work(lane);
    const { claimed_until } = await webhooks.readDelivery(delivery.id);
    assert.equal(place.seen.length, 0);
    assert.deepEqual(worker.enqueued, [{ payload: lane, startAfter: claimed_until, key: laneKey(lane) }]);
    await webhooks.change(`claimed_until = now() - interval '1 millisecond'`, panel);
    await worker.work(lane);
    await webhooks.waitForAll(panel, isDelivered);
    assert.equal(place.seen.length, 1);
  });

  test('a process that stops while sending releases the delivery immediately', async () => {
    const { place, panel, worker, lane, delivery } = await prepareDelivery(gate().answer);
    const stopping = new AbortController();
    const work = worker.work(lane, stopping.signal);
    await place.came(1);
    assert.ok((await webhooks.readDelivery(delivery.id)).claimed_until);
    stopping.abort(new Error('the process stops'));
    await assert.rejects(work, /the process stops/);
    const { state, claimed_until, attempts } = await webhooks.readDelivery(delivery.id);
    assert.deepEqual([state, claimed_until, attempts], ['waiting', null, 0]);
    assert.deepEqual([worker.enqueued, worker.outcomes], [[], []]);
    await webhooks.update(panel, { webhooks: [] });
  });

  test('an answer that arrives after the claim was lost counts only if it is an acceptance', async () => {
    for (const [code, expected] of [
      [500, ['waiting', 0]],
      [200, ['delivered', 1]],
    ] as const) {
      const { answer, open: release } = gate(status(code));
      const { place, panel, worker, lane, delivery } = await prepareDelivery(answer);
      const late = worker.work(lane);
      await place.came(1);
      // Another process claims the delivery.
      await webhooks.change(`claimed_until = claimed_until + interval '1 second'`, panel);
      release();
      await late;
      const { state, attempts } = await webhooks.readDelivery(delivery.id);
      assert.deepEqual([state, attempts], expected);
    }
  });

  test('two processes do not send the same delivery at the same time', async () => {
    const second = await serviceOn(webhooks.service.database, LOOPBACK);
    try {
      const { answer, open: release } = gate(status(200));
      const place = webhooks.open(answer);
      const panel = await webhooks.panelFor([place]);
      const key = randomUUID();
      await webhooks.announceEvents(panel, [changed(key, 1), changed(key, 2)]);
      const [delivery] = await webhooks.findDeliveries(panel);
      const lane = await webhooks.readLane(delivery?.id ?? '');
      await place.came(1);
      await webhooks.system.jobs.enqueueMany(
        deliverLane,
        Array.from({ length: 30 }, () => lane),
      );
      await webhooks.waitForJobs(panel, 1);
      assert.equal(place.seen.length, 1);
      release();
      await webhooks.waitForAll(panel, isDelivered);
      assert.deepEqual(place.seen.map(readSubject), [`${key}:1`, `${key}:2`]);
    } finally {
      await second.stopService();
    }
  });
});
