/** The length of the text of a row, as far as PostgreSQL knows it without reading values that it stores out of line. */
import { type Expression, type RawBuilder, sql } from 'kysely';

export interface RowSize {
  /** The size in bytes; null when it is not known without reading the whole row. */
  known: Expression<number | null>;
  /** The exact size in bytes. It takes as long as reading the row, so use it for few rows at a time. */
  exact: Expression<number>;
}

interface SizedColumns {
  /** Columns of type `text`. */
  texts?: readonly string[];
  /** Columns of type `json` or `jsonb`. */
  json?: readonly string[];
}

/** Rows up to this size are read together with the ids of their page. */
export const SMALL_ROW_BYTES = 16 * 1024;

/** Selects a column, or its text, of small rows. For other rows it is null, and they are read again. */
export function whenSmall<Value>({ known }: RowSize, column: Expression<Value>): RawBuilder<Value> {
  return sql<Value>`case when ${known} <= ${sql.lit(SMALL_ROW_BYTES)} then ${column} end`;
}

/** Shorter values are measured exactly, because they are stored in the row itself. */
const INLINE_BYTES = 2048;

export function rowSize({ texts = [], json = [] }: SizedColumns): RowSize {
  // PostgreSQL knows the length of a text without reading it, whether it is compressed or not.
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
