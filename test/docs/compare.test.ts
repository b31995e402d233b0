import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDifference } from './support/compare.ts';

const json = (expected: unknown, got: unknown) =>
  findDifference({ form: 'json', text: JSON.stringify(expected) }, JSON.stringify(got));

test('a shown answer matches what it leaves open, and nothing else', () => {
  assert.equal(json({ id: '…', list: [1, '…'] }, { id: 'a', list: [1, 2, 3] }), undefined);
  assert.equal(json({ a: 1, '…': '…' }, { a: 1, b: 2 }), undefined);
  assert.equal(json({ url: 'http://…/x' }, { url: 'http://a/b/x' }), undefined);
  assert.equal(json({ a: 1 }, { a: 1, b: 2 }), '$.b is not shown');
  assert.equal(json({ a: 1, b: '…' }, { a: 1 }), '$.b is missing');
  assert.equal(json([{ a: '1' }], [{ a: 1 }]), '$[0].a is 1 instead of "1"');
  assert.equal(json([1], [1, 2]), '$ has 2 items instead of 1');
  assert.equal(findDifference({ form: 'text', text: 'run … ended' }, 'run 7 ended\n'), undefined);
  assert.equal(findDifference({ form: 'text', text: 'a.c' }, 'abc'), 'the text is "abc" instead of "a.c"');
  assert.equal(findDifference({ form: 'lines', text: '{"a":1}\n…' }, '{"a":1}\n{"b":2}'), undefined);
  assert.equal(findDifference({ form: 'lines', text: '{"a":1}' }, '{"a":2}'), 'line 1: $.a is 2 instead of 1');
  assert.equal(findDifference({ form: 'json', text: '{}' }, 'oops'), 'what was printed is not JSON');
});
