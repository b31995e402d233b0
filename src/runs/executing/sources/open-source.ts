/** Opens what a loop reads its items from. */
import path from 'node:path';
import { openStepFile } from '../../../files/step-files.ts';
import type { FileServices } from '../../../files/store.ts';
import type { QueryParam, RecordsParam } from '../../../nodes/loop-sources.ts';
import { StepError } from '../../../nodes/step.ts';
import type { TemplateCache } from '../../../templates/template.ts';
import { stepNamesFile } from '../named-files.ts';
import type { RunServices } from '../run-services.ts';
import { type FileFormat, openFileItems, SPLITTERS } from './file-items.ts';
import { FileRecords } from './file-records.ts';
import type { ItemCursor } from './item-cursor.ts';
import { keyedItems } from './keyed-items.ts';
import type { OpenSource } from './opening.ts';
import { queryPages } from './query-pages.ts';
import { recordPages } from './record-pages.ts';
import { createCallSource } from './source-calls.ts';

interface SourceServices extends Pick<RunServices, 'nodeType' | 'fitParams' | 'createCapabilities'> {
  files: FileServices;
  templates: TemplateCache;
}

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

export function createOpenSource(services: SourceServices): OpenSource {
  return async (state, record, reference, signal) => {
    const given = state.stepParams(record);
    const name = (['records', 'query'] as const).find(each => given[each] !== undefined);
    if (!name) return openFile(services, state, record, reference, signal);
    const type = services.nodeType(record.nodeType);
    if (!type) throw new Error('the loop has no type');
    const { params, problems } = services.fitParams(type, { params: { [name]: reference }, printed: {} });
    if (problems[0] !== undefined) throw new StepError(problems[0], { kind: 'params' });
    const { records, query } = params as { records?: RecordsParam; query?: QueryParam };
    const call = createCallSource(services.createCapabilities, state, record, { type, signal });
    if (records) return keyedItems(recordPages(records, call));
    if (query) return keyedItems(queryPages(query, call));
    throw new Error('the loop has no source');
  };
}

async function openFile(
  { files, templates }: SourceServices,
  ...[state, record, reference, signal]: Parameters<OpenSource>
): Promise<ItemCursor> {
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
}

function findFormat(filename: string, contentType: string): FileFormat {
  const format =
    BY_EXTENSION.get(path.extname(filename).toLowerCase()) ?? BY_TYPE.get(contentType.split(';')[0]?.trim() ?? '');
  if (!format) throw new StepError(`The format of '${filename}' is not known: set 'format' to csv, ndjson or json`);
  return format;
}
