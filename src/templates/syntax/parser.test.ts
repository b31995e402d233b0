import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compileExpression, compileTemplate } from '../../../test/fixtures/templates.ts';
import { TemplateError } from '../template.ts';

describe('mistakes in the source', () => {
  const faults: [source: string, message: RegExp, line: number][] = [
    ['{{ a', /unexpected end of template, expected 'end of print statement'/, 1],
    ['one\ntwo {{ a b }}', /^line 2: expected 'end of print statement', got 'b'/, 2],
    ['{{ 1 + }}', /unexpected 'end of print statement'/, 1],
    ['\n\n{{ x|nosuch }}', /^line 3: No filter named 'nosuch'/, 3],
    ['{{ x is nosuch }}', /No test named 'nosuch'/, 1],
    ['{% if x %}\na', /Expected 'elif' or 'else' or 'endif'.*'if' of line 1/, 1],
    ['{% for x in y %}{% endif %}', /unknown tag 'endif'.*Expected 'endfor' or 'else'/, 1],
    ['{% if x %}{% for y in z %}{% endif %}', /nesting mistake/, 1],
    ['{% nosuch %}', /unknown tag 'nosuch'/, 1],
    ['{{ "abc }}', /a string that starts with " has no end/, 1],
    ['{{ a ? b : c }}', /unexpected character '\?'/, 1],
    ['{{ (1, 2] }}', /unexpected ']', expected '\)'/, 1],
    ['{# no end', /Missing end of comment tag/, 1],
    ['a\n{% raw %} no end', /Missing end of raw directive/, 2],
    ['{% break %}', /outside a loop/, 1],
    ['{% for x in y %}{% macro m() %}{% break %}{% endmacro %}{% endfor %}', /outside a loop/, 1],
    ['{% set none = 1 %}', /can't assign to 'none'/, 1],
    ['{% block a %}{% endblock %}{% block a %}{% endblock %}', /block 'a' defined twice/, 1],
    ['{% macro m(a, a) %}{% endmacro %}', /duplicate parameter 'a'/, 1],
    [`{{ ${'9'.repeat(5000)} }}`, /more than 4300 digits/, 1],
  ];
  for (const [source, message, line] of faults)
    it(JSON.stringify(source.slice(0, 60)), () => {
      assert.throws(
        () => compileTemplate(source),
        error => error instanceof TemplateError && message.test(error.message) && error.line === line,
      );
    });

  for (const tag of ["include 'x'", "import 'x' as y", "from 'x' import y", "extends 'x'", 'autoescape true'])
    it(`{% ${tag} %} is not available`, () => {
      assert.throws(() => compileTemplate(`{% ${tag} %}`), /is not available/);
    });
});

describe('the parser', () => {
  const deep: [name: string, source: string][] = [
    ['parentheses', `{{ ${'('.repeat(100_000)}`],
    ['lists', `{{ ${'['.repeat(5_000)}${']'.repeat(5_000)} }}`],
    ['signs', `{{ ${'-'.repeat(5_000)}1 }}`],
    ['not', `{{ ${'not '.repeat(5_000)}1 }}`],
    ['a sum', `{{ ${'1+'.repeat(5_000)}1 }}`],
    ['filters', `{{ 1${'|string'.repeat(5_000)} }}`],
    ['attributes', `{{ a${'.b'.repeat(5_000)} }}`],
    ['calls', `{{ a${'()'.repeat(5_000)} }}`],
    ['else', `{{ ${'1 if a else '.repeat(5_000)}1 }}`],
    ['if', `${'{% if a %}'.repeat(5_000)}${'{% endif %}'.repeat(5_000)}`],
    ['targets', `{% set ${'('.repeat(5_000)}a${')'.repeat(5_000)} = 1 %}`],
  ];
  for (const [name, source] of deep)
    it(`refuses endless nesting of ${name}`, () => {
      assert.throws(() => compileTemplate(source), /nested too deeply/);
    });

  it('accepts as much nesting as people write', () => {
    assert.equal(compileTemplate(`{{ ${'('.repeat(40)}1${')'.repeat(40)}${'+1'.repeat(150)} }}`).evaluate({}), 151);
    assert.equal(compileTemplate(`{{ ${'"a" ~ '.repeat(2_000)}"a" }}`).render({}).length, 2001);
    assert.equal(compileTemplate(`${'{% if false %}{% endif %}'.repeat(2_000)}x`).render({}), 'x');
  });
});

describe('the compiler', () => {
  it('recognizes a single expression with white space around it', () => {
    for (const source of ['{{ a }}', ' \n{{ a }}\t', '{{- a -}}', '{{ {"b": {}} }}'])
      assert.equal(compileTemplate(source).isExpression, true, source);
    for (const source of [
      '',
      'a',
      'x{{ a }}',
      '{{ a }}{{ b }}',
      '{{ a }}{# c #}',
      '{% if a %}{% endif %}',
      '{% raw %}{{ a }}{% endraw %}',
    ])
      assert.equal(compileTemplate(source).isExpression, false, source);
  });

  it('accepts an expression with and without braces', () => {
    for (const source of ['a > 1', '{{ a > 1 }}', '  {{ a > 1 }}\n', '\na\n>\n1\n']) {
      const template = compileExpression(source);
      assert.equal(template.isExpression, true);
      assert.equal(template.evaluate({ a: 2 }), true);
      assert.equal(template.evaluate({ a: 1 }), false);
    }
    assert.deepEqual(compileExpression("{'a': 1}").evaluate({}), { a: 1 });
    assert.equal(compileExpression("'{{ x }}'").evaluate({}), '{{ x }}');
  });

  it('refuses sources that are no expression', () => {
    for (const source of ['', ' ', 'a b', '{{ a }} > 1', '{{ a }}{{ b }}', '{% if a %}{% endif %}', 'a }}'])
      assert.throws(() => compileExpression(source), TemplateError, source);
  });

  it('returns plain text unchanged, except that it normalizes line breaks as Jinja does', () => {
    const texts = [
      ['', ''],
      ['a { b } % # c', 'a { b } % # c'],
      ['a\r\nb\rc\n', 'a\nb\nc'],
      ['a\n\n', 'a\n'],
    ] as const;
    for (const [source, text] of texts) assert.equal(compileTemplate(source).evaluate({}), text);
  });
});
