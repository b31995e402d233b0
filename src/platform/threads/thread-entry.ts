/** The entry point of a thread: loads the requested module, calls its function, and sends the result back. */
import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { isTransferable } from './transferable.ts';
import { boundWasmMemory } from './wasm-memory.ts';

/** On the scale of `nice`, on which 0 is the usual priority. */
const LOWER_BY = 10;
const LOWEST_PRIORITY = 19;

export interface ThreadRequest {
  module: string;
  input: unknown;
}

/** Sent when the module is loaded and its function is about to be called. */
export interface ThreadStarted {
  /** The processor time that the thread has used so far. */
  startedMs: number;
}

export type ThreadReply = { usedBytes: number } & ({ result: unknown } | { thrown: Thrown });

export interface Thrown {
  name: string;
  message: string;
  stack: string;
}

/** The second argument of the function of a module. */
export interface ThreadContext {
  /** Moves the bytes with the result instead of copying them. */
  transfer(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>;
  /** Lets the thread do no other work after this one, because something in it may be broken. */
  retire(): void;
}

/** What a thread is started with. */
export interface ThreadSettings {
  memoryBytes: number;
}

const { memoryBytes }: ThreadSettings = workerData;
const wasmBytes = boundWasmMemory(memoryBytes);
const state = { isRetired: false };

lowerPriority();

parentPort?.on('message', async (request: ThreadRequest) => {
  try {
    const { default: work } = await import(request.module);
    const started: ThreadStarted = { startedMs: processorMs() };
    parentPort?.postMessage(started);
    const moved = new Set<ArrayBuffer>();
    const context: ThreadContext = {
      transfer(bytes) {
        if (isTransferable(bytes)) moved.add(bytes.buffer);
        return bytes;
      },
      retire() {
        state.isRetired = true;
      },
    };
    const reply: ThreadReply = { result: await work(request.input, context), usedBytes: usedBytes() };
    parentPort?.postMessage(reply, [...moved]);
  } catch (error) {
    const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
    const reply: ThreadReply = { thrown: { name, message, stack }, usedBytes: usedBytes() };
    parentPort?.postMessage(reply);
  }
});

function usedBytes(): number {
  if (state.isRetired) return Number.POSITIVE_INFINITY;
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory + wasmBytes();
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * On Linux each thread has its own priority. With a lower one than the event loop has, busy threads do not keep the
 * service from replying when there are more of them than cores. Elsewhere the priority belongs to the process and is
 * not changed.
 */
function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    // The link is "<process id>/task/<thread id>".
    const threadId = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (threadId > 0) setPriority(threadId, Math.min(getPriority() + LOWER_BY, LOWEST_PRIORITY));
  } catch {
    // Without /proc, or without the permission, work runs at the usual priority.
  }
}
