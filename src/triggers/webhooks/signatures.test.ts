/** The vectors are from the documentation of the senders, or made as it says. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { readVerification } from '../../nodes/triggers/webhook-verification.ts';
import { beginSignatureCheck } from './signatures.ts';

interface SentCall {
  verify: Parameters<typeof readVerification>[0];
  secret: string;
  headers: Record<string, string>;
  body: string;
  /** In seconds. */
  at: number;
}

function isValid({ verify, secret, headers, body, at }: SentCall, secrets = [secret]): boolean {
  const input = { verification: readVerification(verify), headers, secrets, nowMs: at * 1000 };
  const check = beginSignatureCheck(input);
  if (!check) return false;
  const bytes = Buffer.from(body);
  const middle = Math.floor(bytes.length / 2);
  check.update(bytes.subarray(0, middle));
  check.update(bytes.subarray(middle));
  return check.isValid();
}

const hmac = (algorithm: string, secret: string | Buffer, text: string, encoding: 'hex' | 'base64' = 'hex') =>
  createHmac(algorithm, secret).update(text).digest(encoding);

const slackBody =
  'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&' +
  'user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2F' +
  'commands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c';
const event = '{"id":"evt_1","object":"event"}';

const calls: Record<string, SentCall> = {
  github: {
    verify: { scheme: 'github', credential: 'c' },
    secret: "It's a Secret to Everybody",
    headers: { 'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17' },
    body: 'Hello, World!',
    at: 0,
  },
  slack: {
    verify: { scheme: 'slack', credential: 'c' },
    secret: '8f742231b10e8888abcd99yyyzzz85a5',
    headers: {
      'x-slack-request-timestamp': '1531420618',
      'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
    },
    body: slackBody,
    at: 1531420618,
  },
  'standard-webhooks': {
    verify: { scheme: 'standard-webhooks', credential: 'c' },
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    headers: {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,AAAA v1a,x v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
    body: '{"test": 2432232314}',
    at: 1614265330,
  },
  stripe: {
    verify: { scheme: 'stripe', credential: 'c' },
    secret: 'whsec_test_secret',
    headers: {
      'stripe-signature': `t=1700000000,v1=${'0'.repeat(64)},v1=${hmac('sha256', 'whsec_test_secret', `1700000000.${event}`)},v0=6ffb`,
    },
    body: event,
    at: 1700000000,
  },
  // Shopify and others: the body alone, as base64.
  'hmac of the body': {
    verify: { scheme: 'hmac', credential: 'c', header: 'X-Shopify-Hmac-Sha256', encoding: 'base64' },
    secret: 'hush',
    headers: { 'x-shopify-hmac-sha256': hmac('sha256', 'hush', event, 'base64') },
    body: event,
    at: 0,
  },
  // Zoom and others: with the time, and a version before it.
  'hmac of a text': {
    verify: {
      scheme: 'hmac',
      credential: 'c',
      header: 'x-zm-signature',
      algorithm: 'sha512',
      prefix: 'v0=',
      signed: 'v0:{timestamp}:{body}!',
      timestamp_header: 'x-zm-request-timestamp',
    },
    secret: 'hush',
    headers: {
      'x-zm-signature': `v0=${hmac('sha512', 'hush', `v0:1700000000000:${event}!`)}`,
      'x-zm-request-timestamp': '1700000000000',
    },
    body: event,
    at: 1700000000,
  },
};

for (const [name, call] of Object.entries(calls)) {
  suite(`a signature: ${name}`, () => {
    test('is valid as the sender documents it', () => {
      assert.ok(isValid(call));
    });

    test('is not valid with any other byte, secret or header', () => {
      assert.ok(!isValid({ ...call, secret: `x${call.secret}` }));
      assert.ok(!isValid({ ...call, body: `${call.body} ` }));
      assert.ok(!isValid({ ...call, body: '' }));
      fc.assert(
        fc.property(fc.nat(call.body.length - 1), fc.integer({ min: 1, max: 127 }), (index, change) => {
          const bytes = Buffer.from(call.body);
          bytes.writeUInt8((bytes[index] ?? 0) ^ change, index);
          return !isValid({ ...call, body: bytes.toString('latin1') });
        }),
      );
      for (const header of Object.keys(call.headers)) {
        const { [header]: value = '', ...others } = call.headers;
        assert.ok(!isValid({ ...call, headers: others }), `without ${header}`);
        // Node joins headers that are sent twice.
        const twice = { ...call.headers, [header]: `${value}, ${value}` };
        if (name !== 'stripe' && name !== 'standard-webhooks')
          assert.ok(!isValid({ ...call, headers: twice }), `${header} twice`);
      }
    });

    test('is valid with one of two secrets, and with none when there is none', () => {
      assert.ok(isValid(call, ['another', call.secret]));
      assert.ok(!isValid(call, []));
    });

    if (call.at === 0) return;
    test('is valid only near its time', () => {
      assert.ok(isValid({ ...call, at: call.at + 299 }));
      assert.ok(isValid({ ...call, at: call.at - 299 }));
      assert.ok(!isValid({ ...call, at: call.at + 301 }));
      assert.ok(!isValid({ ...call, at: call.at - 301 }));
      const verify = { ...call.verify, tolerance_seconds: 600 };
      assert.ok(isValid({ ...call, verify, at: call.at + 599 }));
    });
  });
}
