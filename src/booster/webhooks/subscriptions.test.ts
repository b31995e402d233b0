import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Webhook } from '../panel-schemas.ts';
import { findWebhook, subscribersOf, webhookName } from './subscriptions.ts';

const webhook: Webhook = { url: 'https://example.org/hook', events: ['file.stored'], secret: 'whsec_a' };

const subscriber = { webhook: webhookName(webhook), url: webhook.url };

test('a webhook is found as it is now, also with other events or another secret, but not at another URL', () => {
  for (const now of [webhook, { ...webhook, events: ['record.created' as const] }, { ...webhook, secret: 'whsec_b' }]) {
    assert.equal(findWebhook([now], subscriber), now);
  }
  assert.equal(findWebhook([{ ...webhook, url: 'https://example.org/hook2' }], subscriber), undefined);
  assert.equal(findWebhook([], subscriber), undefined);
});

test('of several at one URL it is the one whose secret it was', () => {
  assert.equal(findWebhook([{ ...webhook, secret: 'whsec_b' }, webhook], subscriber), webhook);
});

test('what is told apart does not run together', () => {
  assert.notEqual(webhookName({ url: 'https://a/"', secret: 's' }), webhookName({ url: 'https://a/', secret: '"s' }));
});

test('each webhook is told once, and only of what it asked for', () => {
  const other: Webhook = { url: 'https://example.org/other', events: ['file.deleted'], secret: 'whsec_a' };
  const twice: Webhook = { ...webhook, events: ['file.changed', 'file.stored'] };
  const webhooks = [webhook, other, twice];
  assert.deepEqual(subscribersOf(webhooks, 'file.stored'), [subscriber]);
  assert.deepEqual(subscribersOf(webhooks, 'file.deleted'), [{ webhook: webhookName(other), url: other.url }]);
  assert.deepEqual(subscribersOf(webhooks, 'record.created'), []);
});
