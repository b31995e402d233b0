import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { OUTSIDE } from './plan.ts';
import { choiceOf, play, type Rehearsal, rehearse } from './settlement-fixture.ts';

/** A run at the point where its trigger has succeeded. */
function started(edges: string, limits: { steps?: number; atOnce?: number } = {}): Rehearsal {
  const run = rehearse(edges, limits);
  assert.deepEqual([run.take(), run.take()], ['start', undefined]);
  run.succeed('start');
  return run;
}

const SIX = 'start > a, start > b, start > c, start > d, start > e, start > f';

describe('steps at once', () => {
  test('no more than may, and the next as soon as one ends, however it ends', () => {
    const run = started(`${SIX}, b.error > g`, { atOnce: 4 });
    assert.deepEqual(run.takeAll(), ['a', 'b', 'c', 'd']);
    run.succeed('c');
    assert.deepEqual(run.takeAll(), ['e']);
    assert.equal(run.fail('b'), true);
    assert.deepEqual(run.takeAll(), ['f']);
    run.succeed('a');
    assert.deepEqual(run.takeAll(), ['g']);
  });

  test('a step starts as soon as what leads to it is done, whatever else runs', () => {
    const run = started('start > a, start > b, a > c, b > d, c > d');
    assert.deepEqual(run.takeAll(), ['a', 'b']);
    run.succeed('a');
    assert.deepEqual(run.takeAll(), ['c']);
    run.succeed('c');
    assert.deepEqual(run.takeAll(), []);
    run.succeed('b');
    assert.deepEqual(run.takeAll(), ['d']);
    assert.equal(run.phase, 'going');
    run.succeed('d');
    assert.equal(run.phase, 'over');
  });

  test('a loop holds no place while its items run, and earlier items come first', () => {
    const run = started('start > loop, start > a, loop.item > b, b > c', { atOnce: 2 });
    assert.deepEqual(run.takeAll(), ['loop', 'a']);
    run.open('loop', 3);
    assert.deepEqual(run.takeAll(), ['b[0]']);
    run.succeed('a');
    assert.deepEqual(run.takeAll(), ['b[1]']);
    run.succeed('b[0]');
    assert.deepEqual(run.takeAll(), ['c[0]']);
    run.succeed('b[1]');
    assert.deepEqual(run.takeAll(), ['c[1]']);
    run.succeed('c[1]');
    assert.deepEqual(run.takeAll(), ['b[2]']);
  });

  test('a step that waits holds no place, and holds one again when its answer has come', () => {
    const run = started('start > approval, start > a, start > b, start > c', { atOnce: 1 });
    assert.deepEqual(run.takeAll(), ['approval']);
    run.wait('approval');
    assert.deepEqual(run.takeAll(), ['a']);
    run.resume('approval');
    run.succeed('a');
    assert.deepEqual(run.takeAll(), []);
    run.succeed('approval', 'approved');
    assert.deepEqual(run.takeAll(), ['b']);
  });

  test('all items of a loop at once, if so many may be', () => {
    const run = started('start > loop, loop.item > a');
    run.takeAll();
    run.open('loop', 100);
    assert.deepEqual(
      run.takeAll(),
      Array.from({ length: 100 }, (_, index) => `a[${index}]`),
    );
  });
});

