import Type from 'typebox';
import { strict } from '../../nodes/param-schemas.ts';
import { defineTool } from '../contract/tool.ts';
import { readFileParam } from '../contract/tool-files.ts';
import { toolLimits } from '../contract/tool-limits.ts';
import { checkLength, file, flag, longText, requireExactlyOne } from '../contract/tool-params.ts';

/** Base64 encodes three bytes as four characters. */
const FILE_BYTES = Math.floor(toolLimits.resultCharacters / 4) * 3;

export const base64Encode = defineTool({
  name: 'base64_encode',
  title: 'Encode as Base64',
  description: 'Writes a text (as UTF-8) or a file as Base64. Result: base64.',
  outputSchema: Type.Object({ base64: Type.String() }),
  inputSchema: Type.Object(
    {
      text: Type.Optional(longText('Text', 'The text to encode.')),
      file: Type.Optional(file('The file to encode, instead of a text.')),
      url_safe: Type.Optional(
        flag('For URLs', 'Whether - and _ stand in place of + and /, without = at the end.', false),
      ),
    },
    strict,
  ),
  call: async ({ text, file, url_safe = false }, context) => {
    requireExactlyOne({ text, file });
    if (text !== undefined) checkLength('text', text, FILE_BYTES / 3);
    const content =
      file === undefined ? Buffer.from(text ?? '') : (await readFileParam(context, file, FILE_BYTES)).content;
    const base64 = content.toBase64(url_safe ? { alphabet: 'base64url', omitPadding: true } : {});
    return { output: { base64 }, text: `Encoded ${content.byteLength} bytes` };
  },
});
