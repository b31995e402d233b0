/** Reads the items of a loop from a file of CSV, of NDJSON, or with a JSON list. */
import type { CsvError, Options } from 'csv-parse/sync';
import { fixedLimits } from '../../../configuration/limits.ts';
import { isDeeperThan } from '../../../engine/definition.ts';
import type { FILE_FORMATS } from '../../../nodes/loop-sources.ts';
import { StepError } from '../../../nodes/step.ts';
import { findDelimiter } from '../../../tools/csv/delimiter.ts';
import { columnNames } from '../../../tools/tables/table.ts';
import { BEGINNING, type FileRecords, type SourceRecord } from './file-records.ts';
import type { FilePosition, ItemCursor, ItemPlace, ItemPosition, ItemWindow } from './item-cursor.ts';
import { elements, lines, quotedLines, type Splitter } from './splitters.ts';

export type FileFormat = (typeof FILE_FORMATS)[number];

export const SPLITTERS: Readonly<Record<FileFormat, Splitter>> = { csv: quotedLines, ndjson: lines, json: elements };

interface FileItemsOptions {
  records: FileRecords;
  format: FileFormat;
  filename: string;
}

/** How an item is read from its record, and where the first one is. */
interface Reader {
  first: FilePosition;
  parse(record: SourceRecord): unknown;
}

const { window, columns: mostColumns } = fixedLimits.itemSource;

export async function openFileItems(options: FileItemsOptions): Promise<ItemCursor> {
  const { records, format, filename } = options;
  const { first, parse } = format === 'csv' ? await readHeader(records, filename) : valuesOf(filename);

  async function read(position: ItemPosition | null, most: number): Promise<ItemWindow> {
    const items: unknown[] = [];
    const places: ItemPlace[] = [];
    let next = position && 'offset' in position ? position : first;
    const begin = next.offset;
    while (items.length < most && next.offset - begin < window.bytes) {
      try {
        const record = await records.read(next);
        if (!record) break;
        items.push(parse(record));
        places.push({ line: record.line });
        next = record.next;
      } catch (error) {
        // The items before it come first.
        if (error instanceof StepError && items.length > 0) break;
        throw error;
      }
    }
    return { items, places, next };
  }
  return { changes: false, read };
}

function valuesOf(filename: string): Reader {
  return {
    first: BEGINNING,
    parse({ text, line }) {
      const item = parseJson(text);
      if (item === NO_JSON) throw new StepError(`Line ${line} of '${filename}' is not valid JSON`);
      // A text of so few characters can not be nested more deeply.
      if (text.length > 2 * fixedLimits.bodyDepth && isDeeperThan(item, fixedLimits.bodyDepth)) {
        throw new StepError(
          `Line ${line} of '${filename}' is nested too deeply (at most ${fixedLimits.bodyDepth} levels)`,
        );
      }
      return item;
    },
  };
}

const NO_JSON = Symbol('no JSON');

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return NO_JSON;
  }
}

/** The names of the columns are in the first record. */
async function readHeader(records: FileRecords, filename: string): Promise<Reader> {
  const header = await records.read(BEGINNING);
  if (!header) return { first: BEGINNING, parse: () => ({}) };
  const { parse } = await import('csv-parse/sync');
  const options: Options = { delimiter: findDelimiter(header.text), relax_column_count: true };
  const cellsOf = ({ text, line }: SourceRecord): string[] => {
    try {
      return parse(text, options)[0] ?? [];
    } catch (error) {
      throw new StepError(`Line ${line} of '${filename}' is not valid CSV${describe(error)}`);
    }
  };
  const titles = cellsOf(header);
  if (titles.length > mostColumns) throw new StepError(`'${filename}' has more than ${mostColumns} columns`);
  const names = columnNames(titles, titles.length);
  return {
    first: header.next,
    parse(record) {
      const cells = cellsOf(record);
      if (cells.length > names.length) {
        throw new StepError(
          `Line ${record.line} of '${filename}' has ${cells.length} cells, and the first line ${names.length}`,
        );
      }
      return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? null]));
    },
  };
}

/** The library quotes what is in the file, and counts lines of its own. */
function describe(error: unknown): string {
  const code = (error as Partial<CsvError>).code;
  if (code === 'CSV_QUOTE_NOT_CLOSED') return ': a quotation mark is not closed';
  return code?.includes('QUOTE') ? ': a quotation mark is in the wrong place' : '';
}
