/** Property tests of the rules by which people are told of failures. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { retryDelaySeconds } from '../store/retry-rules.ts';
import { type AlertState, decideAlert, firstState, readAlertRules } from './alert-rules.ts';
import { describeTime } from './alert-texts.ts';

const MINUTE = 60_000;

/** A run that ends, or a look at the clock. */
const happening = fc.record({
  minutes: fc.integer({ min: 1, max: 30 }),
  what: fc.constantFrom('failed', 'success', 'check'),
});

interface Told {
  at: number;
  message: 'first' | 'digest' | 'works';
  failed: number;
}

/** Plays what happens to a workflow, with a check each minute, as the service does. */
function play(
  happenings: readonly { minutes: number; what: string }[],
  rules: { after: number; windowMs: number },
): Told[] {
  const told: Told[] = [];
  const ended: { at: number; status: 'failed' | 'success' }[] = [];
  let state: AlertState | undefined;
  let now = 0;
  let inARow = 0;
  const check = () => {
    if (!state) return;
    const { windowFrom } = state;
    const inWindow = ended.filter(({ at }) => at > windowFrom && at <= now);
    const failed = inWindow.filter(({ status }) => status === 'failed').length;
    const { message, next } = decideAlert(state, { now, failed, last: inWindow.at(-1)?.status }, rules);
    if (message) told.push({ at: now, message, failed });
    state = next;
  };
  for (const { minutes, what } of happenings) {
    for (let minute = 0; minute < minutes; minute++) {
      now += MINUTE;
      check();
    }
    if (what === 'check') continue;
    // No run ends at the very moment of a check.
    now += 1;
    const isFailure = what === 'failed';
    ended.push({ at: now, status: isFailure ? 'failed' : 'success' });
    inARow = isFailure ? inARow + 1 : 0;
    if (inARow < rules.after) continue;
    if (state) state = { ...state, failsAgain: state.failsAgain || state.said === 'works' };
    else {
      told.push({ at: now, message: 'first', failed: 1 });
      state = firstState(now, rules);
    }
  }
  return told;
}

suite('people', () => {
  const history = fc.array(happening, { maxLength: 60 });
  const rules = fc.record({
    after: fc.integer({ min: 1, max: 4 }),
    windowMs: fc.constantFrom(5, 60).map(n => n * MINUTE),
  });

  test('get at most one message about failures in a window, and at most one after each that it works', () => {
    fc.assert(
      fc.property(history, rules, (happenings, rules) => {
        const told = play(happenings, rules);
        const times = told.filter(({ message }) => message !== 'works').map(({ at }) => at);
        for (const [index, at] of times.entries()) {
          const before = times[index - 1];
          if (before !== undefined) assert.ok(at - before >= rules.windowMs, JSON.stringify(told));
        }
        const messages = told.map(({ message }) => message);
        assert.ok(
          messages.every((message, index) => message !== 'works' || /first|digest/.test(messages[index - 1] ?? '')),
        );
      }),
    );
  });

  test('hear of every failure, if they want to hear of the first one', () => {
    fc.assert(
      fc.property(history, fc.constantFrom(5, 60), (happenings, minutes) => {
        const rules = { after: 1, windowMs: minutes * MINUTE };
        const failures = happenings.filter(({ what }) => what === 'failed').length;
        const told = play([...happenings, { minutes: 3 * minutes, what: 'check' }], rules);
        // A digest may count again what was said with the news that it works.
        assert.ok(told.reduce((sum, { failed }) => sum + failed, 0) >= failures);
        assert.ok(failures > 0 || told.length === 0);
      }),
    );
  });
});

test('settings decide after how many failures and how often, or that nobody hears anything', () => {
  assert.deepEqual(readAlertRules(null), { after: 1, windowMs: 60 * MINUTE });
  assert.deepEqual(readAlertRules({ alert: true }), { after: 1, windowMs: 60 * MINUTE });
  assert.deepEqual(readAlertRules({ alert: { after: 3, every_minutes: 5 } }), { after: 3, windowMs: 5 * MINUTE });
  assert.equal(readAlertRules({ alert: false }), undefined);
});

test('times are told in the largest unit that fits', () => {
  assert.deepEqual(
    [5, 60, 90, 120, 1440, 10_080].map(minutes => describeTime(minutes * MINUTE)),
    ['5 minutes', 'hour', '90 minutes', '2 hours', 'day', '7 days'],
  );
});

test('retries wait longer and longer, up to a day', () => {
  const retry = { attempts: 4, delay_seconds: 10_000, backoff: 10 };
  assert.deepEqual(
    [1, 2, 3, 4].map(attempt => retryDelaySeconds(retry, attempt)),
    [10_000, 86_400, 86_400, undefined],
  );
  assert.deepEqual(
    [1, 2, 3].map(attempt => retryDelaySeconds({ attempts: 3 }, attempt)),
    [60, 120, undefined],
  );
});
