import { isMarkedAsUntransferable } from 'node:worker_threads';

/** Small buffers of Node share one memory, which must stay where it is. */
export function isTransferable(bytes: Uint8Array<ArrayBuffer>): boolean {
  return bytes.byteLength === bytes.buffer.byteLength && !isMarkedAsUntransferable(bytes.buffer);
}
