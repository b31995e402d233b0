import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  combineMarks,
  type EditorIssue,
  edgesWithIssues,
  generalIssues,
  issuesOf,
  nextIssueStep,
  settingsIssues,
} from './issues.ts';

function issue(fields: Partial<EditorIssue>): EditorIssue {
  return { severity: 'error', message: 'wrong', node_id: null, edge: null, param: null, ...fields };
}

const edge = { source: 'a', target: 'b', source_handle: 'true' };
const issues = [
  issue({ message: 'The workflow has no trigger' }),
  issue({ node_id: 'a', param: 'url' }),
  issue({ node_id: 'a', severity: 'warning' }),
  issue({ node_id: 'b', severity: 'warning' }),
  issue({ edge }),
  issue({ edge: { ...edge, source: 'c' }, severity: 'warning' }),
];

it('issues are sorted to steps, edges and the rest', () => {
  assert.equal(issuesOf(issues, 'a').length, 2);
  assert.deepEqual([...edgesWithIssues(issues)], ['edge:a:b:true']);
  assert.deepEqual(generalIssues(issues), issues.slice(0, 1));
});

it('issues of the settings are found by what they are about', () => {
  const ofSettings = issue({ param: 'settings', message: "Settings: 'keep_days' must be an integer" });
  assert.deepEqual(settingsIssues([...issues, ofSettings, issue({ node_id: 'a', param: 'settings' })]), [ofSettings]);
});

it('the steps with issues can be visited one after the other', () => {
  const ids = [null, 'a', 'b', 'c', 'other'].map(after => nextIssueStep(issues, after));
  assert.deepEqual(ids, ['a', 'b', 'c', 'a', 'a']);
  assert.equal(nextIssueStep([], 'a'), undefined);
});

it('marks combine issues, pins and what a run did', () => {
  const marks = combineMarks(issues, { b: { output: 1 } }, new Map([['a', { state: 'failed', text: '2 s' }]]));
  assert.deepEqual(
    [...marks],
    [
      ['a', { state: 'failed', text: '2 s', errors: 1, warnings: 1 }],
      ['b', { errors: 0, warnings: 1, pinned: true }],
    ],
  );
});
