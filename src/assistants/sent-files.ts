/** The files of a message: the user's own, and those that were sent along. */
import { inputNotOneFile } from '../errors.ts';
import { fileIdOf, inlineFileOf } from '../files/inline.ts';
import { namedFiles, prepareInlineFile } from '../files/input-files.ts';
import { attachmentOf, discardFiles, type FileServices, type PreparedFile } from '../files/store.ts';
import type { Caller } from '../http/authentication.ts';
import type { Attachment } from '../nodes/step.ts';
import type { ChatRequest } from './schemas.ts';

export interface SentFiles {
  attachments: Attachment[];
  /** Those that were sent along: to be inserted with the message, or discarded. */
  prepared: PreparedFile[];
}

/** In the order in which they were given. Whatever it throws, nothing is left behind. */
export async function sentFiles(
  services: FileServices,
  { userId }: Caller,
  given: NonNullable<ChatRequest['files']>,
  signal: AbortSignal,
): Promise<SentFiles> {
  const named = given.flatMap((value, index) => {
    const key = `files.${index}`;
    if (inlineFileOf(value)) return [];
    const id = fileIdOf(value);
    if (id === undefined) throw inputNotOneFile(key);
    return [{ key, id }];
  });
  const found = await namedFiles(services, userId, named);
  const attachments: Attachment[] = [];
  const prepared: PreparedFile[] = [];
  try {
    for (const [index, value] of given.entries()) {
      const inline = inlineFileOf(value);
      const known = found.get(`files.${index}`);
      if (known) attachments.push(known);
      if (!inline) continue;
      const owner = { userId, organizationId: null };
      const one = await prepareInlineFile(services, inline, { owner, runId: null, signal });
      prepared.push(one);
      attachments.push(attachmentOf(one.row, services.publicUrl()));
    }
  } catch (error) {
    await discardFiles(services, prepared);
    throw error;
  }
  return { attachments, prepared };
}
