import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { compileExpression, compileTemplate, isOrdinaryError } from '../../test/fixtures/templates.ts';
import moreVectors from './more-vectors.json' with { type: 'json' };
import type { Context } from './template.ts';
import vectors from './vectors.json' with { type: 'json' };

/**
 * The kind `expr` tests the native value of an expression, `tpl` the rendered text. With `error`, the evaluation must
 * fail. The expected results come from Jinja2.
 */
interface Vector {
  kind: string;
  source: string;
  value?: unknown;
  error?: boolean;
}

/** Stands for an evaluation that fails. */
const FAILURE = Symbol('failure');
/** Stands for a generator of Jinja2, which is an array here. */
const GENERATOR = '<gen>';

/** Sources whose result differs from that of Jinja2, with the reason. */
const DEVIATIONS = new Map([
  ["'x'.encode()", 'there is no encode, because bytes are no JSON value'],
  ['a|tojson', 'tojson preserves the order of keys, and a JSON number without a fraction is an integer'],
]);

for (const { name, context, cases } of [
  { name: 'vectors.json', ...vectors },
  { name: 'more-vectors.json', ...moreVectors },
]) {
  test(`all expressions and templates of ${name} have the results of Jinja2`, () => {
    const compared = (cases as Vector[]).filter(({ source }) => !DEVIATIONS.has(source));
    assert.deepEqual(
      compared.map(vector => ({ source: vector.source, result: evaluate(vector, context) })),
      compared.map(vector => ({ source: vector.source, result: expectedResult(vector) })),
    );
  });
}

describe('the template language deviates from Jinja2: it', () => {
  it('has no encode', () => {
    assert.throws(() => compileExpression("'x'.encode()").evaluate({}), isOrdinaryError);
  });

  it('has no names of characters in strings', () => {
    assert.throws(
      () => compileExpression("'\\N{BULLET}'"),
      /\\N\{\.\.\.\} is not supported in a string: write the character itself/,
    );
  });

  it('writes JSON with the keys in their order', () => {
    const context: Context = vectors.context;
    assert.equal(
      compileExpression('a|tojson').evaluate(context),
      '{"name": "Bob", "n": 3, "f": 1.5, "one": 1, "none": null, "list": [3, 1, 2], ' +
        '"objs": [{"k": "x", "v": 2}, {"k": "y", "v": 1}, {"k": "x", "v": 3}], "z": 1, "items": [1, 2], "keys": "K", ' +
        '"html": "\\u003cb\\u003e\\u0026\\"\\u0027\\u003c/b\\u003e", "s": "hello world foo", "empty": "", "t": true}',
    );
  });
});

/** Bugs of the interpreter are thrown, so that they are not taken for errors that Jinja2 has as well. */
function evaluate({ kind, source, value }: Vector, context: Context): unknown {
  try {
    if (kind !== 'expr') return compileTemplate(source).render(context);
    const result = compileExpression(source).evaluate(context);
    return value === GENERATOR && Array.isArray(result) ? GENERATOR : result;
  } catch (error) {
    if (isOrdinaryError(error)) return FAILURE;
    throw error;
  }
}

function expectedResult({ value, error }: Vector): unknown {
  return error ? FAILURE : value;
}
