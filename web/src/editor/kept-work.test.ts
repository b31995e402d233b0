import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findWork, forgetOldWork, forgetWork, keepWork } from './kept-work.ts';
import type { UnsavedWork } from './saving.ts';

class MemoryStorage implements Storage {
  private readonly entries = new Map<string, string>();
  room = Number.POSITIVE_INFINITY;

  get length(): number {
    return this.entries.size;
  }
  clear(): void {
    this.entries.clear();
  }
  getItem(key: string): string | null {
    return this.entries.get(key) ?? null;
  }
  key(index: number): string | null {
    return [...this.entries.keys()][index] ?? null;
  }
  removeItem(key: string): void {
    this.entries.delete(key);
  }
  setItem(key: string, value: string): void {
    if (value.length > this.room) throw new DOMException('full', 'QuotaExceededError');
    this.entries.set(key, value);
  }
}

const content = (name: string) => ({ name, description: '', definition: { nodes: [], edges: [] } });
const work = (name: string): UnsavedWork => ({
  base: { revisionId: 'r1', updated: 1, content: content('Before') },
  content: content(name),
  sent: null,
  conflicts: [],
});
const owner = (tabId: string, userId = 'ann') => ({ userId, workflowId: 'orders', tabId });
const MINUTE = 60_000;

test('a reloaded tab finds its own work, at once', () => {
  const storage = new MemoryStorage();
  assert.ok(keepWork(storage, owner('one'), work('Mine'), 1_000));
  const { own, abandoned } = findWork(storage, owner('one'), 1_001);
  assert.deepEqual(own?.work, work('Mine'));
  assert.equal(abandoned, undefined);
  forgetWork(storage, owner('one'));
  assert.equal(findWork(storage, owner('one'), 1_001).own, undefined);
});

test('the work of another tab is left behind when that has been silent', () => {
  const storage = new MemoryStorage();
  keepWork(storage, owner('other'), work('Older'), 1_000);
  keepWork(storage, owner('third'), work('Newer'), 2_000);
  assert.equal(findWork(storage, owner('one'), 20_000).abandoned, undefined);
  assert.equal(findWork(storage, owner('one'), 2 * MINUTE).abandoned?.work.content.name, 'Newer');
  assert.equal(findWork(storage, owner('one'), 2 * MINUTE).own, undefined);
});

test('nobody finds the work of another user or of another workflow', () => {
  const storage = new MemoryStorage();
  keepWork(storage, owner('one', 'ben'), work('Ben'), 1_000);
  keepWork(storage, { ...owner('one'), workflowId: 'refunds' }, work('Refunds'), 1_000);
  assert.deepEqual(findWork(storage, owner('one'), 5 * MINUTE), { own: undefined, abandoned: undefined });
});

test('a full storage is told, and broken entries are ignored', () => {
  const storage = new MemoryStorage();
  storage.setItem('heddle.unsaved.ann.orders.bad', '{"keptAt": 1, "work": {"base": 1}}');
  storage.setItem('heddle.unsaved.ann.orders.worse', 'not JSON');
  storage.room = 10;
  assert.ok(!keepWork(storage, owner('one'), work('Mine'), 1_000));
  assert.deepEqual(findWork(storage, owner('one'), 5 * MINUTE), { own: undefined, abandoned: undefined });
});

test('work to which nobody came back for a month is removed', () => {
  const storage = new MemoryStorage();
  keepWork(storage, owner('one'), work('Mine'), 1_000);
  storage.setItem('other', 'stays');
  forgetOldWork(storage, 31 * 24 * 60 * MINUTE);
  assert.deepEqual([storage.length, storage.getItem('other')], [1, 'stays']);
});
