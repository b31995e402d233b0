import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compileExpression, compileTemplate } from '../../../test/fixtures/templates.ts';

/** Writes references as `root.path.to.it`, followed by `?` when they are guarded. */
function listReferences(source: string): string[] {
  return compileTemplate(source).references.map(
    ({ root, path, guarded }) => [root, ...path].join('.') + (guarded ? '?' : ''),
  );
}

describe('the references of', () => {
  const cases: [source: string, references: string[]][] = [
    ['plain', []],
    ['{{ steps.a.output.x }}', ['steps.a.output.x']],
    ["{{ steps['a'].output['x'][0].y }}", ['steps.a.output.x.0.y']],
    ['{{ steps[name].output }}', ['steps', 'name']],
    ['{{ steps.a[input.key].x }}', ['steps.a', 'input.key']],
    ['{{ steps.a.output[1:input.n] }}', ['steps.a.output', 'input.n']],
    ['{{ input.name.upper() }}', ['input.name']],
    ['{{ input.items() }}', ['input']],
    ['{{ input.get(run.id) }}', ['input', 'run.id']],
    ['{{ (input.a ~ run.id).x }}{{ [vars.b][0].y }}', ['input.a', 'run.id', 'vars.b']],
    ['{{ unknown() }}', ['unknown']],
    ["{{ input.a|default('x') }}", ['input.a?']],
    ['{{ input.a|d(input.b) }}', ['input.a?', 'input.b']],
    ['{{ input.a is defined and input.b is not undefined }}', ['input.a?', 'input.b?']],
    ['{{ input[x]|default(1) }}', ['input', 'x']],
    ['{{ input.a|upper|default(1) }}', ['input.a']],
    [
      '{% for k, v in input.map|items %}{{ k }}{{ v.x }}{{ loop.index }}{{ w }}{% endfor %}{{ k }}',
      ['input.map?', 'w', 'k'],
    ],
    ['{% for x in a if x > b %}{% else %}{{ x }}{% endfor %}', ['a', 'b', 'x']],
    ['{% for x in a %}{% set y = x %}{{ y }}{% endfor %}{{ y }}{{ loop.item }}', ['a', 'y', 'loop.item']],
    ['{{ x }}{% set x = input.a %}{{ x.b }}', ['x', 'input.a']],
    ['{% set x %}{{ a }}{% set z = 1 %}{% endset %}{{ x }}{{ z }}', ['a', 'z']],
    ['{% if a %}{% set x = 1 %}{% endif %}{{ x }}', ['a']],
    ['{% with x = a, y = x %}{{ x }}{{ y }}{% endwith %}{{ y }}', ['a', 'x', 'y']],
    [
      '{% macro m(p, q=r) %}{{ p }}{{ q }}{{ varargs }}{{ kwargs }}{{ caller() }}{{ s }}{% endmacro %}{{ m(t) }}',
      ['r', 's', 't'],
    ],
    ['{% macro m() %}{% endmacro %}{% call(u) m(a) %}{{ u }}{{ b }}{% endcall %}', ['a', 'b']],
    ['{% set ns = namespace(n=0) %}{% set ns.n = ns.n + a %}', ['a']],
    ['{% set ns.n = 1 %}', ['ns']],
    ['{% for i in range(3) %}{{ dict(a=1) }}{{ cycler(1) }}{{ joiner() }}{% endfor %}{{ self }}', []],
    ['{% filter replace(a, b) %}{{ c }}{% endfilter %}', ['c', 'a', 'b']],
    [
      '{% for x in a %}{% block b %}{{ x }}{% endblock %}{% block c scoped %}{{ x }}{% endblock %}{% endfor %}',
      ['a', 'x'],
    ],
    ["{{ [a, (b,), {'k': c}]|map(d)|list }}", ['a', 'b', 'c', 'd']],
    [
      '{{ a if b else c }}{{ not d }}{{ -e }}{{ f ~ g }}{{ h in i }}{{ j and k }}',
      ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k'],
    ],
    ["{{ f(*a, **b) }}{{ 'x' is eq c }}", ['f', 'a', 'b', 'c']],
    ['{% raw %}{{ a }}{% endraw %}{# {{ b }} #}', []],
  ];
  for (const [source, expected] of cases) it(source, () => assert.deepEqual(listReferences(source), expected));

  it('several lines have their line numbers', () => {
    const { references } = compileTemplate('a\n{{ b }}\n\n{% if c %}{% endif %}');
    assert.deepEqual(
      references.map(({ root, line }) => [root, line]),
      [
        ['b', 2],
        ['c', 4],
      ],
    );
  });

  it('that are printed as they are', () => {
    const printed = (source: string) => compileTemplate(source).references.map(reference => reference.printed);
    for (const source of [
      '{{ a.b.c }}',
      'Bearer {{ a["b"].c }}.',
      '{% if true %}{{ a.b }}{% endif %}',
      '{% for x in [1] %}{{ a.b }}{% endfor %}',
      '{% block one %}{{ a }}{% endblock %}',
    ]) {
      assert.deepEqual(printed(source), [true], source);
    }
    for (const source of [
      '{{ a.b | upper }}',
      '{{ a.b ~ "" }}',
      '{{ a.b[1:] }}',
      '{{ a.b() }}',
      '{{ [a.b] }}',
      '{{ (a.b) if true }}',
      '{% set x = a.b %}',
      '{% set x %}{{ a.b }}{% endset %}',
      '{% set x %}{% block one %}{{ a.b }}{% endblock %}{% endset %}',
      '{% filter upper %}{{ a.b }}{% endfilter %}',
      '{% macro f() %}{{ a.b }}{% endmacro %}',
      '{% if a.b %}yes{% endif %}',
      '{% with x = a.b %}{{ x }}{% endwith %}',
    ]) {
      assert.deepEqual(printed(source), [false], source);
    }
    assert.deepEqual(printed('{{ a[b].c }}'), [false, false]);
  });

  it('an expression', () => {
    assert.deepEqual(compileExpression('input.n > steps.a.output.n').references, [
      {
        root: 'input',
        path: ['n'],
        guarded: false,
        tolerated: false,
        printed: false,
        insteadOf: [],
        line: 1,
        start: 0,
      },
      {
        root: 'steps',
        path: ['a', 'output', 'n'],
        guarded: false,
        tolerated: false,
        printed: false,
        insteadOf: [],
        line: 1,
        start: 10,
      },
    ]);
  });
});
