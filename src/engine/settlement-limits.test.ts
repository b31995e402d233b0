import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { OUTSIDE } from './plan.ts';
import { createChoice, createTestRun, runToEnd, type TestRun } from './settlement-fixture.ts';

/** A run at the point where its trigger has succeeded. */
function started(edges: string, limits: { steps?: number; atOnce?: number } = {}): TestRun {
  const run = createTestRun(edges, limits);
  assert.deepEqual([run.startNext(), run.startNext()], ['start', undefined]);
  run.succeed('start');
  return run;
}

const SIX = 'start > a, start > b, start > c, start > d, start > e, start > f';

describe('steps at once', () => {
  test('no more than may, and the next as soon as one ends, however it ends', () => {
    const run = started(`${SIX}, b.error > g`, { atOnce: 4 });
    assert.deepEqual(run.startAll(), ['a', 'b', 'c', 'd']);
    run.succeed('c');
    assert.deepEqual(run.startAll(), ['e']);
    assert.equal(run.fail('b'), true);
    assert.deepEqual(run.startAll(), ['f']);
    run.succeed('a');
    assert.deepEqual(run.startAll(), ['g']);
  });

  test('a step starts as soon as what leads to it is done, whatever else runs', () => {
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

  test('a loop holds no place while its items run, and earlier items come first', () => {
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

  test('a step that waits holds no place, and holds one again when its answer has come', () => {
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

  test('all items of a loop at once, if so many may be', () => {
    const run = started('start > loop, loop.item > a');
    run.startAll();
    run.open('loop', 100);
    assert.deepEqual(
      run.startAll(),
      Array.from({ length: 100 }, (_, index) => `a[${index}]`),
    );
  });
});

describe('steps in all', () => {
  test('exactly as many as may', () => {
    const run = started('start > a, a > b', { steps: 3 });
    for (const name of ['a', 'b']) {
      assert.equal(run.startNext(), name);
      run.succeed(name);
    }
    assert.deepEqual([run.startNext(), run.phase], [undefined, 'finished']);
    assert.deepEqual([run.settlement.failing, run.settlement.exhausted], [false, false]);
  });

  test('one more fails the run, and what runs goes on to its end', () => {
    const run = started(SIX, { steps: 3 });
    assert.deepEqual(run.startAll(), ['a', 'b']);
    assert.deepEqual([run.settlement.failing, run.settlement.exhausted, run.phase], [true, true, 'running']);
    run.succeed('a');
    assert.deepEqual([run.startNext(), run.phase], [undefined, 'running']);
    run.succeed('b');
    assert.equal(run.phase, 'finished');
  });

  test('is not yet exceeded while there is no place for one more', () => {
    const run = started(SIX, { steps: 2, atOnce: 1 });
    assert.deepEqual(run.startAll(), ['a']);
    assert.equal(run.settlement.failing, false);
    run.succeed('a');
    assert.equal(run.phase, 'running');
    assert.deepEqual(run.startAll(), []);
    assert.deepEqual([run.settlement.exhausted, run.phase], [true, 'finished']);
  });

  test('items count, loops count, skipped steps do not', () => {
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

  test('a run that waits is over when it has too many', () => {
    const run = started('start > approval, start > a, start > b', { steps: 3 });
    assert.equal(run.startNext(), 'approval');
    run.wait('approval');
    assert.equal(run.startNext(), 'a');
    run.succeed('a');
    assert.deepEqual([run.startNext(), run.settlement.exhausted, run.phase], [undefined, true, 'finished']);
  });
});

describe('after a failure that nothing takes', () => {
  test('nothing starts, what runs goes on to its end and what it leads to does not start either', () => {
    const run = started('start > a, start > b, start > c, a > d, b > e', { atOnce: 2 });
    assert.deepEqual(run.startAll(), ['a', 'b']);
    assert.equal(run.fail('a'), false);
    assert.deepEqual([run.startAll(), run.phase, run.settlement.failing], [[], 'running', true]);
    run.succeed('b');
    assert.deepEqual([run.startAll(), run.phase, run.settlement.exhausted], [[], 'finished', false]);
    assert.deepEqual(run.names('skip'), ['d']);
  });

  test('a later failure that an error edge takes changes nothing', () => {
    const run = started('start > a, start > b, b.error > c');
    run.startAll();
    assert.equal(run.fail('a'), false);
    assert.equal(run.fail('b'), true);
    assert.deepEqual([run.startAll(), run.phase, run.settlement.failing], [[], 'finished', true]);
  });

  test('in an item: the other items begin no step, and the run is over with its loop open', () => {
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

  test('an answer that comes meanwhile starts nothing', () => {
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

  test('stopped from outside, it is the same', () => {
    const run = started(SIX, { atOnce: 2 });
    assert.deepEqual(run.startAll(), ['a', 'b']);
    run.settlement.stop();
    run.succeed('a');
    assert.deepEqual([run.startNext(), run.phase], [undefined, 'running']);
    run.succeed('b');
    assert.deepEqual([run.phase, run.settlement.failing, run.settlement.exhausted], ['finished', true, false]);
  });

  test('stopped before its first step, it is over', () => {
    const run = createTestRun('start > a');
    run.settlement.stop();
    assert.deepEqual([run.phase, run.startNext()], ['finished', undefined]);
  });
});

describe('items', () => {
  test('know where they stand', () => {
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

  test('are over when their last step is, in any order, and the last one of all ends the loop', () => {
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
    assert.deepEqual(run.settlement.drainFinishedItems(), [], 'each is told once');
    assert.deepEqual(
      over.map(item => run.settlement.closeItem(item)),
      [false, false],
    );
    run.succeed('a[1]');
    assert.equal(run.phase, 'running', 'an item is to be closed');
    assert.deepEqual(run.closeFinishedItems(), ['loop']);
    assert.equal(run.endLoop('loop', 'done'), true);
    assert.deepEqual(run.startAll(), ['b']);
  });

  test('of the same loop in different items of the outer one are apart', () => {
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

  test('of loops beside each other are apart', () => {
    const run = started('start > loop, start > loop2, loop.item > a, loop2.item > b');
    run.startAll();
    run.open('loop', 1);
    run.open('loop2', 1);
    for (const name of run.startAll()) run.succeed(name);
    assert.deepEqual(run.closeFinishedItems().sort(), ['loop', 'loop2']);
  });

  test('without steps are over at once', () => {
    const run = started('start > loop');
    run.startAll();
    run.open('loop', 2);
    assert.deepEqual([run.startNext(), run.phase], [undefined, 'running']);
    assert.deepEqual(run.closeFinishedItems(), ['loop']);
    assert.equal(run.endLoop('loop', undefined), false);
    assert.deepEqual([run.phase, run.settlement.failing], ['finished', true]);
  });

  test('that wait make the run wait, until the last answer', () => {
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
