import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stateOf, stepOf } from '../../test/run.ts';
import { createScale, niceStep, stepSegments } from './timeline.ts';

const HOUR = 3_600_000;

test('without long pauses the axis is linear from creation to end', () => {
  const state = stateOf([stepOf({ node_id: 'a' })], { created: { timestamp: 0, user_id: 'u' }, finished_at: 2_000 });
  const scale = createScale(state, 99_999);
  assert.equal(scale.position(0), 0);
  assert.equal(scale.position(500), 25);
  assert.equal(scale.position(2_000), 100);
  assert.deepEqual(scale.gaps, []);
  assert.deepEqual(
    scale.ticks.map(({ elapsedMs }) => elapsedMs),
    [0, 500, 1_000, 1_500, 2_000],
  );
});

test('a wait of hours is squeezed into a gap that says its length', () => {
  const state = stateOf(
    [
      stepOf({ node_id: 'a', started_at: 0, finished_at: 1_000 }),
      stepOf({ node_id: 'ask', node_type: 'human.approval', started_at: 1_000, finished_at: 1_000 + 2 * HOUR }),
      stepOf({ node_id: 'b', started_at: 1_000 + 2 * HOUR, finished_at: 2_000 + 2 * HOUR }),
    ],
    { created: { timestamp: 0, user_id: 'u' }, started_at: 0, finished_at: 2_000 + 2 * HOUR },
  );
  const scale = createScale(state, 0);
  assert.equal(scale.gaps.length, 1);
  assert.equal(scale.gaps[0]?.lengthMs, 2 * HOUR);
  assert.ok((scale.gaps[0]?.width ?? 0) > 5 && (scale.gaps[0]?.width ?? 100) < 20);
  const b = state.steps.get('b');
  const [segment] = b ? stepSegments(b, state, scale) : [];
  assert.ok(segment && segment.width > 40, 'work after the wait is as readable as before');
  const ask = state.steps.get('ask');
  assert.deepEqual(ask && stepSegments(ask, state, scale).map(({ kind }) => kind), ['waiting']);
});

test('a loop around a long wait does not keep it from being squeezed', () => {
  const state = stateOf(
    [
      stepOf({ node_id: 'rows', node_type: 'loop', started_at: 0, finished_at: HOUR }),
      stepOf({ node_id: 'ask', node_type: 'human.approval', iteration: [0], started_at: 100, finished_at: HOUR }),
    ],
    { created: { timestamp: 0, user_id: 'u' }, started_at: 0, finished_at: HOUR + 500 },
  );
  assert.equal(createScale(state, 0).gaps.length, 1);
});

test('tries, the pauses between them and the queue are parts of the bars', () => {
  const state = stateOf(
    [
      stepOf({
        node_id: 'call',
        node_type: 'http.request',
        status: 'failed',
        started_at: 1_000,
        finished_at: 2_000,
        tries: [
          { started_at: 1_000, finished_at: 1_200, error: '503' },
          { started_at: 1_600, finished_at: 2_000, error: '503' },
        ],
      }),
    ],
    { created: { timestamp: 0, user_id: 'u' }, started_at: 1_000, finished_at: 2_000 },
  );
  const call = state.steps.get('call');
  const segments = call ? stepSegments(call, state, createScale(state, 0)) : [];
  assert.deepEqual(
    segments.map(({ kind, left, width, lengthMs }) => [kind, Math.round(left), Math.round(width), lengthMs]),
    [
      ['queued', 0, 50, 1_000],
      ['failed try', 50, 10, 200],
      ['pause', 60, 20, 400],
      ['work', 80, 20, 400],
    ],
  );
});

test('a step that waits for its next try is in a pause, and one that runs reaches until now', () => {
  const running = { status: 'running' as const, started_at: 0, finished_at: null };
  const state = stateOf(
    [
      stepOf({ node_id: 'a', ...running, tries: [{ started_at: 0, finished_at: 100, error: 'No' }] }),
      stepOf({ node_id: 'b', ...running }),
    ],
    { created: { timestamp: 0, user_id: 'u' }, started_at: 0, status: 'running', finished_at: null },
  );
  const scale = createScale(state, 400);
  const kinds = (key: string) => {
    const step = state.steps.get(key);
    return step ? stepSegments(step, state, scale).map(({ kind, width }) => [kind, width]) : [];
  };
  assert.deepEqual(kinds('a'), [
    ['failed try', 25],
    ['pause', 75],
  ]);
  assert.deepEqual(kinds('b'), [['work', 100]]);
});

test('skipped steps have no bar', () => {
  const state = stateOf([stepOf({ node_id: 'a' }), stepOf({ node_id: 'b', status: 'skipped', started_at: null })]);
  const step = state.steps.get('b');
  assert.deepEqual(step && stepSegments(step, state, createScale(state, 0)), []);
});

test('ticks stand at round durations', () => {
  assert.deepEqual([0, 3, 7, 12, 340, 4_200, 31_000, 400_000, 7 * HOUR].map(niceStep), [
    1,
    5,
    10,
    20,
    500,
    5_000,
    60_000,
    600_000,
    10 * HOUR,
  ]);
});
