/**
 * Runs end, pause, go on, are cancelled and deleted in any order, by several processes at once. At no moment do more runs
 * have a place than the limits say, and in the end none waits.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { newId } from '../../src/platform/ids.ts';
import { createAdmitter } from '../../src/runs/store/admitter.ts';
import { cancelOpenRun } from '../../src/runs/store/cancelling.ts';
import { claimQueuedRuns } from '../../src/runs/store/claims.ts';
import { QueueCursor } from '../../src/runs/store/queue-order.ts';
import { publishHook } from '../http/webhook-calls.ts';
import { createTestDatabase } from '../support/database.ts';
import { serviceOn } from '../support/service.ts';

const database = await createTestDatabase();
/** Accepts calls, but executes no runs. */
const service = await serviceOn(database, {}, { work: false });
after(() => service.stop());
const { database: opened, config } = service.service.system;
const { query: db } = opened;

const KEYS = 5;
const LIMITS = { all: 4, key: 2 };
const PROCESSES = 4;
const RUNS = 150;

/** A sequence that is the same in each run of the test. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function insertRun(workflowId: string, key: number, keeps: boolean): Promise<void> {
  const slots = JSON.stringify({ limits: [LIMITS.all, LIMITS.key], cancels: [false, false] });
  await sql`
    INSERT INTO runs (id, workflow_id, workflow_name, version, trigger_node_id, trigger_type, automatic, input, status,
      created_by, slot_key, slot_key_2, slots, keeps_place)
    SELECT ${newId()}, id, name, published_version, 'hook', 'trigger.webhook', true, '{}', 'queued', run_as, 'all',
      ${`key ${key}`}, ${slots}::jsonb, ${keeps}
    FROM workflows WHERE id = ${workflowId}`.execute(db);
}

/** Counts the places that are taken, at one moment. */
async function readUsed(): Promise<{ all: number; key: number }> {
  const { rows } = await sql<{ all: number; key: number }>`
    WITH placed AS (
      SELECT slot_key_2 FROM runs
      WHERE held IS NULL AND (status IN ('queued', 'running') OR status = 'waiting' AND keeps_place)
    )
    SELECT (SELECT count(*) FROM placed) AS all,
      (SELECT coalesce(max(count), 0) FROM (SELECT count(*) FROM placed GROUP BY slot_key_2) AS counts) AS key
    `.execute(db);
  return rows[0] ?? { all: 0, key: 0 };
}

test('places are never given twice and never lost', async () => {
  const hook = await publishHook(service, await service.person());
  const { workflowId } = hook;
  const random = createRandom(17);
  let left = RUNS;
  let isOver = false;
  let most = { all: 0, key: 0 };
  let claimedInAll = 0;

  async function work(): Promise<void> {
    const runnerId = newId();
    await sql`INSERT INTO runners (id, alive_until) VALUES (${runnerId}, now() + interval '1 hour')`.execute(db);
    const cursor = new QueueCursor();
    const admitter = createAdmitter({ database: opened, limits: config.runs, onAdmitted() {} });
    while (!isOver) {
      if (left > 0 && random() < 0.5) {
        left--;
        await insertRun(workflowId, Math.floor(random() * KEYS), random() < 0.3);
      }
      await admitter.admit();
      const { runs } = await claimQueuedRuns(opened, { runnerId, capacity: { count: 2, room: 2, users: [] }, cursor });
      claimedInAll += runs.length;
      for (const { facts } of runs) await act(facts.id);
    }
  }

  /** What happens to a run that is being executed. */
  async function act(id: string): Promise<void> {
    const choice = random();
    if (choice < 0.3) {
      await sql`UPDATE runs SET status = 'waiting', runner_id = NULL, settled_at = now() WHERE id = ${id}`.execute(db);
    } else if (choice < 0.4) {
      await sql`DELETE FROM runs WHERE id = ${id}`.execute(db);
    } else if (choice < 0.5) {
      await db.transaction().execute(transaction => cancelOpenRun(transaction, config.runs, id, {}));
    } else {
      await sql`UPDATE runs SET status = 'success', finished_at = now() WHERE id = ${id}`.execute(db);
    }
  }

  /** What happens to runs that nobody executes. */
  async function disturb(): Promise<void> {
    while (!isOver) {
      await sql`
        UPDATE runs SET status = 'queued' WHERE id IN (
          SELECT id FROM runs WHERE status = 'waiting' ORDER BY id LIMIT 2 FOR UPDATE SKIP LOCKED)`.execute(db);
      if (random() < 0.1) {
        await sql`
          UPDATE runs SET status = 'cancelled', finished_at = now() WHERE id IN (
            SELECT id FROM runs WHERE status = 'queued' AND held = 'place' LIMIT 1 FOR UPDATE SKIP LOCKED)`.execute(db);
      }
      const used = await readUsed();
      most = { all: Math.max(most.all, used.all), key: Math.max(most.key, used.key) };
      const { rows } = await sql`SELECT FROM runs WHERE finished_at IS NULL LIMIT 1`.execute(db);
      if (left === 0 && rows.length === 0) isOver = true;
    }
  }

  await Promise.all([...Array.from({ length: PROCESSES }, work), disturb()]);
  assert.deepEqual(most, LIMITS, 'all places were used, and never more');
  assert.ok(claimedInAll > RUNS / 2, `${claimedInAll} claims`);
});
