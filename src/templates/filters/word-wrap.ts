import type { Budget } from '../budget.ts';
import { skipSpace } from '../syntax/white-space.ts';
import { TemplateError } from '../template-error.ts';
import { codePoints, textLength } from '../values/text.ts';

interface WrapOptions {
  readonly width: number;
  readonly breakLongWords: boolean;
  readonly breakOnHyphens: boolean;
}

const WORD_PUNCTUATION = '[\\p{L}\\p{N}_!"\'&.,?]';
const LETTER = '[\\p{L}_]';

/** The chunks of Python's `textwrap`: white space, a dash between words, and a word or a part of a hyphenated one. */
const HYPHENATED = new RegExp(
  '[\\t\\n\\v\\f\\r ]+' +
    `|(?<=${WORD_PUNCTUATION})-{2,}(?=[\\p{L}\\p{N}_])` +
    '|[^\\t\\n\\v\\f\\r ]+?(?:' +
    `-(?:(?<=${LETTER}{2}-)|(?<=${LETTER}-${WORD_PUNCTUATION}-))(?=${LETTER}-?${LETTER})` +
    '|(?=[\\t\\n\\v\\f\\r ]|$)' +
    `|(?<=${WORD_PUNCTUATION})(?=-{2,}[\\p{L}\\p{N}_])` +
    ')',
  'gu',
);
const SIMPLE = /[\t\n\v\f\r ]+|[^\t\n\v\f\r ]+/g;

/** Splits a paragraph into lines of at most `width` characters where that is possible. */
export function wrapWords(text: string, options: WrapOptions, budget: Budget): string[] {
  if (options.width <= 0) throw new TemplateError(`invalid width ${options.width} (must be > 0)`);
  budget.allocate(text.length);
  budget.spend(text.length >> 2);
  // The order is reversed, because removing the last chunk is cheap.
  const chunks = (text.match(options.breakOnHyphens ? HYPHENATED : SIMPLE) ?? []).reverse();
  const lines: string[] = [];
  while (chunks.length > 0) {
    const line = nextLine(chunks, lines.length > 0, options, budget);
    if (line !== '') lines.push(line);
  }
  return lines;
}

function nextLine(chunks: string[], dropsLeadingSpace: boolean, options: WrapOptions, budget: Budget): string {
  const line: string[] = [];
  let length = 0;
  if (dropsLeadingSpace && isBlank(chunks.at(-1))) chunks.pop();
  while (chunks.length > 0) {
    budget.spend(1);
    const next = textLength(chunks.at(-1) ?? '', budget);
    if (length + next > options.width) break;
    line.push(chunks.pop() ?? '');
    length += next;
  }
  const first = chunks.at(-1);
  if (first !== undefined && textLength(first, budget) > options.width) {
    if (options.breakLongWords) breakWord(chunks, line, options.width - length, options, budget);
    else if (line.length === 0) line.push(chunks.pop() ?? '');
  }
  if (isBlank(line.at(-1))) line.pop();
  return line.join('');
}

/**
 * Fills the line with the start of a word that is too long for any line, and breaks it after a hyphen if there is one.
 */
function breakWord(chunks: string[], line: string[], space: number, options: WrapOptions, budget: Budget): void {
  const word = codePoints(chunks.pop() ?? '', budget);
  let end = space;
  if (options.breakOnHyphens && space > 0 && word.length > space) {
    const hyphen = word.lastIndexOf('-', space - 1);
    if (hyphen > 0 && word.slice(0, hyphen).some(char => char !== '-')) end = hyphen + 1;
  }
  line.push(word.slice(0, end).join(''));
  const rest = word.slice(end).join('');
  if (rest !== '') chunks.push(rest);
}

function isBlank(chunk: string | undefined): boolean {
  return chunk !== undefined && skipSpace(chunk, 0) === chunk.length;
}
