/** The files of a message that the model can not see or hear itself, as text. */
import { limits } from '../configuration/limits.ts';
import { type Attachment, type FileText, StepError } from '../nodes/step.ts';
import type { ChatModel } from '../platform/models/model.ts';
import { cut } from './turn.ts';
import { perceives } from './model-messages.ts';
import type { MessageDetails } from './tables.ts';

/** With what reading them took. A file that can not be read is for tools, or for the model to be told so. */
export async function readDocuments(
  files: readonly Attachment[],
  { settings: { abilities } }: ChatModel,
  readText: (file: Attachment) => Promise<FileText>,
): Promise<{ documents: NonNullable<MessageDetails['documents']>; credits: number }> {
  const documents = [];
  let credits = 0;
  let room: number = limits.chat.fileCharacters;
  for (const file of files) {
    if (perceives(abilities, file)) continue;
    const read = await readText(file).catch(asText);
    credits += read.credits;
    documents.push({ filename: file.filename, text: cut(read.text, room) });
    room = Math.max(0, room - read.text.length);
  }
  return { documents, credits };
}

function asText(error: unknown): Pick<FileText, 'text' | 'credits'> {
  if (!(error instanceof StepError) || error.retryable) throw error;
  return { text: `[${error.message}]`, credits: 0 };
}
