/**
 * Kills a worker with `kill -9` while it follows a database: before and after it has made the slot, before and after the
 * commit of its runs, and in the middle of a large transaction. Another worker goes on, and each row has started one run.
 */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { sql } from 'kysely';
import type { HeddleDatabase, Schema } from '../../src/database.ts';
import { openDatabase } from '../../src/platform/postgres/database.ts';
import { following } from '../http/database-changes.ts';
import { poll } from '../http/poll.ts';
import type { TestDatabase } from '../support/database.ts';
import { ENVIRONMENT } from '../support/disturbed-runs.ts';
import { succeed } from '../support/disturbed-triggers.ts';
import { type FollowedDatabase, openFollowedDatabase } from '../support/followed-database.ts';
import { dyingAt } from '../support/points.ts';
import { type Installation, inReverse, newInstallationOnDatabase } from '../support/process.ts';
import { openWorker, startQuietService } from '../support/survivors.ts';

/** More than two batches. */
const ROWS = 450;

const hooks = inReverse({ after });
let heddle: Installation;
let testDatabase: TestDatabase;
let database: HeddleDatabase;
let source: FollowedDatabase;
/** The address of a service that starts runs only when it is asked to. */
let url: string;
before(async () => {
  source = await openFollowedDatabase(hooks);
  ({ heddle, database: testDatabase } = await newInstallationOnDatabase(hooks));
  database = openDatabase<Schema>(testDatabase.address, { maxConnections: 4 });
  hooks.after(() => database.close());
  ({ url } = await startQuietService(hooks, heddle, testDatabase, ENVIRONMENT));
  const { host, port, user, password } = source;
  const fields = { username: user, password };
  const credential = { name: 'source', kind: 'basic', hosts: [`http://${host}:${port}`], fields };
  await succeed(url, '/api/v1/credential/create', credential);
});

async function publish(table: string): Promise<string> {
  const { host, port, database: name } = source;
  const definition = following({ host, port, database: name, credential: 'source', tls: false, tables: [table] });
  const { id } = await succeed<{ id: string }>(url, '/api/v3/workflow/create', { name: table, definition });
  await succeed(url, '/api/v3/workflow/publish', { workflow_id: id });
  return id;
}

/** The rows that have started runs, in the order of these. */
async function readRows(workflowId: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`SELECT (input::jsonb #>> '{new,id}')::integer AS id FROM runs
    WHERE workflow_id = ${workflowId} ORDER BY created_at, id`.execute(database.query);
  return rows.map(({ id }) => id);
}

async function isFollowing(workflowId: string): Promise<void> {
  await poll(async () => {
    const { rows } = await sql`SELECT FROM replication_slots JOIN consumers USING (trigger_id)
      WHERE workflow_id = ${workflowId} AND made AND held_by IS NOT NULL`.execute(database.query);
    return rows.length > 0 || undefined;
  });
}

suite('a worker that is killed while it follows a database', () => {
  for (const [point, passing, started] of [
    ['replication.slot_made', 1, 0],
    ['consumer.queueing', 1, 0],
    ['replication.accepted', 1, 200],
    ['consumer.queueing', 2, 200],
    ['replication.accepted', 3, ROWS],
  ] as const) {
    test(`at passing ${passing} of ${point} leaves ${started} runs, and another one makes the rest`, async () => {
      const table = `public.rows_${point.replace('.', '_')}_${passing}`;
      await source.query(`CREATE TABLE ${table} (id integer PRIMARY KEY)`);
      const workflowId = await publish(table);
      const victim = heddle.start(['worker'], { environment: { ...ENVIRONMENT, ...dyingAt(point, passing) } });
      if (point !== 'replication.slot_made') {
        await isFollowing(workflowId);
        await source.query(`INSERT INTO ${table} SELECT generate_series(1, ${ROWS})`);
      }
      const { signal, stderr } = await victim.finished;
      assert.equal(signal, 'SIGKILL', `it never came to the point: ${stderr}`);
      assert.equal((await readRows(workflowId)).length, started);
      if (point === 'replication.slot_made') {
        await source.query(`INSERT INTO ${table} SELECT generate_series(1, ${ROWS})`);
      }
      // Its triggers are free as soon as its heartbeat is missed, as time would show.
      await sql`UPDATE runners SET alive_until = now()`.execute(database.query);
      await using _worker = await openWorker(heddle, testDatabase, ENVIRONMENT);
      await poll(async () => (await readRows(workflowId)).length >= ROWS || undefined);
      await source.query(`INSERT INTO ${table} VALUES (${ROWS + 1})`);
      await poll(async () => (await readRows(workflowId)).includes(ROWS + 1) || undefined);
      assert.deepEqual(
        await readRows(workflowId),
        Array.from({ length: ROWS + 1 }, (_, index) => index + 1),
      );
      await succeed(url, '/api/v3/workflow/activate', { workflow_id: workflowId, active: false });
    });
  }
});
