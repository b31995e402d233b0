import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compareTexts, toComparableText } from './text-difference.ts';

test('texts are compared word by word', () => {
  assert.deepEqual(compareTexts('https://api.shop/{{ input.order }}', 'https://api.shop/{{ input.total }}'), [
    { kind: 'same', text: 'https://api.shop/{{ input.' },
    { kind: 'removed', text: 'order' },
    { kind: 'added', text: 'total' },
    { kind: 'same', text: ' }}' },
  ]);
  assert.deepEqual(compareTexts('one two three', 'one three'), [
    { kind: 'same', text: 'one ' },
    { kind: 'removed', text: 'two ' },
    { kind: 'same', text: 'three' },
  ]);
  assert.deepEqual(compareTexts('same', 'same'), [{ kind: 'same', text: 'same' }]);
  assert.deepEqual(compareTexts('', ''), []);
  assert.deepEqual(compareTexts('', 'new'), [{ kind: 'added', text: 'new' }]);
});

const words = fc.array(fc.constantFrom('a', 'b', 'cat', ' ', '.', '\n'), { maxLength: 40 }).map(all => all.join(''));

test('the parts of a difference give back both texts', () => {
  fc.assert(
    fc.property(words, words, (before, after) => {
      const parts = compareTexts(before, after);
      const without = (kind: string) =>
        parts
          .filter(part => part.kind !== kind)
          .map(({ text }) => text)
          .join('');
      assert.equal(without('added'), before);
      assert.equal(without('removed'), after);
    }),
  );
});

test('texts that have nothing in common are one replacement, and soon', () => {
  const before = Array.from({ length: 20_000 }, (_, index) => `a${index}`).join(' ');
  const after = Array.from({ length: 20_000 }, (_, index) => `b${index}`).join('.');
  assert.deepEqual(
    compareTexts(before, after).map(({ kind }) => kind),
    ['removed', 'added'],
  );
});

test('values are compared as text or as indented JSON', () => {
  assert.equal(toComparableText('{{ x }}'), '{{ x }}');
  assert.equal(toComparableText({ a: [1] }), '{\n  "a": [\n    1\n  ]\n}');
  assert.equal(toComparableText(undefined), '');
  assert.equal(toComparableText(null), 'null');
});
