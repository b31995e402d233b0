import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSizeProblem } from './definition-size.ts';

const limits = { definitionCharacters: 1_000, definitionValues: 50 };

test('a definition of usual size is accepted', () => {
  assert.equal(findSizeProblem({ nodes: [{ id: 'a', params: { text: 'x'.repeat(500) } }] }, limits), undefined);
  assert.equal(findSizeProblem('text', limits), undefined);
});

test('long texts and keys exceed the limit of characters', () => {
  const problem = 'has more than 1000 characters';
  assert.equal(findSizeProblem({ text: 'x'.repeat(1_000) }, limits), problem);
  assert.equal(findSizeProblem({ ['k'.repeat(1_000)]: 1 }, limits), problem);
  assert.equal(findSizeProblem(Array(20).fill('x'.repeat(60)), limits), problem);
});

test('too many values exceed the limit at any depth', () => {
  const problem = 'has more than 50 values';
  assert.equal(findSizeProblem(Array(100_000).fill(1), limits), problem);
  assert.equal(findSizeProblem({ nodes: [{ params: Array(60).fill({}) }] }, limits), problem);
  assert.equal(findSizeProblem(Object.fromEntries(Array(60).entries()), limits), problem);
  assert.equal(findSizeProblem(Array(49).fill(1), limits), undefined);
});

test('texts, keys and values count exactly', () => {
  const fits = (value: unknown, characters: number, values = 50) =>
    findSizeProblem(value, { definitionCharacters: characters, definitionValues: values }) === undefined;
  const table: [value: unknown, characters: number, values: number][] = [
    ['abc', 6, 1],
    [{}, 3, 1],
    [null, 3, 1],
    [{ key: 'abc' }, 15, 2],
    [['abc', 'de'], 14, 3],
    [{ a: [{ b: 1 }] }, 20, 4],
  ];
  for (const [value, characters, values] of table) {
    const outcomes = [
      fits(value, characters, values),
      fits(value, characters - 1),
      fits(value, characters, values - 1),
    ];
    assert.deepEqual(outcomes, [true, false, false], JSON.stringify(value));
  }
});
