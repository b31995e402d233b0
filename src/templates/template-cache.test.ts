import assert from 'node:assert/strict';
import { it } from 'node:test';
import { withOptions } from '../../test/fixtures/templates.ts';
import { TemplateError } from './template.ts';
import { createTemplateCache } from './template-cache.ts';

it('a cache returns compiled templates again, and evicts the least recently used', () => {
  const cache = createTemplateCache({ entries: 2 });
  const a = cache.template('{{ a }}');
  const b = cache.template('{{ b }}');
  assert.equal(cache.template('{{ a }}'), a);
  cache.template('{{ c }}');
  assert.equal(cache.template('{{ a }}'), a);
  assert.notEqual(cache.template('{{ b }}'), b);
});

it('a cache distinguishes expressions from templates', () => {
  const cache = createTemplateCache({ entries: 10 });
  assert.equal(withOptions(cache.template('1 + 1')).evaluate({}), '1 + 1');
  assert.equal(withOptions(cache.expression('1 + 1')).evaluate({}), 2);
  assert.equal(cache.expression('1 + 1'), cache.expression('1 + 1'));
});

it('a source that does not compile fails with the same message each time, in a new error', () => {
  const cache = createTemplateCache({ entries: 10 });
  const errors = [1, 2].map(() => {
    try {
      return cache.template('\n{{ a b }}');
    } catch (error) {
      return error;
    }
  });
  const [first, second] = errors;
  assert.ok(first instanceof TemplateError && second instanceof TemplateError);
  assert.notEqual(first, second);
  assert.deepEqual([first.message, first.line], [second.message, second.line]);
});

it('a cache does not store sources that are too long', () => {
  const cache = createTemplateCache({ entries: 10, cachedSourceCharacters: 8 });
  assert.equal(cache.template('{{ a }}'), cache.template('{{ a }}'));
  assert.notEqual(cache.template('{{ a }} b'), cache.template('{{ a }} b'));
});
