import writeExcelFile, { type Cell } from 'write-excel-file/node';
import type { ThreadContext } from '../../platform/threads/thread-pool.ts';
import { BadInput } from '../contract/bad-input.ts';
import { toolLimits } from '../contract/tool-limits.ts';
import { type TableRow, toCells, toPlainCell } from '../tables/table.ts';
import { removeForbiddenXmlCharacters } from '../text/xml-characters.ts';

export interface SheetInput {
  name: string;
  rows: TableRow[];
  columns?: string[];
}

const CELL_CHARACTERS = 32_767;
const WIDEST_COLUMN = 60;

/** Takes JSON text, because a structured copy would block the event loop for twice as long. */
export default async function writeSpreadsheet(sheetsJson: string, { transfer }: ThreadContext): Promise<Uint8Array> {
  const sheets: SheetInput[] = JSON.parse(sheetsJson);
  checkSheets(sheets);
  const file = await writeExcelFile(sheets.map(toSheet)).toBuffer();
  return transfer(new Uint8Array(file));
}

function checkSheets(sheets: readonly SheetInput[]): void {
  const count = sheets.reduce((sum, { rows }) => sum + rows.length, 0);
  if (count > toolLimits.rows) {
    throw new BadInput(`A spreadsheet can have at most ${toolLimits.rows.toLocaleString('en')} rows in all`);
  }
  const names = new Set<string>();
  for (const { name } of sheets) {
    if (/[\p{Cc}[\]:*?/\\]/u.test(name) || name.startsWith("'") || name.endsWith("'")) {
      throw new BadInput(`'${name}' can not be the name of a sheet: the characters []:*?/\\ are not allowed there`);
    }
    if (names.has(name.toLowerCase())) throw new BadInput(`There are two sheets with the name '${name}'`);
    names.add(name.toLowerCase());
  }
}

function toSheet({ name, rows, columns }: SheetInput) {
  const { names, lines } = toCells(rows, columns);
  const data = lines.map(line => line.map(toCell));
  const isNamed = names.length > 0;
  const header = names.map((value): Cell => ({ value: cleanText(value), type: String, fontWeight: 'bold' }));
  return {
    sheet: name,
    data: isNamed ? [header, ...data] : data,
    columns: columnWidths(isNamed ? [names, ...lines] : lines),
    ...(isNamed ? { stickyRowsCount: 1 } : {}),
  };
}

function toCell(value: unknown): Cell {
  const plain = toPlainCell(value);
  if (plain === null || plain === '') return null;
  if (typeof plain === 'number') return { value: plain, type: Number };
  if (typeof plain === 'boolean') return { value: plain, type: Boolean };
  return { value: cleanText(plain), type: String };
}

/** Returns what XML can hold. Throws when that is more than a cell can hold. */
function cleanText(text: string): string {
  if (text.length > CELL_CHARACTERS) {
    throw new BadInput(
      `A cell can have at most ${CELL_CHARACTERS.toLocaleString('en')} characters: ${text.slice(0, 50)}…`,
    );
  }
  return removeForbiddenXmlCharacters(text);
}

/** Makes the columns wide enough for the cells of the first rows. */
function columnWidths(lines: readonly (readonly unknown[])[]): { width: number }[] {
  const widths: number[] = [];
  for (const line of lines.slice(0, 1000)) {
    for (const [at, cell] of line.entries()) {
      const width = String(toPlainCell(cell) ?? '').length + 2;
      widths[at] = Math.min(WIDEST_COLUMN, Math.max(widths[at] ?? 8, width));
    }
  }
  return Array.from(widths, (width = 8) => ({ width }));
}
