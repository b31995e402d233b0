/**
 * Tests the partitions of runs: their migration, how they are made ahead, and how they are dropped when they have expired.
 * Tests also how expired runs are deleted row by row.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { suite, test } from 'node:test';
import type { Schema } from '../src/database.ts';
import { newId } from '../src/platform/ids.ts';
import { openDatabase } from '../src/platform/postgres/database.ts';
import { migrate } from '../src/platform/postgres/migrate.ts';
import type { Pool } from '../src/platform/postgres/pool.ts';
import {
  dropExpiredPartitions,
  firstIdAt,
  listPartitions,
  makePartitions,
  timeOfId,
} from '../src/runs/store/partitions.ts';
import { deleteOldRuns, deleteOldSteps } from '../src/runs/store/retention.ts';
import { createTestDatabase } from './support/database.ts';
import { ROOT, until } from './support/process.ts';

const MIGRATIONS = path.join(ROOT, 'migrations');
const DAY_MS = 86_400_000;
const TODAY = Math.floor(Date.now() / DAY_MS) * DAY_MS;

interface Owner {
  user: string;
  workflow: string;
}

async function addOwner(pool: Pool): Promise<Owner> {
  const [user, workflow] = [newId(), newId()];
  await pool.query(`INSERT INTO users (id, email, name) VALUES ($1, $2, 'x')`, [user, `${user}@example.org`]);
  await pool.query(
    `INSERT INTO workflows (id, name, description, definition, created_by, updated_by) VALUES ($1, 'w', '', '{}', $2, $2)`,
    [workflow, user],
  );
  return { user, workflow };
}

/** With a random end, so that there can be several in a millisecond. */
function idAt(ms: number): string {
  return firstIdAt(ms).slice(0, 24) + newId().slice(24);
}

async function addRun(pool: Pool, { user, workflow }: Owner, id: string, finishedAt: Date | null): Promise<string> {
  await pool.query(
    `INSERT INTO runs (id, workflow_id, workflow_name, trigger_node_id, trigger_type, input, status, finished_at, settled_at,
       created_by) VALUES ($1, $2, 'w', 'start', 'trigger.manual', '{}', $3, $4, $4, $5)
     ON CONFLICT (id) DO NOTHING`, // as the version before this one wrote it
    [id, workflow, finishedAt ? 'success' : 'waiting', finishedAt, user],
  );
  return id;
}

async function addFile(pool: Pool, { user }: Owner, runId: string): Promise<string> {
  const key = newId();
  await pool.query(
    `INSERT INTO files (id, user_id, run_id, filename, content_type, size, sha256, secret, blob_key)
     VALUES ($1, $2, $3, 'a', 'text/plain', 0, '', '', $4)`,
    [newId(), user, runId, key],
  );
  return key;
}

async function partitionOf(pool: Pool, id: string): Promise<string> {
  const { rows } = await pool.query(`SELECT tableoid::regclass::text AS name FROM runs WHERE id = $1`, [id]);
  return rows[0]?.name;
}

async function ids(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query('SELECT id FROM runs ORDER BY id');
  return rows.map(({ id }) => id);
}

async function open(t: { after(end: () => Promise<void>): void }, template?: string) {
  const { address, drop } = await createTestDatabase(template ? { template } : {});
  const database = openDatabase<Schema>(address, { maxConnections: 3 });
  t.after(async () => {
    await database.close();
    await drop();
  });
  return { address, db: database.query, pool: database.pool };
}

test('the runs of the version before are in the default partition, with all that belongs to them', async t => {
  const { address, pool } = await open(t, 'template0');
  await migrate(address, MIGRATIONS, 44);
  const owner = await addOwner(pool);
  const derived = 'f0000000-0000-8000-8000-000000000000';
  const first = await addRun(pool, owner, newId(), new Date());
  await addRun(pool, owner, derived, null);
  await pool.query(
    `INSERT INTO run_steps (run_id, node_id, iteration, position, step, output_characters) VALUES ($1, 'a', '{}', 0, '{}', 0)`,
    [derived],
  );
  const names = await indexNames(pool);
  await migrate(address, MIGRATIONS);

  assert.deepEqual(await ids(pool), [first, derived]);
  assert.equal(await partitionOf(pool, derived), 'runs_default');
  assert.deepEqual(
    await indexNames(pool),
    names.filter(name => name !== 'runs_call'),
  );
  const { rows: references } = await pool.query(
    `SELECT count(*) FILTER (WHERE convalidated)::integer AS valid, count(*)::integer AS all FROM pg_constraint
     WHERE confrelid = 'runs'::regclass AND contype = 'f'`,
  );
  assert.deepEqual(references, [{ valid: 12, all: 12 }]);
  await assert.rejects(addFile(pool, owner, newId()), { code: '23503' });
  await addRun(pool, owner, derived, null);
  await pool.query('DELETE FROM runs WHERE id = $1', [derived]);
  assert.deepEqual((await pool.query('SELECT run_id FROM run_steps')).rows, []);
  await pool.query('TRUNCATE runs CASCADE');
  assert.deepEqual(await ids(pool), []);
});

