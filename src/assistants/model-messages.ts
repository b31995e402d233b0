/** A conversation as a model is told it. */
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
  return Promise.all(entries.map(entry => modelMessage(entry, abilities, load)));
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
export function perceives({ vision, audio }: ModelSettings['abilities'], contentType: string): boolean {
  return (vision && IMAGE.test(contentType)) || (audio && contentType.startsWith('audio/'));
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
  abilities: ModelSettings['abilities'],
  load: LoadFile,
): Promise<ModelMessage> {
  if (role === 'assistant') return { role, text, calls: details.calls ?? [] };
  if (role === 'tool') return { role, results: details.results ?? [] };
  const perceived = files.filter(file => perceives(abilities, file.content_type));
  const loaded = await Promise.all(perceived.map(load));
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
