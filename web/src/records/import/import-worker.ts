/** Reads a file for an import beside the page, so that a large one never makes the page wait. */
import { explain } from '../../look/explain.ts';
import type { Separator } from '../csv-parser.ts';
import type { ImportPlan } from './import-plan.ts';
import { type FilePreview, previewFile, type RowBatch, readBatches } from './row-reader.ts';

export type ImportRequest =
  | { type: 'preview'; file: File; separator?: Separator }
  | { type: 'start'; file: File; plan: ImportPlan }
  | { type: 'next' };

export type ImportAnswer = { id: number } & ({ value: FilePreview | RowBatch | undefined } | { problem: string });

const reading: { batches?: AsyncGenerator<RowBatch> } = {};

async function answer(request: ImportRequest): Promise<FilePreview | RowBatch | undefined> {
  if (request.type === 'preview') return previewFile(request.file, request.separator);
  if (request.type === 'start') {
    reading.batches = readBatches(request.file, request.plan);
    return undefined;
  }
  return (await reading.batches?.next())?.value ?? undefined;
}

self.addEventListener(
  'message',
  async ({ data: { id, request } }: MessageEvent<{ id: number; request: ImportRequest }>) => {
    const reply: ImportAnswer = await answer(request).then(
      value => ({ id, value }),
      (error: unknown) => ({ id, problem: explain(error) }),
    );
    self.postMessage(reply);
  },
);
