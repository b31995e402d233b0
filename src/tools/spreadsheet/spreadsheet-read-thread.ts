import readXlsxFile, { readSheet, SheetNotFoundError } from 'read-excel-file/node';
import { BadInput } from '../contract/bad-input.ts';
import { boundedJson } from '../contract/bounded-json.ts';
import { toolLimits } from '../contract/tool-limits.ts';
import { type TableSlice, toTable } from '../tables/table.ts';
import { unzip, zip } from '../zip/zip-archive.ts';

export interface SpreadsheetReadInput {
  content: Uint8Array;
  sheet: string | number;
  /** 1 is the first. */
  firstRow: number;
  slice: TableSlice;
}

export default async function readSpreadsheet(input: SpreadsheetReadInput): Promise<string> {
  const lines = await readLines(input.content, input.sheet);
  const table = lines.slice(input.firstRow - 1).filter(line => line.some(cell => cell !== null));
  return boundedJson(
    toTable(
      table.map(line => line.map(toJson)),
      input.slice,
    ),
  );
}

async function readLines(content: Uint8Array, sheet: string | number): Promise<unknown[][]> {
  const stored = await storedParts(content);
  try {
    return await readSheet(stored, sheet);
  } catch (error) {
    throw toBadInput(error);
  }
}

export interface SheetLines {
  name: string;
  /** Cells as JSON has them. */
  lines: unknown[][];
}

/** All sheets, in their order. */
export async function readSheets(content: Uint8Array): Promise<SheetLines[]> {
  const stored = await storedParts(content);
  try {
    const sheets = await readXlsxFile(stored);
    return sheets.map(({ sheet, data }) => ({ name: sheet, lines: data.map(line => line.map(toJson)) }));
  } catch (error) {
    throw toBadInput(error);
  }
}

/**
 * The library unpacks without bounds. So the parts that it reads are unpacked here, within bounds, and it gets an
 * archive in which they are merely stored.
 */
async function storedParts(content: Uint8Array): Promise<Buffer> {
  // Also old .xls files end up here, and they are not archives.
  if (content[0] !== 0x50 || content[1] !== 0x4b) throw notSpreadsheet();
  const isPart = (path: string) => path.endsWith('.xml') || path.endsWith('.xml.rels');
  const parts = await unzip(content, { entries: 10_000, bytes: toolLimits.spreadsheetBytes }, isPart);
  if (!parts.some(({ path }) => path === 'xl/workbook.xml')) throw notSpreadsheet();
  return Buffer.from(zip(parts, { isPacked: false }).buffer);
}

function notSpreadsheet(): BadInput {
  return new BadInput('The file is not an .xlsx spreadsheet');
}

/** Whatever the library throws, the file is to blame. */
function toBadInput(error: unknown): BadInput {
  if (error instanceof SheetNotFoundError) return new BadInput(error.message.slice(0, 1000));
  return new BadInput('The spreadsheet is damaged', { cause: error });
}

/** A cell knows no time zone: a date is a day, with a time where there is one. */
function toJson(cell: unknown): unknown {
  if (!(cell instanceof Date)) return cell;
  if (Number.isNaN(cell.getTime())) return null;
  const [date = '', time = ''] = cell.toISOString().split('T');
  return time === '00:00:00.000Z' ? date : `${date}T${time.replace(/(\.000)?Z$/, '')}`;
}
