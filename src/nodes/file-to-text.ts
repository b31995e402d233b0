import Type from 'typebox';
import type { NodeType } from './node.ts';
import { actionParams, files, strict } from './param-schemas.ts';

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
  execution: { kind: 'none' },
};
