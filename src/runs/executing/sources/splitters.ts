/** Find where a record ends in a part of a file, by its bytes alone. Whether it can be read is seen when it is parsed. */

export interface FoundRecord {
  /** The record itself, within the part. */
  from: number;
  to: number;
  /** Where the next one begins. */
  end: number;
  /** Line breaks before the record, and up to its end. */
  breaksBefore: number;
  breaks: number;
}

/**
 * Finds the record that begins at `from`. Returns undefined when the part does not contain the whole of it. `isBeginning`:
 * it is the first of the file; `isRest`: the file ends with the part.
 */
export type Splitter = (
  part: Buffer,
  from: number,
  about: { isBeginning: boolean; isRest: boolean },
) => FoundRecord | 'end' | 'broken' | undefined;

/** A file may begin with a mark that says that it is UTF-8. */
export const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

const [LINE_FEED, CARRIAGE_RETURN, SPACE, TAB] = [0x0a, 0x0d, 0x20, 0x09];
const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [BRACKET, CLOSING_BRACKET, BRACE, CLOSING_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Every line is a record. */
export const lines: Splitter = (part, from, { isRest }) =>
  toLine(part, from, { at: part.indexOf(LINE_FEED, from), breaks: 1 }, isRest);

/** Every line is a record, except that line breaks between quotation marks belong to it. */
export const quotedLines: Splitter = (part, from, { isRest }) =>
  toLine(part, from, findUnquotedFeed(part, from), isRest);

function toLine(part: Buffer, from: number, feed: { at: number; breaks: number }, isRest: boolean) {
  if (feed.at === -1 && (!isRest || from === part.length)) return undefined;
  const at = feed.at === -1 ? part.length : feed.at;
  const to = at > from && part[at - 1] === CARRIAGE_RETURN ? at - 1 : at;
  return { from, to, end: feed.at === -1 ? at : at + 1, breaksBefore: 0, breaks: feed.breaks };
}

/** A quotation mark within a quoted field is doubled, so it ends the field and begins it again. */
function findUnquotedFeed(part: Buffer, from: number) {
  let isQuoted = false;
  let breaks = 1;
  for (let at = from; at < part.length; at++) {
    const byte = part[at];
    if (byte === QUOTE) isQuoted = !isQuoted;
    else if (byte === LINE_FEED) {
      if (!isQuoted) return { at, breaks };
      breaks++;
    }
  }
  return { at: -1, breaks };
}

/** Every element of a JSON list is a record. The first one begins with the file, and each other one behind a comma. */
export const elements: Splitter = (part, begin, { isBeginning, isRest }) => {
  const hasMark = isBeginning && part.subarray(begin, begin + 3).equals(BYTE_ORDER_MARK);
  let { at, breaks } = skipSpace(part, hasMark ? begin + 3 : begin);
  if (isBeginning && at < part.length) {
    if (part[at] !== BRACKET) return 'broken';
    const behind = skipSpace(part, at + 1);
    at = behind.at;
    breaks += behind.breaks;
  }
  if (part[at] === CLOSING_BRACKET) {
    const { at: after } = skipSpace(part, at + 1);
    if (after < part.length) return 'broken';
    return isRest ? 'end' : undefined;
  }
  const from = at;
  const breaksBefore = breaks;
  let depth = 0;
  let isText = false;
  for (; at < part.length; at++) {
    const byte = part[at];
    if (byte === LINE_FEED) breaks++;
    if (isText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if (byte === BRACKET || byte === BRACE) depth++;
    else if (depth === 0 && (byte === COMMA || byte === CLOSING_BRACKET)) {
      // The closing bracket stays, so that the list ends there and not behind a comma that is missing.
      return { from, to: at, end: byte === COMMA ? at + 1 : at, breaksBefore, breaks };
    } else if (byte === CLOSING_BRACKET || byte === CLOSING_BRACE) depth--;
  }
  return isRest ? 'broken' : undefined;
};

function skipSpace(part: Buffer, from: number) {
  let at = from;
  let breaks = 0;
  for (; at < part.length; at++) {
    const byte = part[at];
    if (byte === LINE_FEED) breaks++;
    else if (byte !== SPACE && byte !== TAB && byte !== CARRIAGE_RETURN) break;
  }
  return { at, breaks };
}
