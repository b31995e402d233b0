import type { TimeSlice } from '../time-slice.ts';
import type { Failure } from './sliced-parse.ts';

/** V8 quotes ten characters before and after an error, and a text that is hardly longer as a whole. */
const CONTEXT_CHARACTERS = 32;
const CHARACTERS_PER_STEP = 1024 * 1024;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** The error that JSON.parse would throw for the whole text, from parsing only the part of it that is at fault. */
export async function syntaxErrorOf(
  text: string,
  { checkpoint, end }: Failure,
  slice: TimeSlice,
): Promise<SyntaxError> {
  const { position } = checkpoint;
  const prefix = checkpoint.prefix.padStart(Math.min(position, CONTEXT_CHARACTERS));
  const message = messageOf(prefix + text.slice(position, end + CONTEXT_CHARACTERS));
  const place = / at position (\d+) \(line \d+ column \d+\)$/.exec(message);
  if (!place) return new SyntaxError(message);
  const errorAt = Number(place[1]) - prefix.length + position;
  const { line, column } = await locate(text, errorAt, slice);
  return new SyntaxError(`${message.slice(0, place.index)} at position ${errorAt} (line ${line} column ${column})`);
}

function messageOf(malformed: string): string {
  try {
    JSON.parse(malformed);
  } catch (error) {
    if (error instanceof SyntaxError) return error.message;
    throw error;
  }
  return 'malformed JSON';
}

async function locate(text: string, position: number, slice: TimeSlice): Promise<{ line: number; column: number }> {
  let line = 1;
  let lineStart = 0;
  for (let from = 0; from < position; from += CHARACTERS_PER_STEP) {
    for (let at = from; at < Math.min(position, from + CHARACTERS_PER_STEP); at++) {
      const code = text.charCodeAt(at);
      if (code !== LINE_FEED && code !== CARRIAGE_RETURN) continue;
      // The two together end one line, unless the error stands between them.
      if (code === LINE_FEED && at > 0 && text.charCodeAt(at - 1) === CARRIAGE_RETURN) line--;
      line++;
      lineStart = at + 1;
    }
    if (slice.isOver) await slice.next();
  }
  return { line, column: position - lineStart + 1 };
}
