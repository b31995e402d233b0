import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BitSet, BitTable } from './bit-set.ts';

const SIZE = 70;
const numbers = fc.uniqueArray(fc.integer({ min: 0, max: SIZE - 1 }));

function bits(members: readonly number[]): BitSet {
  const set = new BitSet(SIZE);
  for (const member of members) set.add(member);
  return set;
}

function sorted(members: Iterable<number>): number[] {
  return [...members].sort((a, b) => a - b);
}

test('a bit set behaves like a set', () => {
  fc.assert(
    fc.property(numbers, numbers, (first, second) => {
      const [a, b] = [new Set(first), new Set(second)];
      assert.deepEqual(bits(first).members(), sorted(a));
      for (let member = 0; member < SIZE; member++) assert.equal(bits(first).has(member), a.has(member));

      const union = bits(first);
      union.addAll(bits(second));
      assert.deepEqual(union.members(), sorted(a.union(b)));
      const intersection = bits(first);
      intersection.retainAll(bits(second));
      assert.deepEqual(intersection.members(), sorted(a.intersection(b)));
      const difference = bits(first);
      assert.equal(difference.removeAll(bits(second)), !a.isDisjointFrom(b));
      assert.deepEqual(difference.members(), sorted(a.difference(b)));
      assert.equal(bits(first).firstNotIn(bits(second)), sorted(a.difference(b))[0]);
      assert.equal(bits(first).isSubsetOf(bits(second)), a.isSubsetOf(b));
    }),
  );
});

test('a copy is independent of its original', () => {
  const original = bits([1, 40]);
  const copy = original.copy();
  copy.add(2);
  original.delete(40);
  original.delete(3);
  assert.deepEqual(copy.members(), [1, 2, 40]);
  assert.deepEqual(original.members(), [1]);
});

test('a filled set has every member', () => {
  const full = bits([]);
  full.fill();
  assert.deepEqual(full.members().slice(0, SIZE), [...Array(SIZE).keys()]);
});

test('a table has as many rows as it was created with', () => {
  const table = new BitTable(2, SIZE);
  table.row(1).add(3);
  assert.deepEqual(table.row(0).members(), []);
  assert.deepEqual(table.row(1).members(), [3]);
  assert.throws(() => table.row(2), RangeError);
});
