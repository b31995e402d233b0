/** The types of the columns of a CSV file: guessed from their cells, chosen by people. Pure. */
import { columnTypes as texts } from '../texts/records.ts';
import type { Cell } from './csv-parser.ts';

export const CELL_TYPES = ['text', 'number', 'boolean', 'json'] as const;
export type CellType = (typeof CELL_TYPES)[number];

/** A number in the way that JSON writes it. `007` and `1,000` are texts, and so are numbers with more digits than fit. */
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const MOST_DIGITS = 15;

/** The narrowest type that all cells fit; a column without any value is a text. */
export function guessType(cells: readonly Cell[]): CellType {
  const filled = cells.filter(cell => cell !== undefined);
  if (filled.length === 0) return 'text';
  if (filled.every(isNumber)) return 'number';
  if (filled.every(cell => readBoolean(cell) !== undefined)) return 'boolean';
  return filled.every(isContainer) ? 'json' : 'text';
}

export type Converted = { value: unknown } | { problem: string };

/** What a cell means in a column of a type. An empty cell means that the record has no such field. */
export function convertCell(type: CellType, cell: string): Converted {
  switch (type) {
    case 'text':
      return { value: cell };
    case 'number':
      return NUMBER.test(cell.trim()) && Number.isFinite(Number(cell))
        ? { value: Number(cell) }
        : { problem: texts.notNumber(shorten(cell)) };
    case 'boolean': {
      const value = readBoolean(cell);
      return value === undefined ? { problem: texts.notBoolean(shorten(cell)) } : { value };
    }
    case 'json':
      return readJson(cell);
  }
}

function isNumber(cell: string): boolean {
  const digits = cell.replace(/[eE].*$/, '').replace(/\D/g, '');
  // An export writes as many digits as a number needs to be read back.
  const isExact = digits.length <= MOST_DIGITS || String(Number(cell)) === cell;
  return NUMBER.test(cell) && isExact && Number.isFinite(Number(cell));
}

function readBoolean(cell: string): boolean | undefined {
  const word = cell.trim().toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : undefined;
}

function isContainer(cell: string): boolean {
  return /^\s*[[{]/.test(cell) && 'value' in readJson(cell);
}

function readJson(cell: string): Converted {
  try {
    return { value: JSON.parse(cell) };
  } catch {
    return { problem: texts.notJson(shorten(cell)) };
  }
}

const SHOWN_CHARACTERS = 40;

function shorten(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}
