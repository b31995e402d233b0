import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createChoice, createTestRun, runToEnd, type TestRun } from '../../test/fixtures/settlement.ts';
import { OUTSIDE } from './plan.ts';

/** Returns a run whose trigger has succeeded. */
function started(edges: string, limits: { steps?: number; atOnce?: number } = {}): TestRun {
  const run = createTestRun(edges, limits);
  assert.deepEqual([run.startNext(), run.startNext()], ['start', undefined]);
  run.succeed('start');
  return run;
}

const SIX = 'start > a, start > b, start > c, start > d, start > e, start > f';

describe('the limit of steps at once', () => {
  test('lets the next step start as soon as one ends, however it ends', () => {
    const run = started(`${SIX}, b.error > g`, { atOnce: 4 });
    assert.deepEqual(run.startAll(), ['a', 'b', 'c', 'd']);
    run.succeed('c');
    assert.deepEqual(run.startAll(), ['e']);
    assert.equal(run.fail('b'), true);
    assert.deepEqual(run.startAll(), ['f']);
    run.succeed('a');
    assert.deepEqual(run.startAll(), ['g']);
  });

  test('does not delay a step whose predecessors are done', () => {
    const run = started('start > a, start > b, a > c, b > d, c > d');
    assert.deepEqual(run.startAll(), ['a', 'b']);
    run.succeed('a');
    assert.deepEqual(run.startAll(), ['c']);
    run.succeed('c');
    assert.deepEqual(run.startAll(), []);
    run.succeed('b');
    assert.deepEqual(run.startAll(), ['d']);
    assert.equal(run.phase, 'running');
    run.succeed('d');
    assert.equal(run.phase, 'finished');
  });

  test('does not count a loop while its items run, and earlier items come first', () => {
    const run = started('start > loop, start > a, loop.item > b, b > c', { atOnce: 2 });
    assert.deepEqual(run.startAll(), ['loop', 'a']);
    run.open('loop', 3);
    assert.deepEqual(run.startAll(), ['b[0]']);
    run.succeed('a');
    assert.deepEqual(run.startAll(), ['b[1]']);
    run.succeed('b[0]');
    assert.deepEqual(run.startAll(), ['c[0]']);
    run.succeed('b[1]');
    assert.deepEqual(run.startAll(), ['c[1]']);
    run.succeed('c[1]');
    assert.deepEqual(run.startAll(), ['b[2]']);
  });

  test('does not count a step while it waits', () => {
    const run = started('start > approval, start > a, start > b, start > c', { atOnce: 1 });
    assert.deepEqual(run.startAll(), ['approval']);
    run.wait('approval');
    assert.deepEqual(run.startAll(), ['a']);
    run.resume('approval');
    run.succeed('a');
    assert.deepEqual(run.startAll(), []);
    run.succeed('approval', 'approved');
    assert.deepEqual(run.startAll(), ['b']);
  });

  test('allows all items of a loop at once if it is high enough', () => {
    const run = started('start > loop, loop.item > a');
    run.startAll();
    run.open('loop', 100);
    assert.deepEqual(
      run.startAll(),
      Array.from({ length: 100 }, (_, index) => `a[${index}]`),
    );
  });
});

