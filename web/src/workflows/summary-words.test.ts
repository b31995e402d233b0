import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WorkflowSummary } from '../api/workflows.ts';
import { describeDay, describeDeletion, failureRate, groupTriggers } from './summary-words.ts';

const trigger = (type: string, next_run_at: number | null = null) => ({
  node_id: 'x',
  type,
  next_run_at,
  last_fired_at: null,
});

test('writes the share of failed runs with as many digits as it deserves', () => {
  assert.equal(failureRate({ total: 0, failed: 0 }), undefined);
  assert.equal(failureRate({ total: 10, failed: 0 }), undefined);
  assert.equal(failureRate({ total: 412, failed: 5 }), '1.2 %');
  assert.equal(failureRate({ total: 3, failed: 1 }), '33 %');
  assert.equal(failureRate({ total: 5, failed: 5 }), '100 %');
  assert.equal(failureRate({ total: 100_000, failed: 1 }), '< 0.1 %');
});

test('says what the picture of a day shows', () => {
  assert.equal(describeDay({ total: 0, failed: 0 }), 'No runs in the last day');
  assert.equal(describeDay({ total: 1, failed: 0 }), '1 run in the last day, none failed');
  assert.equal(describeDay({ total: 1200, failed: 3 }), '1,200 runs in the last day, 3 failed');
});

test('shows each type of trigger once, with the earliest time', () => {
  const groups = groupTriggers([
    trigger('trigger.schedule', 20),
    trigger('trigger.webhook'),
    trigger('trigger.schedule', 10),
  ]);
  assert.deepEqual(groups, [
    { type: 'trigger.schedule', count: 2, nextRunAt: 10 },
    { type: 'trigger.webhook', count: 1, nextRunAt: undefined },
  ]);
});

test('says what goes with a workflow that is deleted', () => {
  const workflow = { published_version: 2, triggers: [trigger('trigger.webhook')], waiting: 1 } as WorkflowSummary;
  const draft = { published_version: null, triggers: [trigger('trigger.schedule')], waiting: 0 } as WorkflowSummary;
  assert.deepEqual(describeDeletion([workflow, draft]).slice(2), [
    'The webhook URL stops working.',
    '1 run that waits for a decision.',
  ]);
  assert.equal(describeDeletion([draft]).length, 2, 'the schedule of a draft never fired');
});
