import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { renameReferences } from './references.ts';

const NEW_IDS = new Map([['call', 'call_2']]);

describe('references between steps', () => {
  it('are rewritten in templates at any depth', () => {
    const node = {
      id: 'a',
      type: 'http.request',
      params: {
        url: 'https://x/{{ steps.call.output.id }}',
        headers: { note: "{{ steps['call'].text }}", plain: 'steps.call' },
        query: { list: ['{{ steps.other.output }}', '{% if steps.call.success %}1{% endif %}'] },
      },
    };
    assert.deepEqual(renameReferences(node, NEW_IDS).params, {
      url: 'https://x/{{ steps.call_2.output.id }}',
      headers: { note: "{{ steps['call_2'].text }}", plain: 'steps.call' },
      query: { list: ['{{ steps.other.output }}', '{% if steps.call_2.success %}1{% endif %}'] },
    });
  });

  it('are rewritten in expressions with and without braces', () => {
    const cases = [
      { name: 'steps.call', expression: 'steps.call.output > 1' },
      { name: 'b', expression: '{{ steps.call.output }}' },
    ];
    assert.deepEqual(renameReferences({ id: 'a', type: 'switch', params: { cases } }, NEW_IDS).params?.cases, [
      { name: 'steps.call', expression: 'steps.call_2.output > 1' },
      { name: 'b', expression: '{{ steps.call_2.output }}' },
    ]);
  });

  it('are rewritten in the links of steps that wait', () => {
    const value = "{{ run.links.call }} {{ run['links']['call'] }} {{ run.call }} {{ steps.call.output.links.call }}";
    const node = { id: 'a', type: 'transform', params: { value } };
    assert.equal(
      renameReferences(node, NEW_IDS).params?.value,
      "{{ run.links.call_2 }} {{ run['links']['call_2'] }} {{ run.call }} {{ steps.call_2.output.links.call }}",
    );
  });

  it('leave schemas, literals and broken templates alone, and the step the same object', () => {
    const nodes = [
      { id: 'a', type: 'trigger.manual', params: { input_schema: { title: '{{ steps.call }}' } } },
      { id: 'b', type: 'transform', params: { value: '{{ steps.call. }}' } },
      { id: 'c', type: 'transform', params: { value: '{{ steps.other }} in steps.call' } },
      { id: 'd', type: 'transform' },
    ];
    for (const node of nodes) assert.equal(renameReferences(node, NEW_IDS), node);
  });
});