describe('steps in all', () => {
  test('exactly as many as may', () => {
    const run = started('start > a, a > b', { steps: 3 });
    for (const name of ['a', 'b']) {
      assert.equal(run.take(), name);
      run.succeed(name);
    }
    assert.deepEqual([run.take(), run.phase], [undefined, 'over']);
    assert.deepEqual([run.settlement.failing, run.settlement.exhausted], [false, false]);
  });

  test('one more fails the run, and what runs goes on to its end', () => {
    const run = started(SIX, { steps: 3 });
    assert.deepEqual(run.takeAll(), ['a', 'b']);
    assert.deepEqual([run.settlement.failing, run.settlement.exhausted, run.phase], [true, true, 'going']);
    run.succeed('a');
    assert.deepEqual([run.take(), run.phase], [undefined, 'going']);
    run.succeed('b');
    assert.equal(run.phase, 'over');
  });

  test('is not yet exceeded while there is no place for one more', () => {
    const run = started(SIX, { steps: 2, atOnce: 1 });
    assert.deepEqual(run.takeAll(), ['a']);
    assert.equal(run.settlement.failing, false);
    run.succeed('a');
    assert.equal(run.phase, 'going');
    assert.deepEqual(run.takeAll(), []);
    assert.deepEqual([run.settlement.exhausted, run.phase], [true, 'over']);
  });

  test('items count, loops count, skipped steps do not', () => {
    const edges = 'start > loop, loop.item > branch, branch.true > a, branch.false > b, loop.done > c';
    const outcomeOf = (name: string) => {
      if (name === 'loop') return { handle: 'done', items: 3 };
      return { handle: name.startsWith('branch') ? 'true' : null };
    };
    for (const [steps, isExhausted] of [
      [9, false],
      [8, true],
    ] as const) {
      const run = rehearse(edges, { steps });
      play(run, outcomeOf, choiceOf(1));
      assert.equal(run.names('start').length, steps);
      assert.equal(run.settlement.exhausted, isExhausted);
    }
  });

  test('a run that waits is over when it has too many', () => {
    const run = started('start > approval, start > a, start > b', { steps: 3 });
    assert.equal(run.take(), 'approval');
    run.wait('approval');
    assert.equal(run.take(), 'a');
    run.succeed('a');
    assert.deepEqual([run.take(), run.settlement.exhausted, run.phase], [undefined, true, 'over']);
  });
});

describe('after a failure that nothing takes', () => {
  test('nothing starts, what runs goes on to its end and what it leads to does not start either', () => {
    const run = started('start > a, start > b, start > c, a > d, b > e', { atOnce: 2 });
    assert.deepEqual(run.takeAll(), ['a', 'b']);
    assert.equal(run.fail('a'), false);
    assert.deepEqual([run.takeAll(), run.phase, run.settlement.failing], [[], 'going', true]);
    run.succeed('b');
    assert.deepEqual([run.takeAll(), run.phase, run.settlement.exhausted], [[], 'over', false]);
    assert.deepEqual(run.names('skip'), ['d']);
  });

  test('a later failure that an error edge takes changes nothing', () => {
    const run = started('start > a, start > b, b.error > c');
    run.takeAll();
    assert.equal(run.fail('a'), false);
    assert.equal(run.fail('b'), true);
    assert.deepEqual([run.takeAll(), run.phase, run.settlement.failing], [[], 'over', true]);
  });

  test('in an item: the other items begin no step, and the run is over with its loop open', () => {
    const run = started('start > loop, loop.item > a, a > b, loop.error > c');
    run.takeAll();
    run.open('loop', 3);
    assert.deepEqual(run.takeAll(), ['a[0]', 'a[1]', 'a[2]']);
    run.fail('a[1]');
    run.succeed('a[0]');
    assert.equal(run.phase, 'going');
    run.succeed('a[2]');
    assert.deepEqual([run.takeAll(), run.phase], [[], 'over']);
    assert.deepEqual([run.names('skip'), run.closeOverItems()], [['b[1]'], []]);
  });

  test('an answer that comes meanwhile starts nothing', () => {
    const run = started('start > approval, start > a, approval.approved > b');
    run.takeAll();
    run.wait('approval');
    run.fail('a');
    assert.equal(run.phase, 'over');
    run.resume('approval');
    assert.equal(run.phase, 'going');
    run.succeed('approval', 'approved');
    assert.deepEqual([run.take(), run.phase], [undefined, 'over']);
  });

  test('stopped from outside, it is the same', () => {
    const run = started(SIX, { atOnce: 2 });
    assert.deepEqual(run.takeAll(), ['a', 'b']);
    run.settlement.stop();
    run.succeed('a');
    assert.deepEqual([run.take(), run.phase], [undefined, 'going']);
    run.succeed('b');
    assert.deepEqual([run.phase, run.settlement.failing, run.settlement.exhausted], ['over', true, false]);
  });

  test('stopped before its first step, it is over', () => {
    const run = rehearse('start > a');
    run.settlement.stop();
    assert.deepEqual([run.phase, run.take()], ['over', undefined]);
  });
});

