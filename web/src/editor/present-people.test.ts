import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOthers, listOthers } from './present-people.ts';

const tab = (user_id: string, name: string, tab_id: string) => ({ user_id, name, tab_id });
const own = { userId: 'ann', tabId: 't1' };

test('everybody else is listed once, and oneself only in another tab', () => {
  const ben = [tab('ben', 'Ben Meyer', 't2'), tab('ben', 'Ben Meyer', 't3')];
  const people = listOthers([tab('ann', 'Ann', 't1'), ...ben], own);
  assert.deepEqual(people, [{ userId: 'ben', name: 'Ben Meyer', initials: 'BM', isSelf: false }]);
  assert.deepEqual(
    listOthers([tab('ann', 'Ann', 't1'), tab('ann', 'Ann', 't9')], own).map(({ isSelf }) => isSelf),
    [true],
  );
});

test('who is here is said in a sentence', () => {
  const of = (...tabs: ReturnType<typeof tab>[]) => describeOthers(listOthers(tabs, own));
  assert.equal(of(), '');
  assert.equal(of(tab('ben', 'Ben', 't2')), 'Ben is here');
  assert.equal(of(tab('ben', 'Ben', 't2'), tab('cleo', 'Cleo', 't3')), 'Ben and Cleo are here');
  assert.equal(of(tab('ann', 'Ann', 't4')), 'You have this workflow open in another tab');
});
