import Type from 'typebox';
import { strict } from '../../nodes/param-schemas.ts';
import { defineTool } from '../contract/tool.ts';
import { file } from '../contract/tool-params.ts';

export const fileToText = defineTool({
  name: 'file_to_text',
  title: 'File to text',
  description:
    'Reads a file as text: PDF, Word, Excel, PowerPoint, OpenDocument, RTF, EPUB, HTML, e-mail, text of any kind; images ' +
    'by the text that they show; audio by what is said. Result: text, filename.',
  outputSchema: Type.Object({ text: Type.String(), filename: Type.String() }),
  inputSchema: Type.Object({ file: file('The file to read.') }, strict),
  call: async ({ file }, context) => {
    const { attachment, text, credits } = await context.readText(file);
    return { output: { text, filename: attachment.filename }, text: `Read ${attachment.filename}`, credits };
  },
});
