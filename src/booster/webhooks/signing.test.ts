import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSignature, signedHeaders } from './signing.ts';

/** The example that the specification publishes. */
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const message = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestampSeconds: 1_614_265_330,
  body: '{"test": 2432232314}',
};
const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';

test('the published example gets the published signature', () => {
  assert.equal(createSignature(message, secret), signature);
});

test('the headers contain what was signed', () => {
  assert.deepEqual(signedHeaders(message, secret), {
    'webhook-id': message.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': signature,
  });
});

test('everything that is signed changes the signature', () => {
  const others = [
    createSignature({ ...message, id: 'msg_other' }, secret),
    createSignature({ ...message, timestampSeconds: message.timestampSeconds + 1 }, secret),
    createSignature({ ...message, body: '{"test":2432232314}' }, secret),
    createSignature(message, `whsec_${Buffer.alloc(24, 1).toString('base64')}`),
  ];
  assert.equal(new Set([...others, signature]).size, 5);
});
