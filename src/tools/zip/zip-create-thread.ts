import type { ThreadSide } from '../../platform/threads/threads.ts';
import { type ZipEntry, zip } from './zip-archive.ts';

export default function createZip(entries: ZipEntry[], { transfer }: ThreadSide): Uint8Array {
  return transfer(zip(entries));
}
