import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { codeParts, tokensOf } from './code-language.ts';

function shown(source: string, problemLine?: number): string[] {
  return codeParts(source, tokensOf(source, 'template'), problemLine).map(({ text, className }) =>
    className === '' ? text : `${className}:${text}`,
  );
}

suite('the coloured parts of a text', () => {
  test('an empty text has none', () => {
    assert.deepEqual(shown(''), []);
    assert.deepEqual(shown('', 1), []);
  });

  test('code has the colours of its tokens, and ordinary text has none', () => {
    assert.deepEqual(shown('Hello {{ input.name }}!'), [
      'Hello ',
      'code-brace:{{',
      ' ',
      'code-name:input',
      'code-operator:.',
      'code-name:name',
      ' ',
      'code-brace:}}',
      '!',
    ]);
  });

  test('together, they are the whole text, each where it begins', () => {
    const source = '{# a\nb #}\n{% for x in y %}\n{{ x | upper }}\n';
    const parts = codeParts(source, tokensOf(source, 'template'), 2);
    assert.equal(parts.map(({ text }) => text).join(''), source);
    assert.ok(parts.every(({ from, text }) => source.startsWith(text, from)));
  });

  test('the line of a problem is underlined, also through a token of several lines', () => {
    assert.deepEqual(shown('{# a\nb #}\nc', 2), ['code-comment:{# a\n', 'code-comment code-problem:b #}', '\nc']);
    assert.deepEqual(shown('a\nb', 2), ['a\n', 'code-problem:b']);
    assert.deepEqual(shown('a\nb', 9), ['a\n', 'code-problem:b']);
    assert.deepEqual(shown('a\n\nb', 2), ['a\n', '\nb']);
  });

  test('a very long text has no colours', () => {
    assert.equal(shown(`{{ a }}${' '.repeat(100_000)}`).length, 1);
  });
});
