import { hasJsonMembers } from './level.ts';

/** The result for a value that is nested deeper than `depth`. */
export const TOO_DEEP = -Infinity;

/**
 * Subtracts the length of a value's JSON from `characters`. The result is negative when the JSON is longer; the rest of
 * the value was then not examined. This is an estimate that takes less time than writing the JSON. The text may be
 * about six times as long when all of it has to be escaped.
 *
 * When the JSON is longer, `path` receives the position of the value that exceeded the limit: the index of the member
 * at each level, innermost first.
 */
export function charactersLeft(value: unknown, characters: number, depth: number, path?: number[]): number {
  if (Array.isArray(value)) return leftAfterArray(value, characters, depth, path);
  if (hasJsonMembers(value)) return leftAfterRecord(value, characters, depth, path);
  return characters - leafCharacters(value);
}

// There are two loops because a call for each leaf would double the time for a small object.

function leftAfterArray(values: unknown[], characters: number, depth: number, path?: number[]): number {
  if (depth === 0) return TOO_DEEP;
  let left = characters - '[]'.length;
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    left -= ','.length;
    if (typeof value === 'object') left = charactersLeft(value, left, depth - 1, path);
    else left -= leafCharacters(value);
    if (left < 0) {
      path?.push(index);
      break;
    }
  }
  return left;
}

function leftAfterRecord(record: Record<string, unknown>, characters: number, depth: number, path?: number[]): number {
  if (depth === 0) return TOO_DEEP;
  let left = characters - '{}'.length;
  let index = 0;
  for (const key in record) {
    const value = record[key];
    left -= key.length + '"":,'.length;
    if (typeof value === 'object') left = charactersLeft(value, left, depth - 1, path);
    else left -= leafCharacters(value);
    if (left < 0) {
      path?.push(index);
      break;
    }
    index++;
  }
  return left;
}

function leafCharacters(value: unknown): number {
  if (typeof value === 'string') return value.length + '""'.length;
  return typeof value === 'number' ? 8 : 4;
}
