import { createHash, createHmac } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import Type from 'typebox';
import { MEGABYTE } from '../../configuration/limits.ts';
import { strict } from '../../nodes/param-schemas.ts';
import { defineTool } from '../contract/tool.ts';
import { readFileParam } from '../contract/tool-files.ts';
import { anyText, checkLength, choice, file, longText, requireExactlyOne } from '../contract/tool-params.ts';

export const hash = defineTool({
  name: 'hash',
  title: 'Hash',
  description:
    'Computes the hash of a text (as UTF-8) or a file; with a key, the HMAC, as many services sign their requests. ' +
    'Result: hash.',
  outputSchema: Type.Object({ hash: Type.String() }),
  inputSchema: Type.Object(
    {
      text: Type.Optional(longText('Text', 'The text.')),
      file: Type.Optional(file('The file, instead of a text.')),
      algorithm: Type.Optional(choice('Algorithm', ['sha256', 'sha512', 'sha1', 'md5'], 'How it is computed.')),
      encoding: Type.Optional(choice('Encoding', ['hex', 'base64'], 'How the hash is written.')),
      key: Type.Optional(anyText('Key', 'Secret key. With it the result is an HMAC.')),
    },
    strict,
  ),
  call: async ({ text, file, algorithm = 'sha256', encoding = 'hex', key }, context) => {
    requireExactlyOne({ text, file });
    if (text !== undefined) checkLength('text', text);
    const content = file === undefined ? Buffer.from(text ?? '') : (await readFileParam(context, file)).content;
    const hashing = key === undefined ? createHash(algorithm) : createHmac(algorithm, key);
    for (let at = 0; at < content.byteLength; at += MEGABYTE) {
      hashing.update(content.subarray(at, at + MEGABYTE));
      // A megabyte takes a millisecond or two. Then other work may run.
      await setImmediate();
      context.signal.throwIfAborted();
    }
    const digest = hashing.digest(encoding);
    return { output: { hash: digest }, text: digest };
  },
});
