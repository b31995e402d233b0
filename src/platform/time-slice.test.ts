import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { TimeSlice } from './time-slice.ts';

function compute(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

/** Long work that notes each slice that it gets. */
async function work(owner: string, slices: number, noted: string[]): Promise<void> {
  const slice = new TimeSlice(owner);
  for (let count = 0; count < slices; count++) {
    while (!slice.isOver) compute(0.5);
    noted.push(owner);
    await slice.next();
  }
}

test('is over after a while, and another comes', async () => {
  const slice = new TimeSlice('a');
  assert.equal(slice.isOver, false);
  assert.ok(slice.leftMs > 0);
  compute(12);
  assert.equal(slice.isOver, true);
  assert.equal(slice.leftMs, 0);
  await slice.next();
  assert.equal(slice.isOver, false);
});

test('lets the event loop go round between the slices of any number of works', async () => {
  let turns = 0;
  let isOver = false;
  const counting = (async () => {
    while (!isOver) {
      await nextTurn();
      turns++;
    }
  })();
  const noted: string[] = [];
  await Promise.all(Array.from({ length: 30 }, (_, index) => work(`user ${index}`, 4, noted)));
  isOver = true;
  await counting;
  assert.equal(noted.length, 120);
  // In one turn there is time for the shortest slices of fifteen works at most.
  assert.ok(turns >= 6, `${turns} turns`);
});

test('comes to an owner with little to do as soon as to one with much', async () => {
  const noted: string[] = [];
  const many = Array.from({ length: 40 }, () => work('busy', 3, noted));
  const one = work('other', 3, noted);
  await one;
  const before = noted.filter(owner => owner === 'busy').length;
  await Promise.all(many);
  assert.ok(before < 60, `${before} slices of the busy owner came first`);
});

test('throws when the work was aborted meanwhile', async () => {
  const aborting = new AbortController();
  const slice = new TimeSlice('a', aborting.signal);
  const next = slice.next();
  aborting.abort(new Error('enough'));
  await assert.rejects(next, /enough/);
});
