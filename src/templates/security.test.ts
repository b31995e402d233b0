import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compileTemplate, isOrdinaryError } from '../../test/fixtures/templates.ts';

function render(source: string, context: Record<string, unknown>): string {
  return compileTemplate(source).render(context);
}

/**
 * Names of properties that JavaScript objects, functions, arrays and texts have besides their data, and those of
 * Python.
 */
const HOST_NAMES = [
  'constructor',
  '__proto__',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
  '__lookupGetter__',
  'isPrototypeOf',
  'length',
  'push',
  'map',
  'concat',
  'apply',
  'call',
  'bind',
  'caller',
  'callee',
  'name',
  'then',
  'toJSON',
  '__class__',
  '__mro__',
  '__subclasses__',
  '__globals__',
  '__init__',
  '__dict__',
  '__builtins__',
  'func_code',
  'gi_frame',
  'mro',
];

describe('a template cannot reach the host', () => {
  const values: [source: string, context: Record<string, unknown>][] = [
    ['input', { input: { a: 1 } }],
    ['input.list', { input: { list: [1] } }],
    ['input.text', { input: { text: 'abc' } }],
    ['input.number', { input: { number: 1.5 } }],
    ['input.yes', { input: { yes: true } }],
    ["'abc'", {}],
    ["('a'|safe)", {}],
    ['[1]', {}],
    ['(1, 2)', {}],
    ["{'a': 1}", {}],
    ['range', {}],
    ['range(3)', {}],
    ["'abc'.upper", {}],
    ['[1]|map("string")', {}],
    ["{'a': 1}.items()", {}],
    ['cycler(1)', {}],
    ['joiner()', {}],
    ['self', {}],
    ['namespace()', {}],
    ['none', {}],
    ['1', {}],
    ['1.0', {}],
    ['10 ** 30', {}],
  ];
  for (const [source, context] of values)
    it(`from ${source}`, () => {
      for (const name of HOST_NAMES) {
        for (const access of [`(${source}).${name}`, `(${source})['${name}']`, `(${source})|attr('${name}')`]) {
          assert.throws(() => compileTemplate(`{{ ${access} }}`).evaluate(context), isOrdinaryError, access);
          assert.equal(render(`{{ ${access} is defined }}`, context), 'False', access);
        }
        assert.throws(() => render(`{{ (${source}).${name}() }}`, context), isOrdinaryError);
      }
    });

  it('through a variable', () => {
    for (const name of [
      ...HOST_NAMES,
      'globalThis',
      'process',
      'require',
      'Function',
      'Object',
      'eval',
      'context',
      'undefined',
    ])
      assert.equal(render(`{{ ${name} is defined }}`, { input: 1 }), 'False', name);
  });

  it('with a name that it builds at run time', () => {
    const context = { input: { a: 'x' }, key: 'constructor' };
    for (const source of [
      '{{ input["con" ~ "structor"] }}',
      '{{ input[key] }}',
      '{{ input[key][key] }}',
      '{{ [input]|map(attribute=key)|list }}',
      '{{ [input]|map(attribute="constructor.constructor")|list }}',
      '{{ [input]|selectattr("__proto__")|list }}',
      '{{ [input, input]|sort(attribute="constructor") }}',
      '{{ [input]|groupby("__proto__") }}',
      '{{ [input]|sum(attribute="constructor") }}',
      '{{ "{0.constructor}".format(input) }}',
      '{{ "{0[constructor]}".format(input) }}',
      '{{ "{0.__class__.__mro__}".format("a") }}',
      '{{ "{a.__init__.__globals__}".format(a=range) }}',
      '{{ "%(constructor)s" % input }}',
      '{{ "{constructor}".format_map(input) }}',
      '{{ input|attr("__proto__") }}',
      "{{ ''.__class__.__mro__[1].__subclasses__() }}",
      '{{ self.__init__.__globals__ }}',
      '{{ cycler.__init__.__globals__ }}',
      '{{ range.constructor("return process")() }}',
      '{{ [].constructor.constructor("return process")() }}',
      '{% for k in input.__proto__ %}{% endfor %}',
      '{% set input.__proto__ = 1 %}',
      '{% set ns = namespace() %}{{ ns.__proto__ }}',
    ])
      assert.throws(() => render(source, context), isOrdinaryError, source);
  });

  it('through the names of filters and tests', () => {
    for (const name of HOST_NAMES) {
      assert.throws(() => compileTemplate(`{{ 1|${name}_x }}`), isOrdinaryError);
      assert.throws(() => render(`{{ [1]|map('${name}x')|list }}`, {}), isOrdinaryError);
      assert.throws(() => render(`{{ [1]|select('${name}')|list }}`, {}), isOrdinaryError);
    }
  });

  it('through functions, dates and the like in the data', () => {
    class Account {
      secret = 1;
      get total(): number {
        return 2;
      }
      steal(): number {
        return 3;
      }
    }
    const context = { f: () => 1, o: { f: () => 1 }, account: new Account(), when: new Date(0), symbol: Symbol('x') };
    for (const source of [
      '{{ f }}',
      '{{ f() }}',
      '{{ o.f() }}',
      '{{ o }}',
      '{{ account.steal() }}',
      '{{ account.total }}',
      '{{ when.getTime() }}',
      '{{ symbol }}',
    ])
      assert.throws(() => render(source, context), isOrdinaryError, source);
    assert.equal(render('{{ account }}', context), "{'secret': 1}");
  });
});

