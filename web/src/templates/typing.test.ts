import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { typeCharacter } from './typing.ts';

/** Types a text into a field, one character after the other, and shows the caret as `¦`. */
function typed(text: string): string {
  let source = '';
  let caret = 0;
  for (const character of text) {
    const change = typeCharacter(source, caret, character) ?? { insert: character, remove: 0, caret: 1 };
    source = source.slice(0, caret) + change.insert + source.slice(caret + change.remove);
    caret += change.caret;
  }
  return `${source.slice(0, caret)}¦${source.slice(caret)}`;
}

suite('typing braces', () => {
  test('closes them', () => {
    assert.equal(typed('{{'), '{{ ¦ }}');
    assert.equal(typed('a {%'), 'a {% ¦ %}');
  });

  test('gives the same text whether or not the end is typed', () => {
    assert.equal(typed('{{ a }}b'), '{{ a }}b¦');
    assert.equal(typed('{{a}}b'), '{{ a }}b¦');
    assert.equal(typed('{% if a %}b{% endif %}'), '{% if a %}b{% endif %}¦');
    assert.equal(typed('{{ {"a": {"b": 1}} }}').endsWith('}}¦'), true);
  });

  test('leaves all other characters alone', () => {
    assert.equal(typed('{ a }'), '{ a }¦');
    assert.equal(typed('50 % }'), '50 % }¦');
  });
});