describe('items', () => {
  test('know where they stand', () => {
    const run = started('start > loop, loop.item > loop2, loop2.item > a');
    run.takeAll();
    const [, outer] = run.open('loop', 2);
    assert.deepEqual(run.takeAll(), ['loop2[0]', 'loop2[1]']);
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
    run.takeAll();
    run.open('loop', 3);
    run.takeAll();
    run.succeed('a[2]');
    run.succeed('a[0]');
    const over = run.settlement.takeOverItems();
    assert.deepEqual(
      over.map(({ index }) => index),
      [2, 0],
    );
    assert.deepEqual(run.settlement.takeOverItems(), [], 'each is told once');
    assert.deepEqual(
      over.map(item => run.settlement.closeItem(item)),
      [false, false],
    );
    run.succeed('a[1]');
    assert.equal(run.phase, 'going', 'an item is to be closed');
    assert.deepEqual(run.closeOverItems(), ['loop']);
    assert.equal(run.endLoop('loop', 'done'), true);
    assert.deepEqual(run.takeAll(), ['b']);
  });

  test('of the same loop in different items of the outer one are apart', () => {
    const run = started('start > loop, loop.item > loop2, loop2.item > a');
    run.takeAll();
    run.open('loop', 2);
    run.takeAll();
    run.open('loop2[0]', 1);
    run.open('loop2[1]', 2);
    assert.deepEqual(run.takeAll(), ['a[0,0]', 'a[0,1]', 'a[1,1]']);
    for (const name of ['a[0,1]', 'a[0,0]']) run.succeed(name);
    assert.deepEqual(run.closeOverItems(), ['loop2[0]']);
    run.succeed('a[1,1]');
    assert.deepEqual(run.closeOverItems(), ['loop2[1]']);
  });

  test('of loops beside each other are apart', () => {
    const run = started('start > loop, start > loop2, loop.item > a, loop2.item > b');
    run.takeAll();
    run.open('loop', 1);
    run.open('loop2', 1);
    for (const name of run.takeAll()) run.succeed(name);
    assert.deepEqual(run.closeOverItems().sort(), ['loop', 'loop2']);
  });

  test('without steps are over at once', () => {
    const run = started('start > loop');
    run.takeAll();
    run.open('loop', 2);
    assert.deepEqual([run.take(), run.phase], [undefined, 'going']);
    assert.deepEqual(run.closeOverItems(), ['loop']);
    assert.equal(run.endLoop('loop', undefined), false);
    assert.deepEqual([run.phase, run.settlement.failing], ['over', true]);
  });

  test('that wait make the run wait, until the last answer', () => {
    const run = started('start > loop, loop.item > approval, loop.done > a');
    run.takeAll();
    run.open('loop', 2);
    for (const name of run.takeAll()) run.wait(name);
    assert.equal(run.phase, 'waiting');
    run.resume('approval[1]');
    assert.equal(run.phase, 'going');
    run.succeed('approval[1]', 'approved');
    assert.deepEqual([run.closeOverItems(), run.phase], [[], 'waiting']);
    run.resume('approval[0]');
    run.succeed('approval[0]', 'rejected');
    assert.deepEqual(run.closeOverItems(), ['loop']);
    run.endLoop('loop', 'done');
    assert.deepEqual(run.takeAll(), ['a']);
  });
});
