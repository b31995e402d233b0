import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compileTemplate, isOrdinaryError } from '../../test/fixtures/templates.ts';
import type { BudgetLimits } from './budget.ts';
import { TemplateError } from './template.ts';

/** Templates that would exhaust the machine without a budget. Each of them must end with a template error. */
const BOMBS: [name: string, source: string, context?: Record<string, unknown>][] = [
  ['a long range', '{{ range(10**9) }}'],
  ['a repeated text', '{{ "a" * 10**9 }}'],
  ['a repeated list', '{{ [1] * 10**9 }}'],
  ['a repeated tuple', '{{ 10**9 * (1,) }}'],
  ['five nested loops', `${'{% for a in range(1000) %}'.repeat(5)}x${'{% endfor %}'.repeat(5)}`],
  ['loops that print nothing', '{% for a in range(100000) %}{% for b in range(100000) %}{% endfor %}{% endfor %}'],
  ['a macro that calls itself', '{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}'],
  [
    'a macro that calls itself twice',
    '{% macro m(n) %}{% if n %}{{ m(n-1) }}{{ m(n-1) }}{% endif %}{% endmacro %}{{ m(100) }}',
  ],
  [
    'a caller that calls its macro',
    '{% macro m() %}{{ caller() }}{% endmacro %}{% macro n() %}{% call m() %}{{ n() }}{% endcall %}{% endmacro %}{{ n() }}',
  ],
  ['a recursive loop', '{% for x in [1] recursive %}{{ loop([1]) }}{% endfor %}'],
  ['a block in itself', '{% block b %}{{ self.b() }}{% endblock %}'],
  ['a tower of powers', '{{ 10**(10**10) }}'],
  [
    'squares of squares',
    '{% set ns = namespace(x=10**1000) %}{% for i in range(1000) %}{% set ns.x = ns.x * ns.x %}{% endfor %}',
  ],
  ['the digits of a huge integer', '{{ 2**15000 }}'],
  [
    'a text that doubles',
    '{% set ns = namespace(s="ab") %}{% for i in range(100) %}{% set ns.s = ns.s ~ ns.s %}{% endfor %}',
  ],
  [
    'a list that doubles',
    '{% set ns = namespace(s=[1]) %}{% for i in range(100) %}{% set ns.s = ns.s + ns.s %}{% endfor %}',
  ],
  ['a list that doubles in itself', '{% set x = [1] %}{% for i in range(100) %}{% do x.extend(x) %}{% endfor %}'],
  ['a list that grows while it is read', '{% set x = [1] %}{% for i in x %}{% do x.append(i) %}{% endfor %}'],
  [
    'lists of lists, printed',
    '{% set ns = namespace(s=[1]) %}{% for i in range(100) %}{% set ns.s = [ns.s, ns.s] %}{% endfor %}{{ ns.s }}',
  ],
  [
    'lists of lists, compared',
    '{% set ns = namespace(s=[1], t=[1]) %}{% for i in range(100) %}{% set ns.s = [ns.s, ns.s] %}{% set ns.t = [ns.t, ns.t] %}{% endfor %}{{ ns.s == ns.t }}',
  ],
  [
    'a deep list, printed',
    '{% set ns = namespace(s=[1]) %}{% for i in range(1000) %}{% set ns.s = [ns.s] %}{% endfor %}{{ ns.s }}',
  ],
  [
    'a deep list as JSON',
    '{% set ns = namespace(s=[1]) %}{% for i in range(1000) %}{% set ns.s = [ns.s] %}{% endfor %}{{ ns.s|tojson }}',
  ],
  ['a list in itself as JSON', '{% set x = [] %}{% do x.append(x) %}{{ x|tojson }}'],
  ['deep data, printed', '{{ x }}!', { x: JSON.parse('['.repeat(4000) + ']'.repeat(4000)) }],
  ['deep JSON', `{{ ("[" * 100000 ~ "]" * 100000)|fromjson }}!`],
  [
    'sequences within sequences',
    '{% set ns = namespace(g=[1]) %}{% for i in range(50000) %}{% set ns.g = ns.g|map("string") %}{% endfor %}{{ ns.g|list }}',
  ],
  ['a wide number with %', '{{ "%1000000000d" % 1 }}'],
  ['a precise number with %', '{{ "%.1000000000f" % 1 }}'],
  ['a width from the values', '{{ "%*d" % (1000000000, 1) }}'],
  ['a wide field', '{{ "{:1000000000}".format(1) }}'],
  ['a precise field', '{{ "{:.1000000000f}".format(1.5) }}'],
  ['a field of grouped zeros', '{{ "{:0900000000,d}".format(1) }}'],
  ['center', '{{ "a"|center(10**9) }}'],
  ['ljust', '{{ "a".ljust(10**9) }}'],
  ['zfill', '{{ "a".zfill(10**9) }}'],
  ['expandtabs', '{{ "\\t".expandtabs(10**9) }}'],
  ['indent', '{{ "a"|indent(10**9) }}'],
  ['indent in JSON', '{{ [[1]]|tojson(10**9) }}'],
  ['replace', '{{ ("a" * 1000000)|replace("a", "b" * 1000000) }}'],
  ['replace of nothing', '{{ ("a" * 1000000).replace("", "b" * 100) }}'],
  ['join by a long text', '{{ ("b" * 100000)|join("a" * 100000) }}'],
  ['the method join', '{{ ("a" * 100000).join("b" * 100000) }}'],
  ['batch', '{{ [1]|batch(10**9, 0)|list }}'],
  ['slice', '{{ [1]|slice(10**9)|list }}'],
  ['sort, repeated', '{% for i in range(1000) %}{{ range(100000)|sort|length }}{% endfor %}'],
  ['wordwrap', '{{ text|wordwrap(1) }}', { text: 'a'.repeat(1_000_000) }],
  ['wordwrap of dashes', '{{ text|wordwrap(5) }}', { text: 'a--'.repeat(300_000) }],
  [
    'urlize of dots',
    '{% for i in range(100000) %}{% set x = text|urlize %}{% endfor %}',
    { text: `www.${'a.'.repeat(900)}! `.repeat(100) },
  ],
  [
    'urlize of signs',
    '{% for i in range(100000) %}{% set x = text|urlize %}{% endfor %}',
    { text: `${'a@'.repeat(900)}! `.repeat(100) },
  ],
  [
    'striptags',
    '{% for i in range(100000) %}{% set x = text|striptags %}{% endfor %}',
    { text: '<!--'.repeat(100_000) },
  ],
  [
    'repeated searches in a long text',
    '{% for i in range(100000) %}{{ "x" in text }}{% endfor %}',
    { text: 'a'.repeat(5_000_000) },
  ],
  [
    'repeated comparisons of long texts',
    '{% for i in range(100000) %}{{ text < other }}{% endfor %}',
    { text: 'a'.repeat(1_000_000), other: `${'a'.repeat(999_999)}b` },
  ],
  [
    'repeated comparisons of long lists',
    '{% for i in range(100000) %}{{ list == other }}{% endfor %}',
    { list: Array(100_000).fill(1), other: Array(100_000).fill(1) },
  ],
  [
    'single characters of a long text',
    '{% for i in range(100000) %}{{ text[i] }}{% endfor %}',
    { text: 'é😀'.repeat(200_000) },
  ],
  [
    'repeated JSON',
    '{% for i in range(100000) %}{% set x = text|fromjson %}{% endfor %}',
    { text: JSON.stringify(Array(50_000).fill(1)) },
  ],
  ['zones', '{% for i in range(100000) %}{{ 0|strftime("%F", "Europe/Berlin") }}{% endfor %}'],
  ['output', '{% for i in range(100000) %}{{ "a" * 5000 }}{% endfor %}'],
  ['captured output', '{% for i in range(100000) %}{% set x %}{{ "a" * 5000 }}{% endset %}{% endfor %}'],
];

