import type { ThreadContext } from '../../platform/threads/thread-pool.ts';
import { type ZipEntry, zip } from './zip-archive.ts';

export default function createZip(entries: ZipEntry[], { transfer }: ThreadContext): Uint8Array {
  return transfer(zip(entries));
}
