import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prettyJson } from './pretty-json.ts';

test('JSON is laid out, and everything else stays as it is', () => {
  assert.equal(prettyJson('{"a":[1]}'), '{\n  "a": [\n    1\n  ]\n}');
  assert.equal(prettyJson('"line\\nline"'), 'line\nline');
  for (const text of ['plain text', '{"a": [1, 2', '']) assert.equal(prettyJson(text), text);
});
