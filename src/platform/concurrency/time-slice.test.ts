import assert from 'node:assert/strict';
import { after, mock, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { TimeSlice } from './time-slice.ts';

/** Time passes only in `compute`, so that the tests do not depend on how busy the machine is. */
let now = performance.now();
mock.method(performance, 'now', () => now);
after(() => mock.restoreAll());

function compute(milliseconds: number): void {
  now += milliseconds;
}

/** Long work that logs its owner in each slice. */
async function work(owner: string, slices: number, log: string[]): Promise<void> {
  const slice = new TimeSlice(owner);
  for (let count = 0; count < slices; count++) {
    while (!slice.isOver) compute(0.5);
    log.push(owner);
    await slice.next();
  }
}

test('a slice ends after a while, and another one follows', async () => {
  const slice = new TimeSlice('a');
  assert.equal(slice.isOver, false);
  assert.ok(slice.leftMs > 0);
  compute(12);
  assert.equal(slice.isOver, true);
  assert.equal(slice.leftMs, 0);
  await slice.next();
  assert.equal(slice.isOver, false);
});

test('the event loop makes turns between the slices, however much work there is', async () => {
  let turns = 0;
  let isOver = false;
  const counting = (async () => {
    while (!isOver) {
      await nextTurn();
      turns++;
    }
  })();
  const log: string[] = [];
  await Promise.all(Array.from({ length: 30 }, (_, index) => work(`user ${index}`, 4, log)));
  isOver = true;
  await counting;
  assert.equal(log.length, 120);
  // One turn has time for at most fifteen slices of the shortest length.
  assert.ok(turns >= 6, `${turns} turns`);
});

test('an owner with little work is served as often as one with much work', async () => {
  const log: string[] = [];
  const many = Array.from({ length: 40 }, () => work('busy', 3, log));
  const one = work('other', 3, log);
  await one;
  const before = log.filter(owner => owner === 'busy').length;
  await Promise.all(many);
  assert.ok(before < 60, `${before} slices of the busy owner came first`);
});

test('waiting for the next slice throws when the signal aborts', async () => {
  const aborting = new AbortController();
  const slice = new TimeSlice('a', aborting.signal);
  const next = slice.next();
  aborting.abort(new Error('enough'));
  await assert.rejects(next, /enough/);
});
