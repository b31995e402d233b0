/** A second implementation of queries, without SQL, against which the property tests compare the first. */
import { isDeepStrictEqual } from 'node:util';
import type { Thing } from './query-fixture.ts';

export interface Query {
  filters: [field: string, operator: string, value: unknown][];
  sort_key?: string | undefined;
  sort_order?: 1 | -1 | undefined;
}

export function queryInMemory(things: Thing[], { filters, sort_key, sort_order }: Query): Thing[] {
  const sign = sort_order ?? (sort_key === undefined ? -1 : 1);
  const key = sort_key ?? 'created.timestamp';
  return things
    .filter(thing => filters.every(([field, operator, value]) => matches(fieldValue(thing, field), operator, value)))
    .sort((a, b) => sign * (order(fieldValue(a, key), fieldValue(b, key)) || order(a.id, b.id)));
}

/** Returns null when there is no value. */
function fieldValue(thing: Thing, field: string): unknown {
  const [name, ...path] = field.split('.');
  if (name === 'metadata' || name === 'labels') return path.reduce(step, thing.metadata) ?? null;
  const { id, owner, created, seen, size, total, ratio, amount, enabled, scopes } = thing;
  const plain = { id, owner, created, seen, name: thing.name, size, total, ratio, amount, enabled, scopes };
  return Object.entries(plain).find(([each]) => each === name)?.[1];
}

function step(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return /^ *[+-]?\d+$/.test(key) ? value.at(Number(key)) : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([each]) => each === key)?.[1];
}

function matches(actual: unknown, operator: string, value: unknown): boolean {
  switch (operator) {
    case '==':
      return isDeepStrictEqual(actual, value);
    case '!=':
      return !isDeepStrictEqual(actual, value);
    case 'in':
      return Array.isArray(value) && value.some(each => isDeepStrictEqual(actual, each));
    case 'not_in':
      return Array.isArray(value) && !value.some(each => isDeepStrictEqual(actual, each));
    case 'contains':
      if (Array.isArray(actual)) return actual.some(element => isDeepStrictEqual(element, value));
      return typeof actual === 'string' && typeof value === 'string' && actual.includes(value);
    case 'regex': {
      const pattern = String(value);
      const ignoresCase = pattern.startsWith('(?i)');
      const expression = new RegExp(ignoresCase ? pattern.slice(4) : pattern, ignoresCase ? 'sui' : 'su');
      return typeof actual === 'string' && expression.test(actual);
    }
    default: {
      if (actual === null || typeof actual !== typeof value) return false;
      const sign = order(actual, value);
      if (operator === '<') return sign < 0;
      if (operator === '<=') return sign <= 0;
      return operator === '>' ? sign > 0 : sign >= 0;
    }
  }
}

const RANKS = ['string', 'number', 'boolean', 'array', 'object', 'null'];

function order(a: unknown, b: unknown): number {
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  if (typeof a === 'object' || typeof b === 'object' || a === b) return 0;
  return Number(a) < Number(b) ? -1 : 1;
}

function rank(value: unknown): number {
  return RANKS.indexOf(value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
}
