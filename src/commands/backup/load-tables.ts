/**
 * Loads the rows of a backup into tables that the migrations have made. Rows refer to each other in all directions, so the
 * foreign keys are taken away meanwhile; putting them back checks every reference. Triggers would count and announce what
 * is counted and was announced already, so they are turned off.
 */
import type { Connection } from '../../platform/postgres/connection.ts';
import { UsageError } from '../usage-error.ts';
import { type Manifest, quoteName, tableFile } from './format.ts';
import { readLines } from './lines.ts';

const ROWS_AT_ONCE = 500;
const CHARACTERS_AT_ONCE = 8_000_000;

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

export async function loadTables(connection: Connection, folder: string, manifest: Manifest): Promise<void> {
  const tables = Object.keys(manifest.tables);
  await requireTables(connection, tables);
  const foreignKeys = await readForeignKeys(connection);
  for (const { table, name } of foreignKeys) {
    await connection.query(`ALTER TABLE ${table} DROP CONSTRAINT ${quoteName(name)}`);
  }
  const names = tables.map(quoteName);
  for (const name of names) await connection.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  // Migrations leave some rows, which the backup has too.
  await connection.query(`TRUNCATE ${names.join(', ')}`);
  for (const [table, { rows }] of Object.entries(manifest.tables)) {
    const loaded = await loadTable(connection, folder, table);
    if (loaded !== rows) throw new UsageError(`table '${table}' got ${loaded} of ${rows} rows`);
  }
  for (const [name, value] of Object.entries(manifest.sequences)) {
    await connection.query('SELECT setval($1::regclass, $2::bigint)', [quoteName(name), value]);
  }
  for (const { table, name, definition } of foreignKeys) {
    await connection.query(`ALTER TABLE ${table} ADD CONSTRAINT ${quoteName(name)} ${definition}`);
  }
  for (const name of names) await connection.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
}

/** A backup can not name what is no table of this schema. */
async function requireTables(connection: Connection, tables: readonly string[]): Promise<void> {
  const { rows } = await connection.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = current_schema()::regnamespace`,
  );
  const known = new Set(rows.map(({ name }) => name));
  const unknown = tables.find(table => !known.has(table));
  if (unknown !== undefined) throw new UsageError(`the backup has a table '${unknown}' that this Heddle does not know`);
}

async function readForeignKeys(connection: Connection): Promise<ForeignKey[]> {
  const { rows } = await connection.query<ForeignKey>(
    `SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace AND conparentid = 0`,
  );
  return rows;
}

async function loadTable(connection: Connection, folder: string, table: string): Promise<number> {
  const columns = await readColumns(connection, table);
  const name = quoteName(table);
  // Generated columns are computed again, and numbers that the database would assign stay what they were.
  const statement = `INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE
    SELECT ${columns} FROM json_populate_recordset(NULL::${name}, $1::json)`;
  let loaded = 0;
  let batch: string[] = [];
  let characters = 0;
  const flush = async () => {
    if (batch.length === 0) return;
    const { rowCount } = await connection.query(statement, [`[${batch.join(',')}]`]);
    loaded += rowCount ?? 0;
    batch = [];
    characters = 0;
  };
  for await (const line of readLines(tableFile(folder, table))) {
    batch.push(line);
    characters += line.length;
    if (batch.length >= ROWS_AT_ONCE || characters >= CHARACTERS_AT_ONCE) await flush();
  }
  await flush();
  return loaded;
}

async function readColumns(connection: Connection, table: string): Promise<string> {
  const { rows } = await connection.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [quoteName(table)],
  );
  return rows.map(({ name }) => quoteName(name)).join(', ');
}
