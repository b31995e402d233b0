import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import {
  compileExpression,
  compileTemplate,
  isOrdinaryError,
  type TestTemplate,
} from '../../test/fixtures/templates.ts';
import type { BudgetLimits } from './budget.ts';
import { FILTERS } from './filters/filters.ts';
import { TESTS } from './filters/type-tests.ts';

/** The limits are small, so that a template that escapes its budget is noticed at once. */
const LIMITS: BudgetLimits = {
  steps: 20_000,
  outputCharacters: 20_000,
  allocation: 200_000,
  depth: 50,
  milliseconds: 2_000,
};
const CONTEXT = {
  input: {
    name: 'Bob',
    n: 3,
    f: 1.5,
    none: null,
    list: [3, 'a', null, [1]],
    html: '<b>&',
    constructor: 'c',
    items: [1],
  },
  steps: {
    a: {
      output: {
        rows: [
          { k: 'x', v: 1 },
          { k: 'y', v: 2 },
        ],
      },
    },
  },
};
const BEFORE = JSON.stringify(CONTEXT);

const name = fc.constantFrom(
  'input',
  'steps',
  'x',
  'y',
  'ns',
  'm',
  'loop',
  'self',
  'range',
  'dict',
  'cycler',
  'joiner',
  'namespace',
  'caller',
  'varargs',
  'missing',
  'true',
  'none',
);
const attribute = fc.constantFrom(
  'name',
  'n',
  'list',
  'a',
  'output',
  'rows',
  'items',
  'keys',
  'upper',
  'split',
  'join',
  'format',
  'append',
  'get',
  'pop',
  'index',
  'constructor',
  '__proto__',
  '__class__',
  'length',
  'next',
);
const literal = fc.oneof(
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(value => value.toFixed(3)),
  fc.string({ maxLength: 8 }).map(text => JSON.stringify(text)),
  fc.constantFrom('10**30', '0', "''", "'%s'", "'{}'", "'%d %5.2f'", "'{:>{}}'", '2**63', '1e300', "'😀'"),
);
const filterName = fc.constantFrom(...FILTERS.keys());
const testName = fc.constantFrom(...[...TESTS.keys()].filter(each => /^[a-z]/.test(each)));
const operator = fc.constantFrom(
  '+',
  '-',
  '*',
  '/',
  '//',
  '%',
  '**',
  '~',
  '==',
  '!=',
  '<',
  '>=',
  ' in ',
  ' not in ',
  ' and ',
  ' or ',
);

const { expression } = fc.letrec<{ expression: string; arguments: string }>(tie => ({
  arguments: fc.oneof(
    { weight: 2, arbitrary: fc.constant('') },
    { weight: 3, arbitrary: fc.array(tie('expression'), { maxLength: 3 }).map(list => list.join(', ')) },
    { weight: 1, arbitrary: fc.tuple(attribute, tie('expression')).map(([key, value]) => `${key}=${value}`) },
  ),
  expression: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    name,
    literal,
    fc.tuple(tie('expression'), attribute).map(([target, key]) => `${target}.${key}`),
    fc.tuple(tie('expression'), tie('expression')).map(([target, index]) => `(${target})[${index}]`),
    fc.tuple(tie('expression'), tie('expression')).map(([target, bound]) => `(${target})[${bound}:]`),
    fc
      .tuple(tie('expression'), filterName, tie('arguments'))
      .map(([target, filter, args]) => `(${target})|${filter}(${args})`),
    fc
      .tuple(tie('expression'), testName, tie('arguments'))
      .map(([target, test, args]) => `(${target}) is ${test}(${args})`),
    fc
      .tuple(tie('expression'), attribute, tie('arguments'))
      .map(([target, method, args]) => `(${target}).${method}(${args})`),
    fc.tuple(tie('expression'), operator, tie('expression')).map(([left, sign, right]) => `(${left})${sign}(${right})`),
    fc.tuple(tie('expression'), tie('expression'), tie('expression')).map(([a, b, c]) => `(${a} if ${b} else ${c})`),
    fc.array(tie('expression'), { maxLength: 3 }).map(list => `[${list.join(', ')}]`),
    fc
      .array(fc.tuple(literal, tie('expression')), { maxLength: 3 })
      .map(list => `{${list.map(pair => pair.join(': ')).join(', ')}}`),
    fc.tuple(name, tie('arguments')).map(([callee, args]) => `${callee}(${args})`),
  ),
}));

