/** Prepares the files of a message: stored files of the user, and files inside the message. */
import { fixedLimits } from '../configuration/limits.ts';
import { inputNotSingleFile, validationError } from '../errors.ts';
import { areAllFiles, parseFileId, parseInlineFile } from '../files/inline.ts';
import { prepareInlineFile, requireUserFiles } from '../files/input-files.ts';
import { discardFiles, type FileServices, type PreparedFile, toAttachment } from '../files/store.ts';
import type { Caller } from '../http/caller.ts';
import type { Call } from '../http/endpoint.ts';
import type { Attachment } from '../nodes/step.ts';
import type { ChatRequest } from './schemas.ts';

export interface SentFiles {
  attachments: Attachment[];
  /** The files inside the message. The caller has to insert them with the message, or discard them. */
  prepared: PreparedFile[];
}

/** Preserves the order of the files. When it throws, it leaves no files behind. */
export async function prepareSentFiles(
  services: FileServices,
  { userId }: Caller,
  input: NonNullable<ChatRequest['files']>,
  { signal, longTexts }: Pick<Call, 'signal' | 'longTexts'>,
): Promise<SentFiles> {
  const named = input.flatMap((value, index) => {
    const key = `files.${index}`;
    if (parseInlineFile(value, longTexts)) return [];
    const id = parseFileId(value);
    if (id === undefined) throw inputNotSingleFile(key);
    return [{ key, id }];
  });
  const inline = input.map(value => parseInlineFile(value, longTexts));
  const sentAlong = inline.flatMap(file => file ?? []);
  if (!areAllFiles(longTexts, sentAlong)) {
    throw validationError('message', `must not have more than ${fixedLimits.chat.messageCharacters} characters`);
  }
  const found = await requireUserFiles(services, userId, named);
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
      attachments.push(toAttachment(one.row, services.publicUrl()));
    }
  } catch (error) {
    await discardFiles(services, prepared);
    throw error;
  }
  return { attachments, prepared };
}
