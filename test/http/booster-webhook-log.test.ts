/** `/api/v1/panel/delivery` shows deliveries, to whom and for how long, and retries them on request. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { deleteOldDeliveries } from '../../src/booster/webhooks/tasks.ts';
import type { Answer } from '../support/outside-places.ts';
import type { Person } from '../support/service.ts';
import { findEntriesOf } from './audit-entries.ts';
import {
  changed,
  createSwitchableAnswer,
  type Delivery,
  isDelivered,
  openWebhooks,
  type Panel,
  status,
  toHeaders,
} from './booster-webhooks.ts';

const webhooks = await openWebhooks();
const { service } = webhooks;
const { database } = webhooks.system;

suite('the log of deliveries', () => {
  async function preparePanelWithDeliveries(owner: Person, given: object = {}): Promise<Panel> {
    const panel = await webhooks.panelFor([webhooks.open(status(200))], given, owner);
    await webhooks.announceEvents(panel, [changed(randomUUID(), 1), changed(randomUUID(), 2)]);
    const [older] = await webhooks.waitForAll(panel, isDelivered);
    await webhooks.change(`created_at = created_at - interval '1 second'`, panel, `id = '${older?.id}'`);
    return panel;
  }

  test('has exactly the documented fields, with the newest delivery first', async () => {
    const owner = await service.person();
    const panel = await preparePanelWithDeliveries(owner);
    const found = await service.ask<Delivery[]>('/api/v1/panel/delivery/find', {}, owner.key);
    assert.deepEqual(found.toReversed(), await webhooks.findDeliveries(panel, owner.key));
    const [{ id, event, subject, created, updated, ...rest } = assert.fail()] = found;
    assert.deepEqual(rest, {
      panel_id: panel.id,
      url: panel.webhooks[0]?.url,
      state: 'delivered',
      attempts: 1,
      last_status: 200,
      last_error: null,
    });
    assert.deepEqual(event, { id: event.id, type: 'record.changed' });
    assert.ok(Number.isInteger(created) && updated >= created);
    assert.deepEqual(await service.ask(`/api/v1/panel/delivery/get?entity_id=${id}`, {}, owner.key), found[0]);
    const filters: [field: string, operator: string, value: unknown, count: number][] = [
      ['id', '==', id, 1],
      ['subject', '==', subject, 1],
      ['event.id', '==', event.id, 1],
      ['event.type', '==', 'record.changed', 2],
      ['state', '==', 'failed', 0],
      ['url', 'contains', 'place', 2],
      ['attempts', '>', 1, 0],
      ['last_status', '<', 300, 2],
      ['last_error', '==', null, 2],
      ['created', '<=', created, 2],
      ['updated', '>', updated + 60_000, 0],
    ];
    for (const [field, operator, value, count] of filters) {
      const body = { filters: [[field, operator, value]] };
      assert.equal(await service.ask('/api/v1/panel/delivery/count', body, owner.key), count, field);
    }
  });

  test('is visible only to those who may change the panel', async () => {
    const people = { owner: await service.person(), stranger: await service.person(), reader: await service.person() };
    const { owner, stranger, reader } = people;
    const [writer, inGroup, groupReader, admin] = [
      await service.person(),
      await service.person(),
      await service.person(),
      await service.person({ admin: true }),
    ];
    const panel = await preparePanelWithDeliveries(owner, {
      sharing: [
        { user_email: reader.email, write: false },
        { user_email: writer.email, write: true },
      ],
      group_sharing: [
        { group_id: await service.group([inGroup]), write: true },
        { group_id: await service.group([groupReader]), write: false },
      ],
    });
    const [delivery] = await webhooks.findDeliveries(panel);
    assert.ok(delivery);
    await webhooks.change(`state = 'failed'`, panel);
    const get = `/api/v1/panel/delivery/get?entity_id=${delivery.id}`;
    for (const person of [owner, writer, inGroup, admin]) {
      assert.equal((await webhooks.findDeliveries(panel, person.key)).length, 2);
      assert.equal((await service.ask<Delivery>(get, {}, person.key)).id, delivery.id);
    }
    for (const person of [stranger, reader, groupReader]) {
      assert.deepEqual(await webhooks.findDeliveries(panel, person.key), []);
      assert.equal(await service.ask('/api/v1/panel/delivery/count', {}, person.key), 0);
      await service.refuse(404, 'entity not found', get, {}, person.key);
      await service.refuse(404, 'entity not found', '/api/v1/panel/delivery/retry', { id: delivery.id }, person.key);
    }
    assert.equal((await webhooks.readDelivery(delivery.id)).state, 'failed');
  });

  test('loses deliveries a week after their end, and events without deliveries', async () => {
    const panel = await preparePanelWithDeliveries(await service.person());
    const [old, young] = await webhooks.findDeliveries(panel);
    assert.ok(old && young);
    const waiting = webhooks.createManualWorker();
    await waiting.announceEvents(panel, [changed(randomUUID(), 3)]);
    await database.pool.query(`UPDATE booster_events SET created_at = now() - interval '8 days' WHERE panel_id = $1`, [
      panel.id,
    ]);
    await webhooks.change(
      `created_at = now() - interval '8 days', updated_at = now() - interval '6 days 23 hours'`,
      panel,
    );
    await webhooks.change(
      `updated_at = now() - interval '7 days 1 hour'`,
      panel,
      `(id = '${old.id}' OR state = 'waiting')`,
    );
    await deleteOldDeliveries(database.query, new AbortController().signal);
    assert.deepEqual(
      (await webhooks.findDeliveries(panel)).map(({ id, state }) => [id === young.id, state]),
      [
        [true, 'delivered'],
        [false, 'waiting'],
      ],
    );
    const { rows } = await database.pool.query('SELECT id FROM booster_events WHERE panel_id = $1 ORDER BY id', [
      panel.id,
    ]);
    assert.deepEqual(
      rows.map(({ id }) => id),
      (await webhooks.findDeliveries(panel)).map(({ event }) => event.id),
    );
    await service.ask(`/api/v1/panel/delete?entity_id=${panel.id}`);
  });
});

suite('retrying on request', () => {
  /** Prepares a delivery that the service gave up. */
  async function prepareFailedDelivery(answer: Answer) {
    const owner = await service.person();
    const place = webhooks.open(answer);
    const panel = await webhooks.panelFor([place], {}, owner);
    const worker = webhooks.createManualWorker();
    await worker.announceEvents(panel, [changed(randomUUID(), 1)]);
    await webhooks.change(`created_at = now() - interval '25 hours'`, panel);
    await worker.workAll();
    const [delivery] = await webhooks.findDeliveries(panel);
    assert.equal(delivery?.state, 'failed');
    const retry = () => service.call('/api/v1/panel/delivery/retry', { id: delivery.id }, owner.key);
    return { owner, place, panel, delivery, retry };
  }

  test('sends a failed delivery again, as the same message', async () => {
    const { receiver, answer } = createSwitchableAnswer();
    const { owner, place, panel, delivery, retry } = await prepareFailedDelivery(answer);
    receiver.refuses = false;
    const reply = await retry();
    const entry = (await findEntriesOf(service, owner.id)).at(-1);
    assert.deepEqual([entry?.action, entry?.subject.id], ['delivery.retry', panel.id]);
    const { state, attempts, last_status, created } = Object(reply.body);
    assert.deepEqual([reply.status, state, attempts, last_status], [200, 'waiting', 0, 500]);
    assert.ok(created > delivery.created);
    await webhooks.waitForAll(panel, isDelivered);
    assert.deepEqual(
      place.seen.map(({ headers }) => headers['webhook-id']),
      [delivery.id, delivery.id],
    );
  });

  test('gives a delivery another day before it fails', async () => {
    const { answer } = createSwitchableAnswer();
    const { panel, retry } = await prepareFailedDelivery(answer);
    assert.equal((await retry()).status, 200);
    const [delivery] = await webhooks.waitForAll(panel, ({ attempts }) => attempts > 0);
    assert.equal(delivery?.state, 'waiting');
  });

  test('is refused for a delivery that waits or was delivered', async () => {
    const { answer } = createSwitchableAnswer();
    const { panel, retry } = await prepareFailedDelivery(answer);
    for (const state of ['waiting', 'delivered']) {
      await webhooks.change(`state = '${state}', claimed_until = now() + interval '1 hour'`, panel);
      const { status, body } = await retry();
      const detail = `a ${state} delivery can not be retried`;
      assert.deepEqual([status, body], [422, { detail }]);
    }
  });

  test('is refused for a delivery of a removed webhook, until the webhook is back', async () => {
    const { receiver, answer } = createSwitchableAnswer();
    const { owner, panel, retry } = await prepareFailedDelivery(answer);
    receiver.refuses = false;
    await webhooks.change(`state = 'cancelled'`, panel);
    await service.ask('/api/v1/panel/update', { id: panel.id, webhooks: [] }, owner.key);
    const { status, body } = await retry();
    const detail = "its webhook is no longer in the panel's settings";
    assert.deepEqual([status, body], [422, { detail }]);
    assert.deepEqual((await webhooks.findDeliveries(panel))[0]?.state, 'cancelled');
    await service.ask('/api/v1/panel/update', { id: panel.id, webhooks: panel.webhooks }, owner.key);
    assert.equal((await retry()).status, 200);
    await webhooks.waitForAll(panel, isDelivered);
  });

  test('signs with the current secret of the webhook', async () => {
    const { receiver, answer } = createSwitchableAnswer();
    const { place, panel, retry } = await prepareFailedDelivery(answer);
    receiver.refuses = false;
    const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
    await webhooks.update(panel, { webhooks: panel.webhooks.map(webhook => ({ ...webhook, secret })) });
    assert.equal((await retry()).status, 200);
    await webhooks.waitForAll(panel, isDelivered);
    const last = place.seen.at(-1);
    assert.ok(last);
    new Webhook(secret).verify(last.body, toHeaders(last));
  });
});
