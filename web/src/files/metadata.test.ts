import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offeredMinutes } from './lifetimes.ts';
import { parseMetadata } from './metadata.ts';
import { folderNameProblem } from './names.ts';

test('metadata is a JSON object whose keys the service accepts', () => {
  assert.deepEqual(parseMetadata('{"a": {"b": [1]}}'), { metadata: { a: { b: [1] } } });
  assert.deepEqual(parseMetadata(' '), { metadata: {} });
  for (const [text, problem] of [
    ['{', /^This is not JSON: /],
    ['[1]', /^Metadata must be a JSON object/],
    ['null', /^Metadata must be a JSON object/],
    ['{"a": [{"b.c": 1}]}', /^The key b\.c begins with \$ or has a dot/],
    ['{"$a": 1}', /^The key \$a/],
  ] as const) {
    const parsed = parseMetadata(text);
    assert.ok('problem' in parsed);
    assert.match(parsed.problem, problem);
  }
});

test('links have the lifetimes that the service allows', () => {
  assert.deepEqual(offeredMinutes(60), [5, 15, 60]);
  assert.deepEqual(offeredMinutes(1), [1]);
  assert.deepEqual(offeredMinutes(100), [5, 15, 60, 100]);
});

test('a new folder has a name that the service takes', () => {
  assert.equal(folderNameProblem('', 'docs_2026-a'), undefined);
  assert.match(folderNameProblem('', 'my docs') ?? '', /letters, digits/);
  assert.equal(folderNameProblem('docs', 'my docs'), undefined);
  for (const name of ['a/b', '..', ' a', 'a?', "it's"]) {
    assert.match(folderNameProblem('docs', name) ?? '', /can not have/, name);
  }
});
