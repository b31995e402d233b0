import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, beforeEach, suite, test } from 'node:test';
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import { createTestDatabase } from '../../../test/support/database.ts';
import type { Query, Schema } from '../../database.ts';
import { openDatabase, toKyselyPool } from '../../platform/postgres/database.ts';
import { toStorableJson } from '../../platform/postgres/storable-text.ts';
import type { QueryBody } from '../../query/query-body.ts';
import { lockEnabledPanelForNoKeyUpdate } from '../access.ts';
import { SERVICE_ACTOR } from '../actor.ts';
import type { BoosterEvent } from '../events.ts';
import type { PanelRow } from '../tables.ts';
import { findRecords } from './finding.ts';
import { createRecord, deleteRecord, getRecord, type RecordServices, requireRecord, updateRecord } from './store.ts';

const testDatabase = await createTestDatabase();
const database = openDatabase<Schema>(testDatabase.address, { maxConnections: 8 });
after(async () => {
  await database.close();
  await testDatabase.drop();
});

let panel: PanelRow;
let announced: BoosterEvent[] = [];
/** Runs in the transaction of a change when it is announced. */
let whenAnnounced: (transaction: Query) => Promise<void>;
let whenFilesAreDeleted: (transaction: Query, locked: PanelRow, key: string) => Promise<void>;
const services: RecordServices = {
  database,
  announce: async (transaction, { id }, events) => {
    assert.equal(id, panel.id);
    announced.push(...events);
    await whenAnnounced(transaction);
    return [];
  },
  actor: SERVICE_ACTOR,
  deleteFilesOfRecord: (_services, transaction, locked, key) => whenFilesAreDeleted(transaction, locked, key),
};

