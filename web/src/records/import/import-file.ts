/** A file that is read by a worker, for an import. */
import type { Separator } from '../csv-parser.ts';
import type { ImportPlan } from './import-plan.ts';
import type { ImportAnswer, ImportRequest } from './import-worker.ts';
import type { FilePreview, RowBatch } from './row-reader.ts';

export interface ImportFile {
  preview(separator?: Separator): Promise<FilePreview>;
  start(plan: ImportPlan): Promise<void>;
  /** The next rows, or undefined after the last. */
  next(): Promise<RowBatch | undefined>;
  close(): void;
}

export function openImportFile(file: File): ImportFile {
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, PromiseWithResolvers<FilePreview | RowBatch | undefined>>();
  let lastId = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<ImportAnswer>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if ('problem' in data) asked?.reject(new Error(data.problem));
    else asked?.resolve(data.value);
  });

  function ask(request: ImportRequest): Promise<FilePreview | RowBatch | undefined> {
    const id = ++lastId;
    const asked = Promise.withResolvers<FilePreview | RowBatch | undefined>();
    waiting.set(id, asked);
    worker.postMessage({ id, request });
    return asked.promise;
  }

  return {
    async preview(separator) {
      const reply = await ask({ type: 'preview', file, ...(separator && { separator }) });
      if (!reply || !('kind' in reply)) throw new Error(file.name);
      return reply;
    },
    async start(plan) {
      await ask({ type: 'start', file, plan });
    },
    async next() {
      const reply = await ask({ type: 'next' });
      return reply && 'rows' in reply && 'isLast' in reply ? reply : undefined;
    },
    close: () => worker.terminate(),
  };
}
