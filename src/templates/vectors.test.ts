import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import moreVectors from './more-vectors.json' with { type: 'json' };
import { type Context, compileExpression, compileTemplate } from './template.ts';
import { isOrdinaryError } from './template-fixture.ts';
import vectors from './vectors.json' with { type: 'json' };

/** `expr`: the native value of an expression; `tpl`: the rendered text; `error`: it must fail. The answers are Jinja2's. */
interface Vector {
  kind: string;
  source: string;
  value?: unknown;
  error?: boolean;
}

/** The sources for which our answer is not Jinja2's. The tests below say what it is, and why. */
const DEVIATIONS = ["'x'.encode()", 'a|tojson'];

/** The answer to an expression that gives a generator, which has no value of its own. */
const GENERATOR = '<gen>';

const FILES = [
  { file: 'vectors.json', ...vectors },
  { file: 'more-vectors.json', ...moreVectors },
];

for (const { file, context, cases } of FILES) {
  describe(file, () => {
    for (const [kind, name] of [
      ['expr', 'expressions'],
      ['tpl', 'templates'],
    ]) {
      it(`the ${name} give what Jinja2 gives`, () => {
        const compared = (cases as Vector[]).filter(vector => vector.kind === kind && !isDeviation(vector));
        assert.ok(compared.length > 0);
        // Only what differs is compared as a whole, so that the difference is a list of the sources that fail.
        const differing = compared.filter(vector => !isAsExpected(vector, context));
        assert.deepEqual(
          differing.map(vector => [vector.source, outcomeOf(vector, context)]),
          differing.map(vector => [vector.source, expectedOf(vector)]),
          `${differing.length} of ${compared.length} ${name} differ`,
        );
      });
    }
  });
}

describe('the vectors', () => {
  const all = FILES.flatMap(({ cases }) => cases as Vector[]);

  it('are all of a kind that is compared', () => {
    assert.deepEqual(new Set(all.map(({ kind }) => kind)), new Set(['expr', 'tpl']));
    assert.ok(all.length > 1700, `there are ${all.length}`);
  });

  it('hold every deviation that is named here', () => {
    for (const source of DEVIATIONS)
      assert.ok(
        all.some(vector => vector.source === source),
        source,
      );
  });
});

describe('deviations', () => {
  it('has no encode, because bytes are no JSON value', () => {
    assert.throws(() => compileExpression("'x'.encode()").evaluate({}), isOrdinaryError);
  });

  it('writes JSON with the keys in their order, and a number without a fraction as an integer', () => {
    const context: Context = vectors.context;
    assert.equal(
      compileExpression('a|tojson').evaluate(context),
      '{"name": "Bob", "n": 3, "f": 1.5, "one": 1, "none": null, "list": [3, 1, 2], ' +
        '"objs": [{"k": "x", "v": 2}, {"k": "y", "v": 1}, {"k": "x", "v": 3}], "z": 1, "items": [1, 2], "keys": "K", ' +
        '"html": "\\u003cb\\u003e\\u0026\\"\\u0027\\u003c/b\\u003e", "s": "hello world foo", "empty": "", "t": true}',
    );
  });
});

function isDeviation({ source }: Vector): boolean {
  return DEVIATIONS.includes(source);
}

function isAsExpected(vector: Vector, context: Context): boolean {
  try {
    assert.deepEqual(outcomeOf(vector, context), expectedOf(vector));
    return true;
  } catch {
    return false;
  }
}

/** A value, or that there is none. */
type Outcome = { value: unknown } | { error: string };

const FAILS: Outcome = { error: 'an ordinary error' };

function expectedOf({ value, error }: Vector): Outcome {
  return error ? FAILS : { value };
}

function outcomeOf(vector: Vector, context: Context): Outcome {
  try {
    const value = evaluate(vector, context);
    return { value: vector.value === GENERATOR && Array.isArray(value) ? GENERATOR : value };
  } catch (error) {
    return isOrdinaryError(error) ? FAILS : { error: String(error) };
  }
}

function evaluate(vector: Vector, context: Context): unknown {
  if (vector.kind === 'expr') return compileExpression(vector.source).evaluate(context);
  return compileTemplate(vector.source).render(context);
}
