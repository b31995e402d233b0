/**
 * `***` in what a test expects: a text that ends with it may go on in any way, and a value that consists of nothing
 * else may be anything. It stands where times, random values and secrets were, which differ each time. Pure.
 */
import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../platform/is-object.ts';
import { MASK } from '../executing/masked-params.ts';

/** A longer text is recognised by its beginning. */
const COMPARED_CHARACTERS = 2_000;

/** Whether the value is one that the expected one stands for. */
export function standsFor(expected: unknown, actual: unknown): boolean {
  if (expected === MASK) return actual !== undefined;
  if (typeof expected !== 'string' || !expected.endsWith(MASK)) return isDeepStrictEqual(expected, actual);
  return typeof actual === 'string' && actual.startsWith(expected.slice(0, -MASK.length));
}

/** Returns what two values have in common that were computed in the same way at different times. */
export function findCommon(first: unknown, second: unknown): unknown {
  if (typeof first === 'string' && typeof second === 'string') return commonText(first, second);
  if (Array.isArray(first) && Array.isArray(second) && first.length === second.length) {
    return first.map((value, index) => findCommon(value, second[index]));
  }
  if (isObject(first) && isObject(second) && isDeepStrictEqual(Object.keys(first), Object.keys(second))) {
    return Object.fromEntries(Object.entries(first).map(([key, value]) => [key, findCommon(value, second[key])]));
  }
  return isDeepStrictEqual(first, second) ? first : MASK;
}

/** Two times may have their first digits in common, so the word in which the texts begin to differ is left out. */
function commonText(first: string, second: string): string {
  if (first === second) {
    if (first.length <= COMPARED_CHARACTERS) return first;
    return `${first.slice(0, COMPARED_CHARACTERS).replace(/\p{Cs}$/u, '')}${MASK}`;
  }
  let end = 0;
  while (first[end] === second[end] && end < COMPARED_CHARACTERS) end++;
  return `${first.slice(0, end).replace(/[\p{L}\p{N}\p{Cs}_:.+-]*$/u, '')}${MASK}`;
}
