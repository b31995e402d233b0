import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { isShortened, toPreviewData, toPreviewStep } from './run-data.ts';

const step = {
  node_id: 'call',
  node_type: 'http.request',
  status: 'success',
  started_at: 1,
  finished_at: 2,
  handle: null,
  output_json: '{"a":1}',
  output_characters: 7,
  output_truncated: false,
  text: '',
  error: '',
  file_ids: [],
  conversation_id: null,
  iteration: [],
} as const;
const summary = { ...step, file_ids: [], iteration: [] };

suite('data of runs for previews', () => {
  test('steps keep their output, and what is cut keeps its beginning', () => {
    assert.deepEqual(toPreviewStep(summary)?.output, { a: 1 });
    const cut = toPreviewStep({ ...summary, output_json: '[1,2,3', output_truncated: true });
    assert.deepEqual([cut?.output, cut?.isCut], [[1, 2], true]);
    assert.equal('output' in (toPreviewStep({ ...summary, status: 'skipped', output_json: '' }) ?? {}), false);
    assert.equal(toPreviewStep({ ...summary, status: 'running' }), undefined);
  });

  test('items are named from the outermost loop inwards', () => {
    assert.deepEqual(toPreviewStep({ ...summary, iteration: [5, 2] })?.iteration, [2, 5]);
  });

  test('whole outputs replace those that the list shortens', () => {
    const short = { ...summary, output_json: '[1,', output_characters: 5 };
    assert.equal(isShortened(short), true);
    assert.equal(isShortened(summary), false);
    const run = {
      id: 'r',
      started_at: null,
      created: { timestamp: 5, user_id: 'u' },
      input_json: '{"x":1}',
      steps: [short],
    };
    const data = toPreviewData({ id: 'w', name: 'W' }, run, [{ ...summary, output_json: '[1,2]' }]);
    assert.deepEqual(data.steps[0]?.output, [1, 2]);
    assert.deepEqual([data.input, data.run], [{ x: 1 }, { id: 'r', startedAt: 5 }]);
  });
});
