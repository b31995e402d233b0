/** How long the text of a row is, as far as PostgreSQL knows that without reading what it keeps beside the row. */
import { type Expression, type RawBuilder, sql } from 'kysely';

export interface RowSize {
  /** In bytes. Null: not known without looking at the row closely. */
  known: Expression<number | null>;
  /** In bytes, for few rows at a time: it takes as long as reading them. */
  exact: Expression<number>;
}

export interface SizedColumns {
  /** Columns of type `text`. */
  texts?: readonly string[];
  /** Columns of type `json` or `jsonb`. */
  json?: readonly string[];
}

/** Rows up to this size are read with the page that they stand on. */
export const SMALL_ROW_BYTES = 16 * 1024;

/** A column, or its text, of rows that are small. Of others it is null, and they are read again. */
export function whenSmall<Value>({ known }: RowSize, column: Expression<Value>): RawBuilder<Value> {
  return sql<Value>`case when ${known} <= ${sql.lit(SMALL_ROW_BYTES)} then ${column} end`;
}

/** Shorter ones are looked at: they stand in the row itself. */
const INLINE_BYTES = 2048;

export function rowSize({ texts = [], json = [] }: SizedColumns): RowSize {
  // Of a text PostgreSQL knows its length, compressed or not.
  const lengths = [
    sql<number>`256`,
    ...texts.map(column => sql<number>`coalesce(octet_length(${sql.ref(column)}), 0)`),
  ];
  const exact = json.map(column => sql<number>`coalesce(octet_length(${sql.ref(column)}::text), 0)`);
  const known = json.map(
    column => sql<number | null>`case
      when ${sql.ref(column)} is null then 0
      when pg_column_size(${sql.ref(column)}) < ${sql.lit(INLINE_BYTES)}
        and pg_column_compression(${sql.ref(column)}) is null then octet_length(${sql.ref(column)}::text) end`,
  );
  return { known: sum([...lengths, ...known]), exact: sum([...lengths, ...exact]) };
}

function sum<Value>(terms: readonly Expression<Value>[]): Expression<Value> {
  return sql<Value>`(${sql.join(
    terms.map(term => sql`(${term})::bigint`),
    sql` + `,
  )})`;
}
