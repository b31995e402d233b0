import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWorkKeeper, findWork, forgetOldWork, forgetWork, type WorkOwner } from './kept-work.ts';
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

function keepWork(storage: Storage, of: WorkOwner, kept: UnsavedWork, at: number): boolean {
  return createWorkKeeper(storage, of, () => at).keep(kept);
}

test('a page that ends late does not remove the work of the next page', () => {
  const storage = new MemoryStorage();
  const first = createWorkKeeper(storage, owner('one'), () => 1);
  first.keep(work('First'));
  const next = createWorkKeeper(storage, owner('one'), () => 2);
  next.keep(work('Next'));
  first.keep(undefined);
  assert.equal(findWork(storage, owner('one')).own?.work.content.name, 'Next');
  next.keep(undefined);
  assert.equal(findWork(storage, owner('one')).own, undefined);
});

test('a page removes what it took over from the one before', () => {
  const storage = new MemoryStorage();
  keepWork(storage, owner('one'), work('First'), 1);
  createWorkKeeper(storage, owner('one'), () => 2).keep(undefined);
  assert.equal(storage.length, 0);
});

test('a reloaded tab finds its own work', () => {
  const storage = new MemoryStorage();
  assert.ok(keepWork(storage, owner('one'), work('Mine'), 1_000));
  assert.deepEqual(findWork(storage, owner('one')).own?.work, work('Mine'));
  forgetWork(storage, owner('one'));
  assert.equal(findWork(storage, owner('one')).own, undefined);
});

test('the work of other tabs is found apart, the latest first', () => {
  const storage = new MemoryStorage();
  keepWork(storage, owner('other'), work('Older'), 1_000);
  keepWork(storage, owner('third'), work('Newer'), 2_000);
  const { own, others } = findWork(storage, owner('one'));
  assert.equal(own, undefined);
  assert.deepEqual(
    others.map(({ tabId }) => tabId),
    ['third', 'other'],
  );
});

test('nobody finds the work of another user or of another workflow', () => {
  const storage = new MemoryStorage();
  keepWork(storage, owner('one', 'ben'), work('Ben'), 1_000);
  keepWork(storage, { ...owner('one'), workflowId: 'refunds' }, work('Refunds'), 1_000);
  assert.deepEqual(findWork(storage, owner('one')), { own: undefined, others: [] });
});

test('a full storage is told, and broken entries are ignored', () => {
  const storage = new MemoryStorage();
  storage.setItem('heddle.unsaved.ann.orders.bad', '{"keptAt": 1, "work": {"base": 1}}');
  storage.setItem('heddle.unsaved.ann.orders.worse', 'not JSON');
  storage.room = 10;
  assert.ok(!keepWork(storage, owner('one'), work('Mine'), 1_000));
  assert.deepEqual(findWork(storage, owner('one')), { own: undefined, others: [] });
});

test('work to which nobody came back for a month is removed', () => {
  const storage = new MemoryStorage();
  keepWork(storage, owner('one'), work('Mine'), 1_000);
  storage.setItem('other', 'stays');
  forgetOldWork(storage, 31 * 24 * 3_600_000);
  assert.deepEqual([storage.length, storage.getItem('other')], [1, 'stays']);
});