beforeEach(async () => {
  announced = [];
  whenAnnounced = async () => {};
  whenFilesAreDeleted = async () => {};
  const userId = randomUUID();
  await database.query.insertInto('users').values({ id: userId, email: userId, name: 'owner' }).execute();
  panel = await database.query
    .insertInto('panels')
    .values({
      id: randomUUID(),
      name: 'panel',
      created_by: userId,
      file_storage: toStorableJson({}),
      link_secret_sealed: Buffer.of(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
});

const create = (data: Record<string, unknown> = {}) => createRecord(services, panel, { collection: 'things', data });
const fails = async () => assert.fail('the announcement fails');
const failing = { message: 'the announcement fails' };

suite('a change', () => {
  test('is announced with the record before and after it', async () => {
    const created = await create({ a: 1, b: 1 });
    const changed = await updateRecord(services, panel, { key: created.key, data: { b: 2 } });
    await deleteRecord(services, panel, created.key.toUpperCase());
    assert.deepEqual(changed.data, { a: 1, b: 2 });
    assert.deepEqual(announced, [
      { type: 'record.created', record: created, previous: null },
      { type: 'record.changed', record: changed, previous: created },
      { type: 'record.deleted', record: null, previous: changed },
    ]);
  });

  test('is not announced when it is refused', async () => {
    const { key } = await create();
    announced = [];
    await assert.rejects(createRecord(services, panel, { collection: 'x', data: {}, key }), { status: 409 });
    await assert.rejects(updateRecord(services, panel, { key: randomUUID(), data: {} }), { status: 404 });
    await assert.rejects(deleteRecord(services, panel, randomUUID()), { status: 404 });
    assert.deepEqual(announced, []);
  });

  test('is announced in its own transaction, so that neither happens without the other', async () => {
    const record = await create({ a: 1 });
    whenAnnounced = fails;
    await assert.rejects(create(), failing);
    await assert.rejects(updateRecord(services, panel, { key: record.key, data: { a: 2 } }), failing);
    await assert.rejects(deleteRecord(services, panel, record.key), failing);
    assert.deepEqual(await findRecords(services, panel, { collection: 'things' }), [record]);
  });

  test('follows the previous one, however many arrive at once', async () => {
    const { key } = await create({ count: 0 });
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => updateRecord(services, panel, { key, data: { index } })),
    );
    await deleteRecord(services, panel, key);
    announced.slice(1).forEach((event, index) => {
      const earlier = announced[index];
      assert.ok('previous' in event && earlier && 'record' in earlier);
      assert.deepEqual(event.previous, earlier.record);
    });
  });
});

suite('deleting', () => {
  test('releases the files first, while the panel and the record are locked', async () => {
    const { key } = await create();
    let calls = 0;
    whenFilesAreDeleted = async (transaction, locked, requested) => {
      calls++;
      assert.deepEqual([locked, requested], [panel, key]);
      assert.equal((await transaction.selectFrom('booster_records').where('key', '=', key).execute()).length, 1);
      await assert.rejects(tryLock('SELECT FROM panels WHERE id = $1 FOR NO KEY UPDATE NOWAIT', panel.id));
      await assert.rejects(tryLock('SELECT FROM booster_records WHERE key = $1 FOR KEY SHARE NOWAIT', key));
    };
    await deleteRecord(services, panel, key.toUpperCase());
    assert.equal(calls, 1);
  });

  test('does not happen when the files can not be deleted', async () => {
    const { key } = await create();
    whenFilesAreDeleted = fails;
    await assert.rejects(deleteRecord(services, panel, key), failing);
    assert.equal((await getRecord(services, panel, key)).key, key);
    assert.equal(announced.length, 1);
  });
});

suite('a change checks the panel as it is at that moment', () => {
  const changes: [name: string, change: (key: string) => Promise<unknown>][] = [
    ['create', () => create()],
    ['update', key => updateRecord(services, panel, { key, data: {} })],
    ['delete', key => deleteRecord(services, panel, key)],
  ];
  for (const [name, change] of changes) {
    test(`${name}: a panel that is disabled, has no database or is deleted`, async () => {
      const { key } = await create();
      await setPanel({ enabled: false });
      await assert.rejects(change(key), { status: 404, message: 'panel not found' });
      await setPanel({ enabled: true, database: false });
      await assert.rejects(change(key), { status: 403, message: 'database access is not allowed for this panel' });
      await database.query.deleteFrom('panels').where('id', '=', panel.id).execute();
      await assert.rejects(change(key), { status: 404, message: 'panel not found' });
    });

    test(`${name}: a deletion of the panel waits for the change, and not the other way round`, async () => {
      const { key } = await create();
      let deletion: Promise<unknown> = Promise.resolve();
      whenAnnounced = async transaction => {
        deletion = database.query.deleteFrom('panels').where('id', '=', panel.id).execute();
        await waitForBlockedLock();
        const event = { panel_id: panel.id, subject: key, type: 'record.changed', data: toStorableJson({}) };
        await transaction.insertInto('booster_events').values(event).execute();
      };
      await change(key);
      await deletion;
      await assert.rejects(getRecord(services, panel, key), { status: 404 });
    });
  }
});

suite('a record to which a file is linked', () => {
  const require = (record: { collection: string; key: string }, used = panel) =>
    database.query.transaction().execute(transaction => requireRecord(transaction, used, record));

  test('must exist in the collection, in a panel that has a database', async () => {
    const { key } = await create();
    await require({ collection: 'things', key });
    await require({ collection: 'things', key: key.toUpperCase() });
    const elsewhere = { status: 422, message: `record '${key}' is not in collection 'others'` };
    await assert.rejects(require({ collection: 'others', key: key.toUpperCase() }), elsewhere);
    const unknown = { status: 404, message: 'Database record not found' };
    await assert.rejects(require({ collection: 'things', key: randomUUID() }), unknown);
    const without = { ...panel, database: false };
    const refusal = { status: 403, message: 'database access is not allowed for this panel' };
    await assert.rejects(require({ collection: 'things', key }, without), refusal);
    await assert.rejects(require({ collection: 'things', key: randomUUID() }, without), refusal);
  });

  test('can not be deleted before the file is stored, but can change', async () => {
    const { key } = await create();
    let deletion: Promise<unknown> = Promise.resolve();
    const order: string[] = [];
    await database.query.transaction().execute(async transaction => {
      await requireRecord(transaction, await lockEnabledPanelForNoKeyUpdate(transaction, panel.id), {
        collection: 'things',
        key,
      });
      await updateRecord(services, panel, { key, data: { changed: true } });
      deletion = deleteRecord(services, panel, key).then(() => order.push('deleted'));
      await waitForBlockedLock();
      order.push('file');
    });
    await deletion;
    assert.deepEqual(order, ['file', 'deleted']);
  });

  test('is locked itself, whatever else is locked', async () => {
    const { key } = await create();
    await database.query.transaction().execute(async transaction => {
      await requireRecord(transaction, panel, { collection: 'things', key });
      await assert.rejects(tryLock('SELECT FROM booster_records WHERE key = $1 FOR UPDATE NOWAIT', key));
      await tryLock('SELECT FROM booster_records WHERE key = $1 FOR NO KEY UPDATE NOWAIT', key);
    });
  });
});

suite('a query over many records', () => {
  const queries: [params: QueryBody, index: string][] = [
    [{}, 'booster_records_newest'],
    [{ sort_key: 'created', limit_from: 10, limit_to: 20 }, 'booster_records_newest'],
    [{ sort_key: 'updated', sort_order: -1 }, 'booster_records_changed'],
    [{ filters: [['data.number', '==', 77]] }, 'booster_records_data'],
    [{ filters: [['data.inner.text', 'in', ['n7', 'n8']]], sort_key: 'data.number' }, 'booster_records_data'],
  ];
  for (const [params, index] of queries) {
    test(`${index} serves ${JSON.stringify(params)}`, async () => {
      await database.pool.query(
        `INSERT INTO booster_records (panel_id, key, collection, data)
         SELECT $1, gen_random_uuid(), 'many', jsonb_build_object('number', n, 'inner', jsonb_build_object('text', 'n' || n))
         FROM generate_series(1, 5000) AS n`,
        [panel.id],
      );
      // Also moves the pending entries of the GIN index into it; with them, the index would seem too expensive.
      await database.pool.query('VACUUM ANALYZE booster_records');
      const queries: CompiledQuery[] = [];
      const query = new Kysely<Schema>({
        dialect: new PostgresDialect({ pool: toKyselyPool(database.pool) }),
        log: ({ query }) => {
          queries.push(query);
        },
      });
      await findRecords({ database: { ...database, query } }, panel, { collection: 'many', params });
      // The first query finds the page, the others read it.
      const [{ sql, parameters } = assert.fail()] = queries;
      const { rows } = await database.pool.query(`EXPLAIN ${sql}`, [...parameters]);
      assert.match(JSON.stringify(rows), new RegExp(` ${index} `));
    });
  }
});

async function setPanel(change: { enabled?: boolean; database?: boolean }): Promise<void> {
  await database.query.updateTable('panels').set(change).where('id', '=', panel.id).execute();
}

/** Fails when somebody else has locked the row. */
async function tryLock(statement: string, id: string): Promise<void> {
  await database.pool.query(statement, [id]).catch(error => {
    assert.equal(error.code, '55P03', String(error));
    throw error;
  });
}

/** Waits until somebody in this database waits for a lock. */
async function waitForBlockedLock(): Promise<void> {
  for (;;) {
    const { rowCount } = await database.pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (rowCount) return;
  }
}
