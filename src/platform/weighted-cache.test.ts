import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WeightedCache } from './weighted-cache.ts';

const lengths = () => new WeightedCache<string, string>({ most: 5, weigh: text => text.length });
const kept = (cache: WeightedCache<string, string>, ...keys: string[]) =>
  keys.filter(key => cache.peek(key) !== undefined);

test('what was not used for longest goes first', () => {
  const cache = lengths();
  for (const key of ['a', 'b', 'c']) assert.equal(cache.add(key, 'xx'), 'xx');
  assert.deepEqual(kept(cache, 'a', 'b', 'c'), ['b', 'c']);
  assert.equal(cache.get('b'), 'xx');
  cache.add('d', 'x');
  cache.add('e', 'x');
  assert.deepEqual(kept(cache, 'b', 'c', 'd', 'e'), ['b', 'd', 'e']);
});

test('a value that takes the place of another weighs instead of it', () => {
  const cache = lengths();
  for (let time = 0; time < 5; time++) cache.add('a', 'xxxx');
  cache.add('b', 'x');
  assert.deepEqual(kept(cache, 'a', 'b'), ['a', 'b']);
});

test('a value that weighs too much stays alone until the next one comes', () => {
  const cache = lengths();
  cache.add('a', 'x');
  cache.add('b', 'xxxxxx');
  assert.deepEqual(kept(cache, 'a', 'b'), ['b']);
  cache.add('c', 'x');
  assert.deepEqual(kept(cache, 'b', 'c'), ['c']);
});
