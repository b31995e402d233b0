/** `/api/v1/panel/delivery/retry-many` retries what failed, as far as it can be retried. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { findEntriesOf } from './audit-entries.ts';
import { changed, createSwitchableAnswer, isDelivered, openWebhooks } from './booster-webhooks.ts';

const webhooks = await openWebhooks();
const { service } = webhooks;

const PATH = '/api/v1/panel/delivery/retry-many';

/** Prepares a panel with one failed delivery for each of so many records. */
async function prepareFailedDeliveries(count: number, given: object = {}) {
  const owner = await service.person();
  const { receiver, answer } = createSwitchableAnswer();
  const place = webhooks.open(answer);
  const panel = await webhooks.panelFor([place], given, owner);
  const worker = webhooks.createManualWorker();
  await worker.announceEvents(
    panel,
    Array.from({ length: count }, (_, index) => changed(randomUUID(), index + 1)),
  );
  await webhooks.change(`created_at = now() - interval '25 hours'`, panel);
  await worker.workAll();
  assert.deepEqual(new Set(await webhooks.readStates(panel)), new Set(['failed']));
  receiver.refuses = false;
  const retry = (filter: object = {}) => service.ask(PATH, { panel_id: panel.id, ...filter }, owner.key);
  return { owner, place, panel, retry };
}

suite('retrying many deliveries', () => {
  test('sends all that failed and all that were cancelled again', async () => {
    const { owner, place, panel, retry } = await prepareFailedDeliveries(3);
    const [first] = await webhooks.findDeliveries(panel);
    await webhooks.change(`state = 'cancelled'`, panel, `id = '${first?.id}'`);
    assert.deepEqual(await retry(), { retried: 3, left_out: 0 });
    const entry = (await findEntriesOf(service, owner.id)).at(-1);
    assert.deepEqual(
      [entry?.action, entry?.subject.id, entry?.details],
      ['delivery.retry', panel.id, { deliveries: 3 }],
    );
    await webhooks.waitForAll(panel, isDelivered);
    assert.equal(place.seen.length, 6);
    assert.deepEqual(await retry(), { retried: 0, left_out: 0 });
  });

  test('follows the filter', async () => {
    const { panel, retry } = await prepareFailedDeliveries(2);
    const [first, second] = await webhooks.findDeliveries(panel);
    await webhooks.change(`state = 'cancelled'`, panel, `id = '${first?.id}'`);
    assert.deepEqual(await retry({ event: 'file.stored' }), { retried: 0, left_out: 0 });
    assert.deepEqual(await retry({ state: 'failed', event: 'record.changed' }), { retried: 1, left_out: 0 });
    await webhooks.waitForAll(panel, ({ id, state }) => (id === second?.id ? state === 'delivered' : true));
    assert.deepEqual(await webhooks.readStates(panel), ['cancelled', 'delivered']);
  });

  test('leaves out what belongs to a webhook that was removed', async () => {
    const { owner, panel, retry } = await prepareFailedDeliveries(2);
    await service.ask('/api/v1/panel/update', { id: panel.id, webhooks: [] }, owner.key);
    assert.deepEqual(await retry(), { retried: 0, left_out: 2 });
    assert.deepEqual(await webhooks.readStates(panel), ['failed', 'failed']);
  });

  test('is for those who may change the panel', async () => {
    const [reader, stranger] = [await service.person(), await service.person()];
    const sharing = [{ user_email: reader.email, write: false }];
    const { panel } = await prepareFailedDeliveries(1, { sharing });
    const body = { panel_id: panel.id };
    await service.refuse(403, 'permission denied', PATH, body, reader.key);
    await service.refuse(404, 'entity not found', PATH, body, stranger.key);
    const wrong = 'validation error: state: must be one of failed, cancelled';
    await service.refuse(422, wrong, PATH, { ...body, state: 'delivered' }, reader.key);
    assert.deepEqual(await webhooks.readStates(panel), ['failed']);
  });
});
