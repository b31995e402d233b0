import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, beforeEach, suite, test } from 'node:test';
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import { createTestDatabase } from '../../../test/support/database.ts';
import type { Query, Schema } from '../../database.ts';
import { openDatabase } from '../../platform/postgres/database.ts';
import { kyselyPool } from '../../platform/postgres/kysely-pool.ts';
import type { QueryBody } from '../../query/query-body.ts';
import { lockEnabledPanelForNoKeyUpdate } from '../access.ts';
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
let heard: BoosterEvent[] = [];
/** What else happens when a change is announced, in its transaction. */
let whenAnnounced: (transaction: Query) => Promise<void>;
let whenFilesGo: (transaction: Query, held: PanelRow, key: string) => Promise<void>;
const services: RecordServices = {
  database,
  announce: async (transaction, { id }, events) => {
    assert.equal(id, panel.id);
    heard.push(...events);
    await whenAnnounced(transaction);
  },
  deleteFilesOfRecord: (transaction, held, key) => whenFilesGo(transaction, held, key),
};

beforeEach(async () => {
  heard = [];
  whenAnnounced = async () => {};
  whenFilesGo = async () => {};
  const userId = randomUUID();
  await database.query.insertInto('users').values({ id: userId, email: userId, name: 'owner' }).execute();
  panel = await database.query
    .insertInto('panels')
    .values({ id: randomUUID(), name: 'panel', created_by: userId, file_storage: '{}' })
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
    assert.deepEqual(heard, [
      { type: 'record.created', record: created, previous: null },
      { type: 'record.changed', record: changed, previous: created },
      { type: 'record.deleted', record: null, previous: changed },
    ]);
  });

  test('that is refused is not announced', async () => {
    const { key } = await create();
    heard = [];
    await assert.rejects(createRecord(services, panel, { collection: 'x', data: {}, key }), { status: 409 });
    await assert.rejects(updateRecord(services, panel, { key: randomUUID(), data: {} }), { status: 404 });
    await assert.rejects(deleteRecord(services, panel, randomUUID()), { status: 404 });
    assert.deepEqual(heard, []);
  });

  test('is announced in the transaction that makes it: without the one there is not the other', async () => {
    const record = await create({ a: 1 });
    whenAnnounced = fails;
    await assert.rejects(create(), failing);
    await assert.rejects(updateRecord(services, panel, { key: record.key, data: { a: 2 } }), failing);
    await assert.rejects(deleteRecord(services, panel, record.key), failing);
    assert.deepEqual(await findRecords(services, panel, { collection: 'things' }), [record]);
  });

  test('follows on the one before, however many come at once', async () => {
    const { key } = await create({ count: 0 });
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => updateRecord(services, panel, { key, data: { index } })),
    );
    await deleteRecord(services, panel, key);
    heard.slice(1).forEach((event, index) => {
      const earlier = heard[index];
      assert.ok('previous' in event && earlier && 'record' in earlier);
      assert.deepEqual(event.previous, earlier.record);
    });
  });
});

suite('deleting', () => {
  test('first lets go of the files, while panel and record are held', async () => {
    const { key } = await create();
    let asked = 0;
    whenFilesGo = async (transaction, held, given) => {
      asked++;
      assert.deepEqual([held, given], [panel, key]);
      assert.equal((await transaction.selectFrom('booster_records').where('key', '=', key).execute()).length, 1);
      await assert.rejects(lockedBy('SELECT FROM panels WHERE id = $1 FOR NO KEY UPDATE NOWAIT', panel.id));
      await assert.rejects(lockedBy('SELECT FROM booster_records WHERE key = $1 FOR KEY SHARE NOWAIT', key));
    };
    await deleteRecord(services, panel, key.toUpperCase());
    assert.equal(asked, 1);
  });

  test('does not happen when they can not go', async () => {
    const { key } = await create();
    whenFilesGo = fails;
    await assert.rejects(deleteRecord(services, panel, key), failing);
    assert.equal((await getRecord(services, panel, key)).key, key);
    assert.equal(heard.length, 1);
  });
});

