/** Reads a file row by row, however large it is. It runs in a worker, and in tests. */
import { type Cell, CsvParser, detectEncoding, detectSeparator, type Encoding, type Separator } from '../csv-parser.ts';
import { type JsonItem, JsonItems } from '../json-items.ts';
import {
  createKeys,
  type ImportPlan,
  type PlannedColumn,
  type PlannedRow,
  planColumns,
  type RefusedRow,
  readCsvRow,
  readJsonItem,
} from './import-plan.ts';

/** What the first part of a file says about it. */
export type FilePreview =
  | { kind: 'csv'; encoding: Encoding; separator: Separator; columns: PlannedColumn[]; rows: Cell[][] }
  | { kind: 'json'; encoding: Encoding; items: JsonItem[] };

/** Some rows of the file, so many that one request takes them. */
export interface RowBatch {
  rows: PlannedRow[];
  refused: RefusedRow[];
  /** Bytes of the file that were read so far. */
  bytes: number;
  isLast: boolean;
}

const PREVIEW_BYTES = 512 * 1024;
const PREVIEW_ROWS = 1000;
const BATCH_ROWS = 500;
const BATCH_CHARACTERS = 1_000_000;

export async function previewFile(file: Blob & { name?: string }, separator?: Separator): Promise<FilePreview> {
  const bytes = new Uint8Array(await file.slice(0, PREVIEW_BYTES).arrayBuffer());
  const encoding = detectEncoding(bytes);
  const isWhole = file.size <= PREVIEW_BYTES;
  const text = new TextDecoder(encoding).decode(bytes, { stream: !isWhole });
  if (isJson(file.name ?? '', text)) {
    const items = new JsonItems();
    const found = [...items.push(text), ...(isWhole ? items.end() : [])];
    return { kind: 'json', encoding, items: found.slice(0, PREVIEW_ROWS) };
  }
  const used = separator ?? detectSeparator(text);
  const parser = new CsvParser(used);
  const [header = [], ...rows] = [...parser.push(text), ...(isWhole ? parser.end() : [])];
  const some = rows.slice(0, PREVIEW_ROWS);
  return { kind: 'csv', encoding, separator: used, columns: planColumns(header, some), rows: some };
}

function isJson(name: string, text: string): boolean {
  return /\.(json|jsonl|ndjson)$/i.test(name) || (!/\.(csv|tsv|txt)$/i.test(name) && /^\uFEFF?\s*[[{]/.test(text));
}

/** Gives batch after batch. Nothing is read before it is asked for. */
export async function* readBatches(file: Blob, plan: ImportPlan): AsyncGenerator<RowBatch> {
  let batch: RowBatch = { rows: [], refused: [], bytes: 0, isLast: false };
  let characters = 0;
  for await (const { row, bytes } of readRows(file, plan)) {
    batch.bytes = bytes;
    if ('message' in row) batch.refused.push(row);
    else {
      const own = JSON.stringify(row.data).length;
      if (batch.rows.length > 0 && characters + own > BATCH_CHARACTERS) {
        yield batch;
        batch = { rows: [], refused: [], bytes, isLast: false };
        characters = 0;
      }
      characters += own;
      batch.rows.push(row);
    }
    if (batch.rows.length + batch.refused.length < BATCH_ROWS) continue;
    yield batch;
    batch = { rows: [], refused: [], bytes, isLast: false };
    characters = 0;
  }
  yield { ...batch, bytes: file.size, isLast: true };
}

async function* readRows(
  file: Blob,
  plan: ImportPlan,
): AsyncGenerator<{ row: PlannedRow | RefusedRow; bytes: number }> {
  const newKey = createKeys(Date.now, length => crypto.getRandomValues(new Uint8Array(length)));
  const read = plan.kind === 'csv' ? csvReader(plan, newKey) : jsonReader(newKey);
  const decoder = new TextDecoder(plan.encoding);
  const reader = file.stream().getReader();
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    bytes += value?.length ?? 0;
    const text = done ? decoder.decode() : decoder.decode(value, { stream: true });
    for (const row of read(text, done)) yield { row, bytes };
    if (done) return;
  }
}

type Reader = (text: string, isEnd: boolean) => (PlannedRow | RefusedRow)[];

function csvReader({ separator, columns }: Extract<ImportPlan, { kind: 'csv' }>, newKey: () => string): Reader {
  const parser = new CsvParser(separator);
  // The header is row 0.
  let number = -1;
  return (text, isEnd) => {
    const rows = [...parser.push(text), ...(isEnd ? parser.end() : [])];
    return rows.flatMap(cells => {
      number++;
      return number === 0 ? [] : [readCsvRow(columns, cells, number, newKey)];
    });
  };
}

function jsonReader(newKey: () => string): Reader {
  const items = new JsonItems();
  let number = 0;
  return (text, isEnd) => {
    const found = [...items.push(text), ...(isEnd ? items.end() : [])];
    return found.map(item => readJsonItem(item, ++number, newKey));
  };
}
