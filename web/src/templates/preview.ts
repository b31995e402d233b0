/** The one worker in which this page previews templates. It starts with the first template. */
import { createPreviewClient } from './preview-client.ts';

const TIMEOUT_MS = 3_000;

export const preview = createPreviewClient({
  createWorker: () => new Worker(new URL('./preview-worker.ts', import.meta.url), { type: 'module' }),
  timeoutMs: TIMEOUT_MS,
});
