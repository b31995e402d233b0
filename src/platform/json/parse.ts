import { TimeSlice } from '../time-slice.ts';
import { DEFAULT_DEPTH } from './errors.ts';
import { SlicedParse } from './sliced-parse.ts';

export interface ParseOptions {
  /** How many arrays and objects may stand in one another. */
  depth?: number;
  signal?: AbortSignal;
  /** The user for whom it is done: the time of the event loop is shared between users. */
  owner?: string;
  /** How much is done before it is seen whether to pause: less than a millisecond's work, and in tests still less. */
  pieceCharacters?: number;
}

const PIECE_CHARACTERS = 64 * 1024;

/**
 * The same value as JSON.parse's, or a SyntaxError, without holding the event loop for longer than some 10 ms.
 * Only the keys of one object with hundreds of thousands of them take longer at a time: V8 grows its table at once.
 * Throws JsonTooDeep for what is nested deeper than asked for, which JSON.parse would read but hardly anything else
 * can walk through.
 */
export async function parseJson(
  text: string,
  { depth = DEFAULT_DEPTH, signal, owner = '', pieceCharacters = PIECE_CHARACTERS }: ParseOptions = {},
): Promise<unknown> {
  signal?.throwIfAborted();
  // Too short to be nested too deep, which is most of them.
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