describe('the budget stops', () => {
  for (const [name, source, context] of BOMBS)
    it(name, () => {
      assert.throws(() => compileTemplate(source).render(context ?? {}), isOrdinaryError);
    });
});

describe('a template has a limit', () => {
  const evaluate = (source: string, limits: Partial<BudgetLimits>): unknown =>
    compileTemplate(source).evaluate({}, { limits });

  it('of steps', () => {
    const source = '{% for i in range(100) %}{% endfor %}ok';
    assert.equal(evaluate(source, { steps: 1000 }), 'ok');
    assert.throws(() => evaluate(source, { steps: 50 }), /too many steps \(more than 50\)/);
  });

  it('of output', () => {
    assert.equal(evaluate('ab{{ "cd" }}', { outputCharacters: 4 }), 'abcd');
    assert.throws(() => evaluate('ab{{ "cde" }}', { outputCharacters: 4 }), /longer than 4 characters/);
    assert.equal(evaluate('{% set x %}abcdef{% endset %}{{ x[0] }}!', { outputCharacters: 2 }), 'a!');
  });

  it('of memory', () => {
    assert.equal(evaluate('{{ ("a" * 50)|length }}', { allocation: 100 }), 50);
    assert.throws(() => evaluate('{{ ("a" * 500)|length }}', { allocation: 100 }), /too much memory/);
  });

  it('of depth', () => {
    const source = '{% macro m(n) %}{% if n %}{{ m(n-1) }}{% endif %}{% endmacro %}{{ m(5) }}ok';
    assert.equal(evaluate(source, { depth: 6 }), 'ok');
    assert.throws(() => evaluate(source, { depth: 5 }), /recurses too deeply/);
  });

  it('of time, measured with the clock of the caller', () => {
    const template = compileTemplate('{% for i in range(10000) %}{% endfor %}ok');
    let clock = 0;
    assert.equal(template.evaluate({}, { now: () => clock++, limits: { milliseconds: 1_000 } }), 'ok');
    const run = (): unknown => template.evaluate({}, { now: () => (clock += 100), limits: { milliseconds: 250 } });
    assert.throws(run, /takes too long \(more than 250 ms\)/);
  });

  it('that applies to each evaluation separately', () => {
    const template = compileTemplate('{% for i in range(100) %}{% endfor %}ok');
    for (let time = 0; time < 20; time++) assert.equal(template.evaluate({}, { limits: { steps: 1000 } }), 'ok');
  });
});

describe('a template with much data', () => {
  const rows = Array.from({ length: 100_000 }, (_, id) => ({ id, name: `row ${id}` }));

  it('pays only for the data that it uses', () => {
    const limits = { steps: 50, allocation: 100 };
    assert.equal(compileTemplate('{{ rows[99999].name }}').evaluate({ rows }, { limits }), 'row 99999');
    assert.equal(compileTemplate('{{ rows|length }}').evaluate({ rows }, { limits }), 100_000);
    assert.equal(compileTemplate('{{ rows }}').evaluate({ rows }, { limits }), rows);
  });

  it('fails with a template error when the data is too big to print', () => {
    assert.throws(() => compileTemplate('{{ rows }}!').render({ rows }), TemplateError);
  });
});
