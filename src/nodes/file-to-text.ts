import Type from 'typebox';
import { fixedLimits } from '../configuration/limits.ts';
import { effect, type NodeType } from './node.ts';
import { ACTION_TEXTS, actionParams, type FileParam, files, strict } from './param-schemas.ts';
import { type StepContext, StepError, type StepOutcome } from './step.ts';

const Params = Type.Object({ files: files('What is read.'), ...actionParams }, strict);

export const fileToTextNode: NodeType<'file.to_text'> = {
  type: 'file.to_text',
  title: 'File to text',
  description:
    'Reads files (documents, images, audio) as text. Output: {text, files}, all text together and one {file_id, ' +
    'filename, text} per file.',
  category: 'action',
  terminal: false,
  handles: [],
  paramsSchema: Params,
  texts: ACTION_TEXTS,
  outputSchema: Type.Object({
    text: Type.String(),
    files: Type.Array(Type.Object({ file_id: Type.String(), filename: Type.String(), text: Type.String() })),
  }),
  execution: effect(Params, ({ files }, context) => readFiles(Array.isArray(files) ? files : [files], context)),
};

const MAX_FILES = 100;
/** The output contains each text twice. */
const MAX_CHARACTERS = fixedLimits.run.valueCharacters / 2;

async function readFiles(references: readonly FileParam[], context: StepContext): Promise<StepOutcome> {
  if (references.length > MAX_FILES) throw new StepError(`At most ${MAX_FILES} files can be read in one step`);
  const read: { file_id: string; filename: string; text: string }[] = [];
  let credits = 0;
  let characters = 0;
  // Files are read one at a time, because reading takes memory, and a failure makes the rest unnecessary.
  for (const [index, reference] of references.entries()) {
    if (references.length > 1) context.progress(`Reading file ${index + 1} of ${references.length}`);
    const { attachment, text, credits: fileCredits } = await context.readText(reference);
    read.push({ file_id: attachment.file_id, filename: attachment.filename, text });
    credits += fileCredits;
    characters += text.length;
    if (characters > MAX_CHARACTERS) {
      throw new StepError(`The texts have more than ${MAX_CHARACTERS.toLocaleString('en')} characters together`);
    }
  }
  return {
    output: { text: read.map(({ text }) => text).join('\n\n'), files: read },
    text: read.length === 1 ? 'Read 1 file' : `Read ${read.length} files`,
    credits,
  };
}
