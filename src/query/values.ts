/** The values that a filter may have, for each type of field. */
import { type RawBuilder, sql } from 'kysely';
import { fixedLimits } from '../configuration/limits.ts';
import { textProblem } from '../http/json-body.ts';
import { isUuid } from '../platform/ids.ts';
import type { ScalarType } from './fields.ts';

/** The value of a parameter. PostgreSQL receives it as text. */
export type Bound = string | number | boolean;

interface ScalarRules {
  /** Describes a valid value in error messages. */
  expected: string;
  /** Converts a value to a parameter; returns undefined when the value has another type. */
  bind(value: unknown): Bound | undefined;
  /**
   * The type of the parameter. It may be wider than that of the column, so that a value outside of the column's range
   * compares correctly instead of failing: `bigint` with any integer column, `numeric` with `double precision`.
   */
  cast: RawBuilder<unknown>;
}

export const SCALARS: Record<ScalarType, ScalarRules> = {
  text: {
    expected: 'a string',
    bind: value => (typeof value === 'string' ? value : undefined),
    cast: sql`text`,
  },
  uuid: {
    expected: 'a UUID',
    bind: value => (isUuid(value) ? value : undefined),
    cast: sql`uuid`,
  },
  integer: {
    expected: 'an integer',
    bind: value => (isInteger(value) ? value : undefined),
    cast: sql`bigint`,
  },
  number: {
    expected: 'a number',
    bind: value => (typeof value === 'number' && Number.isFinite(value) ? value : undefined),
    cast: sql`numeric`,
  },
  boolean: {
    expected: 'true or false',
    bind: value => (typeof value === 'boolean' ? value : undefined),
    cast: sql`boolean`,
  },
  timestamp: {
    expected: 'an integer number of milliseconds',
    bind: value => (isInteger(value) ? toTimestamp(value) : undefined),
    cast: sql`timestamptz`,
  },
};

/** Returns why a value can not be sent to PostgreSQL, or undefined when it can. */
export function valueProblem(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return textProblem(value);
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'the value is not JSON';
  if (typeof value === 'boolean' || value === null) return undefined;
  if (typeof value !== 'object') return 'the value is not JSON';
  if (depth === fixedLimits.bodyDepth) return `the value is nested deeper than ${fixedLimits.bodyDepth} levels`;
  for (const [key, inner] of Object.entries(value)) {
    const problem = textProblem(key) ?? valueProblem(inner, depth + 1);
    if (problem) return problem;
  }
  return undefined;
}

function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

const YEAR_1_MS = Date.parse('0001-01-01T00:00:00Z');
const LAST_DATE_MS = 8.64e15;

/** No stored time is before the year 1 or after the last time of a `Date`, so infinity compares as such times would. */
function toTimestamp(milliseconds: number): string {
  if (milliseconds < YEAR_1_MS) return '-infinity';
  if (milliseconds > LAST_DATE_MS) return 'infinity';
  // ISO 8601 writes years of more than four digits as `+010000`, which PostgreSQL reads as `10000`.
  return new Date(milliseconds).toISOString().replace(/^\+0*/, '');
}
