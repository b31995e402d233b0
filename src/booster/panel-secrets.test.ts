import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSealer } from '../platform/sealing/envelope.ts';
import { newInstallationKey } from '../platform/sealing/installation-keys.ts';
import type { Webhook } from './panel-schemas.ts';
import { createOpenLinkSecret, openWebhooks, sealLinkSecret, sealWebhooks } from './panel-secrets.ts';

const key = newInstallationKey();
const sealer = createSealer({ newest: () => key, find: id => (id === key.id ? key : undefined) });
const webhook: Webhook = { url: 'https://example.org/hook', events: ['file.stored'], secret: 'whsec_a' };

function store(webhooks: Webhook[], id = 'panel') {
  const { webhooks: json, webhook_secrets_sealed } = sealWebhooks(sealer, id, webhooks);
  return { id, webhooks: JSON.parse(json), webhook_secrets_sealed, json };
}

test('the settings of webhooks contain no secret, and the secrets open beside them', () => {
  const webhooks = [webhook, { ...webhook, url: 'https://example.org/other', secret: 'whsec_b' }];
  const stored = store(webhooks);
  assert.ok(!stored.json.includes('whsec_'));
  const opened = openWebhooks(sealer, stored);
  assert.deepEqual(
    opened.map(({ secret_number, ...each }) => each),
    webhooks,
  );
  assert.throws(() => openWebhooks(sealer, { ...stored, id: 'another' }), { name: 'SealingError' });
});

test('webhooks with one URL are numbered by their different secrets, and retain their numbers when one changes', () => {
  const numbers = (...secrets: string[]) =>
    store(secrets.map(secret => ({ ...webhook, secret }))).webhooks.map(
      (each: { secret_number: number }) => each.secret_number,
    );
  assert.deepEqual(numbers('a', 'b', 'a', 'c'), [0, 1, 0, 2]);
  assert.deepEqual(numbers('x', 'b'), [0, 1]);
  assert.deepEqual(
    store([webhook, { ...webhook, url: 'https://example.org/2', secret: 'b' }]).webhooks[1].secret_number,
    0,
  );
});

test('a panel without webhooks has nothing to open', () => {
  const stored = store([]);
  assert.equal(stored.webhook_secrets_sealed, null);
  assert.deepEqual(openWebhooks(sealer, stored), []);
});

test('the secret of links opens for its panel alone, also a second time', () => {
  const open = createOpenLinkSecret(sealer);
  const link_secret_sealed = sealLinkSecret(sealer, 'panel', 'secret');
  assert.equal(open({ id: 'panel', link_secret_sealed }), 'secret');
  assert.equal(open({ id: 'panel', link_secret_sealed }), 'secret');
  const copy = Buffer.from(link_secret_sealed);
  assert.throws(() => open({ id: 'another', link_secret_sealed: copy }), { name: 'SealingError' });
});
