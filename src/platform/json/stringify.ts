import { TimeSlice } from '../concurrency/time-slice.ts';
import { DEFAULT_DEPTH } from './errors.ts';
import { SlicedStringify } from './sliced-stringify.ts';

export interface StringifyOptions {
  /** A longer text throws JsonTooLarge, as soon as it exceeds the limit. */
  limitCharacters?: number;
  signal?: AbortSignal;
  /** The user for whom this is done: users share the time of the event loop. */
  owner?: string;
  /**
   * The amount of text between two checks whether to pause. The default takes less than a millisecond; tests use less.
   */
  pieceCharacters?: number;
}

const PIECE_CHARACTERS = 64 * 1024;

/**
 * Writes plain JSON data like JSON.stringify without blocking the event loop for longer than about 10 ms. Only an
 * object with hundreds of thousands of keys takes longer, because V8 lists them all at once. Values without JSON, such
 * as undefined, are written as they are in an array: `null`. Throws JsonTooDeep for a value that is nested too deep.
 */
export async function stringifyJson(
  value: unknown,
  {
    limitCharacters = Number.POSITIVE_INFINITY,
    signal,
    owner = '',
    pieceCharacters = PIECE_CHARACTERS,
  }: StringifyOptions = {},
): Promise<string> {
  signal?.throwIfAborted();
  const stringify = new SlicedStringify(value, { limitCharacters, depth: DEFAULT_DEPTH, pieceCharacters });
  const slice = new TimeSlice(owner, signal);
  let isLong = false;
  while (stringify.step()) {
    if (!slice.isOver) continue;
    await slice.next();
    isLong = true;
  }
  // Joining the pieces copies so much memory that it needs a slice of its own.
  if (isLong) await slice.next();
  return stringify.text;
}
