/** What runs inside a thread: loads the module that it is told, calls its function, and answers. */
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { isTransferable } from './transferable.ts';

/** As `nice` counts: 0 is usual, 19 the lowest. */
const LOWER_PRIORITY = 10;

export interface ThreadRequest {
  module: string;
  input: unknown;
}

/** The module is loaded, and its function is being called. */
export interface ThreadBegun {
  /** Processor time of the thread so far. */
  begunMs: number;
}

export type ThreadReply = { usedBytes: number } & ({ result: unknown } | { thrown: Thrown });

export interface Thrown {
  name: string;
  message: string;
  stack: string;
}

/** What the function of a module is handed besides its input. */
export interface ThreadSide {
  /** Lets the bytes go with the result instead of a copy of them. */
  transfer(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>;
}

lowerPriority();

parentPort?.on('message', async (request: ThreadRequest) => {
  try {
    const { default: work } = await import(request.module);
    const begun: ThreadBegun = { begunMs: processorMs() };
    parentPort?.postMessage(begun);
    const moved = new Set<ArrayBuffer>();
    const side: ThreadSide = {
      transfer(bytes) {
        if (isTransferable(bytes)) moved.add(bytes.buffer);
        return bytes;
      },
    };
    const reply: ThreadReply = { result: await work(request.input, side), usedBytes: usedBytes() };
    parentPort?.postMessage(reply, [...moved]);
  } catch (error) {
    const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
    const reply: ThreadReply = { thrown: { name, message, stack }, usedBytes: usedBytes() };
    parentPort?.postMessage(reply);
  }
});

function usedBytes(): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * On Linux a priority belongs to a thread: with a lower one than the event loop's, busy threads do not keep the service
 * from answering when there are more of them than cores. Elsewhere it belongs to the process, and stays as it is.
 */
function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    // "<process id>/task/<thread id>"
    const threadId = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (threadId > 0) setPriority(threadId, LOWER_PRIORITY);
  } catch {
    // Without /proc, or where it is forbidden, work is done at the usual priority.
  }
}
