import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { describeJsonProblem, tokenizeJson } from './json-tokens.ts';

suite('JSON with templates in it', () => {
  test('keys, texts, numbers and the code of templates are told apart', () => {
    const source = '{"a": "x {{ input.b }}", "c": [1.5, true]}';
    const shown = tokenizeJson(source).map(({ kind, from, to }) => `${kind}:${source.slice(from, to)}`);
    assert.deepEqual(shown, [
      'key:"a"',
      'string:"x ',
      'brace:{{',
      'name:input',
      'operator:.',
      'name:b',
      'brace:}}',
      'string:"',
      'key:"c"',
      'number:1.5',
      'constant:true',
    ]);
  });

  test('problems are told, with their line where the browser says it', () => {
    assert.equal(describeJsonProblem('{"a": 1}'), undefined);
    assert.match(describeJsonProblem('{\n"a": }')?.message ?? '', /^This is not JSON: /);
    assert.equal(describeJsonProblem('{\n"a": "\u0001"}')?.line, 2);
  });
});
