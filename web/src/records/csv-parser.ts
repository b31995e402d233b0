/** Reads CSV piece by piece, as it arrives. Pure. */

/** A cell that is empty without quotes has no value; an empty text is written as `""`. */
export type Cell = string | undefined;

export const SEPARATORS = [',', ';', '\t'] as const;
export type Separator = (typeof SEPARATORS)[number];

const QUOTE = 34;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * A machine with four states: at the beginning of a cell, in a plain cell, in a quoted cell, and after a quote in a
 * quoted cell, which either ends it or is the first of two. What stands behind the closing quote is kept, because other
 * programs write such cells too.
 */
type State = 'begin' | 'plain' | 'quoted' | 'closed';

export class CsvParser {
  readonly #separator: number;
  #state: State = 'begin';
  #cell = '';
  #row: Cell[] = [];
  #isFirst = true;
  #wasReturn = false;

  constructor(separator: Separator) {
    this.#separator = separator.charCodeAt(0);
  }

  /** Returns the rows that are complete with this piece of text. Empty lines are no rows. */
  push(piece: string): Cell[][] {
    const text = this.#isFirst && piece.startsWith(BYTE_ORDER_MARK) ? piece.slice(1) : piece;
    if (piece !== '') this.#isFirst = false;
    const rows: Cell[][] = [];
    let start = 0;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      const isFeedOfReturn = this.#wasReturn && code === LINE_FEED;
      this.#wasReturn = false;
      if (this.#state === 'quoted') {
        if (code !== QUOTE) continue;
        this.#cell += text.slice(start, index);
        start = index + 1;
        this.#state = 'closed';
      } else if (code === QUOTE && this.#state === 'closed') {
        this.#cell += text.slice(start, index + 1);
        start = index + 1;
        this.#state = 'quoted';
      } else if (code === QUOTE && this.#state === 'begin') {
        start = index + 1;
        this.#state = 'quoted';
      } else if (code === this.#separator) {
        this.#endCell(text.slice(start, index));
        start = index + 1;
      } else if (isFeedOfReturn && this.#state === 'begin' && this.#row.length === 0) {
        start = index + 1;
      } else if (code === LINE_FEED || code === CARRIAGE_RETURN) {
        this.#endRow(text.slice(start, index), rows);
        start = index + 1;
        this.#wasReturn = code === CARRIAGE_RETURN;
      } else if (this.#state === 'begin') this.#state = 'plain';
    }
    this.#cell += text.slice(start);
    return rows;
  }

  /** Returns the last row, if its line has no end. */
  end(): Cell[][] {
    const rows: Cell[][] = [];
    this.#endRow('', rows);
    return rows;
  }

  #endCell(rest: string): void {
    const text = this.#cell + rest;
    this.#row.push(this.#state === 'begin' ? undefined : text);
    this.#cell = '';
    this.#state = 'begin';
  }

  #endRow(rest: string, rows: Cell[][]): void {
    const isEmptyLine = this.#state === 'begin' && this.#row.length === 0;
    this.#endCell(rest);
    if (!isEmptyLine) rows.push(this.#row);
    this.#row = [];
  }
}

/** Reads a whole text. */
export function parseCsv(text: string, separator: Separator): Cell[][] {
  const parser = new CsvParser(separator);
  return [...parser.push(text), ...parser.end()];
}

const JUDGED_ROWS = 20;

/** Chooses the separator that gives the first rows the same number of cells, and most of them. */
export function detectSeparator(beginning: string): Separator {
  let best: { separator: Separator; score: number } = { separator: ',', score: 0 };
  for (const separator of SEPARATORS) {
    // The last row may be cut.
    const rows = new CsvParser(separator).push(`${beginning}`).slice(0, JUDGED_ROWS);
    const widths = (rows.length > 0 ? rows : parseCsv(beginning, separator)).map(({ length }) => length);
    const most = Math.max(0, ...widths);
    const same = widths.filter(width => width === widths[0]).length;
    const score = most < 2 ? 0 : (same / widths.length) * 1000 + Math.min(most, 100);
    if (score > best.score) best = { separator, score };
  }
  return best.separator;
}

export type Encoding = 'utf-8' | 'utf-16le' | 'windows-1252';

/** Files of spreadsheet programs are not always UTF-8. The bytes may end within a character. */
export function detectEncoding(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}
