import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createSealer } from '../platform/sealing/envelope.ts';
import { newInstallationKey } from '../platform/sealing/installation-keys.ts';
import { openSealedFields, readFields, sealFields } from './sealed-fields.ts';

function newSealer() {
  const key = newInstallationKey();
  return createSealer({ newest: () => key, find: id => (id === key.id ? key : undefined) });
}

const sealer = newSealer();
const { signal } = new AbortController();
const stored = { token: 's3cret', other: 'env:HEDDLE_SECRET_A' };
const row = { id: 'a', name: 'shop', version: 3, sealed: sealFields(sealer, { id: 'a', version: 3 }, stored) };

suite('the secret fields of a credential', () => {
  test('open as they were entered, and nothing of them is in what is stored', () => {
    assert.deepEqual(openSealedFields(sealer, row), stored);
    assert.ok(!row.sealed.includes('s3cret'));
  });

  test('open in no other credential and no other version', () => {
    for (const moved of [{ id: 'b' }, { version: 2 }]) {
      assert.throws(() => openSealedFields(sealer, { ...row, ...moved }), { name: 'SealingError' });
    }
  });

  test('are read with those that are stored elsewhere', async () => {
    const asked: string[] = [];
    const readExternal = async (reference: string) => {
      asked.push(reference);
      return 'of the environment';
    };
    const secrets = { token: { source: 'value' as const }, other: { source: 'env' as const } };
    const read = await readFields({ sealer, readExternal }, { ...row, fields: { user: 'ann' }, secrets }, signal);
    assert.deepEqual(read, {
      values: { user: 'ann', token: 's3cret', other: 'of the environment' },
      secrets: ['s3cret', 'of the environment'],
    });
    assert.deepEqual(asked, ['env:HEDDLE_SECRET_A']);
  });

  test('that can not be decrypted fail the step with the name of the credential', async () => {
    const reader = { sealer: newSealer(), readExternal: async () => assert.fail('asked') };
    await assert.rejects(readFields(reader, { ...row, fields: {}, secrets: {} }, signal), {
      name: 'StepError',
      message: "The credential 'shop' can not be decrypted with the keys of this installation",
    });
  });
});
