import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createChoice, createTestRun, type Outcome, runToEnd, stepId } from '../../test/fixtures/settlement.ts';

const on = (handle: string): Outcome => ({ handle });
const fails: Outcome = { handle: undefined };
const items = (count: number): Outcome => ({ handle: 'done', items: count });
const failsAfter = (count: number): Outcome => ({ handle: undefined, items: count });
const waits: Outcome = { handle: 'approved', waits: 'forever' };
const isAnswered: Outcome = { handle: 'approved', waits: 'for a while' };

/** Maps places, or steps for all their places, to outcomes. Other steps succeed, and other loops have no items. */
type Outcomes = Record<string, Outcome>;

/** The steps that start when they run one at a time, the steps that are skipped, and the end of the run. */
type Case = [name: string, edges: string, outcomes: Outcomes, starts: string, skips?: string, end?: string];

function table(name: string, cases: Case[]): void {
  describe(name, () => {
    for (const [caseName, edges, outcomes, starts, skips = '', end = 'finished'] of cases) {
      const usual = (id: string) => ({ handle: id.startsWith('loop') ? 'done' : null });
      const decideOutcome = (place: string) => outcomes[place] ?? outcomes[stepId(place)] ?? usual(stepId(place));
      test(caseName, () => {
        const testRun = createTestRun(edges, { atOnce: 1 });
        runToEnd(testRun, decideOutcome, createChoice(0));
        assert.equal(testRun.names('start').join(' '), starts);
        assert.equal(testRun.names('skip').sort().join(' '), skips);
        assert.equal(testRun.settlement.failing ? 'failed' : testRun.phase, end);
      });
    }
  });
}

table('a step runs when its predecessors are settled and an edge into it is active:', [
  ['a trigger alone', '', {}, 'start'],
  ['a sequence of steps', 'start > a, a > b, b > end', {}, 'start a b end'],
  ['a join waits for the longest path', 'start > a, start > c, a > b, b > c', {}, 'start a b c'],
  ['a run starts only at one of several triggers', 'start > a, other > a, other > b', {}, 'start a'],
  [
    'an unselected branch',
    'start > branch, branch.true > a, branch.false > b',
    { branch: on('true') },
    'start branch a',
    'b',
  ],
  ['no edge on the selected output', 'start > choice, choice.x > a', { choice: on('otherwise') }, 'start choice', 'a'],
  [
    'one of several outputs',
    'start > choice, choice.x > a, choice.y > b, choice.otherwise > c, a > d, b > d, c > d',
    { choice: on('y') },
    'start choice b d',
    'a c',
  ],
  [
    'steps after skipped steps are skipped',
    'start > branch, branch.true > a, a > b, a.error > c, b > d, c > d, d > end',
    { branch: on('false') },
    'start branch',
    'a b c d end',
  ],
  [
    'a join after a skipped chain and an active edge',
    'start > branch, branch.true > a, a > b, b > d, branch.false > c, c > d',
    { branch: on('false') },
    'start branch c d',
    'a b',
  ],
  [
    'a join after branches of which none is active',
    'start > branch, start > branch2, branch.true > a, branch2.true > a, a > b',
    { branch: on('false'), branch2: on('false') },
    'start branch branch2',
    'a b',
  ],
  [
    'both outputs lead to one step',
    'start > branch, branch.true > a, branch.false > a',
    { branch: on('false') },
    'start branch a',
  ],
  ['a duplicate edge', 'start > a, start > a, a > b, a > b, a > b', {}, 'start a b'],
]);

table('a run continues after a failure on error edges,', [
  ['which are inactive after success', 'start > a, a > b, a.error > c, a.error > d', {}, 'start a b', 'c d'],
  ['and on no other edge', 'start > a, a > b, a.error > c, a.error > d', { a: fails }, 'start a c d', 'b'],
  ['to the step that also follows a success', 'start > a, a > b, a.error > b', { a: fails }, 'start a b'],
  ['or reaches it after success', 'start > a, a > b, a.error > b', {}, 'start a b'],
  ['into a join, after success', 'start > a, a > c, a.error > b, b > c', {}, 'start a c', 'b'],
  ['into a join, after a failure', 'start > a, a > c, a.error > b, b > c', { a: fails }, 'start a b c'],
  [
    'through a chain of failures',
    'start > a, a.error > b, b.error > c, c > d',
    { a: fails, b: fails },
    'start a b c d',
  ],
  [
    'also of a step with several outputs',
    'start > branch, branch.true > a, branch.false > b, branch.error > c',
    { branch: fails },
    'start branch c',
    'a b',
  ],
  [
    'into a join with one failed step',
    'start > a, start > b, a > c, b > c, a.error > d',
    { a: fails },
    'start a b d c',
  ],
  ['and fails without one', 'start > a, start > b, a > c, b > d', { a: fails }, 'start a', 'c', 'failed'],
  ['but not after a failure of the trigger', 'start > a, a.error > b', { start: fails }, 'start', 'a b', 'failed'],
  [
    'but not after a skipped step',
    'start > branch, branch.true > a, a.error > b',
    { branch: on('false') },
    'start branch',
    'a b',
  ],
]);

