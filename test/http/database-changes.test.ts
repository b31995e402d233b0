/** Triggers that follow the log of a database: what starts runs, what a slot survives, and what is told of a dead one. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, suite, test } from 'node:test';
import { sql } from 'kysely';
import type { Notification } from '../../src/accounts/schemas.ts';
import { openFollowedDatabase } from '../support/followed-database.ts';
import { inReverse } from '../support/process.ts';
import { testService } from '../support/service.ts';
import { connectTo, FollowingWorkflow } from './database-changes.ts';
import { poll } from './poll.ts';

const QUEUED_PER_USER = 100;

const service = await testService({
  HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
  HEDDLE_QUEUED_RUNS_PER_USER: String(QUEUED_PER_USER),
  HEDDLE_REPLICATION_LAG_MB: '1',
});
const source = await openFollowedDatabase(inReverse({ after }));
const ann = await service.person();
const target = await connectTo(service, ann, source);

/** A table of its own for each test. */
async function createTable(columns = 'id integer PRIMARY KEY, name text'): Promise<string> {
  const table = `public.t${randomUUID().replaceAll('-', '')}`;
  await source.query(`CREATE TABLE ${table} (${columns})`);
  return table;
}

suite('changes of rows', () => {
  test('start one run each, in the order of the commits', async () => {
    const table = await createTable();
    await source.query(`INSERT INTO ${table} VALUES (0, 'before')`);
    const workflow = await FollowingWorkflow.publish(service, ann, { ...target, tables: [table] });
    await source.query(`INSERT INTO ${table} VALUES (1, 'one'), (2, NULL)`);
    await source.query(`UPDATE ${table} SET name = 'two' WHERE id = 2`);
    await source.query(`UPDATE ${table} SET id = 3 WHERE id = 2`);
    await source.query(`DELETE FROM ${table} WHERE id = 1`);
    const inputs = await workflow.inputs(5);
    assert.deepEqual(
      inputs.map(({ at, lsn, ...rest }) => rest),
      [
        { table, kind: 'insert', new: { id: 1, name: 'one' }, old: null, key: { id: 1 } },
        { table, kind: 'insert', new: { id: 2, name: null }, old: null, key: { id: 2 } },
        { table, kind: 'update', new: { id: 2, name: 'two' }, old: null, key: { id: 2 } },
        { table, kind: 'update', new: { id: 3, name: 'two' }, old: { id: 2 }, key: { id: 3 } },
        { table, kind: 'delete', new: null, old: { id: 1 }, key: { id: 1 } },
      ],
    );
    assert.equal(inputs[0]?.lsn, inputs[1]?.lsn);
    assert.match(inputs[0]?.lsn ?? '', /^[0-9A-F]+\/[0-9A-F]+$/);
    assert.ok(inputs.every(({ at }) => Math.abs(at - Date.now()) < 600_000));
  });

  test('of some kinds, columns and values only start runs, and give only these', async () => {
    const table = await createTable('id integer PRIMARY KEY, status text, note text, total numeric');
    await source.query(`ALTER TABLE ${table} REPLICA IDENTITY FULL`);
    const workflow = await FollowingWorkflow.publish(service, ann, {
      ...{ ...target, tables: [table], kinds: ['insert', 'update'], columns: ['status', 'total'] },
      when: "input.new.status != 'draft'",
    });
    await source.query(`INSERT INTO ${table} VALUES (1, 'draft', 'a', 1.50), (2, 'open', 'b', 2.50)`);
    await source.query(`UPDATE ${table} SET note = 'x'`);
    await source.query(`UPDATE ${table} SET status = 'paid', note = 'y' WHERE id = 2`);
    await source.query(`DELETE FROM ${table}`);
    await source.query(`INSERT INTO ${table} VALUES (3, 'last', NULL, NULL)`);
    assert.deepEqual(
      (await workflow.inputs(3)).map(input => [input.kind, input.key, input.new, input.old]),
      [
        ['insert', { id: 2 }, { status: 'open', total: '2.50' }, null],
        ['update', { id: 2 }, { status: 'paid', total: '2.50' }, { status: 'open', total: '2.50' }],
        ['insert', { id: 3 }, { status: 'last', total: null }, null],
      ],
    );
  });

  test('of transactions that are taken back start no runs, and a trigger may follow several tables', async () => {
    const [one, other] = [await createTable(), await createTable()];
    const workflow = await FollowingWorkflow.publish(service, ann, { ...target, tables: [one, other] });
    const client = await source.open();
    await client.query(`BEGIN; INSERT INTO ${one} VALUES (1); ROLLBACK`);
    await client.query(`BEGIN; INSERT INTO ${other} VALUES (2); INSERT INTO ${one} VALUES (3); COMMIT`);
    const inputs = await workflow.inputs(2);
    assert.deepEqual(
      inputs.map(({ table, key }) => [table, key]),
      [
        [other, { id: 2 }],
        [one, { id: 3 }],
      ],
    );
  });

  test('that happen while the workflow is published again start one run each', async () => {
    const table = await createTable();
    const workflow = await FollowingWorkflow.publish(service, ann, { ...target, tables: [table] });
    await source.query(`INSERT INTO ${table} VALUES (1)`);
    await workflow.inputs(1);
    await workflow.publishOnly({ ...target, tables: [table], when: 'true' });
    await source.query(`INSERT INTO ${table} VALUES (2)`);
    const further = await createTable();
    await workflow.publishOnly({ ...target, tables: [table, further] });
    await source.query(`INSERT INTO ${table} VALUES (3)`);
    const ids = (await workflow.inputs(3)).map(({ key }) => key.id);
    assert.deepEqual(ids, [1, 2, 3]);
    await workflow.isFollowing();
    await source.query(`INSERT INTO ${further} VALUES (4)`);
    assert.equal((await workflow.inputs(4)).at(-1)?.table, further);
  });

  test('of one user do not wait for those of another whose queue is full', async () => {
    const [crowded, quick] = [await createTable(), await createTable()];
    const bob = await service.person();
    const bobsTarget = await connectTo(service, bob, source);
    // Its runs stand in the queue for an hour each.
    const throttle = { limit: 1, seconds: 3600 };
    const full = await FollowingWorkflow.publish(service, bob, { ...bobsTarget, tables: [crowded], throttle });
    const workflow = await FollowingWorkflow.publish(service, ann, { ...target, tables: [quick] });
    await source.query(`INSERT INTO ${crowded} SELECT n, repeat('x', 1000) FROM generate_series(1, 3000) AS n`);
    const isFull = sql`SELECT FROM runs WHERE created_by = ${bob.id} AND status = 'queued' OFFSET ${QUEUED_PER_USER - 1}`;
    await poll(async () => (await isFull.execute(service.service.system.database.query)).rows.length > 0 || undefined);
    await source.query(`INSERT INTO ${quick} VALUES (1)`);
    assert.deepEqual((await workflow.inputs(1))[0]?.key, { id: 1 });
    await full.setActive(false);
  });
});