describe('names of the host are ordinary keys', () => {
  it('when the data has them', () => {
    const input: unknown = JSON.parse(
      '{"constructor": 1, "__proto__": {"x": 2}, "toString": "t", "length": 7, "items": [3]}',
    );
    assert.equal(
      render(
        '{{ input.constructor }} {{ input.__proto__.x }} {{ input["toString"] }} {{ input.length }} {{ input.items }}',
        { input },
      ),
      '1 2 t 7 [3]',
    );
    assert.equal(
      render('{{ input.x is defined }} {{ "__proto__" in input }} {{ input|length }}', { input }),
      'False True 5',
    );
    assert.equal(
      render('{{ input }}', { input }),
      "{'constructor': 1, '__proto__': {'x': 2}, 'toString': 't', 'length': 7, 'items': [3]}",
    );
  });

  it('when the template creates them', () => {
    const made = compileTemplate('{{ {"__proto__": {"polluted": 1}, "constructor": 2} }}').evaluate({});
    assert.ok(typeof made === 'object' && made !== null);
    assert.deepEqual(Object.keys(made), ['__proto__', 'constructor']);
    assert.equal(Object.getPrototypeOf(made), Object.prototype);
    assert.equal('polluted' in {}, false);
    assert.equal(
      render(
        '{% set ns = namespace(__proto__=1) %}{{ ns.__proto__ }}{% set ns.constructor = 2 %}{{ ns.constructor }}',
        {},
      ),
      '12',
    );
    assert.equal(render('{{ dict(__proto__=1)|tojson }}', {}), '{"__proto__": 1}');
  });
});

describe('a template never evaluates its data: it', () => {
  it('prints a text that looks like a template', () => {
    assert.equal(render('{{ body.text }}', { body: { text: '{{ 7*7 }}{% raw %}' } }), '{{ 7*7 }}{% raw %}');
    assert.equal(render('{{ body.text ~ "{{ 7*7 }}" }}', { body: { text: '{{ 7*7 }}' } }), '{{ 7*7 }}{{ 7*7 }}');
  });

  it('prints functions without their source code', () => {
    for (const source of ['{{ range }}', '{{ "a".upper }}', '{{ dict }}', '{{ [range, namespace] }}'])
      assert.doesNotMatch(render(source, {}), /=>|return|native code|\.ts|class \w+ \{/);
  });
});
