/**
 * The log of the embedded server, bounded: when it has grown too long, it becomes `server.log.1`, in place of the one
 * before, and begins anew. The server holds the file open to append to it, so it is copied and cut, not renamed. What
 * it writes in between is lost; nobody but people reads it.
 */
import { copyFile, stat, truncate } from 'node:fs/promises';

export const LOG_BYTES = 8 * 2 ** 20;

export async function boundLog(file: string, limitBytes = LOG_BYTES): Promise<void> {
  try {
    const { size } = await stat(file);
    if (size <= limitBytes) return;
    await copyFile(file, `${file}.1`);
    await truncate(file);
  } catch (error) {
    // Not there yet, or another process did the same: it is looked at again.
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}
