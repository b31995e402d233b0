import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import pg from 'pg';
import { createTestDatabase } from '../../../test/support/database.ts';
import { DatabaseTooNew, migrate } from './migrate.ts';

suite('migrations', () => {
  test('are applied in order, once', async t => {
    const { migrateWith, query } = await setUp(t);
    const first = {
      '0001_looms.sql': 'CREATE TABLE looms (id int)',
      '0002_more.sql': 'ALTER TABLE looms ADD width int',
    };
    assert.deepEqual(await migrateWith(first), { applied: ['0001_looms.sql', '0002_more.sql'], version: 2 });
    assert.deepEqual(await migrateWith(first), { applied: [], version: 2 });
    const later = { ...first, '0003_threads.sql': 'CREATE TABLE threads (id int); INSERT INTO looms VALUES (1, 2)' };
    assert.deepEqual(await migrateWith(later), { applied: ['0003_threads.sql'], version: 3 });
    assert.deepEqual(await query('SELECT id, width FROM looms'), [{ id: 1, width: 2 }]);
    assert.deepEqual(await query('SELECT version, name FROM migrations ORDER BY version'), [
      { version: 1, name: '0001_looms.sql' },
      { version: 2, name: '0002_more.sql' },
      { version: 3, name: '0003_threads.sql' },
    ]);
  });

  test('that fail are rolled back, and the ones before them stay', async t => {
    const { migrateWith, query } = await setUp(t);
    const good = { '0001_looms.sql': 'CREATE TABLE looms (id int)' };
    const bad = { '0002_bad.sql': 'CREATE TABLE half (id int);\nINSERT INTO looms VALUES (1);\nSELECT of_nobody();' };
    await assert.rejects(migrateWith({ ...good, ...bad }), {
      message: 'migration 0002_bad.sql failed: function of_nobody() does not exist',
    });
    assert.deepEqual(await query("SELECT to_regclass('half') AS half, (SELECT count(*)::int FROM looms) AS looms"), [
      { half: null, looms: 0 },
    ]);
    assert.deepEqual(await query('SELECT version FROM migrations'), [{ version: 1 }]);
    // After the file is corrected, migration continues from there. The lock is free.
    assert.deepEqual(await migrateWith({ ...good, '0002_bad.sql': 'CREATE TABLE whole (id int)' }), {
      applied: ['0002_bad.sql'],
      version: 2,
    });
  });

  test('that start at once wait for each other', async t => {
    const { migrateWith, query } = await setUp(t);
    const slow = { '0001_slow.sql': 'SELECT pg_sleep(0.2); CREATE TABLE looms (id int)', '0002_next.sql': 'SELECT 1' };
    const results = await Promise.all([1, 2, 3, 4, 5].map(() => migrateWith(slow)));
    const applied = results.flatMap(result => result.applied);
    assert.deepEqual(applied.sort(), ['0001_slow.sql', '0002_next.sql']);
    assert.deepEqual(await query('SELECT count(*)::int AS count FROM migrations'), [{ count: 2 }]);
  });

  test('do not change a database that has a later version', async t => {
    const { migrateWith, query } = await setUp(t);
    await migrateWith({ '0001_a.sql': 'SELECT 1', '0002_b.sql': 'SELECT 1' });
    await assert.rejects(migrateWith({ '0001_a.sql': 'SELECT 1' }), (error: unknown) => {
      assert.ok(error instanceof DatabaseTooNew);
      assert.match(error.message, /^the database is at version 2, this Heddle knows versions up to 1: /);
      return true;
    });
    assert.deepEqual(await query('SELECT count(*)::int AS count FROM migrations'), [{ count: 2 }]);
  });

  test('with a gap, a duplicate number or an invalid name are refused before any is applied', async t => {
    const { migrateWith, query } = await setUp(t);
    for (const [name, ...others] of [['0002_b.sql'], ['0001_b.sql', '0001_a.sql'], ['1_a.sql'], ['0001-a.sql']]) {
      const files = Object.fromEntries([name, ...others].map(file => [file, 'SELECT 1']));
      await assert.rejects(migrateWith(files), { message: `migration ${name} does not follow the one before it` });
    }
    assert.deepEqual(await query("SELECT to_regclass('migrations') AS migrations"), [{ migrations: null }]);
  });
});

async function setUp(t: TestContext) {
  const database = await createTestDatabase({ template: 'template0' });
  t.after(database.drop);
  return {
    async migrateWith(files: Record<string, string>) {
      const folder = await mkdtemp(path.join(tmpdir(), 'heddle-migrations-'));
      try {
        for (const [name, statements] of Object.entries(files)) await writeFile(path.join(folder, name), statements);
        return await migrate(database.address, folder);
      } finally {
        await rm(folder, { recursive: true });
      }
    },
    async query(statement: string): Promise<unknown[]> {
      const client = new pg.Client(database.address);
      await client.connect();
      try {
        return (await client.query(statement)).rows;
      } finally {
        await client.end();
      }
    },
  };
}
