import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFiles, localPath, parseInput, readTypedInput } from './input.ts';

test('JSON becomes a value, and what was cut stays a text', () => {
  assert.deepEqual(parseInput('{"a":[1]}'), { a: [1] });
  assert.equal(parseInput('{"a":[1'), '{"a":[1');
});

test('only an object is an input, and nothing typed is an empty one', () => {
  assert.deepEqual(readTypedInput(' '), { value: {} });
  assert.deepEqual(readTypedInput('{"a":1}'), { value: { a: 1 } });
  assert.deepEqual(readTypedInput('[1]'), { problem: 'The input must be an object: {"name": "value"}' });
  assert.ok('problem' in readTypedInput('{'));
});

test('files are found anywhere in an output', () => {
  const file = { file_id: 'f1', filename: 'a.pdf', content_type: 'x', file_url: 'http://h/file?id=f1', size: 3 };
  assert.deepEqual(findFiles({ body: [{ nested: file }], x: null }, ['f2', 'f1']), [{ file_id: 'f2' }, file]);
  assert.deepEqual(findFiles(undefined, []), []);
});

test('a link leads to this host', () => {
  assert.equal(localPath('https://heddle.example.org/file?id=1&secret=2'), '/file?id=1&secret=2');
});
