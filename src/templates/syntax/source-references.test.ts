import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findSourceReferences } from './source-references.ts';

describe('the references of a source', () => {
  const paths = (source: string, syntax: 'template' | 'expression') =>
    findSourceReferences(source, syntax).map(({ root, path }) => [root, ...path].join('.'));

  it('are found in templates and expressions', () => {
    assert.deepEqual(paths('{{ steps.call.output }} {% if input.ok %}{{ now }}{% endif %}', 'template'), [
      'steps.call.output',
      'input.ok',
      'now',
    ]);
    assert.deepEqual(paths("steps['call'].output > 1.5", 'expression'), ['steps.call.output']);
  });

  it('are found beside filters and tests that do not exist', () => {
    assert.deepEqual(paths('{{ steps.a | unknown }} {{ steps.b is strange }}', 'template'), ['steps.a', 'steps.b']);
  });

  it('are none when the source does not parse', () => {
    assert.deepEqual(paths('{{ steps.a', 'template'), []);
    assert.deepEqual(paths('steps.a +', 'expression'), []);
  });
});
