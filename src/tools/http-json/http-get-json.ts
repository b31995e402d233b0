import Type from 'typebox';
import { strict, text } from '../../nodes/param-schemas.ts';
import { StepError } from '../../nodes/step.ts';
import { JsonTooDeep } from '../../platform/json/errors.ts';
import { parseJson } from '../../platform/json/parse.ts';
import { credential, getReply, headers, queryParam } from '../contract/get-reply.ts';
import { defineTool } from '../contract/tool.ts';
import { toolLimits } from '../contract/tool-limits.ts';

export const httpGetJson = defineTool({
  name: 'http_get_json',
  title: 'Get JSON',
  description:
    'Gets JSON from a URL. Result: the JSON itself. An answer with an error status, or that is no JSON, fails.',
  inputSchema: Type.Object(
    {
      url: text('URL', 'Address of the JSON.'),
      query: Type.Optional(queryParam),
      headers: Type.Optional(headers),
      credential: Type.Optional(credential),
    },
    strict,
  ),
  call: async (params, context) => {
    const request = { ...params, accept: 'application/json', limitBytes: toolLimits.resultCharacters };
    const reply = await getReply(request, context);
    const output = await parseReply(reply, context.signal);
    return { output, text: `Got ${describe(output)}` };
  },
});

async function parseReply({ body, url }: { body: Buffer; url: string }, signal: AbortSignal): Promise<unknown> {
  try {
    return await parseJson(body.toString('utf8').replace(/^\uFEFF/, ''), { signal });
  } catch (error) {
    if (error instanceof JsonTooDeep) throw new StepError(`The answer of '${url}' can not be read: ${error.message}`);
    if (error instanceof SyntaxError) throw new StepError(`The answer of '${url}' is no JSON`);
    throw error;
  }
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === 'object' && value !== null ? 'an object' : `a ${value === null ? 'null' : typeof value}`;
}
