import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { RunEvent } from '../executing/events.ts';
import { EventLog, type Snapshot } from './watch-events.ts';

type StoredStep = Snapshot['steps'][number];

function step(node_id: string, fields: Partial<StoredStep> = {}): StoredStep {
  return {
    node_id,
    node_type: 'transform',
    status: 'success',
    started_at: 1,
    finished_at: 2,
    handle: null,
    text: '',
    error: '',
    output_json: '1',
    iteration: [],
    ...fields,
  };
}

function snapshot(status: Snapshot['status'], steps: StoredStep[] = []): Snapshot {
  return { id: 'run', status, error: '', output_json: '', steps };
}

const describeEvents = (events: readonly RunEvent[]) =>
  events.map(({ type, node_id, iteration }) => [type, node_id, ...iteration].join(' ').trim());
const running = (node_id: string, started_at: number) =>
  step(node_id, { status: 'running', started_at, finished_at: null });

suite('the events of a stored run', () => {
  test('begin when the run does, and nothing is sent twice', () => {
    const log = new EventLog();
    assert.deepEqual(log.advance(snapshot('queued')), []);
    const first = snapshot('running', [step('a'), running('b', 3)]);
    assert.deepEqual(describeEvents(log.advance(first)), ['run_start', 'step_start a', 'step_end a', 'step_start b']);
    assert.deepEqual(log.advance(first), []);
    const last = snapshot('success', [step('a'), step('b', { started_at: 3, finished_at: 4 })]);
    assert.deepEqual(describeEvents(log.advance(last)), ['step_end b', 'run_end']);
    assert.equal(log.isEnded, true);
    assert.deepEqual(log.advance(last), []);
  });

  test('are in the order of their times, also of branches beside each other', () => {
    const log = new EventLog();
    const steps = [step('a', { started_at: 1, finished_at: 9 }), step('b', { started_at: 2, finished_at: 3 })];
    assert.deepEqual(describeEvents(log.advance(snapshot('failed', steps))), [
      'run_start',
      'step_start a',
      'step_start b',
      'step_end b',
      'step_end a',
      'run_end',
    ]);
  });

  test('end a loop after its items, although all happened in one millisecond', () => {
    const at = { started_at: 5, finished_at: 5 };
    const steps = [
      step('loop', { node_type: 'loop', ...at }),
      step('item', { iteration: [0], ...at }),
      step('item', { iteration: [1], ...at }),
      step('after', at),
    ];
    assert.deepEqual(describeEvents(new EventLog().advance(snapshot('success', steps))), [
      'run_start',
      'step_start loop',
      'step_start item 0',
      'step_end item 0',
      'step_start item 1',
      'step_end item 1',
      'step_end loop',
      'step_start after',
      'step_end after',
      'run_end',
    ]);
  });

  test('have no start of a skipped step', () => {
    const skipped = step('a', { status: 'skipped', started_at: null });
    assert.deepEqual(describeEvents(new EventLog().advance(snapshot('success', [skipped]))), [
      'run_start',
      'step_end a',
      'run_end',
    ]);
  });

  test('say once that the run waits, and again after it went on', () => {
    const log = new EventLog();
    const waiting = snapshot('waiting', [step('a', { status: 'waiting', finished_at: null })]);
    assert.deepEqual(describeEvents(log.advance(waiting)), [
      'run_start',
      'step_start a',
      'step_waiting a',
      'run_waiting',
    ]);
    assert.deepEqual([log.advance(waiting), log.isWaiting], [[], true]);
    const next = snapshot('waiting', [step('a'), step('b', { status: 'waiting', started_at: 3, finished_at: null })]);
    log.advance(snapshot('running', [step('a')]));
    assert.equal(log.isWaiting, false);
    assert.deepEqual(describeEvents(log.advance(next)), ['step_start b', 'step_waiting b', 'run_waiting']);
  });

  test('are not repeated after an execution in this process has sent them', () => {
    const log = new EventLog();
    const event = (type: RunEvent['type'], node_id: string) =>
      ({ type, node_id, iteration: [] }) as unknown as RunEvent;
    assert.equal(log.accept(event('step_start', 'a')), false, 'nothing comes before the beginning');
    log.advance(snapshot('running'));
    assert.deepEqual(
      (['step_start', 'step_start', 'step_progress', 'step_end', 'step_end', 'step_progress'] as const).map(type =>
        log.accept(event(type, 'a')),
      ),
      [true, false, true, true, false, false],
    );
    assert.equal(log.accept(event('run_end', '')), false, 'the end is sent when it is stored');
    assert.deepEqual(describeEvents(log.advance(snapshot('success', [step('a'), step('b')]))), [
      'step_start b',
      'step_end b',
      'run_end',
    ]);
  });
});
