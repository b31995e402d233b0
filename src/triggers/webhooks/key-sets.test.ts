import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import type { OutboundHttp } from '../../platform/outbound/outbound.ts';
import { createKeySets } from './key-sets.ts';

const URL = 'https://issuer.example/keys';
const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const KEYS = Buffer.from(
  JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'ES256' }] }),
);

/** A key server, and a clock that stands still. */
function openServer() {
  const server = { isUp: true, asked: 0, now: 1_000_000_000 };
  const request: OutboundHttp['request'] = async ({ url }) => {
    server.asked++;
    return { status: server.isUp ? 200 : 503, headers: {}, body: KEYS, url };
  };
  return { server, keySets: createKeySets({ request }, () => server.now) };
}

test('a key server that is down is not asked at each call', async () => {
  const { server, keySets } = openServer();
  server.isUp = false;
  for (let call = 0; call < 5; call++) assert.equal(await keySets.find(URL, 'one'), undefined);
  assert.equal(server.asked, 1);
  server.isUp = true;
  server.now += 10_000;
  assert.equal((await keySets.find(URL, 'one'))?.length, 1);
  assert.equal(server.asked, 2);
});

test('keys are used on while their server is down, and it is not asked at each call', async () => {
  const { server, keySets } = openServer();
  await keySets.find(URL, 'one');
  server.isUp = false;
  server.now += 30 * 60_000;
  for (let call = 0; call < 5; call++) assert.equal((await keySets.find(URL, 'one'))?.length, 1);
  assert.equal(server.asked, 2);
  server.now += 31 * 60_000;
  assert.equal(await keySets.find(URL, 'one'), undefined);
});
