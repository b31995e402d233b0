import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { createSealer } from './envelope.ts';
import { type InstallationKey, type KeyRing, newInstallationKey } from './installation-keys.ts';
import { SealingError } from './sealing.ts';

function keyRing(...keys: [InstallationKey, ...InstallationKey[]]): KeyRing {
  return { newest: () => keys[0], find: id => keys.find(key => key.id === id) };
}

const old = newInstallationKey();
const recent = newInstallationKey();
const sealer = createSealer(keyRing(recent, old));
const oldSealer = createSealer(keyRing(old));

const CHANGED = { name: 'SealingError', message: 'the secret was changed, or it belongs to another place' };

suite('a sealed secret', () => {
  test('opens at its place, whatever the text and the place are', () => {
    const text = fc.string({ unit: 'binary', maxLength: 300 });
    fc.assert(
      fc.property(text, text, (plain, context) => {
        assert.equal(sealer.open(sealer.seal(plain, context), context), plain);
      }),
    );
  });

  test('opens at no other place', () => {
    const text = fc.string({ maxLength: 30 });
    fc.assert(
      fc.property(text, text, (here, there) => {
        fc.pre(here !== there);
        assert.throws(() => sealer.open(sealer.seal('secret', here), there), CHANGED);
      }),
    );
  });

  test('does not open when any of its bytes is changed, or when bytes are missing or added', () => {
    const sealed = sealer.seal('a short secret', 'here');
    for (let at = 0; at < sealed.length; at++) {
      for (const bit of [0x01, 0x80]) {
        const changed = Buffer.from(sealed);
        changed.writeUInt8(changed.readUInt8(at) ^ bit, at);
        assert.throws(() => sealer.open(changed, 'here'), SealingError, `byte ${at}`);
      }
    }
    for (let length = 0; length < sealed.length; length++) {
      assert.throws(() => sealer.open(sealed.subarray(0, length), 'here'), SealingError, `${length} bytes`);
    }
    assert.throws(() => sealer.open(Buffer.concat([sealed, Buffer.of(0)]), 'here'), SealingError);
  });

  test('does not open with the data key of another secret', () => {
    const one = sealer.seal('one', 'here');
    const other = sealer.seal('two', 'here');
    const secretAt = one.length - 'one'.length - 28;
    const mixed = Buffer.concat([one.subarray(0, secretAt), other.subarray(secretAt)]);
    assert.throws(() => sealer.open(mixed, 'here'), CHANGED);
  });

  test('is never the same twice, and does not contain the text', () => {
    const text = 'a text that is easy to find';
    const sealed = Array.from({ length: 50 }, () => sealer.seal(text, 'here').toString('latin1'));
    assert.equal(new Set(sealed).size, 50);
    assert.ok(!sealed.some(each => each.includes(text.slice(0, 6))));
  });

  test('needs its key: the error tells which', () => {
    const message = `the secret is sealed with the key ${recent.id}, which the key file does not have`;
    assert.throws(() => oldSealer.open(sealer.seal('secret', 'here'), 'here'), { name: 'SealingError', message });
    assert.throws(() => oldSealer.rewrap(sealer.seal('secret', 'here')), { name: 'SealingError', message });
  });

  test('of no known format is refused', () => {
    const message = 'this is no sealed secret, or a newer version of Heddle sealed it';
    const later = sealer.seal('secret', 'here');
    later.writeUInt8(2, 0);
    for (const bytes of [later, Buffer.alloc(0), Buffer.from('secret')]) {
      assert.throws(() => sealer.open(bytes, 'here'), { name: 'SealingError', message });
    }
  });
});

suite('rotating the key', () => {
  test('wraps the data key again, and leaves the secret as it is', () => {
    const before = oldSealer.seal('secret', 'here');
    const after = sealer.rewrap(before) ?? assert.fail('it was not wrapped again');
    assert.equal(createSealer(keyRing(recent)).open(after, 'here'), 'secret');
    assert.throws(() => oldSealer.open(after, 'here'), SealingError);
    assert.throws(() => sealer.open(after, 'there'), SealingError);
    const secretBytes = 'secret'.length + 28;
    assert.deepEqual(after.subarray(-secretBytes), before.subarray(-secretBytes));
  });

  test('does nothing with what is wrapped by the newest key', () => {
    assert.equal(sealer.rewrap(sealer.seal('secret', 'here')), undefined);
  });

  test('refuses bytes that were changed', () => {
    const sealed = oldSealer.seal('secret', 'here');
    sealed.writeUInt8(sealed.readUInt8(30) ^ 1, 30);
    assert.throws(() => sealer.rewrap(sealed), SealingError);
  });
});

test('derived keys differ by purpose and by key, and are the same in every process', () => {
  assert.deepEqual(sealer.deriveKey('states'), createSealer(keyRing(recent)).deriveKey('states'));
  assert.notDeepEqual(sealer.deriveKey('states'), sealer.deriveKey('others'));
  assert.notDeepEqual(sealer.deriveKey('states'), oldSealer.deriveKey('states'));
  assert.equal(sealer.deriveKey('states').length, 32);
});
