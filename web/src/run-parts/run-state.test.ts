import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventOf, runOf, stateOf, stepOf } from '../../test/run.ts';
import {
  foldEvents,
  idempotencyKey,
  isFatal,
  newRun,
  readRun,
  readStepKey,
  runDuration,
  stepDuration,
  stepKey,
  uniteIntervals,
} from './run-state.ts';

test('a run is built from its events alone', () => {
  const events = [
    eventOf({ type: 'run_start', status: 'running' }),
    eventOf({ type: 'step_start', node_id: 'start', node_type: 'trigger.manual', status: 'running' }),
    eventOf({ type: 'step_end', node_id: 'start', status: 'success', output_json: '{"a":1}' }),
    eventOf({ type: 'step_start', node_id: 'call', node_type: 'http.request', status: 'running' }),
    eventOf({ type: 'step_progress', node_id: 'call', text: 'Half done' }),
  ];
  const state = foldEvents(
    newRun('run-1', 100),
    events.map((event, index) => ({ event, at: 200 + index })),
  );
  assert.equal(state.status, 'running');
  assert.equal(state.startedAt, 200);
  assert.deepEqual([...state.steps.keys()], ['start', 'call']);
  assert.partialDeepStrictEqual(state.steps.get('start'), {
    status: 'success',
    startedAt: 201,
    finishedAt: 202,
    outputHead: '{"a":1}',
    outputCharacters: 7,
  });
  assert.partialDeepStrictEqual(state.steps.get('call'), { status: 'running', progress: 'Half done' });
});

test('events that repeat the past change nothing that was read', () => {
  const state = stateOf([stepOf({ node_id: 'start', started_at: 1_000, finished_at: 1_005, output_characters: 9 })], {
    status: 'running',
    finished_at: null,
  });
  const again = [
    eventOf({ type: 'run_start', status: 'running' }),
    eventOf({ type: 'step_start', node_id: 'start' }),
    eventOf({ type: 'step_end', node_id: 'start', status: 'success' }),
  ];
  const folded = foldEvents(
    state,
    again.map(event => ({ event, at: 9_000 })),
  );
  assert.deepEqual(folded.steps.get('start'), state.steps.get('start'));
  assert.equal(folded.startedAt, 1_000);
});

test('a step keeps its start when its end is an event', () => {
  const state = stateOf([stepOf({ node_id: 'call', status: 'running', finished_at: null })], { status: 'running' });
  const end = eventOf({ type: 'step_end', node_id: 'call', status: 'failed', error: 'No', handle: 'error' });
  const step = foldEvents(state, [{ event: end, at: 4_000 }]).steps.get('call');
  assert.partialDeepStrictEqual(step, { status: 'failed', error: 'No', startedAt: 1_000, finishedAt: 4_000 });
  assert.ok(step && !isFatal(step));
});

test('a step that is skipped has no start, and no duration', () => {
  const event = eventOf({ type: 'step_end', node_id: 'notify', node_type: 'notify', status: 'skipped' });
  const step = foldEvents(newRun('run-1', 0), [{ event, at: 50 }]).steps.get('notify');
  assert.partialDeepStrictEqual(step, { status: 'skipped', startedAt: null });
  assert.equal(step && stepDuration(step, 100), undefined);
});

test('waiting, ending and cancelling are states of the run, and nothing follows an end', () => {
  const waiting = foldEvents(newRun('run-1', 0), [
    { event: eventOf({ type: 'step_waiting', node_id: 'ask', node_type: 'human.approval', text: 'Waits' }), at: 1 },
    { event: eventOf({ type: 'run_waiting', status: 'waiting', text: 'ask' }), at: 2 },
  ]);
  assert.equal(waiting.status, 'waiting');
  assert.equal(waiting.steps.get('ask')?.status, 'waiting');
  const end = { event: eventOf({ type: 'run_end', status: 'cancelled', error: 'Stopped' }), at: 3 };
  const ended = foldEvents(waiting, [end]);
  assert.partialDeepStrictEqual(ended, { status: 'cancelled', error: 'Stopped', finishedAt: 3 });
  assert.equal(foldEvents(ended, [end]), ended);
});

test('many events copy the steps once', () => {
  const state = newRun('run-1', 0);
  const events = Array.from({ length: 20_000 }, (_, index) => ({
    event: eventOf({ type: 'step_start', node_id: 'call', iteration: [index] }),
    at: index,
  }));
  assert.equal(foldEvents(state, events).steps.size, 20_000);
  assert.equal(state.steps.size, 0);
});

test('steps of different items have different keys', () => {
  assert.equal(stepKey('call', []), 'call');
  assert.equal(stepKey('call', [1, 12]), 'call 1.12');
  assert.notEqual(stepKey('call', [1, 12]), stepKey('call', [11, 2]));
  assert.equal(idempotencyKey('r', { nodeId: 'call', iteration: [1, 12] }), 'r-call-1.12');
  assert.equal(idempotencyKey('r', { nodeId: 'call', iteration: [] }), 'r-call');
});

test('the duration of a run tells queueing and waiting apart', () => {
  const state = readRun(
    runOf(
      [
        stepOf({ node_id: 'ask', node_type: 'human.approval', started_at: 1_100, finished_at: 1_700 }),
        stepOf({ node_id: 'ask2', node_type: 'human.approval', started_at: 1_500, finished_at: 1_800 }),
      ],
      { created: { timestamp: 400, user_id: 'u' } },
    ),
  );
  assert.deepEqual(runDuration(state, 9_000), { totalMs: 1_000, waitedMs: 700, queuedMs: 600 });
});

test('intervals are united where they touch', () => {
  const united = uniteIntervals([
    { from: 5, to: 6 },
    { from: 1, to: 3 },
    { from: 2, to: 4 },
    { from: 4, to: 5 },
    { from: 9, to: 9 },
  ]);
  assert.deepEqual(united, [
    { from: 1, to: 6 },
    { from: 9, to: 9 },
  ]);
});

test('the key of a step says where it is', () => {
  for (const place of [
    { nodeId: 'call', iteration: [] },
    { nodeId: 'call', iteration: [3, 12] },
  ]) {
    assert.deepEqual(readStepKey(stepKey(place.nodeId, place.iteration)), place);
  }
  assert.deepEqual(readStepKey('call x.y'), { nodeId: 'call', iteration: [] });
});
