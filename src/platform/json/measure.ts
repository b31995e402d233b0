import { isRecord } from './level.ts';

/** What is answered for a value that is nested deeper than asked for. */
export const TOO_DEEP = -Infinity;

/**
 * What is left of so many characters after the JSON of a value, or something negative when they do not suffice: then
 * the rest of the value has not been looked at. This is an estimate, made in less time than the JSON itself; the text
 * may be some six times as long, when all of it has to be escaped.
 *
 * When they do not suffice, `path` receives where the value stands that was too much: the index of the member at each
 * level, the innermost first.
 */
export function charactersLeft(value: unknown, characters: number, depth: number, path?: number[]): number {
  if (Array.isArray(value)) return leftAfterArray(value, characters, depth, path);
  if (isRecord(value)) return leftAfterRecord(value, characters, depth, path);
  return characters - leafCharacters(value);
}

// A call for each leaf would double the time that this takes for a small object, hence the two loops.

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
