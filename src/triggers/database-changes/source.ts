/**
 * What Heddle needs in somebody's database: a publication of the tables, and a slot that keeps the log until it was read.
 * Every statement is a text without params, because replication connections know no others.
 */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { fixedLimits } from '../../configuration/limits.ts';
import { StepError } from '../../nodes/step.ts';
import type { DatabaseChangeParams } from '../../nodes/triggers/database-change.ts';
import type { ChangeKind } from './row-changes.ts';

const limits = fixedLimits.databaseChange;
const LEAST_VERSION = 130_000;
/** The code of the server for what a role may not do. */
export const MAY_NOT = '42501';

export const CHANGE_KINDS: readonly ChangeKind[] = ['insert', 'update', 'delete'];

interface FoundTable {
  table: string;
  found: boolean;
  /** `d`efault, `f`ull, an `i`ndex, or `n`othing. */
  identity: string;
  primary_key: string[];
  columns: string[];
}

const literal = (value: string) => pg.escapeLiteral(value);
const identifier = (name: string) => pg.escapeIdentifier(name);

/** Refuses a database whose log can not be followed. Returns the primary keys of the tables. */
export async function checkSource(
  client: pg.Client,
  { tables, kinds = [...CHANGE_KINDS], columns = [] }: Pick<DatabaseChangeParams, 'tables' | 'kinds' | 'columns'>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  await client.query(`SET statement_timeout = ${limits.statementSeconds * 1000}`);
  const { rows: settings } = await client.query<{ level: string; version: number }>(
    `SELECT current_setting('wal_level') AS level, current_setting('server_version_num')::integer AS version`,
  );
  const { level, version = 0 } = settings[0] ?? {};
  if (version < LEAST_VERSION) throw new StepError('The database must be PostgreSQL 13 or later');
  if (level !== 'logical') {
    throw new StepError(
      `The database does not log what is needed to follow it: its setting wal_level is '${level}' and must be 'logical', ` +
        'which takes effect when it is restarted',
    );
  }
  const found = await findTables(client, tables);
  for (const each of found) requireFollowable(each, kinds);
  const known = new Set(found.flatMap(each => each.columns));
  const unknown = columns.find(column => !known.has(column));
  if (unknown !== undefined) throw new StepError(`The tables have no column '${unknown}'`);
  return new Map(found.map(each => [each.table, each.primary_key]));
}

async function findTables(client: pg.Client, tables: readonly string[]): Promise<FoundTable[]> {
  const wanted = tables.map(table => `(${splitTable(table).map(literal).join(', ')})`).join(', ');
  const names = (query: string) => `(SELECT coalesce(json_agg(attname), '[]') FROM (${query}) AS named)`;
  const { rows } = await client.query<FoundTable>(`
    SELECT wanted.schema || '.' || wanted.name AS table, pg_class.oid IS NOT NULL AS found,
      relreplident AS identity,
      ${names(`SELECT attname FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
        WHERE indrelid = pg_class.oid AND indisprimary`)} AS primary_key,
      ${names(`SELECT attname FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped`)}
        AS columns
    FROM (VALUES ${wanted}) AS wanted (schema, name)
    LEFT JOIN pg_namespace ON nspname = wanted.schema
    LEFT JOIN pg_class ON relnamespace = pg_namespace.oid AND relname = wanted.name AND relkind IN ('r', 'p')`);
  return rows;
}

function requireFollowable({ table, found, identity, primary_key }: FoundTable, kinds: readonly ChangeKind[]): void {
  if (!found) throw new StepError(`The database has no table '${table}'`);
  const isIdentified = identity === 'f' || identity === 'i' || (identity === 'd' && primary_key.length > 0);
  if (isIdentified || kinds.every(kind => kind === 'insert')) return;
  // To publish them nevertheless would make the updates of the application fail.
  throw new StepError(
    `The table '${table}' has no replica identity, so its updates and deletes can not be followed: give it a primary ` +
      'key, or set REPLICA IDENTITY FULL',
  );
}

