import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compileTemplate } from '../../../test/fixtures/templates.ts';
import { isTruthy, TemplateError } from '../template.ts';

function evaluate(source: string, context: Record<string, unknown> = {}): unknown {
  return compileTemplate(source).evaluate(context);
}

describe('evaluation', () => {
  it('preserves the type of a single expression', () => {
    assert.equal(evaluate('{{ 1 }}'), 1);
    assert.equal(evaluate('{{ 4 / 2 }}'), 2);
    assert.equal(evaluate('{{ none }}'), null);
    assert.equal(evaluate(' {{ true }}\n'), true);
    assert.equal(evaluate("{{ '<'|e }}"), '&lt;');
    assert.deepEqual(evaluate('{{ (1, [2.5], {"a": none}) }}'), [1, [2.5], { a: null }]);
    assert.deepEqual(evaluate('{{ range(3) }}'), [0, 1, 2]);
    assert.deepEqual(evaluate('{{ [1, 2]|map("string") }}'), ['1', '2']);
    assert.deepEqual(evaluate('{{ {"a": 1}.items() }}'), [['a', 1]]);
    assert.deepEqual(evaluate('{{ {1: 2, none: 3, true: 4, 1.5: 5} }}'), { '1': 4, null: 3, '1.5': 5 });
  });

  it('returns data without copying it', () => {
    const data = { list: [{ a: 1 }], __proto__: null };
    assert.equal(evaluate('{{ data }}', { data }), data);
    assert.equal(evaluate('{{ data.list[0] }}', { data }), data.list[0]);
    const made = evaluate('{{ [data.list] }}', { data });
    assert.ok(Array.isArray(made) && made[0] === data.list);
  });

  it('preserves the order of keys', () => {
    assert.equal(JSON.stringify(evaluate('{{ {"z": 1, "a": 2, "m": 3} }}')), '{"z":1,"a":2,"m":3}');
  });

  it('calculates exactly with integers, and returns the nearest number', () => {
    assert.equal(compileTemplate('{{ 9007199254740993 + 2 }}').render({}), '9007199254740995');
    assert.equal(compileTemplate('{{ n * n }}').render({ n: 123456789012 }), '15241578753153483936144');
    assert.equal(evaluate('{{ 10 ** 20 }}'), 1e20);
    assert.equal(evaluate('{{ 10 ** 20 - 10 ** 20 + 1 }}'), 1);
  });

  it('reads a number without a fraction as an integer', () => {
    const render = (n: number): string => compileTemplate('{{ n }}').render({ n });
    assert.equal(render(JSON.parse('1.0')), '1');
    assert.equal(render(-0), '0');
    assert.equal(render(2 ** 60), '1152921504606846976');
    assert.equal(render(1e21), '1e+21');
    assert.equal(render(1.5), '1.5');
  });

  it('fails for values that JSON cannot hold', () => {
    for (const source of [
      '{{ range }}',
      '{{ namespace() }}',
      '{{ 1e308 * 10 }}',
      '{{ [1e308 * 10] }}',
      '{{ {(1, 2): 3} }}',
      '{{ "a".upper }}',
      '{{ 10 ** 400 }}',
    ])
      assert.throws(() => evaluate(source), TemplateError, source);
  });

  it('names the undefined variable or attribute', () => {
    const context = { a: { list: [1], none: null } };
    const messages: [source: string, message: string][] = [
      ['{{ x }}', "'x' is undefined"],
      ['text {{ x }}', "'x' is undefined"],
      ['{{ a.y }}', "'a' has no 'y'"],
      ["{{ a['y'].z }}", "'a' has no 'y'"],
      ['{{ a.list[5] }}', "'a.list' has no element 5"],
      ["{{ a['list'][0].z }}", "'a.list[0]' is a number and has no 'z'"],
      ['{{ a.none.z }}', "'a.none' is null and has no 'z'"],
      ['{{ (a.list + [2]).z }}', "a list has no 'z'"],
      ["{{ [a] | map(attribute='y') | join }}", "an object has no 'y'"],
      ['{{ [x] }}', "'x' is undefined"],
      ['text {{ [x] }}', "'x' is undefined"],
      ['{{ "a" if false }}', 'the inline if-expression on line 1 evaluated to false and no else section was defined.'],
    ];
    for (const [source, message] of messages)
      assert.throws(() => evaluate(source, context), { name: 'TemplateError', message, line: 1 }, source);
  });

  it('says in plain words what a value can not be used for', () => {
    const context = { a: { list: [1], none: null, text: 'x', yes: true } };
    const messages: [source: string, message: string][] = [
      ['{{ a.text + 1 }}', "'+' can not add a number to a text: use '~'"],
      ['{{ 1 + a.text }}', "'+' can not be used with a number and a text"],
      ['{{ a.none * 2 }}', "'*' can not be used with null and a number"],
      ['{{ -a.list }}', "'-' needs a number, not a list"],
      ['{{ a.none < 1 }}', "'<' can not compare null with a number"],
      ['{{ 1 in a.none }}', "'in' needs a list, an object or a text, not null"],
      ['{{ 1 in a.text }}', 'only a text can be in a text, not a number'],
      ['{% for x in a.none %}{% endfor %}', 'a list is needed, not null'],
      ['{{ a.none | length }}', 'null has no length'],
      ['{{ a.text() }}', 'a text can not be called'],
      ['{{ "-".join(a.list) }}', 'only texts can be joined, and item 0 is a number'],
      ['{{ a.none | round }}', 'round needs a number, not null'],
      ['{{ {a: 1} }}', 'an object can not be a key'],
    ];
    for (const [source, message] of messages) assert.throws(() => evaluate(source, context), { message }, source);
  });

  it('reports the line in longer texts', () => {
    assert.throws(() => evaluate('a\nb\n{% if true %}\n{{ x }}{% endif %}'), { message: "'x' is undefined", line: 4 });
  });

  it('treats a missing property and an undefined one alike', () => {
    assert.equal(evaluate('{{ a.x is defined }}', { a: { x: undefined } }), false);
    assert.equal(evaluate('{{ x is defined }}', { x: undefined }), false);
    assert.equal(compileTemplate('{{ a }}').render({ a: { x: undefined, y: 1 } }), "{'y': 1}");
  });

  it('knows which values count as true', () => {
    for (const value of [true, 1, -1, 'a', [0], { a: 0 }]) assert.equal(isTruthy(value), true);
    for (const value of [false, 0, '', null, undefined, [], {}]) assert.equal(isTruthy(value), false);
  });

  it('does not change the data', () => {
    for (const source of [
      '{% do a.append(1) %}',
      '{% do d.update(x=1) %}',
      '{% do d.pop("k") %}',
      '{{ a.pop() }}',
      '{% do a.sort() %}',
    ]) {
      const context = { a: [2, 1], d: { k: 1 } };
      assert.throws(() => evaluate(source, context), /cannot be changed/);
      assert.deepEqual(context, { a: [2, 1], d: { k: 1 } });
    }
    assert.equal(evaluate('{% set b = a|list %}{% do b.append(3) %}{{ a }}{{ b }}', { a: [1] }), '[1][1, 3]');
  });
});
