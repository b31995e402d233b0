import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countRuns, countSteps } from './counts.ts';

test('one thing is in the singular, all other numbers are in the plural', () => {
  assert.deepEqual([countRuns(0), countRuns(1), countRuns(2)], ['0 runs', '1 run', '2 runs']);
  assert.equal(countSteps(1_200), `${(1_200).toLocaleString()} steps`);
});
