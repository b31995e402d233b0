/** Writes the files of an export, page of records by page. Pure. */
import type { BoosterRecord } from '../../../../src/booster/records/schemas.ts';
import { type CsvOptions, writeCsvRow } from './csv-writer.ts';

export interface ExportOptions extends CsvOptions {
  format: 'csv' | 'json';
  /** Whether a CSV has the key and the times of each record. JSON always has them. */
  withKeys: boolean;
  /** The fields of a CSV; all that are found if it is left out. */
  fields?: readonly string[];
}

const OWN_NAMES = ['key', 'created', 'updated'];

/** A field that is called like a part of the record itself gets the name that filters have for it. */
export function csvHeader(fields: readonly string[], options: ExportOptions): string {
  const own = options.withKeys ? OWN_NAMES : [];
  const names = fields.map(field => (own.includes(field) ? `data.${field}` : field));
  // A spreadsheet knows by the mark that the file is UTF-8.
  return `\uFEFF${writeCsvRow([...own, ...names], options)}`;
}

export function csvRows(records: readonly BoosterRecord[], fields: readonly string[], options: ExportOptions): string {
  return records
    .map(({ key, created, updated, data }) => {
      const own = options.withKeys ? [key, new Date(created).toISOString(), new Date(updated).toISOString()] : [];
      return writeCsvRow(
        [...own, ...fields.map(field => (Object.hasOwn(data, field) ? data[field] : undefined))],
        options,
      );
    })
    .join('');
}

/** One record in each line, all of them in one array. */
export function jsonRows(records: readonly BoosterRecord[], isFirst: boolean): string {
  const lines = records.map(record => JSON.stringify(record));
  return lines.length === 0 ? '' : `${isFirst ? '' : ',\n'}${lines.join(',\n')}`;
}
