import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokenizeScript } from './script-tokens.ts';

function kinds(source: string): string[] {
  return tokenizeScript(source).map(({ kind, from, to }) => `${kind} ${source.slice(from, to)}`);
}

test('keywords, texts, numbers and comments have their colours, and names have none', () => {
  assert.deepEqual(kinds('export default (a) => "it\\"s" + `b\n` + 1.5; // done'), [
    'keyword export',
    'keyword default',
    'string "it\\"s"',
    'string `b\n`',
    'number 1.5',
    'comment // done',
  ]);
  assert.deepEqual(kinds('newest /* open'), ['comment /* open']);
  assert.deepEqual(kinds("return 'open\nnull"), ['keyword return', "string 'open", 'constant null']);
});
