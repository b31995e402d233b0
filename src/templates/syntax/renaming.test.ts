import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compileExpression, compileTemplate } from '../../../test/fixtures/templates.ts';
import { renameMembers } from './renaming.ts';

const UNTOUCHED = "{{ 'steps.call' }}{# steps.call #}{% raw %}{{ steps.call }}{% endraw %}";
const NAMES: Record<string, string> = { call: 'call_2', rows: 'lines' };

function rename(source: string): string {
  return renameMembers(source, 'template', compileTemplate(source).references, 'steps', name => NAMES[name]);
}

describe('renaming members of steps in', () => {
  const cases: [source: string, renamed: string][] = [
    ['plain steps.call', 'plain steps.call'],
    ['{{ steps.call.output.x }}', '{{ steps.call_2.output.x }}'],
    ['{{ steps . call }} and {{steps.rows}}', '{{ steps . call_2 }} and {{steps.lines}}'],
    ["{{ steps['call'].output }}", "{{ steps['call_2'].output }}"],
    ['{{ steps[ "call" ].output }}', '{{ steps[ "call_2" ].output }}'],
    ["{{ steps['c\\u0061ll'] }}", "{{ steps['call_2'] }}"],
    ['{{ (steps).call }}', '{{ (steps).call_2 }}'],
    ['{{ steps.caller.output }}', '{{ steps.caller.output }}'],
    ['{{ input.steps.call }}', '{{ input.steps.call }}'],
    [UNTOUCHED, UNTOUCHED],
    [
      '{% for steps in input.rows %}{{ steps.call }}{% endfor %}{{ steps.call }}',
      '{% for steps in input.rows %}{{ steps.call }}{% endfor %}{{ steps.call_2 }}',
    ],
    [
      '{% if steps.call.success %}{{ steps.rows.text }}{% endif %}',
      '{% if steps.call_2.success %}{{ steps.lines.text }}{% endif %}',
    ],
    ['{{ steps[steps.call.output].output }}', '{{ steps[steps.call_2.output].output }}'],
    ["{{ steps['call' ~ 'x'] }}", "{{ steps['call' ~ 'x'] }}"],
    ['{{ steps ~ call }}{{ steps[call] }}', '{{ steps ~ call }}{{ steps[call] }}'],
    ["{{ [steps, 'call'] }}{{ steps['call':] }}", "{{ [steps, 'call'] }}{{ steps['call':] }}"],
    ['{{ steps }}', '{{ steps }}'],
    ['{{ steps.call.output | default(steps.rows.output) }}', '{{ steps.call_2.output | default(steps.lines.output) }}'],
    ['a\n{{ steps.call }}\n', 'a\n{{ steps.call_2 }}\n'],
    ['a\r\n{{ steps.call }}', 'a\n{{ steps.call_2 }}'],
  ];
  for (const [source, expected] of cases) it(JSON.stringify(source), () => assert.equal(rename(source), expected));

  it('an expression without braces', () => {
    const source = 'steps.call.output.n > steps.rows.output.count';
    const { references } = compileExpression(source);
    assert.equal(
      renameMembers(source, 'expression', references, 'steps', name => NAMES[name]),
      'steps.call_2.output.n > steps.lines.output.count',
    );
  });
});
