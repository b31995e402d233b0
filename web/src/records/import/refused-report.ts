/** The report of the rows that an import refused: the rows as they were, with the reason. Pure. */
import { refusedReport as texts } from '../../texts/records.ts';
import type { Separator } from '../csv-parser.ts';
import { writeCsvRow } from '../export/csv-writer.ts';
import type { RefusedRow } from './import-plan.ts';

/** `headers` are those of a CSV file; items of JSON are in one column. */
export function writeReport(refused: readonly RefusedRow[], headers: readonly string[], separator: Separator): string {
  const options = { separator, isExcelSafe: false };
  const names = headers.length > 0 ? headers : [texts.item];
  const rows = refused.map(({ number, message, source }) =>
    writeCsvRow([number, message, ...(typeof source === 'string' ? [source] : source)], options),
  );
  return `\uFEFF${writeCsvRow([texts.row, texts.reason, ...names], options)}${rows.join('')}`;
}
