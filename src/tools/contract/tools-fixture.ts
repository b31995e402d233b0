/** The surroundings of tools in tests: files are in memory, and there is no network. */
import type { TestContext } from 'node:test';
import { type Attachment, type NewFile, StepError, type StepFiles, type StepOutcome } from '../../nodes/step.ts';
import { createThreadPool } from '../../platform/threads/thread-pool.ts';
import { createToolBox, type ToolBox } from '../registry.ts';
import type { ToolContext } from './tool.ts';

export interface Workbench {
  tools: ToolBox;
  files: StepFiles;
  context: ToolContext;
  /** Returns the output of a call that must succeed. */
  call(name: string, params: Record<string, unknown>): Promise<unknown>;
  outcome(name: string, params: Record<string, unknown>): Promise<StepOutcome>;
  /** Returns the one file that a call creates. */
  make(name: string, params: Record<string, unknown>): Promise<{ attachment: Attachment; content: Buffer }>;
  /** Stores a file and returns its id. */
  store(filename: string, content: Uint8Array | string, contentType?: string): Promise<string>;
}

export function workbench(
  t: TestContext | { after(action: () => unknown): void },
  more: Partial<ToolContext> = {},
): Workbench {
  const threads = createThreadPool({ atOnce: 2 });
  t.after(() => threads.close());
  const tools = createToolBox({ threads });
  const files = memoryFiles();
  const context: ToolContext = {
    signal: new AbortController().signal,
    idempotencyKey: 'r1-step',
    files,
    http: { request: () => Promise.reject(new Error('no network here')) },
    connect: () => Promise.reject(new Error('no network here')),
    progress: () => {},
    startedAt: new Date('2026-03-01T12:00:00Z'),
    user: { id: 'u1', email: 'ann@example.org', name: 'Ann' },
    runId: 'r1',
    nextTriggerDepth: 0,
    readText: () => Promise.reject(new Error('nothing is read here')),
    pay: async (_estimate, act) => (await act()).result,
    ...more,
  };
  const outcome = (name: string, params: Record<string, unknown>) => tools.call(name, params, context);
  return {
    tools,
    files,
    context,
    outcome,
    call: async (name, params) => (await outcome(name, params)).output,
    make: async (name, params) => {
      const [id, ...others] = (await outcome(name, params)).fileIds ?? [];
      if (id === undefined || others.length > 0) throw new Error('not exactly one file was made');
      return files.read(id);
    },
    store: async (filename, content, contentType = 'application/octet-stream') =>
      (await files.save({ filename, contentType, content: Buffer.from(content) })).file_id,
  };
}

export function memoryFiles(): StepFiles {
  const stored = new Map<string, { attachment: Attachment; content: Buffer }>();
  return {
    save: async ({ filename, contentType, content }: NewFile) => {
      const id = `file-${stored.size + 1}`;
      const attachment = {
        file_id: id,
        filename,
        content_type: contentType ?? 'application/octet-stream',
        file_url: `http://localhost/files/${id}`,
        size: content.byteLength,
      };
      stored.set(id, { attachment, content: Buffer.from(content) });
      return attachment;
    },
    read: async reference => {
      const id = typeof reference === 'object' && reference && 'file_id' in reference ? reference.file_id : reference;
      const found = stored.get(String(id));
      if (!found) throw new StepError('There is no such file');
      // Each reader gets its own copy of the bytes, which it may transfer to a thread.
      return { attachment: found.attachment, content: Buffer.from(new Uint8Array(found.content).buffer) };
    },
  };
}

export function isStepError(message: string | RegExp, retryable = false): (error: unknown) => boolean {
  return error => {
    if (!(error instanceof StepError)) throw error;
    const fits = typeof message === 'string' ? error.message === message : message.test(error.message);
    if (!fits) throw new Error(`another message: ${error.message}`);
    if (error.retryable !== retryable) throw new Error(`retryable: ${error.retryable}`);
    return true;
  };
}
