/** When many runs wait, the queue alternates between users, and between the workflows of each user. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { sql } from 'kysely';
import { newId } from '../../src/platform/ids.ts';
import { claimQueuedRuns } from '../../src/runs/store/claims.ts';
import { QueueCursor } from '../../src/runs/store/queue-order.ts';
import { poll } from '../http/poll.ts';
import { publishHook, type TestHook } from '../http/webhook-calls.ts';
import { createTestDatabase } from '../support/database.ts';
import { type Person, serviceOn } from '../support/service.ts';

const settings = { HEDDLE_QUEUED_RUNS: '100000', HEDDLE_RUNS_AT_ONCE: '4' };
const database = await createTestDatabase();
/** Accepts calls, but executes no runs. */
const service = await serviceOn(database, settings, { work: false });
after(() => service.stop());
const { query: db } = service.service.system.database;

/** Inserts the runs directly, because so many calls would take longer than the rest of the tests. */
async function queueMany({ workflowId }: TestHook, count: number): Promise<void> {
  await sql`
    INSERT INTO runs (id, workflow_id, workflow_name, version, trigger_node_id, trigger_type, automatic, input, status,
      created_by, created_at)
    SELECT gen_random_uuid(), id, name, published_version, 'hook', 'trigger.webhook', true, '{}', 'queued', run_as,
      now() - interval '1 hour'
    FROM workflows, generate_series(1, ${count}) WHERE id = ${workflowId}`.execute(db);
}

/** Returns the runs that have started, in the order of their start. */
async function readStartedRuns(): Promise<{ user: string }[]> {
  const { rows } = await sql<{ user: string }>`
    SELECT created_by AS user FROM runs WHERE started_at IS NOT NULL
    ORDER BY started_at, id`.execute(db);
  return rows;
}

async function countWaiting(person: Person): Promise<number> {
  const { rows } = await sql<{ runs: number }>`
    SELECT count(*) AS runs FROM runs WHERE status = 'queued' AND created_by = ${person.id}`.execute(db);
  return rows[0]?.runs ?? 0;
}

/** Executes waiting runs until these have ended. */
async function workUntil(ended: () => Promise<unknown>, processes = 1): Promise<void> {
  const working = await Promise.all(Array.from({ length: processes }, () => serviceOn(database, settings)));
  try {
    await ended();
  } finally {
    await Promise.all(working.map(each => each.stopService()));
    await sql`TRUNCATE runs CASCADE`.execute(db);
  }
}

suite('the queue', () => {
  test('of a user with thousands of runs does not delay a user with one run', async () => {
    const [ann, bob] = [await service.person(), await service.person()];
    const many = await publishHook(service, ann);
    const one = await publishHook(service, bob);
    await queueMany(many, 3_000);
    const id = await one.call();
    await workUntil(async () => {
      assert.equal((await one.waitForRun(id)).status, 'success');
      assert.ok((await countWaiting(ann)) > 1_000, 'the other user’s runs still wait');
    });
  });

  test('of one workflow does not delay another workflow of the same user', async () => {
    const ann = await service.person();
    const many = await publishHook(service, ann);
    const one = await publishHook(service, ann);
    await queueMany(many, 3_000);
    const id = await one.call();
    await workUntil(async () => {
      assert.equal((await one.waitForRun(id)).status, 'success');
      assert.ok((await countWaiting(ann)) > 1_000, 'those of the other workflow still wait');
    });
  });

  test('is shared equally by users with many runs', async () => {
    const people = [await service.person(), await service.person(), await service.person()];
    for (const person of people) await queueMany(await publishHook(service, person), 400);
    await workUntil(async () => {
      const done = await poll(async () => {
        const begun = await readStartedRuns();
        return begun.length >= 150 ? begun.slice(0, 150) : undefined;
      });
      for (const { id: user } of people) {
        const share = done.filter(each => each.user === user).length;
        assert.ok(share >= 30 && share <= 70, `${share} of the first 150`);
      }
    });
  });

  test('goes on with the next user, although each claim has one place more than there are users', async () => {
    const people = [await service.person(), await service.person(), await service.person()];
    for (const person of people) await queueMany(await publishHook(service, person), 20);
    const runnerId = newId();
    await sql`INSERT INTO runners (id, alive_until) VALUES (${runnerId}, now() + interval '1 hour')`.execute(db);
    const cursor = new QueueCursor();
    const served: string[] = [];
    for (let claim = 0; claim < 6; claim++) {
      const capacity = { count: 4, room: 4, users: [] };
      const { runs } = await claimQueuedRuns(service.service.system.database, { runnerId, capacity, cursor });
      served.push(...runs.map(({ facts }) => facts.user.id));
    }
    for (const { id } of people) assert.equal(served.filter(user => user === id).length, 8);
    await sql`TRUNCATE runs CASCADE`.execute(db);
  });

  test('serves each of a hundred users in two processes, and every run is executed once', async () => {
    const ann = await service.person();
    const hook = await publishHook(service, ann);
    // One claim considers 64 users at most.
    await sql`
      WITH people AS (
        INSERT INTO users (id, email, name) SELECT gen_random_uuid(), 'many' || n || '@example.org', 'many'
        FROM generate_series(1, 100) AS n RETURNING id
      )
      INSERT INTO runs (id, workflow_id, workflow_name, version, trigger_node_id, trigger_type, automatic, input,
        status, created_by)
      SELECT gen_random_uuid(), workflows.id, 'w', 1, 'hook', 'trigger.webhook', true, '{}', 'queued', people.id
      FROM workflows, people, generate_series(1, 2) WHERE workflows.id = ${hook.workflowId}`.execute(db);
    await queueMany(hook, 60);
    await workUntil(async () => {
      const { leases, runs } = await poll(async () => {
        const { rows } = await sql<{ open: number; leases: number; runs: number }>`
            SELECT count(*) FILTER (WHERE status IN ('queued', 'running')) AS open, max(lease) AS leases,
              count(*) AS runs FROM runs`.execute(db);
        return rows[0]?.open === 0 ? rows[0] : undefined;
      });
      assert.deepEqual([runs, leases], [260, 1], 'each was claimed once');
    }, 2);
  });
});
