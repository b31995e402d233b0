import { isMarkedAsUntransferable } from 'node:worker_threads';

/** Node's small buffers share one block of memory, which must not be moved. */
export function isTransferable(bytes: Uint8Array<ArrayBuffer>): boolean {
  return bytes.byteLength === bytes.buffer.byteLength && !isMarkedAsUntransferable(bytes.buffer);
}
