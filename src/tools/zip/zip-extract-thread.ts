import type { ThreadContext } from '../../platform/threads/thread-pool.ts';
import { toolLimits } from '../contract/tool-limits.ts';
import { unzip, type ZipEntry } from './zip-archive.ts';

interface ZipExtractInput {
  content: Uint8Array;
  endings: string[] | undefined;
}

export default async function extractZip(
  { content, endings }: ZipExtractInput,
  { transfer }: ThreadContext,
): Promise<ZipEntry[]> {
  const wanted = endings?.map(ending => ending.toLowerCase());
  const isWanted = (path: string) => wanted?.some(ending => path.toLowerCase().endsWith(ending)) ?? true;
  const entries = await unzip(content, { entries: toolLimits.archiveFiles, bytes: toolLimits.archiveBytes }, isWanted);
  for (const entry of entries) transfer(entry.content);
  return entries;
}
