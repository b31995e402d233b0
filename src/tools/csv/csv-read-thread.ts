import { CsvError, parse } from 'csv-parse/sync';
import { BadInput } from '../contract/bad-input.ts';
import { boundedJson } from '../contract/bounded-json.ts';
import { linesToRead, type TableSlice, toTable } from '../tables/table.ts';
import { decodeText } from '../text/text-decoding.ts';
import { findDelimiter } from './delimiter.ts';

export interface CsvReadInput {
  text: string | undefined;
  content: Uint8Array | undefined;
  delimiter: string | undefined;
  numbers: boolean;
  slice: TableSlice;
}

export default function readCsv({ text, content, delimiter, numbers, slice }: CsvReadInput): string {
  const csv = content ? decodeText(content) : (text ?? '');
  const lines = parseLines(csv, delimiter ?? findDelimiter(csv), linesToRead(slice));
  const body = slice.header ? lines.slice(1) : lines;
  const cells = numbers
    ? [...lines.slice(0, lines.length - body.length), ...body.map(line => line.map(toNumber))]
    : lines;
  return boundedJson(toTable(cells, slice));
}

function parseLines(csv: string, delimiter: string, to: number): string[][] {
  try {
    return parse(csv, { delimiter, to, bom: true, skip_empty_lines: true, relax_column_count: true });
  } catch (error) {
    if (error instanceof CsvError) throw new BadInput(`The CSV can not be read: ${error.message}`);
    throw error;
  }
}

/** Converts what JSON accepts as a number, but not codes with leading zeros or numbers that would lose digits. */
function toNumber(cell: string): string | number {
  if (!/^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i.test(cell)) return cell;
  const number = Number(cell);
  const isExact = /[.e]/i.test(cell) ? Number.isFinite(number) : Number.isSafeInteger(number);
  return isExact ? number : cell;
}
