/** Writes CSV. Pure. */
import type { Separator } from '../csv-parser.ts';

export interface CsvOptions {
  separator: Separator;
  /** Whether texts that a spreadsheet would take for a formula get a leading apostrophe. */
  isExcelSafe: boolean;
}

const LINE_END = '\r\n';
const FORMULA = /^[=+\-@\t\r]/;

/** Nested values are written as JSON; what is missing or null is an empty cell. */
export function writeCsvRow(values: readonly unknown[], options: CsvOptions): string {
  const cells = values.map(value => writeCell(value, options));
  // A line without any character would be no row.
  const line = cells.join(options.separator);
  return (line === '' ? '""' : line) + LINE_END;
}

function writeCell(value: unknown, { separator, isExcelSafe }: CsvOptions): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const isFormula = isExcelSafe && typeof value === 'string' && FORMULA.test(text);
  const safe = isFormula ? `'${text}` : text;
  const needsQuotes = safe === '' || /["\r\n]/.test(safe) || safe.includes(separator) || /^\uFEFF|^\s|\s$/.test(safe);
  return needsQuotes ? `"${safe.replaceAll('"', '""')}"` : safe;
}
