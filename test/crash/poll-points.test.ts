/**
 * Kills a service with `kill -9` on both sides of the commit of a poll. When its lease has ended, another process polls
 * again, and each item of the source has started one run.
 */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { sql } from 'kysely';
import type { HeddleDatabase } from '../../src/database.ts';
import { poll } from '../http/poll.ts';
import { openSource, polling, type Source } from '../http/polled.ts';
import { ENVIRONMENT } from '../support/disturbed-runs.ts';
import { openDisturbedTriggers, succeed } from '../support/disturbed-triggers.ts';
import { dyingAt } from '../support/points.ts';
import { call, type Installation, inReverse } from '../support/process.ts';

const hooks = inReverse({ after });
let heddle: Installation;
let database: HeddleDatabase;
/** The address of a service that is not disturbed and executes the runs. */
let url: string;
before(async () => {
  ({ heddle, database, url } = await openDisturbedTriggers(hooks));
});

/** Publishes a workflow whose first poll, which the service makes by itself, finds an empty source. */
async function publish(source: Source): Promise<string> {
  source.answer = [];
  const definition = polling({ params: { url: source.url } });
  const { id } = await succeed<{ id: string }>(url, '/api/v3/workflow/create', { name: 'watch', definition });
  await succeed(url, '/api/v3/workflow/publish', { workflow_id: id });
  await poll(async () => {
    const { rows } = await sql`
      SELECT FROM poll_states JOIN workflow_triggers ON workflow_triggers.id = trigger_id
      WHERE workflow_id = ${id} AND started AND leased_until IS NULL`.execute(database.query);
    return rows.length > 0 ? true : undefined;
  });
  source.answer = [{ id: 1 }, { id: 2 }, { id: 3 }];
  return id;
}

async function readRuns(workflowId: string) {
  return database.query.selectFrom('runs').select(['status', 'output']).where('workflow_id', '=', workflowId).execute();
}

/** Ends the lease of the process that died, as time would. */
async function endLease(workflowId: string): Promise<void> {
  await sql`UPDATE poll_states SET leased_until = now() FROM workflow_triggers
    WHERE workflow_triggers.id = trigger_id AND workflow_id = ${workflowId}`.execute(database.query);
}

suite('a service that is killed while it polls', { concurrency: 2 }, () => {
  for (const [point, runs] of [
    ['poll.queueing', 0],
    ['poll.queued', 3],
  ] as const) {
    test(`at ${point} leaves ${runs} runs, and the next poll makes them three`, async t => {
      const id = await publish(await openSource(t));
      const victim = await heddle.serve({
        words: ['--no-worker'],
        environment: { ...ENVIRONMENT, ...dyingAt(point, 1) },
      });
      const body = { workflow_id: id, node_id: 'watch' };
      await assert.rejects(call(victim.url, '/api/v1/trigger/poll_now', body));
      assert.equal((await victim.process.end('SIGCONT')).signal, 'SIGKILL', 'it never came to the point');
      assert.equal((await readRuns(id)).length, runs);
      await endLease(id);
      await succeed(url, '/api/v1/trigger/poll_now', body);
      const ended = await poll(async () => {
        const found = await readRuns(id);
        return found.every(({ status }) => status === 'success') ? found : undefined;
      });
      assert.deepEqual(ended.map(({ output }) => JSON.parse(output ?? '').item.id).sort(), [1, 2, 3]);
    });
  }
});
