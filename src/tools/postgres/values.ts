/** How values of PostgreSQL become JSON: the same in the rows of a query and in the changes of a table. */
import pg from 'pg';

const TIMESTAMPTZ = 1184;
/** Dates, times and intervals without a zone stay as the server writes them, because only it knows what they mean. */
const AS_TEXT = new Set([17, 1082, 1083, 1114, 1186, 1266]);

export function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (AS_TEXT.has(oid)) return value => value;
  if (oid === TIMESTAMPTZ) return value => toIso(value);
  return pg.types.getTypeParser(oid, format ?? 'text');
}

function toIso(value: string): string {
  const time = Date.parse(value);
  return Number.isNaN(time) ? value : new Date(time).toISOString();
}