async function findNotices(kind: string): Promise<Notification[]> {
  const notices = await service.ask<Notification[]>('/api/v1/notification/find', { limit: 100 }, ann.key);
  return notices.filter(notice => notice.kind === kind);
}

async function slotOf({ id }: FollowingWorkflow): Promise<string> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM replication_slots
    WHERE workflow_id = ${id} AND trigger_id IS NOT NULL`.execute(service.service.system.database.query);
  return `heddle_${rows[0]?.id.replaceAll('-', '')}`;
}

async function isDropped(name: string): Promise<void> {
  const db = service.service.system.database.query;
  await poll(async () => {
    await sql`UPDATE job_schedules SET next_at = now() WHERE kind = 'triggers.drop-slots'`.execute(db);
    const slots = await source.query(`SELECT 1 FROM pg_replication_slots WHERE slot_name = '${name}'`);
    const publications = await source.query(`SELECT 1 FROM pg_publication WHERE pubname = '${name}'`);
    return slots.length + publications.length === 0 || undefined;
  });
}

suite('a slot', () => {
  test('is dropped with its publication when the workflow is deactivated or deleted', async () => {
    const table = await createTable();
    const workflow = await FollowingWorkflow.publish(service, ann, { ...target, tables: [table] });
    const first = await slotOf(workflow);
    await workflow.setActive(false);
    await source.query(`INSERT INTO ${table} VALUES (1)`);
    await workflow.setActive(true);
    const second = await slotOf(workflow);
    assert.notEqual(first, second);
    await source.query(`INSERT INTO ${table} VALUES (2)`);
    assert.deepEqual(
      (await workflow.inputs(1)).map(({ key }) => key.id),
      [2],
    );
    await workflow.ask(`/delete?entity_id=${workflow.id}`, {});
    await Promise.all([isDropped(first), isDropped(second)]);
  });

  test('that was lost is told, and a new one begins when the workflow is published again', async () => {
    const table = await createTable();
    const workflow = await FollowingWorkflow.publish(service, ann, { ...target, tables: [table] });
    const name = await slotOf(workflow);
    // The trigger may come back in between.
    const drop = `SELECT pg_terminate_backend(active_pid, 10000) FROM pg_replication_slots WHERE slot_name = '${name}';
      SELECT pg_drop_replication_slot('${name}')`;
    await poll(() =>
      source.query(drop).then(
        () => true,
        () => undefined,
      ),
    );
    await source.query(`INSERT INTO ${table} VALUES (1)`);
    const lost =
      'The replication slot of this trigger was dropped or invalidated in the database, so changes were lost. Publish ' +
      'the workflow again, or deactivate and activate it, to begin anew with the changes from then on';
    await poll(async () => (await workflow.trigger()).last_error === lost || undefined);
    const [notice] = await findNotices('replication_lost');
    assert.equal(notice?.title, "The workflow 'workflow' has lost changes of a database");
    assert.ok(notice?.text.includes(name));
    await workflow.publish();
    await source.query(`INSERT INTO ${table} VALUES (2)`);
    assert.deepEqual(
      (await workflow.inputs(1)).map(({ key }) => key.id),
      [2],
    );
  });

  test('for which the database keeps much log is told once', async () => {
    const table = await createTable();
    const workflow = await FollowingWorkflow.publish(service, ann, { ...target, tables: [table], kinds: ['delete'] });
    const client = await source.open();
    // The log is kept from the oldest transaction that is open.
    await client.query(`BEGIN; INSERT INTO ${table} VALUES (1)`);
    await source.query(`INSERT INTO ${table} SELECT n, repeat('x', 1000) FROM generate_series(2, 3000) AS n`);
    await workflow.publishOnly();
    await poll(async () => ((await workflow.trigger()).lag_bytes ?? 0) > 2 ** 20 || undefined);
    await workflow.publishOnly();
    await poll(async () => (await findNotices('replication_lag')).length > 0 || undefined);
    await client.query('ROLLBACK');
    const [notice, ...others] = await findNotices('replication_lag');
    assert.match(notice?.text ?? '', /keeps \d+ MB of its log for the trigger 'watch', more than 1 MB/);
    assert.equal(others.length, 0);
  });
});

suite('a database that can not be followed is told:', () => {
  async function refusal(params: Record<string, unknown>): Promise<string> {
    const workflow = await FollowingWorkflow.create(service, ann, { ...target, ...params });
    await workflow.publishOnly();
    const problem = await workflow.problem();
    await workflow.setActive(false);
    return problem;
  }

  test('a table or column that is missing, or that has no identity', async () => {
    assert.equal(await refusal({ tables: ['public.nothing'] }), "The database has no table 'public.nothing'");
    const table = await createTable();
    assert.equal(await refusal({ tables: [table], columns: ['nothing'] }), "The tables have no column 'nothing'");
    const anonymous = await createTable('id integer');
    assert.equal(
      await refusal({ tables: [anonymous] }),
      `The table '${anonymous}' has no replica identity, so its updates and deletes can not be followed: give it a ` +
        'primary key, or set REPLICA IDENTITY FULL',
    );
    const workflow = await FollowingWorkflow.publish(service, ann, {
      ...{ ...target, tables: [anonymous], kinds: ['insert'] },
    });
    await source.query(`INSERT INTO ${anonymous} VALUES (7)`);
    await source.query(`UPDATE ${anonymous} SET id = 8`);
    assert.deepEqual((await workflow.inputs(1))[0]?.new, { id: 7 });
  });

  test('a user that may not replicate or does not own the table, and a wrong password', async () => {
    const table = await createTable();
    await source.query(
      `CREATE ROLE reader LOGIN PASSWORD 'reading'; CREATE ROLE follower LOGIN REPLICATION PASSWORD 'reading'`,
    );
    const asRole = (username: string, password = 'reading') => connectTo(service, ann, source, { username, password });
    assert.equal(
      await refusal({ ...(await asRole('reader')), tables: [table] }),
      "The user 'reader' may not replicate: ALTER ROLE ... REPLICATION allows it",
    );
    assert.match(
      await refusal({ ...(await asRole('follower')), tables: [table] }),
      /^The database answered: (permission denied for|must be owner of)/,
    );
    const wrong = 'this is no password';
    assert.equal(
      await refusal({ ...(await asRole('follower', wrong)), tables: [table] }),
      `The database answered: password authentication failed for user "follower"`,
    );
  });

  test('an address that is not public, and a server that does not encrypt', async () => {
    const tables = ['public.any'];
    assert.match(await refusal({ tables, tls: true }), /may not be sent to|does not support SSL/);
    assert.match(await refusal({ tables, host: '10.0.0.1' }), /not public|may not be sent to/);
  });
});

test('a database whose log does not have what is needed is told', async () => {
  const other = await openFollowedDatabase(inReverse({ after }), { wal_level: 'replica' });
  const workflow = await FollowingWorkflow.create(service, ann, {
    ...(await connectTo(service, ann, other)),
    tables: ['public.users'],
  });
  await workflow.publishOnly();
  assert.equal(
    await workflow.problem(),
    "The database does not log what is needed to follow it: its setting wal_level is 'replica' and must be 'logical', " +
      'which takes effect when it is restarted',
  );
});