const { body } = fc.letrec<{ body: string; statement: string }>(tie => ({
  body: fc.array(tie('statement'), { maxLength: 4 }).map(list => list.join('')),
  statement: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.string({ maxLength: 5 }),
    expression.map(value => `{{ ${value} }}`),
    expression.map(value => `{% do ${value} %}`),
    fc
      .tuple(fc.constantFrom('x', 'y', 'x, y', 'ns.x'), expression)
      .map(([target, value]) => `{% set ${target} = ${value} %}`),
    fc.constant('{% set ns = namespace(x=1) %}{% set x = [] %}'),
    fc.tuple(expression, tie('body')).map(([test, inner]) => `{% if ${test} %}${inner}{% else %}-{% endif %}`),
    fc
      .tuple(expression, fc.constantFrom('', ' if x', ' recursive'), tie('body'))
      .map(([list, end, inner]) => `{% for x in ${list}${end} %}${inner}{{ loop.index }}{% endfor %}`),
    fc
      .tuple(expression, tie('body'))
      .map(([value, inner]) => `{% macro m(x, y=${value}) %}${inner}{{ x }}{% endmacro %}`),
    fc.tuple(expression, tie('body')).map(([value, inner]) => `{% call m(${value}) %}${inner}{% endcall %}`),
    fc.tuple(filterName, tie('body')).map(([filter, inner]) => `{% filter ${filter} %}${inner}{% endfilter %}`),
    tie('body').map(inner => `{% set y %}${inner}{% endset %}`),
    fc.tuple(expression, tie('body')).map(([value, inner]) => `{% with x = ${value} %}${inner}{% endwith %}`),
    fc.constantFrom(
      '{% break %}',
      '{% continue %}',
      '{{ loop([1]) }}',
      '{{ m(m) }}',
      '{% block b %}{{ x }}{% endblock %}{{ self.b() }}',
    ),
  ),
}));

const token = fc.constantFrom(
  ...'{{ }} {% %} {# #} {%- -%} {{- -}} ( ) [ ] { } + - * ** / // % ~ | . , : ; = == != < > ! ? & "a" \'b\' "\\x" 1 1.5 1e9 0x 1_ input steps x if elif else endif for in endfor recursive set endset macro endmacro call endcall filter endfilter raw endraw block endblock with endwith do break is not and or none true upper map list loop self \n \t é 😀 \\'.split(
    ' ',
  ),
  ' ',
  '\n',
);

it('random templates of the grammar do not escape the sandbox', () => {
  fc.assert(
    fc.property(body, source => {
      check(() => compileTemplate(source));
    }),
    { numRuns: 1_000 },
  );
});

it('random expressions do not escape the sandbox', () => {
  fc.assert(
    fc.property(expression, source => {
      check(() => compileExpression(source));
    }),
    { numRuns: 1_000 },
  );
});

it('random tokens do not escape the sandbox', () => {
  fc.assert(
    fc.property(fc.array(token, { maxLength: 40 }), tokens => {
      check(() => compileTemplate(tokens.join('')));
      check(() => compileTemplate(`{{ ${tokens.join(' ')} }}`));
      check(() => compileExpression(tokens.join(' ')));
    }),
    { numRuns: 1_000 },
  );
});

/** Compiles and evaluates. It throws only template errors, does not change the data, and returns only JSON. */
function check(compile: () => TestTemplate): void {
  let template: TestTemplate;
  try {
    template = compile();
  } catch (error) {
    assert.ok(isOrdinaryError(error), String(error));
    return;
  }
  for (const run of [template.evaluate, template.render]) {
    try {
      const value = run(CONTEXT, { limits: LIMITS });
      assert.ok(isJson(value), 'the result is not JSON');
      if (typeof value === 'string') assert.ok(value.length <= LIMITS.allocation);
    } catch (error) {
      assert.ok(isOrdinaryError(error), error instanceof Error ? String(error.cause ?? error) : String(error));
    }
  }
  assert.equal(JSON.stringify(CONTEXT), BEFORE);
}

function isJson(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return Object.getPrototypeOf(value) === Array.prototype && value.every(isJson);
  if (typeof value !== 'object') return false;
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isJson);
}