suite('the panel as it is when the change is made', () => {
  const changes: [name: string, change: (key: string) => Promise<unknown>][] = [
    ['create', () => create()],
    ['update', key => updateRecord(services, panel, { key, data: {} })],
    ['delete', key => deleteRecord(services, panel, key)],
  ];
  for (const [name, change] of changes) {
    test(`${name}: disabled, without a database, gone`, async () => {
      const { key } = await create();
      await setPanel({ enabled: false });
      await assert.rejects(change(key), { status: 404, message: 'panel not found' });
      await setPanel({ enabled: true, database: false });
      await assert.rejects(change(key), { status: 403, message: 'database access is not allowed for this panel' });
      await database.query.deleteFrom('panels').where('id', '=', panel.id).execute();
      await assert.rejects(change(key), { status: 404, message: 'panel not found' });
    });

    test(`${name}: a deletion of the panel waits for it, and not the other way round`, async () => {
      const { key } = await create();
      let deletion: Promise<unknown> = Promise.resolve();
      whenAnnounced = async transaction => {
        deletion = database.query.deleteFrom('panels').where('id', '=', panel.id).execute();
        await lockAwaited();
        const event = { panel_id: panel.id, subject: key, type: 'record.changed', data: '{}' };
        await transaction.insertInto('booster_events').values(event).execute();
      };
      await change(key);
      await deletion;
      await assert.rejects(getRecord(services, panel, key), { status: 404 });
    });
  }
});

suite('a record that a file is to belong to', () => {
  const require = (record: { collection: string; key: string }, used = panel) =>
    database.query.transaction().execute(transaction => requireRecord(transaction, used, record));

  test('must be there, in the collection, in a panel that has a database', async () => {
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

  test('is not deleted before the file is there, but may change', async () => {
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
      await lockAwaited();
      order.push('file');
    });
    await deletion;
    assert.deepEqual(order, ['file', 'deleted']);
  });

  test('is held by itself, whatever is held beside it', async () => {
    const { key } = await create();
    await database.query.transaction().execute(async transaction => {
      await requireRecord(transaction, panel, { collection: 'things', key });
      await assert.rejects(lockedBy('SELECT FROM booster_records WHERE key = $1 FOR UPDATE NOWAIT', key));
      await lockedBy('SELECT FROM booster_records WHERE key = $1 FOR NO KEY UPDATE NOWAIT', key);
    });
  });
});

suite('among many records', () => {
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
      // Also moves what the index of the data has not sorted in yet, which would make searching it seem dear.
      await database.pool.query('VACUUM ANALYZE booster_records');
      const asked: CompiledQuery[] = [];
      const query = new Kysely<Schema>({
        dialect: new PostgresDialect({ pool: kyselyPool(database.pool) }),
        log: ({ query }) => {
          asked.push(query);
        },
      });
      await findRecords({ database: { ...database, query } }, panel, { collection: 'many', params });
      // The first finds the page, the others read it.
      const [{ sql, parameters } = assert.fail()] = asked;
      const { rows } = await database.pool.query(`EXPLAIN ${sql}`, [...parameters]);
      assert.match(JSON.stringify(rows), new RegExp(` ${index} `));
    });
  }
});

async function setPanel(change: { enabled?: boolean; database?: boolean }): Promise<void> {
  await database.query.updateTable('panels').set(change).where('id', '=', panel.id).execute();
}

/** Fails when somebody else holds the row. */
async function lockedBy(statement: string, id: string): Promise<void> {
  await database.pool.query(statement, [id]).catch(error => {
    assert.equal(error.code, '55P03', String(error));
    throw error;
  });
}

/** Waits until somebody in this database waits for a lock. */
async function lockAwaited(): Promise<void> {
  for (;;) {
    const { rowCount } = await database.pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (rowCount) return;
  }
}
