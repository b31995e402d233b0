import { stringify } from 'csv-stringify/sync';
import type { ThreadContext } from '../../platform/threads/thread-pool.ts';
import { BadInput } from '../contract/bad-input.ts';
import { toolLimits } from '../contract/tool-limits.ts';
import { type TableRow, toCells, toPlainCell } from '../tables/table.ts';

export interface CsvWriteInput {
  /** JSON text, because a structured copy would block the event loop for twice as long. */
  rowsJson: string;
  columns: string[] | undefined;
  header: boolean;
  delimiter: string;
  bom: boolean;
  as: 'file' | 'text';
}

export default function writeCsv(input: CsvWriteInput, { transfer }: ThreadContext): string | Uint8Array {
  const rows: TableRow[] = JSON.parse(input.rowsJson);
  const { names, lines } = toCells(rows, input.columns);
  const cells = lines.map(line => line.map(cell => String(toPlainCell(cell) ?? '')));
  // Rows that are lists have no column names, so there is no header to write.
  const all = input.header && names.length > 0 ? [names, ...cells] : cells;
  const csv = stringify(all, { delimiter: input.delimiter, bom: input.bom });
  if (input.as === 'file') return transfer(new TextEncoder().encode(csv));
  if (csv.length > toolLimits.resultCharacters) throw new BadInput('The text is too long: write it into a file');
  return csv;
}
