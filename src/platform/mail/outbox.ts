import { createHash, randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Message } from './message.ts';

/**
 * Writes `<time>-<hash of the message id>.eml`. A mail that is there already is not written again, so a repeated
 * attempt leaves one file; attempts at one mail are expected to follow each other.
 */
export async function writeToOutbox(folder: string, message: Message, signal?: AbortSignal): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Mails are private, also in a folder that was there before.
  await chmod(folder, 0o700);
  const ending = `-${createHash('sha256').update(message.messageId).digest('hex').slice(0, 32)}.eml`;
  const names = await readdir(folder);
  if (names.some(name => name.endsWith(ending))) return;

  const time = new Date().toISOString().replaceAll(':', '-');
  // Readers look for *.eml, and must never see half a mail.
  const unfinished = join(folder, `.${randomUUID()}.part`);
  try {
    await writeFile(unfinished, message.content, { mode: 0o600, flush: true, signal });
    await rename(unfinished, join(folder, time + ending));
  } catch (error) {
    await rm(unfinished, { force: true });
    signal?.throwIfAborted();
    throw error;
  }
}