table('a loop', [
  [
    'runs its body once per item',
    'start > loop, loop.item > a, a > b, loop.done > c',
    { loop: items(2) },
    'start loop a[0] b[0] a[1] b[1] c',
  ],
  ['without items finishes at once', 'start > loop, loop.item > a, loop.done > b', {}, 'start loop b'],
  ['without a body', 'start > loop, loop.done > a, loop.error > b', { loop: items(3) }, 'start loop a', 'b'],
  ['without any edge', 'start > loop', { loop: items(3) }, 'start loop'],
  [
    'that is skipped has no items',
    'start > branch, branch.true > loop, loop.item > a, a > b, loop.done > c',
    { branch: on('false') },
    'start branch',
    'c loop',
  ],
  [
    'that fails at once has no items',
    'start > loop, loop.item > a, loop.done > b, loop.error > c',
    { loop: fails },
    'start loop c',
    'b',
  ],
  [
    'that fails at once without an error edge',
    'start > loop, loop.item > a, loop.done > b',
    { loop: fails },
    'start loop',
    'b',
    'failed',
  ],
  [
    'that fails after its items',
    'start > loop, loop.item > a, loop.done > b, loop.error > c',
    { loop: failsAfter(2) },
    'start loop a[0] a[1] c',
    'b',
  ],
  [
    'that fails after its items without an error edge',
    'start > loop, loop.item > a, loop.done > b',
    { loop: failsAfter(1) },
    'start loop a[0]',
    'b',
    'failed',
  ],
  [
    'evaluates a branch separately in each item',
    'start > loop, loop.item > branch, branch.true > a, branch.false > b, a > c, b > c',
    { loop: items(2), 'branch[0]': on('true'), 'branch[1]': on('false') },
    'start loop branch[0] a[0] c[0] branch[1] b[1] c[1]',
    'a[1] b[0]',
  ],
  [
    'whose items start with several steps',
    'start > loop, loop.item > a, loop.item > b, loop.item > b, a > b, a.error > c',
    { loop: items(2), 'a[0]': fails },
    'start loop a[0] b[0] c[0] a[1] b[1]',
    'c[1]',
  ],
  [
    'in a loop has its own count in each item',
    'start > loop, loop.item > loop2, loop2.item > a, loop2.done > b, loop.done > c',
    { loop: items(3), 'loop2[0]': items(1), 'loop2[2]': items(2) },
    'start loop loop2[0] a[0,0] b[0] loop2[1] b[1] loop2[2] a[0,2] a[1,2] b[2] c',
  ],
  [
    'in a loop is skipped, fails, or has no body',
    'start > loop, loop.item > branch, branch.true > loop2, loop2.item > loop3, loop2.error > a, loop2.done > b',
    {
      loop: items(3),
      branch: on('true'),
      'branch[0]': on('false'),
      'loop2[1]': fails,
      'loop2[2]': items(2),
      loop3: items(2),
    },
    'start loop branch[0] branch[1] loop2[1] a[1] branch[2] loop2[2] loop3[0,2] loop3[1,2] b[2]',
    'a[0] a[2] b[0] b[1] loop2[0]',
  ],
  [
    'after a loop, and one in parallel',
    'start > loop, start > loop2, loop.item > a, loop.done > loop3, loop2.item > b, loop3.item > c, loop2.done > d, loop3.done > d',
    { loop: items(1), loop2: items(2), loop3: items(1) },
    'start loop a[0] loop2 b[0] b[1] loop3 c[0] d',
  ],
  [
    'continues after a failure with an error edge in an item',
    'start > loop, loop.item > a, a > b, a.error > c, loop.done > d',
    { loop: items(2), 'a[0]': fails },
    'start loop a[0] c[0] a[1] b[1] d',
    'b[0] c[1]',
  ],
  [
    'does not handle the failure of a step in an item',
    'start > loop, loop.item > a, a > b, loop.done > c, loop.error > d',
    { loop: items(3), 'a[1]': fails },
    'start loop a[0] b[0] a[1]',
    'b[1]',
    'failed',
  ],
]);

table('a run waits', [
  ['for a person', 'start > approval, approval.approved > a', { approval: waits }, 'start approval', '', 'waiting'],
  [
    'after all other steps',
    'start > approval, start > a, a > b, approval.approved > c, b > c',
    { approval: waits },
    'start approval a b',
    '',
    'waiting',
  ],
  [
    'until the decision',
    'start > approval, approval.approved > a, approval.rejected > b',
    { approval: isAnswered },
    'start approval a',
    'b',
  ],
  [
    'in items, while others are finished',
    'start > loop, loop.item > approval, approval.approved > a, loop.done > b',
    { loop: items(3), approval: isAnswered, 'approval[1]': waits },
    'start loop approval[0] approval[1] approval[2] a[0] a[2]',
    '',
    'waiting',
  ],
  [
    'but not when it fails',
    'start > approval, start > a',
    { approval: waits, a: fails },
    'start approval a',
    '',
    'failed',
  ],
]);

table('only steps that are reachable from the trigger run:', [
  ['an edge from an unreachable step is inactive', 'other > b, start > a, a > c, b > c', {}, 'start a c'],
  [
    'such an edge alone does not make a step run',
    'other > b, start > branch, branch.true > c, b > c',
    { branch: on('false') },
    'start branch',
    'c',
  ],
  ['a step without incoming edges does not run', 'orphan > orphan2, orphan2 > a, start > a', {}, 'start a'],
  ['an error edge from the steps of another trigger is inactive', 'other > b, b.error > a, start > a', {}, 'start a'],
]);
