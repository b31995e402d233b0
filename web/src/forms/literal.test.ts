import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { fromTemplateText, isLiteral, isTemplateValue, readLiteral, toTemplateText } from './literal.ts';

suite('switching between a value and a template', () => {
  test('a text with braces, a statement or a comment is a template', () => {
    assert.equal(isTemplateValue('{{ input.a }}'), true);
    assert.equal(isTemplateValue('{% if a %}b{% endif %}'), true);
    assert.equal(isTemplateValue('a { b }'), false);
    assert.equal(isTemplateValue({ a: '{{ input.a }}' }), false);
  });

  test('values become the text of a template, and come back as the same values', () => {
    assert.equal(toTemplateText(undefined), '');
    assert.equal(toTemplateText('GET'), 'GET');
    assert.equal(toTemplateText(30), '30');
    assert.equal(toTemplateText({ a: 1 }), '{"a":1}');
    assert.equal(fromTemplateText('30', { type: 'number' }, 'number'), 30);
    assert.equal(fromTemplateText('true', { type: 'boolean' }, 'boolean'), true);
    assert.equal(fromTemplateText('GET', { enum: ['GET', 'POST'] }, 'enum'), 'GET');
    assert.deepEqual(fromTemplateText('{"a":1}', { type: 'object' }, 'map'), { a: 1 });
    assert.equal(fromTemplateText('', { type: 'number' }, 'number'), undefined);
    assert.equal(fromTemplateText('{{ input.n }}', { type: 'number' }, 'number'), '{{ input.n }}');
  });

  test('a text that is no value of the field is kept as it was typed', () => {
    assert.equal(fromTemplateText('thirty', { type: 'number' }, 'number'), 'thirty');
    assert.equal(isLiteral('thirty', { type: 'number' }, 'number'), false);
    assert.equal(isLiteral('1.5', { type: 'integer' }, 'number'), false);
    assert.equal(isLiteral('FETCH', { enum: ['GET'] }, 'enum'), false);
    assert.equal(isLiteral('[1]', { type: 'object' }, 'map'), false);
    assert.equal(isLiteral('{{ a }}', { type: 'string' }, 'text'), false);
    assert.equal(isLiteral(['a'], { type: 'array' }, 'list'), true);
    assert.equal(readLiteral('Infinity', { type: 'number' }, 'number'), undefined);
  });
});
