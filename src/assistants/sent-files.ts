/** The files of a message: the user's own, and those that were sent along. */

import { limits } from '../configuration/limits.ts';
import { inputNotSingleFile, validationError } from '../errors.ts';
import { areAllFiles, fileIdOf, inlineFileOf } from '../files/inline.ts';
import { namedFiles, prepareInlineFile } from '../files/input-files.ts';
import { attachmentOf, discardFiles, type FileServices, type PreparedFile } from '../files/store.ts';
import type { Caller } from '../http/caller.ts';
import type { Call } from '../http/endpoint.ts';
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
  { signal, longTexts }: Pick<Call, 'signal' | 'longTexts'>,
): Promise<SentFiles> {
  const named = given.flatMap((value, index) => {
    const key = `files.${index}`;
    if (inlineFileOf(value, longTexts)) return [];
    const id = fileIdOf(value);
    if (id === undefined) throw inputNotSingleFile(key);
    return [{ key, id }];
  });
  const inline = given.map(value => inlineFileOf(value, longTexts));
  const sentAlong = inline.flatMap(file => file ?? []);
  if (!areAllFiles(longTexts, sentAlong)) {
    throw validationError('message', `must not have more than ${limits.chat.messageCharacters} characters`);
  }
  const found = await namedFiles(services, userId, named);
  const attachments: Attachment[] = [];
  const prepared: PreparedFile[] = [];
  try {
    for (const [index, file] of inline.entries()) {
      const known = found.get(`files.${index}`);
      if (known) attachments.push(known);
      if (!file) continue;
      const owner = { userId, organizationId: null };
      const one = await prepareInlineFile(services, file, { owner, runId: null, signal });
      prepared.push(one);
      attachments.push(attachmentOf(one.row, services.publicUrl()));
    }
  } catch (error) {
    await discardFiles(services, prepared);
    throw error;
  }
  return { attachments, prepared };
}
