/** Deliveries that several processes know of: each is sent by one, and none is lost with it. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { deliverLane, type LaneServices, laneKey } from '../../src/booster/webhooks/lane.ts';
import { type Answer, gate } from '../support/outside-places.ts';
import { serviceOn } from '../support/service.ts';
import { changed, isDelivered, LOOPBACK, openWebhooks, status, tellsOf } from './booster-webhooks.ts';

const webhooks = await openWebhooks();

suite('several processes', () => {
  async function announced(answer: Answer, options: Partial<LaneServices> = {}) {
    const place = webhooks.open(answer);
    const panel = await webhooks.panelFor([place]);
    const hand = webhooks.byHand(options);
    await hand.happens(panel, [changed(randomUUID(), 1)]);
    const [lane] = hand.announced;
    const [delivery] = await webhooks.deliveriesOf(panel);
    assert.ok(lane && delivery);
    return { place, panel, hand, lane, delivery };
  }

  test('what a process held when it died is sent by another when its claim is over', async () => {
    const { place, panel, hand, lane, delivery } = await announced(status(200));
    await webhooks.change(`claimed_until = now() + interval '20 seconds'`, panel);
    await hand.work(lane);
    const { claimed_until } = await webhooks.rowOf(delivery.id);
    assert.equal(place.seen.length, 0);
    assert.deepEqual(hand.enqueued, [{ payload: lane, startAfter: claimed_until, key: laneKey(lane) }]);
    await webhooks.change(`claimed_until = now() - interval '1 millisecond'`, panel);
    await hand.work(lane);
    await webhooks.all(panel, isDelivered);
    assert.equal(place.seen.length, 1);
  });

  test('who is stopped while sending leaves it to others at once', async () => {
    const { place, panel, hand, lane, delivery } = await announced(gate().answer);
    const stopping = new AbortController();
    const work = hand.work(lane, stopping.signal);
    await place.came(1);
    assert.ok((await webhooks.rowOf(delivery.id)).claimed_until);
    stopping.abort(new Error('the process stops'));
    await assert.rejects(work, /the process stops/);
    const { state, claimed_until, attempts } = await webhooks.rowOf(delivery.id);
    assert.deepEqual([state, claimed_until, attempts], ['waiting', null, 0]);
    assert.deepEqual([hand.enqueued, hand.outcomes], [[], []]);
    await webhooks.update(panel, { webhooks: [] });
  });

  test('an answer that comes after the claim counts only when it is an acceptance', async () => {
    for (const [code, expected] of [
      [500, ['waiting', 0]],
      [200, ['delivered', 1]],
    ] as const) {
      const { answer, open: letGo } = gate(status(code));
      const { place, panel, hand, lane, delivery } = await announced(answer);
      const late = hand.work(lane);
      await place.came(1);
      await webhooks.change(`claimed_until = claimed_until + interval '1 second'`, panel); // by another process
      letGo();
      await late;
      const { state, attempts } = await webhooks.rowOf(delivery.id);
      assert.deepEqual([state, attempts], expected);
    }
  });

  test('two do not send the same at once', async () => {
    const second = await serviceOn(webhooks.service.database, LOOPBACK);
    try {
      const { answer, open: letGo } = gate(status(200));
      const place = webhooks.open(answer);
      const panel = await webhooks.panelFor([place]);
      const key = randomUUID();
      await webhooks.happens(panel, [changed(key, 1), changed(key, 2)]);
      const [delivery] = await webhooks.deliveriesOf(panel);
      const lane = await webhooks.laneOf(delivery?.id ?? '');
      await place.came(1);
      await webhooks.system.jobs.enqueueMany(
        deliverLane,
        Array.from({ length: 30 }, () => lane),
      );
      await webhooks.quiet(panel, 1);
      assert.equal(place.seen.length, 1);
      letGo();
      await webhooks.all(panel, isDelivered);
      assert.deepEqual(place.seen.map(tellsOf), [`${key}:1`, `${key}:2`]);
    } finally {
      await second.stopService();
    }
  });
});
