/** What a model sees of a workflow, and how its edits treat credentials and errors. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Run, Step } from '../../runs/schemas.ts';
import { emptyCredentials } from '../../workflows/credentials.ts';
import type { Issue } from '../../workflows/schemas.ts';
import { builderLimits } from './builder-limits.ts';
import { preserveCredentials } from './credentials.ts';
import { findNewErrors } from './edit.ts';
import { abbreviate, presentDefinition, presentRun } from './presentation.ts';

const request = (id: string, headers: Record<string, unknown>, type = 'http.request') => ({
  id,
  type,
  params: { url: 'https://example.org', headers },
});

suite('credentials', () => {
  const draft = { nodes: [request('call', { Authorization: 'Bearer 1', Accept: '*/*' })], edges: [] };

  test('that an edit leaves empty are restored', () => {
    const shown = emptyCredentials(draft).definition;
    assert.doesNotMatch(JSON.stringify(shown), /Bearer/);
    assert.deepEqual(
      preserveCredentials(draft, { ...draft, nodes: [request('call', { Authorization: '', Accept: '' })] }).definition,
      {
        ...draft,
        nodes: [request('call', { Authorization: 'Bearer 1', Accept: '' })],
      },
    );
  });

  test('are changed and removed on request, and never get to another node', () => {
    for (const node of [
      request('call', { Authorization: 'Bearer 2' }),
      request('call', {}),
      request('other', { Authorization: '' }),
      request('call', { Authorization: '' }, 'transform'),
      request('call', { 'X-Token': '', constructor: '' }),
    ]) {
      const { definition, removed } = preserveCredentials(draft, { nodes: [node], edges: [] });
      assert.deepEqual({ definition, removed }, { definition: { nodes: [node], edges: [] }, removed: [] });
    }
  });
});

suite('errors', () => {
  const error = (message: string, node_id: string | null = null): Issue => ({
    severity: 'error',
    message,
    node_id,
    edge: null,
  });

  test('are new when the draft has fewer of them', () => {
    const known = [error('old', 'a'), error("'cases[0]' is wrong", 'b')];
    assert.deepEqual(findNewErrors(known, known), []);
    assert.deepEqual(findNewErrors(known, [error('old', 'b'), ...known]), [error('old', 'b')]);
    const twice = [...known, error("'cases[1]' is wrong", 'b')];
    assert.deepEqual(findNewErrors(known, twice), twice.slice(2));
    assert.deepEqual(findNewErrors([error('too many (250)')], [error('too many (249)')]), []);
  });

  test('are never warnings, and an earlier warning is not an earlier error', () => {
    const warning: Issue = { ...error('x'), severity: 'warning' };
    assert.deepEqual(findNewErrors([], [warning]), []);
    assert.deepEqual(findNewErrors([warning], [error('x')]), [error('x')]);
  });
});

suite('the presentation', () => {
  test('of a long definition is an outline, or the requested nodes', () => {
    const long = 'x'.repeat(builderLimits.definitionCharacters);
    const definition = {
      nodes: [
        { id: 'a', type: 'transform', name: 'A', params: { value: 1 } },
        { id: 'b', type: 'transform', name: 'B', params: { value: long } },
      ],
      edges: [{ source: 'a', target: 'b', source_handle: 'error' }],
    };
    const { outline } = presentDefinition(definition, []);
    assert.deepEqual(outline, { nodes: 'a transform "A"\nb transform "B"', edges: 'a (error) -> b' });
    assert.deepEqual(presentDefinition(definition, ['a']), { nodes: [definition.nodes[0]] });
    assert.ok(JSON.stringify(presentDefinition(definition, ['b'])).length < builderLimits.paramsCharacters + 200);
    const short = { nodes: [], edges: [] };
    assert.deepEqual(presentDefinition(short, []), { definition: short });
  });

  test('of a run with many steps has the failed ones and the first ones, in their order', () => {
    const step = (index: number, more: Partial<Step> = {}): Step => ({
      node_id: `s${index}`,
      node_type: 'transform',
      status: 'success',
      started_at: 0,
      finished_at: 0,
      handle: null,
      output_json: '1',
      output_truncated: false,
      text: '',
      error: '',
      file_ids: [],
      conversation_id: null,
      iteration: [],
      ...more,
    });
    const failed: Partial<Step> = { status: 'failed', output_json: '', handle: 'error', iteration: [3] };
    failed.error = 'e'.repeat(9_000);
    const steps = Array.from({ length: 500 }, (_, index) => step(index, index === 400 ? failed : {}));
    const run = { id: 'r', status: 'failed', error: '', version: null, input_json: '{}', output_json: '', steps };
    const shown = presentRun({ ...run, trigger_node_id: 'start', credits: 0 } as Partial<Run> as Run);
    assert.ok(Array.isArray(shown.steps));
    assert.equal(shown.steps.length, builderLimits.steps);
    assert.deepEqual(shown.steps[0], { id: 's0', status: 'success', output: '1' });
    const { error, ...last } = shown.steps.at(-1);
    assert.deepEqual(last, { id: 's400', status: 'failed', handle: 'error', iteration: [3] });
    assert.ok(error.length < builderLimits.errorCharacters + 50);
    assert.equal(shown.more_steps, 500 - builderLimits.steps);
  });

  test('never contains half a character', () => {
    assert.equal(abbreviate('ab', 2), 'ab');
    assert.equal(abbreviate('a😀b', 2), 'a… (4 characters in all)');
  });
});
