import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TemplateError, TemplateTimeout } from '../../templates/template.ts';
import { nameTemplate } from './template-errors.ts';

function named(params: Record<string, unknown>, source: string, line?: number): string {
  const error = nameTemplate(new TemplateError("'x' is undefined", line), params, source);
  return error instanceof TemplateError ? error.message : '';
}

describe('the error of a template', () => {
  test('names the param and the expression', () => {
    const long = `{{ input.${'a'.repeat(100)} }}`;
    const cases: [params: Record<string, unknown>, source: string, line: number | undefined, message: string][] = [
      [{ data: { total: '{{ x.y }}' } }, '{{ x.y }}', 1, "params.data.total: {{ x.y }}: 'x' is undefined"],
      [{ expression: 'x > 1' }, 'x > 1', 1, "params.expression: x > 1: 'x' is undefined"],
      [{ cases: ['a', { name: '{{ x }}' }] }, '{{ x }}', undefined, "params.cases[1].name: {{ x }}: 'x' is undefined"],
      [{ text: 'Dear {{ x }},\n{{ y }}' }, 'Dear {{ x }},\n{{ y }}', 2, "params.text: {{ y }}: 'x' is undefined"],
      [
        { text: 'a\r\nb {{ x }}, {{ y }}' },
        'a\r\nb {{ x }}, {{ y }}',
        2,
        "params.text: {{ x }} {{ y }}: 'x' is undefined",
      ],
      [{ text: 'a {{ x +\n y }}' }, 'a {{ x +\n y }}', 1, "params.text: {{ x +: 'x' is undefined"],
      [{ value: long }, long, 1, `params.value: ${long.slice(0, 80)}...: 'x' is undefined`],
      [{}, '{{ x }}', 1, "{{ x }}: 'x' is undefined"],
    ];
    for (const [params, source, line, message] of cases) assert.equal(named(params, source, line), message);
  });

  test('keeps its kind, and other errors stay as they are', () => {
    const other = new Error('no');
    assert.equal(nameTemplate(other, {}, ''), other);
    assert(nameTemplate(new TemplateTimeout('slow'), { value: 'x' }, 'x') instanceof TemplateTimeout);
  });
});
