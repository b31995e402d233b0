/**
 * The rows of a query as the items of a loop, in the order of a column. Each page is a query of its own, so that the
 * position survives the connection and the process.
 */
import type { QueryParam } from '../../../nodes/loop-sources.ts';
import { StepError } from '../../../nodes/step.ts';
import type { ReadPage } from './keyed-items.ts';
import type { CallSource } from './source-calls.ts';

/** The key as the server writes it: a number or a time of JavaScript may be less exact. */
const KEY = 'heddle_loop_key';

type Row = Record<string, unknown>;

export function queryPages(given: QueryParam, call: CallSource): ReadPage {
  const { key, query, params = [], ...server } = given;
  return async (after, most) => {
    const values = after === null ? params : [...params, after];
    const text = pageOf(query, key, after === null ? undefined : values.length);
    // One more tells whether the last one is the only one with its key.
    const limit = most + 1;
    const result = (await call('postgres_query', {
      ...server,
      query: `${text} LIMIT ${limit}`,
      params: values,
      limit,
    })) as {
      rows: Row[];
    };
    const rows = result.rows.map(({ [KEY]: text, ...item }) => ({ item, key: String(text) }));
    if (rows.some((row, at) => row.key === rows[at - 1]?.key)) {
      throw new StepError(`'query.key' must name a unique column, but several rows have the same '${key}'`);
    }
    return rows.slice(0, most);
  };
}

/** A query may end with a semicolon or a comment. Rows without a key are left out, because nothing is behind them. */
function pageOf(query: string, key: string, after: number | undefined): string {
  const column = `items."${key.replaceAll('"', '""')}"`;
  const behind = after === undefined ? `${column} IS NOT NULL` : `${column} > $${after}`;
  const inner = query.replace(/[\s;]+$/, '');
  return `SELECT items.*, ${column}::text AS ${KEY} FROM (\n${inner}\n) AS items WHERE ${behind} ORDER BY ${column}`;
}
