import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import moreVectors from './more-vectors.json' with { type: 'json' };
import type { Context } from './template.ts';
import { compileExpression, compileTemplate, isOrdinaryError } from './template-fixture.ts';
import vectors from './vectors.json' with { type: 'json' };

/** `expr`: the native value of an expression; `tpl`: the rendered text; `error`: it must fail. The answers are Jinja2's. */
interface Vector {
  kind: string;
  source: string;
  value?: unknown;
  error?: boolean;
}

/** Where the answer of Jinja2 is not ours, with the reason. */
const DEVIATIONS = new Map([
  ["'x'.encode()", 'bytes are no JSON value: there is no encode'],
  ['a|tojson', 'tojson keeps the order of keys, and a JSON number without a fraction is an integer'],
]);

for (const { name, context, cases } of [
  { name: 'vectors.json', ...vectors },
  { name: 'more-vectors.json', ...moreVectors },
]) {
  describe(name, () => {
    for (const vector of cases as Vector[])
      it(`${vector.kind} ${vector.source}`, { skip: DEVIATIONS.get(vector.source) ?? false }, () => {
        const run = (): unknown => evaluate(vector, context);
        if (vector.error) assert.throws(run, isOrdinaryError);
        else if (vector.value === '<gen>') assert.ok(Array.isArray(run()));
        else assert.deepEqual(run(), vector.value);
      });
  });
}

describe('deviations', () => {
  it('has no encode', () => {
    assert.throws(() => compileExpression("'x'.encode()").evaluate({}), isOrdinaryError);
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

function evaluate(vector: Vector, context: Context): unknown {
  if (vector.kind === 'expr') return compileExpression(vector.source).evaluate(context);
  return compileTemplate(vector.source).render(context);
}
