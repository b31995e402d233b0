/** Converts a conversation to the messages that a model gets. */
import { fixedLimits } from '../configuration/limits.ts';
import { type Attachment, StepError, type StepFiles } from '../nodes/step.ts';
import type { ModelFile, ModelMessage, ModelSettings } from '../platform/models/model.ts';
import type { Entry } from './conversations.ts';

/** Returns undefined when the file no longer exists. */
export type LoadFile = (file: Attachment) => Promise<ModelFile | undefined>;

export async function modelMessages(
  entries: readonly Entry[],
  abilities: ModelSettings['abilities'],
  load: LoadFile,
): Promise<ModelMessage[]> {
  const shown = shownFiles(entries, abilities);
  return Promise.all(entries.map(entry => modelMessage(entry, shown, load)));
}

/** Selects the latest files up to a limit, because they are sent again with every question. */
function shownFiles(entries: readonly Entry[], abilities: ModelSettings['abilities']): ReadonlySet<Attachment> {
  const shown = new Set<Attachment>();
  let remaining: number = fixedLimits.chat.shownBytes;
  const questions = entries.filter(({ role }) => role === 'user');
  for (const file of questions.flatMap(({ files }) => files).reverse()) {
    if (!canPerceive(abilities, file)) continue;
    remaining -= file.size;
    if (remaining < 0) break;
    shown.add(file);
  }
  return shown;
}

export function createFileLoader(files: Pick<StepFiles, 'read'>): LoadFile {
  return async file => {
    try {
      const { content } = await files.read(file);
      return { filename: file.filename, contentType: file.content_type, content };
    } catch (error) {
      if (error instanceof StepError) return undefined;
      throw error;
    }
  };
}

/** Whether the model can see or hear the file itself. */
export function canPerceive(
  { vision, audio }: ModelSettings['abilities'],
  { content_type, size }: Pick<Attachment, 'content_type' | 'size'>,
): boolean {
  const isForIt = (vision && IMAGE.test(content_type)) || (audio && content_type.startsWith('audio/'));
  return isForIt && size <= fixedLimits.chat.shownBytes;
}

/** The formats that most vision models accept. */
const IMAGE = /^image\/(png|jpeg|gif|webp)$/;

/** Estimates what a model counts. */
export function countCharacters(messages: readonly ModelMessage[]): number {
  // The contents of files do not count, and JSON.stringify would first make a list of all their bytes to leave them out.
  return messages.reduce(
    (sum, message) => sum + (message.role === 'user' ? message.text : JSON.stringify(message)).length,
    0,
  );
}

async function modelMessage(
  { role, content: text, details, files }: Entry,
  shown: ReadonlySet<Attachment>,
  load: LoadFile,
): Promise<ModelMessage> {
  if (role === 'assistant') return { role, text, calls: details.calls ?? [] };
  if (role === 'tool') return { role, results: details.results ?? [] };
  const loaded = await Promise.all(files.filter(file => shown.has(file)).map(load));
  const parts = [text, ...files.map(describeFile), ...(details.documents ?? []).map(describeDocument)];
  return { role, text: parts.join('\n\n'), files: loaded.filter(file => file !== undefined) };
}

/** Includes the id, with which the model can pass the file to tools. */
function describeFile({ filename, file_id, content_type }: Attachment): string {
  return `[attached file ${JSON.stringify(filename)}, ${content_type}, file_id ${file_id}]`;
}

function describeDocument({ filename, text }: { filename: string; text: string }): string {
  return `Text of the file ${JSON.stringify(filename)}:\n${text}\n(end of the file)`;
}
