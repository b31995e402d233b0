import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { draftKey, forgetOldDrafts, keepDraft, readKeptDraft } from './kept-draft.ts';

const DAY = 24 * 3_600_000;

function memoryStorage(): Storage {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    key: index => [...entries.keys()][index] ?? null,
    getItem: key => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: key => void entries.delete(key),
    clear: () => entries.clear(),
  };
}

suite('what was filled in', () => {
  const key = draftKey('ann', 'one');

  test('is kept for a user and an approval, until it is forgotten', () => {
    const storage = memoryStorage();
    const draft = { values: { amount: 5, file: { filename: 'a', data: 'QQ==' } }, comment: 'because' };
    keepDraft(storage, key, draft, 0);
    assert.deepEqual(readKeptDraft(storage, key), draft);
    assert.equal(readKeptDraft(storage, draftKey('ben', 'one')), undefined);
    keepDraft(storage, key, undefined, 0);
    assert.equal(readKeptDraft(storage, key), undefined);
  });

  test('is kept without files that are too large for the browser', () => {
    const storage = memoryStorage();
    const file = { filename: 'a', data: 'A'.repeat(1_000_000) };
    keepDraft(storage, key, { values: { amount: 5, file }, comment: '' }, 0);
    assert.deepEqual(readKeptDraft(storage, key)?.values, { amount: 5 });
  });

  test('does no harm where the storage is full or has something else', () => {
    const storage = memoryStorage();
    storage.setItem(key, '{"values": 1}');
    assert.equal(readKeptDraft(storage, key), undefined);
    storage.setItem(key, 'no JSON');
    assert.equal(readKeptDraft(storage, key), undefined);
    const full: Storage = {
      ...memoryStorage(),
      setItem: () => {
        throw new Error('full');
      },
    };
    assert.doesNotThrow(() => keepDraft(full, key, { values: {}, comment: 'x' }, 0));
  });

  test('is forgotten when the approval is over in any case', () => {
    const storage = memoryStorage();
    keepDraft(storage, key, { values: {}, comment: 'old' }, 0);
    keepDraft(storage, draftKey('ann', 'two'), { values: {}, comment: 'new' }, 20 * DAY);
    storage.setItem('another.key', 'x');
    forgetOldDrafts(storage, 40 * DAY);
    assert.equal(readKeptDraft(storage, key), undefined);
    assert.equal(readKeptDraft(storage, draftKey('ann', 'two'))?.comment, 'new');
    assert.equal(storage.getItem('another.key'), 'x');
  });
});
