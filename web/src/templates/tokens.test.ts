import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { applyInsertion, insertPath } from './insertion.ts';
import { formatPath, valueAt } from './paths.ts';
import { codeRegionAt, tokenize } from './tokens.ts';

function show(source: string, mode: 'template' | 'expression' = 'template'): string {
  return tokenize(source, mode)
    .map(({ kind, from, to }) => `${kind}:${source.slice(from, to)}`)
    .join(' ');
}

suite('tokens of templates', () => {
  test('text, braces, names, filters and strings are told apart', () => {
    assert.equal(
      show("Hi {{ input.name | default('x', 1) }}!"),
      "text:Hi  brace:{{ name:input operator:. name:name operator:| filter:default operator:( string:'x' operator:, number:1 operator:) brace:}} text:!",
    );
    assert.equal(show('{%- if a is none -%}'), 'brace:{%- keyword:if name:a keyword:is constant:none brace:-%}');
    assert.equal(show('{# note #}x'), 'comment:{# note #} text:x');
    assert.equal(show('a > 1', 'expression'), 'name:a operator:> number:1');
    assert.equal(show('{{ a }}', 'expression'), 'brace:{{ name:a brace:}}');
  });

  test('a name after a dot is never a keyword', () => {
    assert.equal(show('a.if', 'expression'), 'name:a operator:. name:if');
  });

  test('braces inside of strings and objects close nothing', () => {
    assert.equal(show("{{ '}}' }}"), "brace:{{ string:'}}' brace:}}");
    assert.equal(show('{{ {"a": {"b": 1}} }}x').endsWith('brace:}} text:x'), true, show('{{ {"a": {"b": 1}} }}x'));
  });

  test('what is not closed yet colours no more than itself', () => {
    assert.equal(show('{{ a {{ b }}'), 'brace:{{ name:a brace:{{ name:b brace:}}');
    assert.equal(show('{{ a.'), 'brace:{{ name:a operator:.');
    assert.equal(show("{{ 'a"), "brace:{{ string:'a");
  });

  test('a million braces are read quickly', () => {
    assert.ok(tokenize('{{'.repeat(20_000), 'template').length > 0);
  });

  test('the tokens of any text lie one after the other', () => {
    for (const source of ['{', '{{', '}}', '{%', "{{'", '{{-}}', '{#', '{{"\n"}} x', '{{}}{%%}', '😀{{ 😀 }}']) {
      let at = 0;
      for (const { from, to } of tokenize(source, 'template')) {
        assert.ok(from >= at && to > from && to <= source.length, source);
        at = to;
      }
    }
  });
});

suite('where code is written', () => {
  const source = 'a {{ b }} c {% if d %} {# e #}';
  test('between braces, and nowhere else', () => {
    assert.equal(codeRegionAt(source, 1, 'template'), undefined);
    assert.deepEqual(codeRegionAt(source, 5, 'template'), { from: 4, to: 7, kind: 'print' });
    assert.equal(codeRegionAt(source, 10, 'template'), undefined);
    assert.equal(codeRegionAt(source, 18, 'template')?.kind, 'statement');
    assert.equal(codeRegionAt(source, 26, 'template'), undefined);
    assert.equal(codeRegionAt('{{', 2, 'template')?.kind, 'print');
    assert.equal(codeRegionAt('{{', 1, 'template'), undefined);
  });

  test('everywhere in an expression', () => {
    assert.equal(codeRegionAt('a > 1', 0, 'expression')?.kind, 'expression');
    assert.equal(codeRegionAt('', 0, 'expression')?.kind, 'expression');
  });
});

suite('inserting values', () => {
  const insert = (source: string, at: number, mode: 'template' | 'expression' = 'template') =>
    applyInsertion(source, insertPath(source, { from: at, to: at }, ['steps', 'call', 'output', 'id'], mode));

  test('braces are added only where there are none', () => {
    assert.equal(insert('', 0), '{{ steps.call.output.id }}');
    assert.equal(insert('Order ', 6), 'Order {{ steps.call.output.id }}');
    assert.equal(insert('{{  }}', 3), '{{ steps.call.output.id }}');
    assert.equal(insert('{{}}', 2), '{{ steps.call.output.id }}');
    assert.equal(insert('', 0, 'expression'), 'steps.call.output.id');
    assert.equal(insert('a>', 2, 'expression'), 'a>steps.call.output.id');
  });

  test('a selection is replaced', () => {
    const source = '{{ input.a }}';
    const insertion = insertPath(source, { from: 3, to: 10 }, ['input', 'b'], 'template');
    assert.equal(applyInsertion(source, insertion), '{{ input.b }}');
  });
});

suite('paths', () => {
  test('names that are none are written as texts', () => {
    assert.equal(formatPath(['steps', 'a', 'output', 'rows', 0, 'first name']), "steps.a.output.rows[0]['first name']");
    assert.equal(formatPath(['input', "it's"]), `input["it's"]`);
    assert.equal(formatPath(['input', '1']), "input['1']");
    assert.equal(formatPath(['loop', 'item', 'in']), 'loop.item.in');
  });

  test('values are read from own properties only', () => {
    assert.equal(valueAt({ a: [{ b: 1 }] }, ['a', 0, 'b']), 1);
    assert.equal(valueAt({}, ['constructor']), undefined);
    assert.equal(valueAt(null, ['a']), undefined);
  });
});
