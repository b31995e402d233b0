import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { RunSummary } from '../api/runs.ts';
import { formatClock } from '../look/duration.ts';
import {
  durationWord,
  fromFieldTime,
  startValue,
  startWords,
  timeWord,
  toFieldTime,
  versionWord,
} from './run-words.ts';

const run = {
  trigger_type: 'trigger.webhook',
  automatic: true,
  is_test: false,
  replay_of: null,
  version: 7,
  started_at: 1_000,
  finished_at: 1_812,
} as RunSummary;

suite('the words of the list', () => {
  test('say what started a run', () => {
    assert.equal(startWords(run).label, 'Webhook');
    assert.equal(startWords({ ...run, automatic: false }).label, 'By hand');
    assert.equal(startWords({ ...run, replay_of: 'x' }).label, 'Again');
    assert.equal(startWords({ ...run, is_test: true, automatic: false }).label, 'Test');
    assert.equal(startWords({ ...run, trigger_type: 'trigger.moon' }).label, 'moon');
  });

  test('say the version and the duration', () => {
    assert.deepEqual([versionWord(run), versionWord({ version: null })], ['v7', 'Draft']);
    assert.equal(durationWord(run, 9_000), '812 ms');
    assert.equal(durationWord({ ...run, finished_at: null }, 9_000), '8.0 s');
    assert.equal(durationWord({ ...run, started_at: null }, 9_000), '');
  });

  test('say the time of the list', () => {
    const now = new Date(2026, 10, 16, 12, 0).getTime();
    const at = (hour: number) => new Date(2026, 10, 16, hour, 30).getTime();
    const clock = (hour: number) => formatClock(at(hour), now);
    assert.equal(timeWord({}, now), 'Any time');
    assert.equal(timeWord({ period: 'day' }, now), 'Last 24 hours');
    assert.equal(timeWord({ from: at(9), to: at(10) }, now), `${clock(9)} to ${clock(10)}`);
    assert.equal(timeWord({ from: at(9) }, now), `Since ${clock(9)}`);
    assert.equal(timeWord({ to: at(10) }, now), `Until ${clock(10)}`);
    assert.equal(fromFieldTime(toFieldTime(at(9))), at(9));
    assert.deepEqual([toFieldTime(undefined), fromFieldTime(''), fromFieldTime('x')], ['', undefined, undefined]);
  });

  test('name the filter that is set', () => {
    assert.equal(startValue({}), '');
    assert.equal(startValue({ started: 'test' }), 'test');
    assert.equal(startValue({ trigger: 'trigger.webhook' }), 'trigger.webhook');
  });
});
