/** What runs inside a thread: loads the module that it is told, calls its function, and answers. */
import { getHeapStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { isTransferable } from './transferable.ts';

export interface ThreadRequest {
  module: string;
  input: unknown;
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

parentPort?.on('message', async (request: ThreadRequest) => {
  try {
    const { default: work } = await import(request.module);
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
