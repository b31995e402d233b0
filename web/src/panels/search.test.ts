import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDeliveriesSearch, readPanelsSearch, toPanelListQuery } from './search.ts';

test('the address of the list keeps what it knows', () => {
  const known = { text: 'shop', ownership: 'mine', page: 3 } as const;
  assert.deepEqual(readPanelsSearch({ ...known, more: 1 }), known);
  assert.deepEqual(readPanelsSearch({ text: 7, ownership: 'all', page: '1' }), { text: '7' });
  assert.deepEqual(readPanelsSearch({ text: '', page: -1 }), {});
  assert.deepEqual(toPanelListQuery({ text: 'a', page: 3 }), { text: 'a', skip: 100, limit: 50 });
});

test('the address of the log of deliveries keeps what it knows', () => {
  const known = { state: 'failed', event: 'file.stored', page: 2 } as const;
  assert.deepEqual(readDeliveriesSearch({ ...known, page: '2' }), known);
  assert.deepEqual(readDeliveriesSearch({ state: 'lost', event: 'file.eaten', page: 'x' }), {});
});
