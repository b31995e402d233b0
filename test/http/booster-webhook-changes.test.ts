/** What happens to deliveries when the settings change or do not allow them. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import type { Place } from '../support/outside-places.ts';
import { testService } from '../support/service.ts';
import {
  changed,
  createSwitchableAnswer,
  type Delivery,
  EVENTS,
  openWebhooks,
  type Panel,
  status,
  toHeaders,
} from './booster-webhooks.ts';
import { memoryLog } from './memory-log.ts';
import { poll } from './poll.ts';

const webhooks = await openWebhooks();

suite('when the settings change while deliveries wait', () => {
  /** Prepares a delivery that was refused, and one that waits behind it. */
  async function prepareRefusedDelivery() {
    const { receiver, answer } = createSwitchableAnswer();
    const place = webhooks.open(answer);
    const panel = await webhooks.panelFor([place]);
    const worker = webhooks.createManualWorker();
    const key = randomUUID();
    await worker.announceEvents(panel, [changed(key, 1), changed(key, 2)]);
    await worker.workAll();
    await webhooks.change('claimed_until = NULL', panel);
    receiver.refuses = false;
    return { place, panel, worker };
  }

  test('a removed webhook receives nothing more', async () => {
    const { place, panel, worker } = await prepareRefusedDelivery();
    const seen = place.seen.length;
    await webhooks.update(panel, { webhooks: [] });
    await worker.workAll();
    assert.deepEqual(await webhooks.readStates(panel), ['cancelled', 'cancelled']);
    assert.equal(place.seen.length, seen);
    assert.deepEqual(worker.outcomes.slice(-2), ['cancelled', 'cancelled']);
  });

  test('a webhook with a new secret receives what waits, signed with the new secret', async () => {
    const { place, panel, worker } = await prepareRefusedDelivery();
    const [old = assert.fail()] = panel.webhooks;
    const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
    await webhooks.update(panel, { webhooks: [{ ...old, secret }] });
    await worker.workAll();
    assert.deepEqual(await webhooks.readStates(panel), ['delivered', 'delivered']);
    const [refused, ...accepted] = place.seen;
    assert.ok(refused && accepted.length === 2);
    new Webhook(old.secret).verify(refused.body, toHeaders(refused));
    for (const request of accepted) {
      new Webhook(secret).verify(request.body, toHeaders(request));
      assert.throws(() => new Webhook(old.secret).verify(request.body, toHeaders(request)), /No matching signature/);
    }
    assert.equal(accepted[0]?.headers['webhook-id'], refused.headers['webhook-id']);
  });

  test('a webhook with other subscriptions or of a disabled panel still receives what waits', async () => {
    for (const changes of [
      (place: Place, secret: string) => ({ webhooks: [{ url: place.url, events: ['file.changed'], secret }] }),
      () => ({ enabled: false }),
    ]) {
      const { place, panel, worker } = await prepareRefusedDelivery();
      await webhooks.update(panel, changes(place, panel.webhooks[0]?.secret ?? ''));
      await worker.workAll();
      assert.deepEqual(await webhooks.readStates(panel), ['delivered', 'delivered']);
    }
  });

  test('the deliveries of a deleted panel are deleted', async () => {
    const { place, panel, worker } = await prepareRefusedDelivery();
    const seen = place.seen.length;
    await webhooks.service.ask(`/api/v1/panel/delete?entity_id=${panel.id}`);
    await worker.workAll();
    assert.deepEqual([place.seen.length, await webhooks.findDeliveries(panel)], [seen, []]);
  });
});

suite('addresses that are not public', () => {
  test('are refused unless the settings allow them, and the delivery shows the reason', async () => {
    const log = memoryLog();
    const strict = await testService({}, { log: log.log });
    const place = webhooks.open(status(200));
    const panel = await strict.ask<Panel>('/api/v1/panel/create', {
      name: 'panel',
      webhooks: [{ url: place.url, events: EVENTS }],
    });
    const { system } = strict.service;
    await system.database.query.transaction().execute(async transaction => {
      const row = transaction.selectFrom('panels').selectAll().where('id', '=', panel.id);
      await system.announce(transaction, await row.executeTakeFirstOrThrow(), [changed(randomUUID(), 1)]);
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
    // A fault of a receiver is not logged as a fault of the service.
    assert.deepEqual(
      log.lines().filter(({ level }) => level >= 40),
      [],
    );
    assert.ok(!log.text().includes(panel.webhooks[0]?.secret ?? ''));
  });
});
