/** Opens what a loop reads its items from. */
import path from 'node:path';
import { openStepFile } from '../../../files/step-files.ts';
import type { FileServices } from '../../../files/store.ts';
import { StepError } from '../../../nodes/step.ts';
import type { TemplateCache } from '../../../templates/template.ts';
import { stepNamesFile } from '../named-files.ts';
import type { RunState } from '../run-state.ts';
import type { StepRecord } from '../step-record.ts';
import { type FileFormat, openFileItems, SPLITTERS } from './file-items.ts';
import { FileRecords } from './file-records.ts';
import type { ItemCursor } from './item-cursor.ts';

interface SourceServices {
  files: FileServices;
  templates: TemplateCache;
}

/** `reference` names the file, as a template has given it. */
export type OpenSource = (
  state: RunState,
  record: StepRecord,
  reference: unknown,
  signal: AbortSignal,
) => Promise<ItemCursor>;

const BY_EXTENSION: ReadonlyMap<string, FileFormat> = new Map([
  ['.csv', 'csv'],
  ['.tsv', 'csv'],
  ['.ndjson', 'ndjson'],
  ['.jsonl', 'ndjson'],
  ['.json', 'json'],
]);
const BY_TYPE: ReadonlyMap<string, FileFormat> = new Map([
  ['text/csv', 'csv'],
  ['application/x-ndjson', 'ndjson'],
  ['application/jsonl', 'ndjson'],
  ['application/json', 'json'],
]);

export function createOpenSource({ files, templates }: SourceServices): OpenSource {
  return async (state, record, reference, signal) => {
    const { user, id: runId } = state.facts;
    const isNamed = (fileId: string) => stepNamesFile(state, record.place.node, fileId, templates);
    const file = await openStepFile({ ...files, userId: user.id, runId, isNamed, signal }, reference);
    const { filename, content_type, size, key } = file;
    const { format = findFormat(filename, content_type) } = state.stepParams(record) as { format?: FileFormat };
    const records = new FileRecords({
      ...{ blobs: files.blobs, key, sizeBytes: size, filename, owner: user.id, signal },
      split: SPLITTERS[format],
    });
    return openFileItems({ records, format, filename });
  };
}

function findFormat(filename: string, contentType: string): FileFormat {
  const format =
    BY_EXTENSION.get(path.extname(filename).toLowerCase()) ?? BY_TYPE.get(contentType.split(';')[0]?.trim() ?? '');
  if (!format) throw new StepError(`The format of '${filename}' is not known: set 'format' to csv, ndjson or json`);
  return format;
}
