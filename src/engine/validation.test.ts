import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ASSISTANT, draft, environment, listIssues, PANEL, start, templateStep } from '../../test/fixtures/engine.ts';
import { referencedResources, validateDefinition } from './validation.ts';

test('errors come before warnings, and problems of the whole definition before those of its parts', () => {
  const definition = draft(
    {
      ...start,
      lost: templateStep('{{ steps.no.output }}'),
      a: 'step',
      b: templateStep('{{ steps.zz.output }}'),
      'c!': 'step',
    },
    'start > a, a > b, b > a, start > x, start > c!',
  );
  assert.deepEqual(
    listIssues(definition).map(issue => issue.split(':')[0]),
    ['error c!', 'error start > x', 'error a', 'warning lost', 'warning lost', 'warning b'],
  );
});

test('more than 500 problems of a severity are only counted, and messages have a limited length', () => {
  const long = 'x'.repeat(10_000);
  const definition = draft({ ...start, [long]: templateStep(`{{ steps.${long}2.output }}`) }, `start > ${long}`);
  const edges = Array.from({ length: 700 }, (_, i) => ({ source: `${long}${i}`, target: 'nowhere' }));
  const issues = validateDefinition({ ...definition, edges: [...definition.edges, ...edges] }, environment);
  assert.equal(issues.length, 502);
  assert.equal(issues.at(-2)?.message, 'There are 901 more errors');
  for (const { message, node_id } of issues) {
    assert(message.length < 400, message);
    assert(node_id === null || node_id.length < 300);
  }
});

test('a validation finds the resources that a definition names', () => {
  const definition = draft({
    a: ['user', { panel: PANEL, assistant: ASSISTANT }],
    b: ['user', { panel: PANEL.toUpperCase(), assistant: 'not an id' }],
    c: 'magic',
  });
  assert.deepEqual(referencedResources(definition, environment.nodeTypes), {
    assistants: [ASSISTANT],
    panels: [PANEL],
    tools: [],
    credentials: [],
    workflows: [],
  });
  for (const odd of [null, 7, [], { nodes: [null, { id: 'a', type: 'user', params: 3 }] }]) {
    const none = { assistants: [], panels: [], tools: [], credentials: [], workflows: [] };
    assert.deepEqual(referencedResources(odd, environment.nodeTypes), none);
  }
});