describe('the limit of steps in a run', () => {
  test('allows exactly that many steps', () => {
    const run = started('start > a, a > b', { steps: 3 });
    for (const name of ['a', 'b']) {
      assert.equal(run.startNext(), name);
      run.succeed(name);
    }
    assert.deepEqual([run.startNext(), run.phase], [undefined, 'finished']);
    assert.deepEqual([run.settlement.failing, run.settlement.exhausted], [false, false]);
  });

  test('fails the run with one more step, and running steps continue to their end', () => {
    const run = started(SIX, { steps: 3 });
    assert.deepEqual(run.startAll(), ['a', 'b']);
    assert.deepEqual([run.settlement.failing, run.settlement.exhausted, run.phase], [true, true, 'running']);
    run.succeed('a');
    assert.deepEqual([run.startNext(), run.phase], [undefined, 'running']);
    run.succeed('b');
    assert.equal(run.phase, 'finished');
  });

  test('is not exceeded while no further step may start', () => {
    const run = started(SIX, { steps: 2, atOnce: 1 });
    assert.deepEqual(run.startAll(), ['a']);
    assert.equal(run.settlement.failing, false);
    run.succeed('a');
    assert.equal(run.phase, 'running');
    assert.deepEqual(run.startAll(), []);
    assert.deepEqual([run.settlement.exhausted, run.phase], [true, 'finished']);
  });

  test('counts items and loops, but not skipped steps', () => {
    const edges = 'start > loop, loop.item > branch, branch.true > a, branch.false > b, loop.done > c';
    const decideOutcome = (name: string) => {
      if (name === 'loop') return { handle: 'done', items: 3 };
      return { handle: name.startsWith('branch') ? 'true' : null };
    };
    for (const [steps, isExhausted] of [
      [9, false],
      [8, true],
    ] as const) {
      const run = createTestRun(edges, { steps });
      runToEnd(run, decideOutcome, createChoice(1));
      assert.equal(run.names('start').length, steps);
      assert.equal(run.settlement.exhausted, isExhausted);
    }
  });

  test('ends a waiting run that exceeds it', () => {
    const run = started('start > approval, start > a, start > b', { steps: 3 });
    assert.equal(run.startNext(), 'approval');
    run.wait('approval');
    assert.equal(run.startNext(), 'a');
    run.succeed('a');
    assert.deepEqual([run.startNext(), run.settlement.exhausted, run.phase], [undefined, true, 'finished']);
  });
});

describe('after a failure without an error edge', () => {
  test('running steps continue to their end, and no step starts', () => {
    const run = started('start > a, start > b, start > c, a > d, b > e', { atOnce: 2 });
    assert.deepEqual(run.startAll(), ['a', 'b']);
    assert.equal(run.fail('a'), false);
    assert.deepEqual([run.startAll(), run.phase, run.settlement.failing], [[], 'running', true]);
    run.succeed('b');
    assert.deepEqual([run.startAll(), run.phase, run.settlement.exhausted], [[], 'finished', false]);
    assert.deepEqual(run.names('skip'), ['d']);
  });

  test('a later failure with an error edge changes nothing', () => {
    const run = started('start > a, start > b, b.error > c');
    run.startAll();
    assert.equal(run.fail('a'), false);
    assert.equal(run.fail('b'), true);
    assert.deepEqual([run.startAll(), run.phase, run.settlement.failing], [[], 'finished', true]);
  });

  test('in an item, the other items start no step, and the run is finished although its loop is open', () => {
    const run = started('start > loop, loop.item > a, a > b, loop.error > c');
    run.startAll();
    run.open('loop', 3);
    assert.deepEqual(run.startAll(), ['a[0]', 'a[1]', 'a[2]']);
    run.fail('a[1]');
    run.succeed('a[0]');
    assert.equal(run.phase, 'running');
    run.succeed('a[2]');
    assert.deepEqual([run.startAll(), run.phase], [[], 'finished']);
    assert.deepEqual([run.names('skip'), run.closeFinishedItems()], [['b[1]'], []]);
  });

  test('a decision of a person starts nothing', () => {
    const run = started('start > approval, start > a, approval.approved > b');
    run.startAll();
    run.wait('approval');
    run.fail('a');
    assert.equal(run.phase, 'finished');
    run.resume('approval');
    assert.equal(run.phase, 'running');
    run.succeed('approval', 'approved');
    assert.deepEqual([run.startNext(), run.phase], [undefined, 'finished']);
  });

  test('the same applies to a run that is stopped', () => {
    const run = started(SIX, { atOnce: 2 });
    assert.deepEqual(run.startAll(), ['a', 'b']);
    run.settlement.stop();
    run.succeed('a');
    assert.deepEqual([run.startNext(), run.phase], [undefined, 'running']);
    run.succeed('b');
    assert.deepEqual([run.phase, run.settlement.failing, run.settlement.exhausted], ['finished', true, false]);
  });

  test('a run that is stopped before its first step is finished', () => {
    const run = createTestRun('start > a');
    run.settlement.stop();
    assert.deepEqual([run.phase, run.startNext()], ['finished', undefined]);
  });
});

