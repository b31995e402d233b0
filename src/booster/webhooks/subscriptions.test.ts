import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Webhook } from '../panel-schemas.ts';
import { findSubscribers, findWebhook } from './subscriptions.ts';

const webhook: Webhook = { url: 'https://example.org/hook', events: ['file.stored'], secret: 'whsec_a' };
const findName = (webhooks: Webhook[]) => findSubscribers(webhooks, 'file.stored')[0]?.webhook ?? assert.fail();

test('a webhook is found after its events or its secret changed, but not after its URL changed', () => {
  const name = findName([webhook]);
  for (const now of [webhook, { ...webhook, events: ['record.created' as const] }, { ...webhook, secret: 'whsec_b' }]) {
    assert.equal(findWebhook([now], name), now);
  }
  assert.equal(findWebhook([{ ...webhook, url: 'https://example.org/hook2' }], name), undefined);
  assert.equal(findWebhook([], name), undefined);
});

test('several webhooks with one URL and different secrets are told apart', () => {
  const other = { ...webhook, secret: 'whsec_b' };
  const subscribers = findSubscribers([webhook, other], 'file.stored');
  assert.equal(subscribers.length, 2);
  assert.deepEqual(
    subscribers.map(({ webhook: name }) => findWebhook([webhook, other], name)),
    [webhook, other],
  );
  // The secret of the first one changes, and both keep their names.
  const changed = { ...webhook, secret: 'whsec_c' };
  assert.deepEqual(
    subscribers.map(({ webhook: name }) => findWebhook([changed, other], name)),
    [changed, other],
  );
});

test('each webhook is notified once, and only about events that it subscribes to', () => {
  const other: Webhook = { url: 'https://example.org/other', events: ['file.deleted'], secret: 'whsec_a' };
  const twice: Webhook = { ...webhook, events: ['file.changed', 'file.stored'] };
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
