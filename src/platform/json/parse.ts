import { TimeSlice } from '../concurrency/time-slice.ts';
import { DEFAULT_DEPTH } from './errors.ts';
import { SlicedParse } from './sliced-parse.ts';

export interface ParseOptions {
  /** How deep arrays and objects may be nested. */
  depth?: number;
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
 * Parses like JSON.parse without blocking the event loop for longer than about 10 ms. Only an object with hundreds of
 * thousands of keys takes longer at a time, because V8 grows its table at once. Throws a SyntaxError, or JsonTooDeep
 * for a value that is nested deeper than `depth`: JSON.parse would accept it, but hardly any other code could walk it.
 */
export async function parseJson(
  text: string,
  { depth = DEFAULT_DEPTH, signal, owner = '', pieceCharacters = PIECE_CHARACTERS }: ParseOptions = {},
): Promise<unknown> {
  signal?.throwIfAborted();
  // Most texts are so short that they can not be nested too deep.
  if (text.length <= Math.min(depth, pieceCharacters)) return JSON.parse(text);
  const parse = new SlicedParse(text, { depth, pieceCharacters });
  const slice = new TimeSlice(owner, signal);
  try {
    while (parse.step()) if (slice.isOver) await slice.next();
  } catch (error) {
    throw error instanceof SyntaxError ? new SyntaxError(`invalid JSON near position ${parse.position}`) : error;
  }
  return parse.value;
}
