import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { suite, test } from 'node:test';
import { isTokenValid, readKeySet, readToken, type TokenKey } from './tokens.ts';

const NOW = 1_700_000_000;
const rules = { issuer: undefined, audience: undefined, toleranceSeconds: 300 };

function isValid(token: string, keys: readonly TokenKey[], given = {}, now = NOW): boolean {
  const read = readToken(`Bearer ${token}`);
  return read !== undefined && isTokenValid(read, keys, { ...rules, ...given }, now * 1000);
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function issue(header: { alg: string }, claims: object, key: KeyObject | string): string {
  const signed = `${encode(header)}.${encode(claims)}`;
  const digest = `sha${header.alg.slice(2)}`;
  const signature =
    typeof key === 'string'
      ? createHmac(digest, key).update(signed).digest()
      : sign(digest, Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const secret: TokenKey = { kind: 'secret', secret: 'hush', algorithm: undefined };
const publicKey = (key: KeyObject): TokenKey => ({ kind: 'public', key, algorithm: undefined, id: undefined });
const fresh = { exp: NOW + 60, iss: 'https://issuer', aud: ['us', 'them'] };

suite('a token', () => {
  test('of RFC 7515, A.3 is valid with its key, before it expires', () => {
    const token =
      'eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ' +
      '.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q';
    const x = 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU';
    const y = 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0';
    const keys = readKeySet({
      keys: [{ kty: 'EC', crv: 'P-256', x, y }, { kty: 'oct', k: 'AAAA' }, 'x', { kty: 'RSA' }],
    });
    assert.equal(keys.length, 1);
    assert.ok(isValid(token, keys, {}, 1_300_819_000));
    assert.ok(isValid(token, keys, { issuer: 'joe' }, 1_300_819_000));
    assert.ok(!isValid(token, keys, { issuer: 'jim' }, 1_300_819_000));
    assert.ok(!isValid(token, keys, {}, 1_300_819_380 + 301));
  });

  test('is valid with the key that signed it', () => {
    assert.ok(isValid(issue({ alg: 'HS256' }, fresh, 'hush'), [secret]));
    assert.ok(
      isValid(issue({ alg: 'RS256' }, fresh, rsa.privateKey), [publicKey(ec.publicKey), publicKey(rsa.publicKey)]),
    );
    assert.ok(isValid(issue({ alg: 'ES256' }, fresh, ec.privateKey), [publicKey(ec.publicKey)]));
    assert.ok(!isValid(issue({ alg: 'HS256' }, fresh, 'other'), [secret]));
    assert.ok(!isValid(issue({ alg: 'RS256' }, fresh, rsa.privateKey), [publicKey(ec.publicKey)]));
  });

  test('can not choose another algorithm than that of the key', () => {
    const pem = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString();
    // The public key as the secret of an HMAC, which is the oldest trick.
    assert.ok(!isValid(issue({ alg: 'HS256' }, fresh, pem), [publicKey(rsa.publicKey)]));
    assert.ok(!isValid(issue({ alg: 'HS512' }, fresh, 'hush'), [{ ...secret, algorithm: 'HS256' }]));
    for (const alg of ['none', 'None', 'HS1', 'toString', '__proto__']) {
      assert.ok(!isValid(`${encode({ alg })}.${encode(fresh)}.AA`, [secret, publicKey(rsa.publicKey)]), alg);
    }
    assert.ok(!isValid(`${encode({ alg: 'none' })}.${encode(fresh)}.`, [secret]));
    const critical = issue({ alg: 'HS256', crit: ['x'] } as { alg: string }, fresh, 'hush');
    assert.ok(!isValid(critical, [secret]));
  });

  test('must be for us, from the issuer, and of this time', () => {
    const claims = (changes: object) => issue({ alg: 'HS256' }, { ...fresh, ...changes }, 'hush');
    assert.ok(isValid(claims({}), [secret], { issuer: 'https://issuer', audience: 'us' }));
    assert.ok(isValid(claims({ aud: 'us' }), [secret], { audience: 'us' }));
    assert.ok(!isValid(claims({ aud: undefined }), [secret], { audience: 'us' }));
    assert.ok(!isValid(claims({}), [secret], { audience: 'u' }));
    assert.ok(!isValid(claims({ exp: undefined }), [secret]));
    assert.ok(!isValid(claims({ exp: NOW - 301 }), [secret]));
    assert.ok(!isValid(claims({ nbf: NOW + 301 }), [secret]));
    assert.ok(isValid(claims({ nbf: NOW + 299 }), [secret]));
    assert.ok(!isValid(claims({ nbf: '0' }), [secret]));
  });

  test('is refused when it is no token', () => {
    for (const text of ['', 'a.b', 'a.b.c', 'a.b.c.d', `${encode({})}.${encode([1])}.AA`, 'x'.repeat(20_000)]) {
      assert.equal(readToken(`Bearer ${text}`), undefined, text.slice(0, 20));
    }
    assert.equal(readToken(undefined), undefined);
    assert.equal(readToken('Basic YTpi'), undefined);
  });
});
