import Type from 'typebox';
import { attachment } from '../../nodes/output-schemas.ts';
import { strict } from '../../nodes/param-schemas.ts';
import { StepError } from '../../nodes/step.ts';
import { defineTool } from '../contract/tool.ts';
import { saveResultFile } from '../contract/tool-files.ts';
import { anyText, checkLength, choice, filename } from '../contract/tool-params.ts';

export const base64Decode = defineTool({
  name: 'base64_decode',
  title: 'Decode Base64',
  description: 'Reads Base64, also of the kind for URLs and as a data: URL. Result: text, or file (an attachment).',
  outputSchema: Type.Object({ text: Type.Optional(Type.String()), file: Type.Optional(attachment) }),
  inputSchema: Type.Object(
    {
      base64: anyText('Base64', 'What to decode. White space in it is ignored.'),
      as: Type.Optional(choice('Result', ['text', 'file'], 'Whether the result is a text (in UTF-8) or a file.')),
      filename: Type.Optional(filename('file.bin')),
    },
    strict,
  ),
  call: async ({ base64, as = 'text', filename = 'file.bin' }, context) => {
    const content = decode(checkLength('base64', base64));
    if (as === 'text') return { output: { text: toText(content) }, text: `Decoded ${content.byteLength} bytes` };
    return saveResultFile(context, { filename, extension: '', content });
  },
});

function decode(base64: string): Uint8Array {
  const bare = base64.replace(/^\s*data:[^,]{0,200};base64,/i, '');
  try {
    return Uint8Array.fromBase64(bare.replaceAll('-', '+').replaceAll('_', '/'));
  } catch (error) {
    throw new StepError("'base64' is not Base64", { cause: error });
  }
}

function toText(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch (error) {
    throw new StepError('What is encoded is not a text in UTF-8: ask for a file', { cause: error });
  }
}
