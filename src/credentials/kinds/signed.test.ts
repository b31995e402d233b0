import assert from 'node:assert/strict';
import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import { suite, test } from 'node:test';
import type { AuthorizedHop } from '../../platform/outbound/outbound.ts';
import { hmac, jwt } from './signed.ts';

const hop: AuthorizedHop = { url: new URL('https://shop.test/'), method: 'POST', headers: [], body: '{"a":1}' };
const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const ed25519 = generateKeyPairSync('ed25519').privateKey;

function headerOf(values: Record<string, unknown>, kind = jwt): readonly [name: string, value: string] | undefined {
  return kind.apply?.(hop, values).hop.headers.at(-1);
}

/** The parts of the token of a credential. */
function readToken(values: Record<string, unknown>) {
  const [, value = ''] = headerOf(values) ?? [];
  const [head = '', payload = '', signature = ''] = value.replace('Bearer ', '').split('.');
  const read = (part: string): Record<string, unknown> => JSON.parse(Buffer.from(part, 'base64url').toString());
  const signed = Buffer.from(`${head}.${payload}`);
  return { head: read(head), payload: read(payload), signed, signature: Buffer.from(signature, 'base64url') };
}

suite('a signed token', () => {
  for (const digest of ['sha256', 'sha384', 'sha512']) {
    const bits = digest.slice(3);
    test(`is signed with ${digest} by RS${bits}, PS${bits}, ES${bits} and HS${bits}`, () => {
      const curve = { sha256: 'P-256', sha384: 'P-384', sha512: 'P-521' }[digest] ?? '';
      const ec = generateKeyPairSync('ec', { namedCurve: curve }).privateKey;
      const keys = {
        RS: { private: rsa, more: {} },
        PS: { private: rsa, more: { padding: 6, saltLength: Number(bits) / 8 } },
        ES: { private: ec, more: { dsaEncoding: 'ieee-p1363' as const } },
      };
      for (const [family, key] of Object.entries(keys)) {
        const algorithm = family + bits;
        const { head, signed, signature } = readToken({ private_key: pem(key.private), algorithm });
        assert.deepEqual(head, { alg: algorithm, typ: 'JWT' });
        assert.ok(verify(digest, signed, { key: createPublicKey(key.private), ...key.more }, signature), algorithm);
      }
      const { signed, signature } = readToken({ private_key: 'shared', algorithm: `HS${bits}` });
      assert.deepEqual(signature, createHmac(digest, 'shared').update(signed).digest());
    });
  }

  test('is signed by EdDSA, and names its key', () => {
    const { head, signed, signature } = readToken({ private_key: pem(ed25519), algorithm: 'EdDSA', key_id: 'k1' });
    assert.deepEqual(head, { alg: 'EdDSA', typ: 'JWT', kid: 'k1' });
    assert.ok(verify(null, signed, createPublicKey(ed25519), signature));
  });

  test('is valid for five minutes or as long as the credential says, from a little before now', () => {
    const nowSeconds = Math.floor(Date.now() / 1000);
    for (const [more, seconds] of [
      [{}, 300],
      [{ lifetime_seconds: 7 }, 7],
    ] as const) {
      const { iat, exp, iss } = readToken({
        private_key: 'x',
        algorithm: 'HS256',
        claims: { iss: 'a' },
        ...more,
      }).payload;
      assert.deepEqual([Number(exp) - Number(iat), iss], [seconds, 'a']);
      assert.ok(Number(iat) >= nowSeconds - 5 && Number(iat) <= Date.now() / 1000 - 5);
    }
    const { payload } = readToken({ private_key: 'x', algorithm: 'HS256', claims: { iat: 1, exp: 2 } });
    assert.deepEqual(payload, { iat: 1, exp: 2 }, 'claims of the credential come first');
  });

  test('is a secret itself, and what it replaces is gone', () => {
    const before: AuthorizedHop = {
      ...hop,
      headers: [
        ['authorization', 'of the step'],
        ['accept', '*/*'],
      ],
    };
    const applied = jwt.apply?.(before, { private_key: 'x', algorithm: 'HS256' });
    const [token] = applied?.derived ?? [];
    assert.deepEqual(applied?.hop.headers, [
      ['accept', '*/*'],
      ['Authorization', `Bearer ${token}`],
    ]);
    assert.match(headerOf({ private_key: 'x', algorithm: 'HS256', header: 'X-Token' })?.[1] ?? '', /^ey\S+$/);
    assert.match(headerOf({ private_key: 'x', algorithm: 'HS256', prefix: 'JWT ' })?.[1] ?? '', /^JWT ey\S+$/);
  });

  test('needs a key of its algorithm, and the error does not quote the key', () => {
    for (const [key, algorithm] of [
      [ed25519, 'ES256'],
      [ed25519, 'RS256'],
      [rsa, 'ES256'],
      [rsa, 'EdDSA'],
      [p256, 'PS256'],
      [p256, 'EdDSA'],
    ] as const) {
      const message = `the field 'private_key' is not a key for ${algorithm}`;
      assert.throws(() => headerOf({ private_key: pem(key), algorithm }), { name: 'UnusableField', message });
    }
    const message = "the field 'private_key' is not a private key as PEM";
    assert.throws(() => headerOf({ private_key: 's3cret', algorithm: 'RS256' }), { name: 'UnusableField', message });
  });

  test('is refused with claims that are no object, a life of no second or more than a day, and no name of a header', () => {
    const problem = "'lifetime_seconds' must be between 1 and 86400";
    for (const [values, expected] of [
      [{}, undefined],
      [{ claims: { a: 1 }, lifetime_seconds: 1 }, undefined],
      [{ lifetime_seconds: 86_400, header: 'X-Token' }, undefined],
      [{ lifetime_seconds: 0.5 }, problem],
      [{ lifetime_seconds: 86_401 }, problem],
      [{ lifetime_seconds: Number.NaN }, problem],
      [{ claims: ['a'] }, "'claims' must be a JSON object"],
    ] as const) {
      assert.equal(jwt.check?.(values), expected, JSON.stringify(values));
    }
    assert.notEqual(jwt.check?.({ header: 'two words' }), undefined);
  });
});

suite('a signature', () => {
  test('is that of the body, by sha256 and in hex unless the credential says otherwise', () => {
    const digest = (algorithm: string) => createHmac(algorithm, 's3cret').update('{"a":1}');
    assert.deepEqual(headerOf({ secret: 's3cret', header: 'X-Sign' }, hmac), [
      'X-Sign',
      digest('sha256').digest('hex'),
    ]);
    for (const algorithm of ['sha1', 'sha256', 'sha384', 'sha512']) {
      for (const encoding of ['hex', 'base64', 'base64url'] as const) {
        const values = { secret: 's3cret', header: 'X-Sign', algorithm, encoding, prefix: 'v1=' };
        assert.deepEqual(headerOf(values, hmac), ['X-Sign', `v1=${digest(algorithm).digest(encoding)}`]);
      }
    }
  });

  test('is a secret itself, and needs names of headers', () => {
    const applied = hmac.apply?.(hop, { secret: 's3cret', header: 'X-Sign' });
    assert.deepEqual(applied?.derived, [applied?.hop.headers[0]?.[1]]);
    assert.equal(hmac.check?.({ header: 'X-Sign' }), undefined);
    assert.notEqual(hmac.check?.({ header: 'X Sign' }), undefined);
    assert.notEqual(hmac.check?.({ header: 'X-Sign', timestamp_header: 'X Time' }), undefined);
  });
});
