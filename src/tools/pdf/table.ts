/** Draws tables: columns are as wide as necessary, rows may continue on the next page, and each page repeats the header. */
import type { Tokens } from 'marked';
import type { TextLine } from './lines.ts';
import { type TextRun, toRuns } from './runs.ts';
import { type LineFormat, lineHeight, type Sheet } from './sheet.ts';

const PADDING = 5;
const BORDER = '#d3dae2';
const HEADER_BACKGROUND = '#eef1f5';

interface Column {
  left: number;
  width: number;
  align: 'left' | 'center' | 'right';
}

interface Row {
  cells: TextLine[][];
  isHeader: boolean;
}

export function drawTable(sheet: Sheet, table: Tokens.Table): void {
  const format = { size: sheet.settings.fontSize * 0.92, spacing: 1.4 };
  const header = table.header.map(({ tokens }) => toRuns(tokens, { bold: true }));
  const body = table.rows.map(row => row.map(({ tokens }) => toRuns(tokens)));
  const widths = columnWidths(sheet, [header, ...body], format);
  const columns = placeColumns(sheet, widths, table.align);
  const toRow = (cells: TextRun[][], isHeader: boolean): Row => ({
    cells: columns.map(({ width }, at) => sheet.breakLines(cells[at] ?? [], width - 2 * PADDING, format)),
    isHeader,
  });
  const top = toRow(header, true);
  sheet.space(2);
  // The header must not stand alone at the end of a page.
  sheet.ensure(rowHeight(top, format) + lineHeight(format) + 2 * PADDING);
  drawRow(sheet, top, columns, format, undefined);
  for (const cells of body) drawRow(sheet, toRow(cells, false), columns, format, top);
  sheet.space(sheet.settings.fontSize);
}

/** Moves a row that does not fit to the next page, and splits one that fits on no page between its lines. */
function drawRow(
  sheet: Sheet,
  row: Row,
  columns: readonly Column[],
  format: LineFormat,
  header: Row | undefined,
): void {
  const height = rowHeight(row, format);
  const fullPage = sheet.bottom - sheet.settings.marginPoints - (header ? rowHeight(header, format) : 0);
  const startNextPage = () => {
    sheet.newPage();
    if (header) drawPart(sheet, header, columns, format, 0, lineCount(header));
  };
  if (sheet.y + height > sheet.bottom && height <= fullPage) startNextPage();
  const lines = lineCount(row);
  for (let from = 0; from < lines; ) {
    const room = Math.floor((sheet.bottom - sheet.y - 2 * PADDING) / lineHeight(format));
    const count = Math.min(lines - from, Math.max(1, room));
    drawPart(sheet, row, columns, format, from, from + count);
    from += count;
    if (from < lines) startNextPage();
  }
}

function drawPart(
  sheet: Sheet,
  row: Row,
  columns: readonly Column[],
  format: LineFormat,
  from: number,
  to: number,
): void {
  const { document, y: top } = sheet;
  const height = (to - from) * lineHeight(format) + 2 * PADDING;
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  if (row.isHeader) document.rect(sheet.left, top, width, height).fill(HEADER_BACKGROUND);
  for (const [at, { left, width, align }] of columns.entries()) {
    sheet.y = top + PADDING;
    for (const line of (row.cells[at] ?? []).slice(from, to)) {
      sheet.drawLine(line, left + PADDING, width - 2 * PADDING, { ...format, align });
      sheet.y += lineHeight(format);
    }
  }
  document.lineWidth(0.6).strokeColor(BORDER);
  for (const { left, width } of columns) document.rect(left, top, width, height).stroke();
  sheet.y = top + height;
}

function lineCount({ cells }: Row): number {
  return Math.max(1, ...cells.map(lines => lines.length));
}

function rowHeight(row: Row, format: LineFormat): number {
  return lineCount(row) * lineHeight(format) + 2 * PADDING;
}

/** Gives each column the width that it needs. When that is too much in all, the widest columns are cut. */
function columnWidths(sheet: Sheet, rows: readonly TextRun[][][], format: LineFormat): number[] {
  const count = rows[0]?.length ?? 0;
  const needed = Array.from({ length: count }, (_, at) => {
    const cells = rows.slice(0, 500).map(row => sheet.breakLines(row[at] ?? [], 10_000, format));
    return Math.max(20, ...cells.flat().map(({ width }) => width + 2 * PADDING + 1));
  });
  const total = needed.reduce((sum, width) => sum + width, 0);
  if (total <= sheet.width) return needed;
  return shrink(needed, sheet.width);
}

/** Finds the width to which columns must be cut so that all of them fit. */
function shrink(needed: readonly number[], available: number): number[] {
  let [low, high] = [0, available];
  for (let round = 0; round < 40; round++) {
    const cap = (low + high) / 2;
    const total = needed.reduce((sum, width) => sum + Math.min(width, cap), 0);
    if (total > available) high = cap;
    else low = cap;
  }
  // Every column keeps the space for at least one letter.
  return needed.map(width => Math.max(2 * PADDING + 8, Math.min(width, low)));
}

function placeColumns(sheet: Sheet, widths: readonly number[], aligns: Tokens.Table['align']): Column[] {
  let left = sheet.left;
  return widths.map((width, at) => {
    const column = { left, width, align: aligns[at] ?? 'left' };
    left += width;
    return column;
  });
}
