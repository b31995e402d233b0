/**
 * Reads all records of a collection and writes them to a file, beside the page. Pages that were read are kept as blobs,
 * which the browser may put on the disk: the columns of a CSV are known only after the last record.
 */

import { type BoosterRecord, type ExportBody, type ExportReply, exportRecords } from '../../api/records.ts';
import { ApiError } from '../../api/transport/client.ts';
import { explain } from '../../look/explain.ts';
import { csvHeader, csvRows, type ExportOptions, jsonRows } from './export-page.ts';

export interface ExportRequest {
  body: ExportBody;
  options: ExportOptions;
}

export type ExportMessage =
  | { type: 'progress'; records: number }
  | { type: 'done'; file: Blob; records: number }
  | { type: 'failed'; message: string; isSessionEnd: boolean };

const RETRIES = 5;
const RETRY_MS = 1000;

async function run({ body, options }: ExportRequest): Promise<void> {
  const isCsv = options.format === 'csv';
  const parts: Blob[] = isCsv ? [] : [new Blob(['[\n'])];
  const fields = new Set(options.fields);
  let records = 0;
  for (let after: ExportReply['next'] | undefined; after !== null; ) {
    const page: ExportReply = await readPage({ ...body, ...(after && { after }) });
    if (isCsv && !options.fields)
      for (const { data } of page.records) for (const name of Object.keys(data)) fields.add(name);
    parts.push(new Blob([isCsv ? JSON.stringify(page.records) : jsonRows(page.records, records === 0)]));
    records += page.records.length;
    after = page.next;
    send({ type: 'progress', records });
  }
  const file = isCsv
    ? new Blob([csvHeader([...fields], options), ...(await convertParts(parts, [...fields], options))], {
        type: 'text/csv',
      })
    : new Blob([...parts, '\n]\n'], { type: 'application/json' });
  send({ type: 'done', file, records });
}

async function convertParts(
  parts: readonly Blob[],
  fields: readonly string[],
  options: ExportOptions,
): Promise<Blob[]> {
  const converted: Blob[] = [];
  for (const part of parts) {
    const records: BoosterRecord[] = JSON.parse(await part.text());
    converted.push(new Blob([csvRows(records, fields, options)]));
  }
  return converted;
}

/** The cursor makes a page that was lost on its way harmless: it is asked for again. */
async function readPage(body: ExportBody): Promise<ExportReply> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await exportRecords(body);
    } catch (error) {
      if (!(error instanceof ApiError) || !error.isTemporary || attempt > RETRIES) throw error;
      await new Promise(resolve => setTimeout(resolve, RETRY_MS * attempt));
    }
  }
}

function send(message: ExportMessage): void {
  self.postMessage(message);
}

self.addEventListener('message', ({ data }: MessageEvent<ExportRequest>) => {
  run(data).catch((error: unknown) => {
    const message = explain(error);
    send({ type: 'failed', message, isSessionEnd: error instanceof ApiError && error.status === 401 });
  });
});
