import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWorkKeeper, findWork, moveEarlierWork } from './kept-work.ts';
import type { UnsavedWork } from './saving.ts';
import type { WorkEntry, WorkKey, WorkTable } from './work-database.ts';

/** What the table of the browser promises, in memory. */
class MemoryTable implements WorkTable {
  readonly entries = new Map<string, WorkEntry>();
  isRefused = false;

  async list(userId: string, workflowId: string): Promise<unknown[]> {
    this.#refuse();
    return [...this.entries.values()].filter(entry => entry.userId === userId && entry.workflowId === workflowId);
  }
  async put(entry: WorkEntry): Promise<void> {
    this.#refuse();
    this.entries.set(keyOf(entry), structuredClone(entry));
  }
  async remove(key: WorkKey, pages?: ReadonlySet<string>): Promise<void> {
    this.#refuse();
    const page = this.entries.get(keyOf(key))?.page;
    if (!pages || (page !== undefined && pages.has(page))) this.entries.delete(keyOf(key));
  }
  async removeOlderThan(time: number): Promise<void> {
    this.#refuse();
    for (const [key, { keptAt }] of this.entries) if (keptAt < time) this.entries.delete(key);
  }
  #refuse(): void {
    if (this.isRefused) throw new DOMException('no', 'InvalidStateError');
  }
}

function keyOf({ userId, workflowId, tabId }: WorkKey): string {
  return `${userId} ${workflowId} ${tabId}`;
}

const content = (name: string) => ({ name, description: '', definition: { nodes: [], edges: [] } });
const work = (name: string): UnsavedWork => ({
  base: { revisionId: 'r1', updated: 1, content: content('Before') },
  content: content(name),
  sent: null,
  conflicts: [],
});
const owner = (tabId: string, userId = 'ann') => ({ userId, workflowId: 'orders', tabId });

/** Opens a page of the editor. */
async function openPage(table: WorkTable, key: WorkKey, page: string, at = 1) {
  const { own: found } = await findWork(table, key, at);
  return createWorkKeeper(table, key, { page, found, now: () => at });
}

async function keepWork(table: WorkTable, key: WorkKey, kept: UnsavedWork, at: number): Promise<boolean> {
  return (await openPage(table, key, `page of ${key.tabId}`, at)).keep(kept);
}

test('a page that ends late does not remove the work of the next page', async () => {
  const table = new MemoryTable();
  const first = await openPage(table, owner('one'), 'first');
  await first.keep(work('First'));
  const next = await openPage(table, owner('one'), 'next');
  await next.keep(work('Next'));
  await first.keep(undefined);
  assert.equal((await findWork(table, owner('one'), 1)).own?.work.content.name, 'Next');
  await next.keep(undefined);
  assert.equal((await findWork(table, owner('one'), 1)).own, undefined);
});

test('a page removes what it took over from the one before', async () => {
  const table = new MemoryTable();
  await keepWork(table, owner('one'), work('First'), 1);
  await (await openPage(table, owner('one'), 'next')).keep(undefined);
  assert.equal(table.entries.size, 0);
});

test('a reloaded tab finds its own work', async () => {
  const table = new MemoryTable();
  assert.ok(await keepWork(table, owner('one'), work('Mine'), 1_000));
  assert.deepEqual((await findWork(table, owner('one'), 1_000)).own?.work, work('Mine'));
});

test('the work of other tabs is found apart, the latest first', async () => {
  const table = new MemoryTable();
  await keepWork(table, owner('other'), work('Older'), 1_000);
  await keepWork(table, owner('third'), work('Newer'), 2_000);
  const { own, others } = await findWork(table, owner('one'), 2_000);
  assert.equal(own, undefined);
  assert.deepEqual(
    others.map(({ tabId }) => tabId),
    ['third', 'other'],
  );
});

test('nobody finds the work of another user or of another workflow', async () => {
  const table = new MemoryTable();
  await keepWork(table, owner('one', 'ben'), work('Ben'), 1_000);
  await keepWork(table, { ...owner('one'), workflowId: 'refunds' }, work('Refunds'), 1_000);
  assert.deepEqual(await findWork(table, owner('one'), 1_000), { own: undefined, others: [], canKeep: true });
});

test('a browser that refuses to keep anything is told, and broken entries are ignored', async () => {
  const table = new MemoryTable();
  await table.put({ ...owner('bad'), keptAt: 1, page: 'a', work: { base: 1 } });
  assert.deepEqual(await findWork(table, owner('one'), 1), { own: undefined, others: [], canKeep: true });
  table.isRefused = true;
  assert.deepEqual(await findWork(table, owner('one'), 1), { own: undefined, others: [], canKeep: false });
  assert.equal(await keepWork(table, owner('one'), work('Mine'), 1_000), false);
});

test('work to which nobody came back for a month is removed', async () => {
  const table = new MemoryTable();
  await keepWork(table, owner('one'), work('Mine'), 1_000);
  await findWork(table, owner('two', 'ben'), 31 * 24 * 3_600_000);
  assert.equal(table.entries.size, 0);
});

test('what an earlier console kept is moved into the table, and nothing else', async () => {
  const table = new MemoryTable();
  const texts = new Map([
    ['heddle.unsaved.ann.orders.one', JSON.stringify({ keptAt: 5, work: work('Earlier') })],
    ['heddle.unsaved.ann.orders.two', 'not JSON'],
    ['other', 'stays'],
  ]);
  const storage = {
    get length() {
      return texts.size;
    },
    key: (index: number) => [...texts.keys()][index] ?? null,
    getItem: (key: string) => texts.get(key) ?? null,
    removeItem: (key: string) => void texts.delete(key),
  };
  table.isRefused = true;
  await assert.rejects(moveEarlierWork(storage, table));
  assert.equal(texts.size, 3);
  table.isRefused = false;
  await moveEarlierWork(storage, table);
  assert.deepEqual([...texts], [['other', 'stays']]);
  const { own } = await findWork(table, owner('one'), 6);
  assert.deepEqual([own?.keptAt, own?.work], [5, work('Earlier')]);
});