describe('the items of a loop', () => {
  test('know their index, count, iteration and parent', () => {
    const run = started('start > loop, loop.item > loop2, loop2.item > a');
    run.startAll();
    const [, outer] = run.open('loop', 2);
    assert.deepEqual(run.startAll(), ['loop2[0]', 'loop2[1]']);
    const inner = run.open('loop2[1]', 3)[2];
    assert.deepEqual([outer?.index, outer?.count, outer?.iteration], [1, 2, [1]]);
    assert.deepEqual([inner?.index, inner?.count, inner?.iteration], [2, 3, [2, 1]]);
    assert.equal(inner?.parent, outer);
    assert.equal(outer?.parent, run.settlement.outside);
    assert.deepEqual([inner?.loop, outer?.loop], [run.place('loop2[1]').node, run.place('loop').node]);
    assert.deepEqual([run.settlement.outside.loop, run.settlement.outside.parent], [OUTSIDE, undefined]);
  });

  test('finish with their last step, in any order, and the last item ends the loop', () => {
    const run = started('start > loop, loop.item > a, loop.done > b');
    run.startAll();
    run.open('loop', 3);
    run.startAll();
    run.succeed('a[2]');
    run.succeed('a[0]');
    const over = run.settlement.drainFinishedItems();
    assert.deepEqual(
      over.map(({ index }) => index),
      [2, 0],
    );
    assert.deepEqual(run.settlement.drainFinishedItems(), [], 'each item is returned once');
    assert.deepEqual(
      over.map(item => run.settlement.closeItem(item)),
      [false, false],
    );
    run.succeed('a[1]');
    assert.equal(run.phase, 'running', 'an item must be closed');
    assert.deepEqual(run.closeFinishedItems(), ['loop']);
    assert.equal(run.endLoop('loop', 'done'), true);
    assert.deepEqual(run.startAll(), ['b']);
  });

  test('are separate in different items of the outer loop', () => {
    const run = started('start > loop, loop.item > loop2, loop2.item > a');
    run.startAll();
    run.open('loop', 2);
    run.startAll();
    run.open('loop2[0]', 1);
    run.open('loop2[1]', 2);
    assert.deepEqual(run.startAll(), ['a[0,0]', 'a[0,1]', 'a[1,1]']);
    for (const name of ['a[0,1]', 'a[0,0]']) run.succeed(name);
    assert.deepEqual(run.closeFinishedItems(), ['loop2[0]']);
    run.succeed('a[1,1]');
    assert.deepEqual(run.closeFinishedItems(), ['loop2[1]']);
  });

  test('are separate from those of a parallel loop', () => {
    const run = started('start > loop, start > loop2, loop.item > a, loop2.item > b');
    run.startAll();
    run.open('loop', 1);
    run.open('loop2', 1);
    for (const name of run.startAll()) run.succeed(name);
    assert.deepEqual(run.closeFinishedItems().sort(), ['loop', 'loop2']);
  });

  test('finish at once when they have no steps', () => {
    const run = started('start > loop');
    run.startAll();
    run.open('loop', 2);
    assert.deepEqual([run.startNext(), run.phase], [undefined, 'running']);
    assert.deepEqual(run.closeFinishedItems(), ['loop']);
    assert.equal(run.endLoop('loop', undefined), false);
    assert.deepEqual([run.phase, run.settlement.failing], ['finished', true]);
  });

  test('make the run wait until the last of them is decided', () => {
    const run = started('start > loop, loop.item > approval, loop.done > a');
    run.startAll();
    run.open('loop', 2);
    for (const name of run.startAll()) run.wait(name);
    assert.equal(run.phase, 'waiting');
    run.resume('approval[1]');
    assert.equal(run.phase, 'running');
    run.succeed('approval[1]', 'approved');
    assert.deepEqual([run.closeFinishedItems(), run.phase], [[], 'waiting']);
    run.resume('approval[0]');
    run.succeed('approval[0]', 'rejected');
    assert.deepEqual(run.closeFinishedItems(), ['loop']);
    run.endLoop('loop', 'done');
    assert.deepEqual(run.startAll(), ['a']);
  });
});
