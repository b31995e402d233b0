/** A table with a column of every type that a field can have, for the tests of this folder. */
import { type ColumnType, sql } from 'kysely';
import { createTestDatabase } from '../../test/support/database.ts';
import { newId } from '../platform/ids.ts';
import { type Database, openDatabase } from '../platform/postgres/database.ts';
import { defineFields } from './fields.ts';

export interface ThingsSchema {
  things: {
    /** Separates the rows of one test from those of another. */
    batch: number;
    id: string;
    created_at: ColumnType<Date, Date, never>;
    name: string | null;
    size: number | null;
    total: number | null;
    ratio: number | null;
    amount: number | null;
    enabled: boolean | null;
    seen_at: ColumnType<Date | null, Date | null, never>;
    owner: string | null;
    scopes: string[] | null;
    metadata: ColumnType<unknown, string | null, never>;
  };
}

export const thingFields = defineFields(
  {
    id: { type: 'uuid', column: 'things.id' },
    name: { type: 'text', column: 'things.name' },
    name_and_name: { type: 'text', column: sql`things.name || things.name` },
    size: { type: 'integer', column: 'things.size' },
    total: { type: 'integer', column: 'things.total' },
    ratio: { type: 'number', column: 'things.ratio' },
    amount: { type: 'number', column: 'things.amount' },
    enabled: { type: 'boolean', column: 'things.enabled' },
    'created.timestamp': { type: 'timestamp', column: 'things.created_at' },
    'seen.timestamp': { type: 'timestamp', column: 'things.seen_at' },
    owner: { type: 'uuid', column: 'things.owner' },
    scopes: { type: 'text[]', column: 'things.scopes' },
    metadata: { type: 'json', column: 'things.metadata' },
    'metadata.*': { type: 'json', column: 'things.metadata' },
    // The same column again, but queried in a way that uses its index.
    labels: { type: 'json', column: 'things.metadata', containmentIndex: true },
    'labels.*': { type: 'json', column: 'things.metadata', containmentIndex: true },
  },
  { newest: ['things.created_at', 'things.id'], maxItems: 1000 },
);

/** A row as the API would return it, with JSON values and times in milliseconds. */
export interface Thing {
  id: string;
  created: number;
  name: string | null;
  size: number | null;
  total: number | null;
  ratio: number | null;
  amount: number | null;
  enabled: boolean | null;
  seen: number | null;
  owner: string | null;
  scopes: string[] | null;
  /** Undefined is an SQL null; null is a JSON null. */
  metadata: unknown;
}

export function thing(values: Partial<Thing>): Thing {
  const empty = { name: null, size: null, total: null, ratio: null, amount: null, enabled: null };
  return { id: newId(), created: 0, ...empty, seen: null, owner: null, scopes: null, metadata: undefined, ...values };
}

export interface ThingsDatabase extends Database<ThingsSchema> {
  insert(batch: number, things: Thing[]): Promise<void>;
  drop(): Promise<void>;
}

export async function openThings(): Promise<ThingsDatabase> {
  const testDatabase = await createTestDatabase();
  const database = openDatabase<ThingsSchema>(testDatabase.address, { maxConnections: 4 });
  // A database may sort texts by a language. One column does so here, and the results must not depend on it.
  await sql`CREATE TABLE things (
    batch integer NOT NULL, id uuid NOT NULL, created_at timestamptz(3) NOT NULL,
    name text COLLATE "unicode", size integer, total bigint, ratio double precision, amount numeric, enabled boolean,
    seen_at timestamptz(3), owner uuid, scopes text[], metadata jsonb, PRIMARY KEY (batch, id))`.execute(
    database.query,
  );
  await sql`CREATE INDEX things_metadata ON things USING gin (metadata jsonb_path_ops)`.execute(database.query);
  return {
    ...database,
    async insert(batch, things) {
      if (things.length === 0) return;
      const rows = things.map(({ created, seen, metadata, ...plain }) => ({
        ...plain,
        batch,
        created_at: new Date(created),
        seen_at: seen === null ? null : new Date(seen),
        metadata: metadata === undefined ? null : JSON.stringify(metadata),
      }));
      await database.query.insertInto('things').values(rows).execute();
    },
    async drop() {
      await database.close();
      await testDatabase.drop();
    },
  };
}