async function indexNames(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query(
    `SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indrelid = 'runs'::regclass ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

suite('partitions', () => {
  test('are made ahead, and what has none goes to the default partition', async t => {
    const { db, pool } = await open(t);
    const owner = await addOwner(pool);
    await makePartitions(db, 0);
    assert.deepEqual(await listPartitions(db), [{ name: 'runs_default', range: null }]);
    await makePartitions(db, 7);
    const made = await listPartitions(db);
    const begins = made.slice(0, -1).map(({ range }) => timeOfId(range?.from ?? '') - TODAY);
    assert.deepEqual(begins, [0, 7 * DAY_MS, 14 * DAY_MS]);
    await makePartitions(db, 7);
    assert.deepEqual(await listPartitions(db), made);

    const today = await addRun(pool, owner, newId(), null);
    const later = await addRun(pool, owner, idAt(TODAY + 8 * DAY_MS), null);
    const beyond = await addRun(pool, owner, idAt(TODAY + 40 * DAY_MS), null);
    assert.equal(await partitionOf(pool, today), made[0]?.name);
    assert.equal(await partitionOf(pool, later), made[1]?.name);
    assert.equal(await partitionOf(pool, beyond), 'runs_default');

    // The last of these gets the wider range beside the run that is there already.
    await makePartitions(db, 7, TODAY + 21 * DAY_MS);
    const ranges = (await listPartitions(db)).slice(3, -1).map(({ range }) => range);
    assert.equal(ranges.length, 3);
    assert.deepEqual(ranges.at(-1), { from: firstIdAt(TODAY + 35 * DAY_MS), to: beyond });
    const beside = await addRun(pool, owner, idAt(TODAY + 36 * DAY_MS), null);
    assert.equal(await partitionOf(pool, beside), `runs_${dateOf(TODAY + 35 * DAY_MS)}`);
    await addRun(pool, owner, idAt(TODAY + 41 * DAY_MS), null);
  });

  test('are dropped when all of their runs have expired, and what belongs to the runs goes with them', async t => {
    const { db, pool } = await open(t);
    const owner = await addOwner(pool);
    const before = TODAY - 120 * DAY_MS;
    await makePartitions(db, 7, before);
    const [expired, paused, recent] = [before, before + 7 * DAY_MS, before + 14 * DAY_MS];
    const endedAt = new Date(before + DAY_MS);
    await addRun(pool, owner, idAt(expired), endedAt);
    const withFile = await addRun(pool, owner, idAt(expired), endedAt);
    const shared = await addRun(pool, owner, idAt(expired), endedAt);
    const blobs = [await addFile(pool, owner, withFile), await addFile(pool, owner, shared)];
    await pool.query(`INSERT INTO booster_effects (run_id, step, subject) VALUES ($1, 's', $1)`, [withFile]);
    await addRun(pool, owner, idAt(paused), new Date(paused + DAY_MS));
    const waiting = await addRun(pool, owner, idAt(paused), null);
    const late = await addRun(pool, owner, idAt(recent), new Date());
    // A replay uses the file of the run that it repeats.
    await pool.query('INSERT INTO run_files (run_id, file_id) SELECT $1, id FROM files WHERE run_id = $2', [
      late,
      shared,
    ]);

    assert.deepEqual(await dropExpiredPartitions(db, 90), [`runs_${dateOf(expired)}`]);
    await deleteOldRuns(db, 90);
    assert.deepEqual(await ids(pool), [waiting, late]);
    const { rows: files } = await pool.query('SELECT run_id AS "runId", blob_key AS key FROM files');
    assert.deepEqual(files, [{ runId: late, key: blobs[1] }]);
    const { rows: tombstones } = await pool.query('SELECT blob_key AS key FROM blob_tombstones');
    assert.deepEqual(tombstones, [{ key: blobs[0] }]);
    assert.deepEqual((await pool.query('SELECT run_id FROM booster_effects')).rows, []);
    // A run with an id of the dropped partition is still welcome.
    assert.equal(await partitionOf(pool, await addRun(pool, owner, idAt(expired), endedAt)), 'runs_default');
    await deleteOldRuns(db, 90);
    assert.deepEqual(await ids(pool), [waiting, late]);
  });

  test('keep the runs of a workflow for as long as it says for their status', async t => {
    const { db, pool } = await open(t);
    const owner = await addOwner(pool);
    await pool.query(`UPDATE workflows SET settings = '{"keep_days": {"success": 2, "failed": 30}}' WHERE id = $1`, [
      owner.workflow,
    ]);
    const start = TODAY - 40 * DAY_MS;
    await makePartitions(db, 7, start);
    const addEnded = async (status: string, days: number) => {
      const endedAt = TODAY - days * DAY_MS;
      const id = await addRun(pool, owner, idAt(endedAt - 1000), new Date(endedAt));
      await pool.query('UPDATE runs SET status = $2 WHERE id = $1', [id, status]);
      return id;
    };
    const kept: string[] = [];
    for (const days of [36, 25, 9, 3]) await addEnded('success', days);
    for (const days of [39, 32]) await addEnded('failed', days);
    for (const days of [28, 20, 5, 1]) kept.push(await addEnded('failed', days));
    for (const days of [39, 1]) kept.push(await addEnded('cancelled', days));
    kept.push(await addEnded('success', 1));
    await deleteOldRuns(db, 90);
    assert.deepEqual(await ids(pool), kept.toSorted());
  });

  test('leave no constraint on the default partition that a dead process made', async t => {
    const { db, pool } = await open(t);
    const owner = await addOwner(pool);
    const id = idAt(TODAY + DAY_MS);
    const leave = () =>
      pool.query(`ALTER TABLE runs_default ADD CONSTRAINT runs_default_range CHECK (id <> '${id}') NOT VALID`);
    await makePartitions(db, 7, TODAY - 120 * DAY_MS);
    for (const mend of [() => makePartitions(db, 0), () => dropExpiredPartitions(db, 90)]) {
      await leave();
      await assert.rejects(addRun(pool, owner, id, null), { code: '23514' });
      await mend();
      await addRun(pool, owner, id, null);
      await pool.query('DELETE FROM runs');
    }
  });

  test('are dropped beside transactions that lock in another order, and none of those is ended as a deadlock', async t => {
    const { address, pool } = await open(t);
    const owner = await addOwner(pool);
    await pool.query(`ALTER DATABASE "${address.database}" SET deadlock_timeout = '250ms'`);
    const before = TODAY - 120 * DAY_MS;
    const database = openDatabase<Schema>(address, { maxConnections: 3 });
    try {
      for (const held of ['workflows', 'users', 'files']) {
        await makePartitions(database.query, 7, before);
        const caller = await database.pool.connect();
        await caller.query(`BEGIN; LOCK TABLE ${held} IN ROW SHARE MODE`);
        const dropping = dropExpiredPartitions(database.query, 90);
        await until(() => isWaitedFor(pool, held), `somebody waits for ${held}`);
        const insertion = `INSERT INTO runs (id, workflow_id, workflow_name, trigger_node_id, trigger_type, input, status,
          created_by) VALUES ($1, $2, 'w', 'start', 'trigger.manual', '{}', 'queued', $3)`;
        await caller.query(insertion, [newId(), owner.workflow, owner.user]);
        await caller.query('COMMIT');
        caller.release();
        assert.notDeepEqual(await dropping, [], held);
      }
    } finally {
      await database.close();
    }
    // The statistics of a connection are complete when it is closed.
    const { rows } = await pool.query(
      'SELECT deadlocks::integer FROM pg_stat_database WHERE datname = current_database()',
    );
    assert.deepEqual(rows, [{ deadlocks: 0 }]);
  });

  test('come and go without a lock that was not taken before the first change', async t => {
    const { db, pool } = await open(t);
    await pool.query('CREATE TABLE taken (moment text, transaction xid8, relation oid, is_exclusive boolean)');
    await pool.query(`CREATE FUNCTION note_locks() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO taken SELECT TG_EVENT, pg_current_xact_id(), relation, mode = 'AccessExclusiveLock'
        FROM pg_locks JOIN pg_class ON pg_class.oid = relation
        WHERE pid = pg_backend_pid() AND relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace
          AND relation <> 'taken'::regclass;
    END $$`);
    for (const moment of ['ddl_command_start', 'ddl_command_end']) {
      await pool.query(`CREATE EVENT TRIGGER note_${moment} ON ${moment} EXECUTE FUNCTION note_locks()`);
    }
    await makePartitions(db, 7, TODAY - 120 * DAY_MS);
    assert.equal((await dropExpiredPartitions(db, 90)).length, 3);
    const { rows } = await pool.query(
      `SELECT DISTINCT relname AS name FROM taken AS late JOIN pg_class ON oid = relation
       WHERE moment = 'ddl_command_end' AND NOT EXISTS (
         SELECT FROM taken WHERE moment = 'ddl_command_start' AND is_exclusive AND transaction = late.transaction
           AND relation = late.relation)`,
    );
    // Validating a constraint locks the default partition only, and nobody waits for that.
    assert.deepEqual(rows, [{ name: 'runs_default' }]);
    const { rows: locked } = await pool.query('SELECT count(DISTINCT relation)::integer AS count FROM taken');
    assert.ok(locked[0].count > 10, 'the locks were noted');
  });

  test('keep expired runs until all of their runs have expired', async t => {
    const { db, pool } = await open(t);
    const owner = await addOwner(pool);
    const before = TODAY - 93 * DAY_MS;
    await makePartitions(db, 7, before);
    const kept = await addRun(pool, owner, idAt(before), new Date(before));
    await addRun(pool, owner, idAt(before), new Date(before - DAY_MS));
    assert.deepEqual(await dropExpiredPartitions(db, 90), []);
    await deleteOldRuns(db, 90);
    assert.deepEqual(await ids(pool), [kept]);
  });
});

async function isWaitedFor(pool: Pool, table: string): Promise<boolean> {
  const { rows } = await pool.query('SELECT FROM pg_locks WHERE relation = $1::regclass AND NOT granted', [table]);
  return rows.length > 0;
}

suite('expired runs', () => {
  const DAYS = 90;
  const OLD = new Date(Date.now() - 100 * DAY_MS);

  async function addMany(pool: Pool, { user, workflow }: Owner, count: number): Promise<void> {
    await pool.query(
      `INSERT INTO runs (id, workflow_id, workflow_name, trigger_node_id, trigger_type, input, status, finished_at,
         settled_at, created_by)
       SELECT gen_random_uuid(), $1, 'w', 'start', 'trigger.manual', '{}', 'failed', $3, $3, $2 FROM generate_series(1, $4)`,
      [workflow, user, OLD, count],
    );
    await pool.query(
      `INSERT INTO run_steps (run_id, node_id, iteration, position, step, output_characters)
       SELECT id, 'a', '{}', 0, '{}', 0 FROM runs WHERE workflow_id = $1`,
      [workflow],
    );
  }

  async function countSteps(pool: Pool): Promise<number> {
    const { rows } = await pool.query('SELECT count(*)::integer AS count FROM run_steps');
    return rows[0].count;
  }

  test('and their steps are deleted in pieces, except for those that somebody has locked', async t => {
    const { db, pool } = await open(t);
    const owners = [await addOwner(pool), await addOwner(pool)];
    const [busy, idle] = owners;
    assert.ok(busy && idle);
    // More than one statement finds and deletes, with one moment for all.
    await addMany(pool, busy, 2_100);
    await addMany(pool, idle, 3);
    const [locked = ''] = await ids(pool);
    const young = await addRun(pool, busy, newId(), new Date());
    const paused = await addRun(pool, busy, newId(), null);
    await pool.query('UPDATE runs SET settled_at = $2 WHERE id = $1', [paused, OLD]);
    const holder = await pool.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM runs WHERE id = $1 FOR UPDATE', [locked]);
    await deleteOldSteps(db, 14);
    assert.equal(await countSteps(pool), 1);
    await deleteOldRuns(db, DAYS);
    assert.deepEqual(await ids(pool), [locked, young, paused].toSorted());
    await holder.query('ROLLBACK');
    holder.release();
    await deleteOldRuns(db, DAYS);
    assert.deepEqual(await ids(pool), [young, paused].toSorted());
    assert.equal(await countSteps(pool), 0);
  });

  test('that can not be deleted keep no other partition from being dropped', async t => {
    const { db, pool } = await open(t);
    const owner = await addOwner(pool);
    const before = TODAY - 120 * DAY_MS;
    await makePartitions(db, 7, before);
    const kept = await addRun(pool, owner, idAt(before), new Date(before));
    await addFile(pool, owner, kept);
    await addRun(pool, owner, idAt(before + 7 * DAY_MS), new Date(before + 7 * DAY_MS));
    await pool.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$`);
    await pool.query('CREATE TRIGGER refused BEFORE DELETE ON runs FOR EACH ROW EXECUTE FUNCTION refuse()');
    await assert.rejects(dropExpiredPartitions(db, DAYS), /refused/);
    assert.deepEqual(await ids(pool), [kept]);
  });
});

function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10).replaceAll('-', '');
}
