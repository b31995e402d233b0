/** What becomes of deliveries when settings change or do not allow them. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import type { Place } from '../support/outside-places.ts';
import { testService } from '../support/service.ts';
import {
  changed,
  type Delivery,
  EVENTS,
  headersOf,
  moody,
  openWebhooks,
  type Panel,
  status,
} from './booster-webhooks.ts';
import { memoryLog } from './memory-log.ts';
import { poll } from './poll.ts';

const webhooks = await openWebhooks();

suite('settings that change meanwhile', () => {
  /** One delivery that was refused, and one behind it. */
  async function refusedOnce() {
    const { mood, answer } = moody();
    const place = webhooks.open(answer);
    const panel = await webhooks.panelFor([place]);
    const hand = webhooks.byHand();
    const key = randomUUID();
    await hand.happens(panel, [changed(key, 1), changed(key, 2)]);
    await hand.workAll();
    await webhooks.change('claimed_until = NULL', panel);
    mood.refuses = false;
    return { place, panel, hand };
  }

  test('a webhook that is gone is told nothing more', async () => {
    const { place, panel, hand } = await refusedOnce();
    const seen = place.seen.length;
    await webhooks.update(panel, { webhooks: [] });
    await hand.workAll();
    assert.deepEqual(await webhooks.statesOf(panel), ['cancelled', 'cancelled']);
    assert.equal(place.seen.length, seen);
    assert.deepEqual(hand.outcomes.slice(-2), ['cancelled', 'cancelled']);
  });

  test('one with another secret is told what waits, signed with the new one', async () => {
    const { place, panel, hand } = await refusedOnce();
    const [old = assert.fail()] = panel.webhooks;
    const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
    await webhooks.update(panel, { webhooks: [{ ...old, secret }] });
    await hand.workAll();
    assert.deepEqual(await webhooks.statesOf(panel), ['delivered', 'delivered']);
    const [refused, ...accepted] = place.seen;
    assert.ok(refused && accepted.length === 2);
    new Webhook(old.secret).verify(refused.body, headersOf(refused));
    for (const request of accepted) {
      new Webhook(secret).verify(request.body, headersOf(request));
      assert.throws(() => new Webhook(old.secret).verify(request.body, headersOf(request)), /No matching signature/);
    }
    assert.equal(accepted[0]?.headers['webhook-id'], refused.headers['webhook-id']);
  });

  test('one that is subscribed to other events, and one of a disabled panel, are told what was under way', async () => {
    for (const changes of [
      (place: Place, secret: string) => ({ webhooks: [{ url: place.url, events: ['file.changed'], secret }] }),
      () => ({ enabled: false }),
    ]) {
      const { place, panel, hand } = await refusedOnce();
      await webhooks.update(panel, changes(place, panel.webhooks[0]?.secret ?? ''));
      await hand.workAll();
      assert.deepEqual(await webhooks.statesOf(panel), ['delivered', 'delivered']);
    }
  });

  test('a panel that is deleted takes all with it', async () => {
    const { place, panel, hand } = await refusedOnce();
    const seen = place.seen.length;
    await webhooks.service.ask(`/api/v1/panel/delete?entity_id=${panel.id}`);
    await hand.workAll();
    assert.deepEqual([place.seen.length, await webhooks.deliveriesOf(panel)], [seen, []]);
  });
});

suite('addresses that are not public', () => {
  test('are refused unless the settings allow them, and the log says so', async () => {
    const log = memoryLog();
    const strict = await testService({}, { log: log.log });
    const place = webhooks.open(status(200));
    const panel = await strict.ask<Panel>('/api/v1/panel/create', {
      name: 'panel',
      webhooks: [{ url: place.url, events: EVENTS }],
    });
    const { system } = strict.service;
    await system.database.query.transaction().execute(async transaction => {
      await system.announce(transaction, Object(panel), [changed(randomUUID(), 1)]);
    });
    const delivery = await poll(async () => {
      const [found] = await strict.ask<Delivery[]>('/api/v1/panel/delivery/find');
      return found && found.attempts > 0 ? found : undefined;
    });
    assert.deepEqual(
      [delivery.state, delivery.last_status, delivery.last_error],
      ['waiting', null, "The address of '127.0.0.1' is not public"],
    );
    assert.equal(place.seen.length, 0);
    const metrics = String((await strict.send('/metrics', { method: 'GET' })).body);
    assert.match(metrics, /^heddle_webhook_deliveries_total\{outcome="refused"\} [1-9]\d*$/m);
    // A receiver's fault is none of ours.
    assert.deepEqual(
      log.lines().filter(({ level }) => level >= 40),
      [],
    );
    assert.ok(!log.text().includes(panel.webhooks[0]?.secret ?? ''));
  });
});
