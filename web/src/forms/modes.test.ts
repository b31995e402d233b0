import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { continueAsTemplate, fieldMode, insertIntoPlain, mayBeTemplate } from './modes.ts';

suite('how a field is edited', () => {
  const field = { texts: 'template', value: 'GET', kind: 'text', hasTemplates: true, isWanted: false } as const;

  test('templates and expressions have their own field, plain values another', () => {
    assert.equal(fieldMode(field), 'plain');
    assert.equal(fieldMode({ ...field, isWanted: true }), 'template');
    assert.equal(fieldMode({ ...field, value: '{{ input.a }}' }), 'template');
    assert.equal(fieldMode({ ...field, texts: 'expression' }), 'template');
    assert.equal(fieldMode({ ...field, texts: 'literal', value: '{{ a }}', isWanted: true }), 'plain');
    assert.equal(fieldMode({ ...field, hasTemplates: false, value: '{{ a }}' }), 'plain');
    assert.equal(fieldMode({ ...field, kind: 'json', value: '{{ a }}' }), 'plain');
    assert.equal(mayBeTemplate({ name: 'literal' }), false);
  });

  test('a dropped value is added to a text, and replaces everything else', () => {
    assert.equal(insertIntoPlain('Order ', 'text', '{{ input.id }}'), 'Order {{ input.id }}');
    assert.equal(insertIntoPlain(5, 'number', '{{ input.id }}'), '{{ input.id }}');
    assert.equal(insertIntoPlain(undefined, 'text', '{{ input.id }}'), '{{ input.id }}');
  });

  test('braces that were typed into a plain field get their end', () => {
    assert.deepEqual(continueAsTemplate('a {{'), { text: 'a {{  }}', caret: 5 });
    assert.deepEqual(continueAsTemplate('a {{ b }}'), { text: 'a {{ b }}', caret: 9 });
  });
});
