import Type from 'typebox';
import { limits } from '../configuration/limits.ts';
import { effect } from './execution.ts';
import type { NodeType } from './node.ts';
import { actionParams, type FileParam, files, strict } from './param-schemas.ts';
import { type StepContext, StepError, type StepOutcome } from './step.ts';

const Params = Type.Object({ files: files('What is read.'), ...actionParams }, strict);

export const fileToText: NodeType<'file.to_text'> = {
  type: 'file.to_text',
  title: 'File to text',
  description:
    'Reads files (documents, images, audio) as text. Output: {text, files}, all text together and one {file_id, ' +
    'filename, text} per file.',
  category: 'action',
  terminal: false,
  handles: [],
  paramsSchema: Params,
  execution: effect(Params, ({ files }, context) => readAll(Array.isArray(files) ? files : [files], context)),
};

const MOST_FILES = 100;
/** Each text stands in the output twice. */
const MOST_CHARACTERS = limits.run.valueCharacters / 2;

async function readAll(references: readonly FileParam[], context: StepContext): Promise<StepOutcome> {
  if (references.length > MOST_FILES) throw new StepError(`At most ${MOST_FILES} files can be read in one step`);
  const read: { file_id: string; filename: string; text: string }[] = [];
  let credits = 0;
  let characters = 0;
  // One after the other: reading takes memory, and a failure stops the rest.
  for (const [index, reference] of references.entries()) {
    if (references.length > 1) context.progress(`Reading file ${index + 1} of ${references.length}`);
    const { attachment, text, credits: taken } = await context.readText(reference);
    read.push({ file_id: attachment.file_id, filename: attachment.filename, text });
    credits += taken;
    characters += text.length;
    if (characters > MOST_CHARACTERS) {
      throw new StepError(`The texts have more than ${MOST_CHARACTERS.toLocaleString('en')} characters together`);
    }
  }
  return {
    output: { text: read.map(({ text }) => text).join('\n\n'), files: read },
    text: read.length === 1 ? 'Read 1 file' : `Read ${read.length} files`,
    credits,
  };
}
