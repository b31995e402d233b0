import { TimeSlice } from '../time-slice.ts';
import { DEFAULT_DEPTH } from './errors.ts';
import { SlicedStringify } from './sliced-stringify.ts';

export interface StringifyOptions {
  /** Throws JsonTooLarge as soon as the text has become longer. */
  limitCharacters?: number;
  /** How many arrays and objects may stand in one another: deeper ones throw JsonTooDeep. */
  depth?: number;
  signal?: AbortSignal;
  /** The user for whom it is done: the time of the event loop is shared between users. */
  owner?: string;
  /** How much is done before it is seen whether to pause: less than a millisecond's work, and in tests still less. */
  pieceCharacters?: number;
}

const PIECE_CHARACTERS = 64 * 1024;

/**
 * The same text as JSON.stringify's for plain JSON data, without holding the event loop for longer than some 10 ms.
 * Only the keys of one object with hundreds of thousands of them take longer: V8 lists them all at once.
 * What JSON.stringify has no text for, such as undefined, is written as in an array: `null`.
 */
export async function stringifyJson(
  value: unknown,
  {
    limitCharacters = Number.POSITIVE_INFINITY,
    depth = DEFAULT_DEPTH,
    signal,
    owner = '',
    pieceCharacters = PIECE_CHARACTERS,
  }: StringifyOptions = {},
): Promise<string> {
  signal?.throwIfAborted();
  const stringify = new SlicedStringify(value, { limitCharacters, depth, pieceCharacters });
  const slice = new TimeSlice(owner, signal);
  let long = false;
  while (stringify.step()) {
    if (!slice.isOver) continue;
    await slice.next();
    long = true;
  }
  // Putting the pieces together is one copy, and with all that memory a slice of its own.
  if (long) await slice.next();
  return stringify.text;
}
