import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredWebhook } from '../panel-schemas.ts';
import { findSubscribers, findWebhook } from './subscriptions.ts';

const webhook: StoredWebhook = { url: 'https://example.org/hook', events: ['file.stored'], secret_number: 0 };
const findName = (webhooks: StoredWebhook[]) => findSubscribers(webhooks, 'file.stored')[0]?.webhook ?? assert.fail();

test('a webhook is found after its events changed, but not after its URL changed', () => {
  const name = findName([webhook]);
  for (const now of [webhook, { ...webhook, events: ['record.created' as const] }]) {
    assert.equal(findWebhook([now], name), now);
  }
  assert.equal(findWebhook([{ ...webhook, url: 'https://example.org/hook2' }], name), undefined);
  assert.equal(findWebhook([], name), undefined);
});

test('several webhooks with one URL and different secrets are told apart', () => {
  const other = { ...webhook, secret_number: 1 };
  const subscribers = findSubscribers([webhook, other], 'file.stored');
  assert.equal(subscribers.length, 2);
  assert.deepEqual(
    subscribers.map(({ webhook: name }) => findWebhook([webhook, other], name)),
    [webhook, other],
  );
});

test('each webhook is notified once, and only about events that it subscribes to', () => {
  const other: StoredWebhook = { url: 'https://example.org/other', events: ['file.deleted'], secret_number: 0 };
  const twice: StoredWebhook = { ...webhook, events: ['file.changed', 'file.stored'] };
  const webhooks = [webhook, other, twice];
  assert.deepEqual(
    findSubscribers(webhooks, 'file.stored').map(({ url }) => url),
    [webhook.url],
  );
  assert.deepEqual(
    findSubscribers(webhooks, 'file.deleted').map(({ url }) => url),
    [other.url],
  );
  assert.deepEqual(findSubscribers(webhooks, 'record.created'), []);
});
