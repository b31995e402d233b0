import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compileExpression, isOrdinaryError } from '../../../test/fixtures/templates.ts';

function evaluate(source: string, context: Record<string, unknown> = {}): unknown {
  return compileExpression(source).evaluate(context);
}

describe('tojson and fromjson', () => {
  it('return the same data', () => {
    const data = { z: [1, 2.5, null, true, 'é<😀\u2028"\\'], a: {}, '10': [], __proto__: null };
    const text = evaluate('data|tojson', { data });
    assert.ok(typeof text === 'string');
    assert.deepEqual(JSON.parse(text), { ...data });
    assert.deepEqual(evaluate('data|tojson|fromjson', { data }), { ...data });
    assert.equal(evaluate('data|tojson|fromjson == data', { data }), true);
  });

  it('treat parsed JSON like any other data', () => {
    assert.equal(evaluate(`('{"items": [1, {"a": 2}]}'|fromjson).items[1].a`), 2);
    assert.equal(evaluate(`('{"__proto__": {"x": 1}}'|fromjson).x is defined`), false);
    assert.equal(evaluate(`('{"__proto__": {"x": 1}}'|fromjson).__proto__.x`), 1);
  });

  it('fail for values that are no JSON', () => {
    for (const source of [
      "'{a: 1}'|fromjson",
      "''|fromjson",
      '5|fromjson',
      'none|fromjson',
      'missing|fromjson',
      '(1e308 * 10)|tojson',
      'range|tojson',
      '{(1, 2): 3}|tojson',
    ])
      assert.throws(() => evaluate(source), isOrdinaryError, source);
  });
});
