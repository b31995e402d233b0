import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RevisionEntry } from '../../api/revisions.ts';
import { formatDay } from '../../look/duration.ts';
import { dayTitle, describeChanges, findPrevious, groupRevisions } from './revision-groups.ts';

const DAY_MS = 86_400_000;
const noon = new Date(2026, 10, 16, 12, 0).getTime();
const MINUTE = 60_000;
const none = { added_nodes: [], removed_nodes: [], changed_nodes: [], added_edges: 0, removed_edges: 0 };

function entry(id: string, minutes: number, change: Partial<RevisionEntry> = {}): RevisionEntry {
  return {
    id,
    created_at: noon + minutes * MINUTE,
    user_id: 'ann',
    origin: 'editor',
    changes: none,
    restored_from: null,
    nodes: 1,
    edges: 0,
    ...change,
  };
}

test('what one person saved without a long pause is one group', () => {
  const days = groupRevisions([
    entry('6', 31),
    entry('5', 30, { user_id: 'ben' }),
    entry('4', 29),
    entry('3', 25),
    entry('2', 2, { origin: 'restore' }),
    entry('1', -24 * 60, { origin: 'created' }),
  ]);
  assert.deepEqual(
    days.map(({ day, groups }) => [day, groups.map(({ revisions }) => revisions.map(({ id }) => id).join(' '))]),
    [
      [formatDay(noon), ['6', '5', '4 3', '2']],
      [formatDay(noon - DAY_MS), ['1']],
    ],
  );
});

test('the changes of a group are what is left of them', () => {
  const [day] = groupRevisions([
    entry('3', 3, { changes: { ...none, removed_nodes: ['b'], changed_nodes: ['a', 'c'] } }),
    entry('2', 2, { changes: { ...none, added_nodes: ['b'], added_edges: 1 } }),
    entry('1', 1, { changes: { ...none, added_nodes: ['a'] } }),
  ]);
  assert.deepEqual(day?.groups[0]?.changes, {
    added_nodes: ['a'],
    removed_nodes: [],
    changed_nodes: ['c'],
    added_edges: 1,
    removed_edges: 0,
  });
});

test('changes are told in words', () => {
  const changes = { ...none, changed_nodes: ['a', 'b'], added_nodes: ['c'], added_edges: 2, removed_edges: 1 };
  assert.equal(describeChanges(changes, 'editor'), '2 steps changed, 1 step added, 3 connections changed');
  assert.equal(describeChanges(none, 'editor'), 'Steps moved or notes changed');
  assert.equal(describeChanges(none, 'created'), 'Created');
  assert.equal(describeChanges({ ...none, removed_nodes: ['a'] }, 'restore'), 'Restored: 1 step removed');
});

test('days and predecessors are found', () => {
  assert.equal(dayTitle(formatDay(noon), noon), 'Today');
  assert.equal(dayTitle(formatDay(noon - DAY_MS), noon), 'Yesterday');
  const older = formatDay(noon - 15 * DAY_MS);
  assert.equal(dayTitle(older, noon), older);
  const entries = [entry('2', 2), entry('1', 1)];
  assert.equal(findPrevious(entries, '2')?.id, '1');
  assert.equal(findPrevious(entries, '1'), undefined);
});
