/** Tests the time limits of the connections that a process divides among its work. */
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { openDatabases } from '../src/composition/databases.ts';
import { readConfig } from '../src/configuration/config.ts';
import { createLogger } from '../src/platform/logging/log.ts';
import { createTestDatabase } from './support/database.ts';

test('PostgreSQL ends the statements of background work before they are given up, except for the few that take long', async () => {
  await using opened = new AsyncDisposableStack();
  const { url, drop } = await createTestDatabase();
  opened.defer(drop);
  const config = readConfig({
    HEDDLE_DATA: tmpdir(),
    HEDDLE_DATABASE_URL: url,
    HEDDLE_DATABASE_SILENCE_SECONDS: '20',
    HEDDLE_STATEMENT_SECONDS: '9',
  });
  const databases = await openDatabases(config, createLogger('silent'), opened);
  const limitOf = async (name: 'database' | 'background' | 'maintenance') => {
    const { rows } = await databases[name].pool.query('SHOW statement_timeout');
    return rows[0].statement_timeout;
  };
  assert.equal(await limitOf('database'), '9s');
  assert.equal(await limitOf('background'), '18s');
  assert.equal(await limitOf('maintenance'), '1h');
});
