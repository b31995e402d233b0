/** Compares the listing of a panel with a million files with that of a panel with a thousand. */
import { sql } from 'kysely';
import type { Schema } from '../src/database.ts';
import { openDatabase, type PostgresTarget } from '../src/platform/postgres/database.ts';
import { fewAndMany, type Size } from './few-and-many.ts';
import { call, KEY, latencies, startHeddle } from './load.ts';
import { median, milliseconds, type Row } from './report.ts';

const SIZES = { few: 1_000, many: 1_000_000 };
const FOLDERS = 10;
const REPEATS = 100;
const STORAGE = '/api/v3/booster/storage/private';

export async function benchListing(target: PostgresTarget, databaseUrl: string, dataFolder: string): Promise<Row[]> {
  const heddle = await startHeddle(databaseUrl, dataFolder);
  const database = openDatabase<Schema>(target, { maxConnections: 2 });
  try {
    const panels = { few: '', many: '' };
    for (const size of ['few', 'many'] as const) {
      const { id } = await call<{ id: string }>(`${heddle.url}/api/v1/panel/create`, { name: size });
      panels[size] = id;
      await sql`
        INSERT INTO booster_files (id, panel_id, path, size, content_type, sha256, metadata, blob_key, created_at)
        SELECT gen_random_uuid(), ${id}, 'folder' || n % ${FOLDERS}::int || '/' || n / 1000 || '/' || n || '.txt', 1000,
          'text/plain', md5(n::text), '{}', ${id}::text || n, now() - n * interval '1 second'
        FROM generate_series(1, ${SIZES[size]}::int) AS n`.execute(database.query);
    }
    await sql`VACUUM ANALYZE booster_files, booster_directories`.execute(database.query);
    await sql`CHECKPOINT`.execute(database.query); // Avoid a checkpoint during the measurement.
    const requests: [what: string, path: string, body: object][] = [
      ['`list` of a page', '/list', { folder: 'folder3', recursive: true }],
      ['`list` of a directory', '/list', { folder: 'folder3', prefix: '0' }],
      ['`count` of a folder', '/count', { folder: 'folder3' }],
      ['`usage`', '/usage', {}],
      ['`get` by path', '/get', { path: 'folder3/0/513.txt' }],
    ];
    const rows: Row[] = [];
    for (const [what, path, body] of requests) {
      const ask = (size: Size) => {
        const headers = { 'uni-api-key': KEY, 'panel-id': panels[size] };
        return latencies(heddle.url + STORAGE + path, REPEATS, headers, JSON.stringify(body));
      };
      rows.push(await fewAndMany(`${what} at 1,000,000 files`, ask));
    }
    return [...rows, await deepPage(heddle.url, panels.many)];
  } finally {
    await database.close();
    await heddle.stop();
  }
}

async function deepPage(url: string, panel: string): Promise<Row> {
  const body = JSON.stringify({ folder: 'folder3', recursive: true, params: { limit_from: 90_000, limit_to: 90_100 } });
  const headers = { 'uni-api-key': KEY, 'panel-id': panel };
  return {
    what: '`list` of page 900 of a folder of 100,000',
    value: milliseconds(median(await latencies(`${url}${STORAGE}/list`, 20, headers, body))),
  };
}
