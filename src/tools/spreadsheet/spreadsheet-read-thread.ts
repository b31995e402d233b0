import readXlsxFile, { readSheet, SheetNotFoundError } from 'read-excel-file/node';
import { BadInput } from '../contract/bad-input.ts';
import { boundedJson } from '../contract/bounded-json.ts';
import { toolLimits } from '../contract/tool-limits.ts';
import { type TableSlice, toTable } from '../tables/table.ts';
import { unzip, zip } from '../zip/zip-archive.ts';

export interface SpreadsheetReadInput {
  content: Uint8Array;
  sheet: string | number;
  /** The first row has the number 1. */
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

interface SheetLines {
  name: string;
  /** The cells as JSON values. */
  lines: unknown[][];
}

/** Reads all sheets, in their order. */
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
 * The library unpacks archives without limits. Therefore the parts that it reads are unpacked here, within limits, and
 * the library gets an archive in which they are stored without compression.
 */
async function storedParts(content: Uint8Array): Promise<Buffer> {
  // Old .xls files end up here too, and they are not archives.
  if (content[0] !== 0x50 || content[1] !== 0x4b) throw notSpreadsheet();
  const isPart = (path: string) => path.endsWith('.xml') || path.endsWith('.xml.rels');
  const parts = await unzip(content, { entries: 10_000, bytes: toolLimits.spreadsheetBytes }, isPart);
  if (!parts.some(({ path }) => path === 'xl/workbook.xml')) throw notSpreadsheet();
  return Buffer.from(zip(parts, { isPacked: false }).buffer);
}

function notSpreadsheet(): BadInput {
  return new BadInput('The file is not an .xlsx spreadsheet');
}

/** Blames the file for whatever the library throws. */
function toBadInput(error: unknown): BadInput {
  if (error instanceof SheetNotFoundError) return new BadInput(error.message.slice(0, 1000));
  return new BadInput('The spreadsheet is damaged', { cause: error });
}

/** A date in a cell has no time zone: it is a day, or a day with a time. */
function toJson(cell: unknown): unknown {
  if (!(cell instanceof Date)) return cell;
  if (Number.isNaN(cell.getTime())) return null;
  const [date = '', time = ''] = cell.toISOString().split('T');
  return time === '00:00:00.000Z' ? date : `${date}T${time.replace(/(\.000)?Z$/, '')}`;
}
