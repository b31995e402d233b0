import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { RunPages, RunSummary } from '../api/runs.ts';
import { addRuns, changeStatus, hasStalled, listRuns, mergeFirstPage, searchedUntil } from './live-rows.ts';

function run(number: number, fields: Partial<RunSummary> = {}): RunSummary {
  return {
    id: `run ${number}`,
    created: { timestamp: number, user_id: 'ann' },
    workflow_id: 'workflow',
    workflow_name: 'Orders',
    version: null,
    revision_id: null,
    trigger_node_id: 'start',
    trigger_type: 'trigger.manual',
    automatic: false,
    status: 'success',
    started_at: number,
    finished_at: number,
    credits: 0,
    error: '',
    replay_of: null,
    is_test: false,
    ...fields,
  };
}

const list = (...pages: RunSummary[][]): RunPages => ({
  pages: pages.map((items, index) => ({ items, next: index === pages.length - 1 ? null : 'more' })),
  pageParams: pages.map(() => undefined),
});
const ids = (pages: RunPages) => listRuns(pages).map(({ id }) => id);

suite('a list that changes', () => {
  test('changes runs in their places, and holds new runs back', () => {
    const pages = list([run(9, { status: 'running' }), run(8)], [run(7)]);
    const fresh = mergeFirstPage(pages, { items: [run(11), run(10), run(9), run(8)], next: null });
    assert.deepEqual(ids(fresh.pages), ['run 9', 'run 8', 'run 7']);
    assert.equal(listRuns(fresh.pages)[0]?.status, 'success');
    assert.deepEqual(
      fresh.added.map(({ id }) => id),
      ['run 11', 'run 10'],
    );
    assert.equal(fresh.hasGap, false);
    assert.deepEqual(ids(addRuns(fresh.pages, fresh.added)), ['run 11', 'run 10', 'run 9', 'run 8', 'run 7']);
  });

  test('stays the same object when nothing has changed', () => {
    const pages = list([run(9), run(8)]);
    assert.equal(mergeFirstPage(pages, { items: [run(9)], next: null }).pages, pages);
    assert.equal(changeStatus(pages, 'run 9', 'success'), pages);
    assert.equal(addRuns(pages, []), pages);
  });

  test('notices that there are more new runs than were read', () => {
    const pages = list([run(9)]);
    assert.equal(mergeFirstPage(pages, { items: [run(99), run(98)], next: 'more' }).hasGap, true);
    assert.equal(mergeFirstPage(list([]), { items: [run(99)], next: null }).hasGap, false);
  });

  test('does not take an older run for a new one', () => {
    const pages = list([run(9), run(7)]);
    assert.deepEqual(mergeFirstPage(pages, { items: [run(9), run(8), run(7)], next: null }).added, []);
  });

  test('shows a status before the run was read, on every page', () => {
    const pages = list([run(9)], [run(8, { status: 'waiting' })]);
    assert.equal(listRuns(changeStatus(pages, 'run 8', 'cancelled'))[1]?.status, 'cancelled');
  });

  test('says how far a search has come', () => {
    const found = { pages: [{ items: [run(9)], next: '5_x' }] };
    assert.deepEqual([searchedUntil(found), hasStalled(found)], [5, false]);
    assert.equal(hasStalled({ pages: [...found.pages, { items: [], next: '4_x' }] }), true);
    assert.equal(searchedUntil(list([run(9)])), undefined);
  });
});
