import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldTitle, groupConflicts, stepSide } from './conflict-groups.ts';
import type { Conflict, Place } from './merge.ts';

const conflict = (place: Place, field: string): Conflict => ({
  key: `${JSON.stringify(place)} ${field}`,
  place,
  field,
  mine: 1,
  theirs: undefined,
});
const call: Place = { kind: 'step', id: 'call' };

test('conflicts are grouped by step, and named as people know them', () => {
  const definition = { nodes: [{ id: 'call', type: 'http.request', name: 'Ask the shop' }], edges: [] };
  const conflicts = [
    conflict(call, 'params.url'),
    conflict({ kind: 'workflow' }, 'name'),
    conflict(call, 'pin'),
    conflict({ kind: 'note', id: 'n' }, 'text'),
    conflict({ kind: 'step', id: 'gone' }, 'step'),
  ];
  assert.deepEqual(
    groupConflicts(conflicts, definition).map(group => [group.title, group.stepId, group.conflicts.map(fieldTitle)]),
    [
      ['Ask the shop', 'call', ['url', 'Pinned output']],
      ['Workflow', null, ['name']],
      ['Note', null, ['Text']],
      ['gone', 'gone', ['Removed by one, changed by the other']],
    ],
  );
  assert.equal(stepSide(undefined), 'Remove the step');
});
