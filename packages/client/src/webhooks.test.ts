import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { suite, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { WebhookVerificationError } from './errors.ts';
import { verifyWebhook } from './webhooks.ts';

const secret = `whsec_${randomBytes(24).toString('base64')}`;
const now = Date.parse('2026-03-01T10:00:00Z');
const body = '{"type":"file.stored","data":{"größe":1}}';
const panelHeaders = {
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(now / 1000),
  'webhook-signature': new Webhook(secret).sign('msg_1', new Date(now), body),
};
const stepSecret = 'signing secret';
const stepHeaders = {
  'X-Service-Signature': `sha256=${createHmac('sha256', stepSecret).update(body).digest('hex')}`,
};

function refuses(message: string) {
  return (error: unknown) => {
    assert.ok(error instanceof WebhookVerificationError);
    assert.equal(error.message, message);
    return true;
  };
}

suite('verifyWebhook', () => {
  test("returns the parsed body of a panel's webhook, in all the forms that servers hand it over", async () => {
    const parsed = JSON.parse(body);
    const options = { secret, now };
    assert.deepEqual(await verifyWebhook({ headers: panelHeaders, body }, options), parsed);
    assert.deepEqual(
      await verifyWebhook({ headers: new Headers(panelHeaders), body: Buffer.from(body) }, options),
      parsed,
    );
    const request = new Request('http://receiver/', { method: 'POST', headers: panelHeaders, body });
    assert.deepEqual(await verifyWebhook(request, options), parsed);
    const rotated = { ...panelHeaders, 'webhook-signature': `v1,bm90 ${panelHeaders['webhook-signature']}` };
    assert.deepEqual(await verifyWebhook({ headers: rotated, body }, options), parsed);
  });

  test("refuses a panel's webhook that was changed, is old, has another secret, or is not signed", async () => {
    const verify = (headers: Record<string, string>, text: string, options = {}) =>
      verifyWebhook({ headers, body: text }, { secret, now, ...options });
    const other = `whsec_${randomBytes(24).toString('base64')}`;
    await assert.rejects(verify(panelHeaders, `${body} `), refuses('The signature is not valid'));
    await assert.rejects(verify(panelHeaders, body, { secret: other }), refuses('The signature is not valid'));
    const otherId = { ...panelHeaders, 'webhook-id': 'msg_2' };
    await assert.rejects(verify(otherId, body), refuses('The signature is not valid'));
    const tooOld = refuses('The webhook is too old, or the clocks differ');
    await assert.rejects(verify(panelHeaders, body, { now: now + 301_000 }), tooOld);
    await assert.rejects(verify({ ...panelHeaders, 'webhook-timestamp': 'x' }, body), tooOld);
    await assert.rejects(verify(stepHeaders, body), refuses('The request is not signed'));
    await assert.rejects(
      verify({ ...panelHeaders, 'webhook-signature': 'v1,%%%' }, body),
      refuses('The signature is not valid'),
    );
    await assert.rejects(verify({}, body, { secret: '' }), refuses('The secret is empty'));
  });

  test('verifies the requests of steps, whose secret is another one', async () => {
    const options = { secret: stepSecret };
    assert.deepEqual(await verifyWebhook({ headers: stepHeaders, body }, options), JSON.parse(body));
    await assert.rejects(verifyWebhook({ headers: stepHeaders, body: '{}' }, options), WebhookVerificationError);
    await assert.rejects(verifyWebhook({ headers: panelHeaders, body }, options), refuses('The request is not signed'));
    const malformed = { 'x-service-signature': 'sha256=abc' };
    await assert.rejects(verifyWebhook({ headers: malformed, body }, options), refuses('The signature is not valid'));
  });
});
