/** Sequences of decisions, and when they end an approval. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { outcomeOf, type Rules } from './votes.ts';

/** Votes one after the other until the outcome is clear. `a` approves, `r` rejects. */
function vote(rules: Rules, people: number, sequence: string): string {
  let [approvals, rejections, votes] = [0, 0, 0];
  for (const letter of sequence) {
    if (letter === 'a') approvals++;
    else rejections++;
    votes++;
    const outcome = outcomeOf(rules, { approvals, rejections, open: people - votes, asked: people });
    if (outcome) return `${outcome} after ${votes}`;
  }
  return 'waits';
}

suite('the decisions of several people', () => {
  const table: [required: Rules['required'], rejectAfter: number, people: number, sequence: string, end: string][] = [
    [1, 1, 1, 'a', 'approved after 1'],
    [1, 1, 3, 'r', 'rejected after 1'],
    [2, 1, 3, '', 'waits'],
    [2, 1, 3, 'a', 'waits'],
    [2, 1, 3, 'aa', 'approved after 2'],
    [2, 1, 3, 'ar', 'rejected after 2'],
    [2, 2, 3, 'r', 'waits'],
    [2, 2, 3, 'ra', 'waits'],
    [2, 2, 3, 'raa', 'approved after 3'],
    [2, 2, 3, 'rar', 'rejected after 3'],
    [2, 3, 3, 'rr', 'rejected after 2'],
    [1, 3, 3, 'rr', 'waits'],
    [1, 3, 3, 'rra', 'approved after 3'],
    [1, 9, 3, 'rrr', 'rejected after 3'],
    [3, 2, 3, 'r', 'rejected after 1'],
    ['all', 1, 3, 'aa', 'waits'],
    ['all', 1, 3, 'aaa', 'approved after 3'],
    ['all', 1, 3, 'aar', 'rejected after 3'],
    ['all', 2, 3, 'r', 'rejected after 1'],
  ];
  for (const [required, rejectAfter, people, sequence, end] of table) {
    test(`${required} of ${people} required, ${rejectAfter} against it: "${sequence}" ${end}`, () => {
      assert.equal(vote({ required, rejectAfter }, people, sequence), end);
    });
  }

  test('wait for those whose accounts were disabled, unless somebody has rejected', () => {
    const rules: Rules = { required: 2, rejectAfter: 2 };
    assert.equal(outcomeOf(rules, { approvals: 1, rejections: 0, open: 0, asked: 1 }), undefined);
    assert.equal(outcomeOf(rules, { approvals: 1, rejections: 1, open: 0, asked: 2 }), 'rejected');
    assert.equal(
      outcomeOf({ required: 'all', rejectAfter: 1 }, { approvals: 2, rejections: 0, open: 0, asked: 2 }),
      'approved',
    );
    assert.equal(
      outcomeOf({ required: 'all', rejectAfter: 1 }, { approvals: 0, rejections: 0, open: 0, asked: 0 }),
      undefined,
    );
  });

  test('always end once everybody has decided, at the first decision after which nothing else is possible', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'r'), { minLength: 1, maxLength: 12 }),
        fc.oneof(fc.constant('all' as const), fc.integer({ min: 1, max: 12 })),
        fc.integer({ min: 1, max: 13 }),
        (letters, wanted, rejectAfter) => {
          const people = letters.length;
          const required = wanted === 'all' ? wanted : Math.min(wanted, people);
          const needed = required === 'all' ? people : required;
          const end = vote({ required, rejectAfter }, people, letters.join(''));
          const expected = letters.findIndex((_, index) => {
            const seen = letters.slice(0, index + 1);
            const approvals = seen.filter(letter => letter === 'a').length;
            const rejections = seen.length - approvals;
            return approvals >= needed || rejections >= rejectAfter || people - rejections < needed;
          });
          const count = (letter: string) => letters.slice(0, expected + 1).filter(each => each === letter).length;
          assert.equal(end, `${count('a') >= needed ? 'approved' : 'rejected'} after ${expected + 1}`);
        },
      ),
    );
  });
});
