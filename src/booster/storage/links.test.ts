import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { suite, test } from 'node:test';
import { verifyGrant } from './links.ts';

const SECRET = 'of the panel';
const FILE = '0199a000-0000-7000-8000-000000000001';

/** Signs a grant as the format says. */
function sign(granted: string, { secret = SECRET, file = FILE } = {}): string {
  return `${granted}-${createHmac('sha256', secret).update(`${file}/${granted}`).digest('base64url')}`;
}

suite('the signed part of a link', () => {
  test('says what is allowed, and until when', () => {
    assert.deepEqual(verifyGrant(SECRET, FILE, sign('1800000000-v')), {
      expiresAt: 1_800_000_000_000,
      download: false,
    });
    assert.deepEqual(verifyGrant(SECRET, FILE, sign('1-d')), { expiresAt: 1000, download: true });
    assert.deepEqual(verifyGrant(SECRET, FILE, sign('0-v')), { expiresAt: null, download: false });
  });

  test('is that of one file and one panel', () => {
    assert.equal(verifyGrant(SECRET, FILE, sign('0-v', { secret: 'of another' })), undefined);
    assert.equal(verifyGrant(SECRET, FILE, sign('0-v', { file: FILE.replace(/1$/, '2') })), undefined);
  });

  test('is refused with any character changed, added or missing', () => {
    const whole = sign('1800000000-v');
    for (let at = 0; at < whole.length; at++) {
      const [before, own, after] = [whole.slice(0, at), whole.charAt(at), whole.slice(at + 1)];
      assert.equal(verifyGrant(SECRET, FILE, before + after), undefined, `without ${at}`);
      // The neighbours of the last character differ only in bits that decoding ignores.
      for (const other of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_') {
        if (other !== own)
          assert.equal(verifyGrant(SECRET, FILE, before + other + after), undefined, `${other} at ${at}`);
      }
    }
    for (const text of [`${whole}A`, `x${whole}`, `${whole}\n`, ''])
      assert.equal(verifyGrant(SECRET, FILE, text), undefined);
  });

  test('is refused in any other form, however it was signed', () => {
    for (const granted of ['-5-v', '1e9-v', '1.5-v', '9999999999999-v', '1800000000-x', ' 1-v', '-v', '1-vd']) {
      assert.equal(verifyGrant(SECRET, FILE, sign(granted)), undefined, granted);
    }
  });
});
