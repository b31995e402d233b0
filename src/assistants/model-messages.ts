/** A conversation as a model is told it. */
import { limits } from '../configuration/limits.ts';
import { type Attachment, StepError, type StepFiles } from '../nodes/step.ts';
import type { ModelFile, ModelMessage, ModelSettings } from '../platform/models/model.ts';
import type { Entry } from './conversations.ts';

/** Gives undefined when the file is gone. */
export type LoadFile = (file: Attachment) => Promise<ModelFile | undefined>;

export async function modelMessages(
  entries: readonly Entry[],
  abilities: ModelSettings['abilities'],
  load: LoadFile,
): Promise<ModelMessage[]> {
  const shown = shownFiles(entries, abilities);
  return Promise.all(entries.map(entry => modelMessage(entry, shown, load)));
}

/** The latest, up to a limit: they are sent again with every question. */
function shownFiles(entries: readonly Entry[], abilities: ModelSettings['abilities']): ReadonlySet<Attachment> {
  const shown = new Set<Attachment>();
  let room: number = limits.chat.shownBytes;
  const questions = entries.filter(({ role }) => role === 'user');
  for (const file of questions.flatMap(({ files }) => files).reverse()) {
    if (!perceives(abilities, file)) continue;
    room -= file.size;
    if (room < 0) break;
    shown.add(file);
  }
  return shown;
}

export function loadFrom(files: Pick<StepFiles, 'read'>): LoadFile {
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

/** Whether the model sees or hears a file itself. */
export function perceives(
  { vision, audio }: ModelSettings['abilities'],
  { content_type, size }: Pick<Attachment, 'content_type' | 'size'>,
): boolean {
  const isForIt = (vision && IMAGE.test(content_type)) || (audio && content_type.startsWith('audio/'));
  return isForIt && size <= limits.chat.shownBytes;
}

/** What models with eyes commonly take. */
const IMAGE = /^image\/(png|jpeg|gif|webp)$/;

/** For estimates: what a model counts, nearly. */
export function charactersOf(messages: readonly ModelMessage[]): number {
  // Without the contents of files: only to leave them out, JSON.stringify would make a list of all their bytes.
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
  const parts = [text, ...files.map(nameOf), ...(details.documents ?? []).map(textOf)];
  return { role, text: parts.join('\n\n'), files: loaded.filter(file => file !== undefined) };
}

/** So that tools can be given the file. */
function nameOf({ filename, file_id, content_type }: Attachment): string {
  return `[attached file ${JSON.stringify(filename)}, ${content_type}, file_id ${file_id}]`;
}

function textOf({ filename, text }: { filename: string; text: string }): string {
  return `Text of the file ${JSON.stringify(filename)}:\n${text}\n(end of the file)`;
}
