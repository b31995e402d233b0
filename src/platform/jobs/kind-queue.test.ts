import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../ids.ts';
import { defineJob } from './job-kind.ts';
import type { ClaimedJob } from './job-table.ts';
import { KindQueue } from './kind-queue.ts';

const note = defineJob('note');
const context = { id: newId(), attempt: 1, signal: new AbortController().signal };

function claimed(count: number): ClaimedJob[] {
  return Array.from({ length: count }, () => ({ id: newId(), kind: 'note', payload: '{}', attempts: 1 }));
}

test('only jobs that end quickly are claimed ahead, and those that have not started are given back', async () => {
  const { promise: slow, resolve: finishSlow } = Promise.withResolvers<void>();
  const queue = new KindQueue(note, 100, payload => (payload === 'slow' ? slow : Promise.resolve()));
  assert.equal(queue.wanted, 100, 'nothing is known of these jobs yet');
  const running = queue.run('slow', context);
  assert.equal(queue.wanted, 99);
  await queue.run('fast', context);
  const more = queue.wanted;
  assert.ok(more > 99, `${more} are claimed`);

  const jobs = claimed(more);
  queue.add(jobs);
  assert.deepEqual(queue.takeNext(), jobs.slice(0, 99), 'one place is taken');
  assert.equal(queue.wanted, 0);
  assert.deepEqual(queue.giveBack({ onlyLate: true }), []);
  assert.deepEqual(queue.giveBack(), jobs.slice(99));
  assert.deepEqual(queue.idsAhead, []);
  finishSlow();
  await running;
});