/** Makes the publication, or changes it to what the trigger says now. */
export async function ensurePublication(
  client: pg.Client,
  name: string,
  { tables, kinds = [...CHANGE_KINDS] }: Pick<DatabaseChangeParams, 'tables' | 'kinds'>,
): Promise<void> {
  const list = tables.map(table => splitTable(table).map(identifier).join('.')).join(', ');
  const publish = CHANGE_KINDS.filter(kind => kinds.includes(kind)).join(', ');
  const options = `publish = ${literal(publish)}, publish_via_partition_root = true`;
  const { rows } = await client.query<{ publish: string; tables: string[] }>(`
    SELECT concat_ws(', ', CASE WHEN pubinsert THEN 'insert' END, CASE WHEN pubupdate THEN 'update' END,
      CASE WHEN pubdelete THEN 'delete' END) AS publish,
      (SELECT coalesce(json_agg(schemaname || '.' || tablename), '[]') FROM pg_publication_tables
        WHERE pg_publication_tables.pubname = pg_publication.pubname) AS tables
    FROM pg_publication WHERE pubname = ${literal(name)}`);
  const [known] = rows;
  if (!known) await client.query(`CREATE PUBLICATION ${identifier(name)} FOR TABLE ${list} WITH (${options})`);
  else {
    // Changing it locks the tables for a moment, which what stays the same must not do.
    if (known.publish !== publish) await client.query(`ALTER PUBLICATION ${identifier(name)} SET (${options})`);
    if (!isSameSet(known.tables, tables)) {
      await client.query(`ALTER PUBLICATION ${identifier(name)} SET TABLE ${list}`);
    }
  }
}

function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every(each => others.includes(each));
}

/** The slot must come after its publication, which the server looks up as it was at that moment. */
export async function ensureSlot(client: pg.Client, name: string): Promise<void> {
  if ((await readSlot(client, name)) !== undefined) return;
  try {
    await client.query(`SELECT pg_create_logical_replication_slot(${literal(name)}, 'pgoutput')`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '57014') throw error;
    // What the statement has begun stays behind.
    await dropSlot(client, name);
    throw new StepError(
      `No replication slot could be made within ${limits.statementSeconds} seconds: it waits for the transactions that ` +
        'are open in the database',
      { retryable: true },
    );
  }
}

export interface SlotState {
  /** Whether what was not read yet can still be read. */
  isUsable: boolean;
  /** The bytes of log that the server keeps. */
  lagBytes: number;
}

/** Returns undefined when there is no such slot, or no publication for it. */
export async function readSlot(client: pg.Client, name: string): Promise<SlotState | undefined> {
  const { rows } = await client.query<{ status: string | null; lag: string | null }>(`
    SELECT wal_status AS status,
      CASE WHEN pg_is_in_recovery() THEN 0 ELSE pg_current_wal_lsn() - restart_lsn END AS lag
    FROM pg_replication_slots WHERE slot_name = ${literal(name)} AND plugin = 'pgoutput'
      AND database = current_database()
      AND EXISTS (SELECT FROM pg_publication WHERE pubname = ${literal(name)})`);
  const [row] = rows;
  return row && { isUsable: row.status !== 'lost', lagBytes: Math.max(0, Number(row.lag ?? 0)) };
}

/** Whoever reads from the slot has lost its trigger, or is a connection that the server still takes for alive. */
export async function endReaders(client: pg.Client, name: string): Promise<void> {
  const readers = `FROM pg_replication_slots WHERE slot_name = ${literal(name)} AND active_pid IS NOT NULL`;
  await client.query(`SELECT pg_terminate_backend(active_pid) ${readers}`).catch(error => {
    // One of another role ends by itself: until then the slot is in use.
    if (!(error instanceof pg.DatabaseError && error.code === MAY_NOT)) throw error;
  });
  for (let look = 0; look < limits.readerLooks; look++) {
    const { rows } = await client.query(`SELECT 1 ${readers}`);
    if (rows.length === 0) return;
    await delay(limits.readerLookMs);
  }
}

export async function dropSource(client: pg.Client, name: string): Promise<void> {
  await client.query(`SET statement_timeout = ${limits.statementSeconds * 1000}`);
  await endReaders(client, name);
  await dropSlot(client, name);
  await client.query(`DROP PUBLICATION IF EXISTS ${identifier(name)}`);
}

async function dropSlot(client: pg.Client, name: string): Promise<void> {
  await client.query(
    `SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = ${literal(name)}`,
  );
}

export function startCommand(name: string, fromLsn: string): string {
  const options = `proto_version '1', publication_names ${literal(identifier(name))}`;
  return `START_REPLICATION SLOT ${identifier(name)} LOGICAL ${fromLsn} (${options})`;
}

function splitTable(table: string): [string, string] {
  const dot = table.indexOf('.');
  return [table.slice(0, dot), table.slice(dot + 1)];
}
