import Type from 'typebox';
import { anyValue, strict } from '../../nodes/param-schemas.ts';
import type { ThreadPool } from '../../platform/threads/thread-pool.ts';
import { runInThread } from '../contract/run-in-thread.ts';
import { defineTool } from '../contract/tool.ts';
import { readFileParam } from '../contract/tool-files.ts';
import { toolLimits } from '../contract/tool-limits.ts';
import { file, requireExactlyOne } from '../contract/tool-params.ts';
import type { QueryInput } from './json-query-thread.ts';

const THREAD = new URL('./json-query-thread.ts', import.meta.url);

export const createJsonQuery = (threads: ThreadPool) =>
  defineTool({
    name: 'json_query',
    title: 'Query JSON',
    description:
      'Picks, filters and reshapes data with a JMESPath expression, such as items[?price > `10`].{name: name, price: ' +
      'price} | sort_by(@, &price). Result: what the expression gives; null when nothing fits.',
    inputSchema: Type.Object(
      {
        expression: Type.String({
          title: 'Expression',
          description: 'A JMESPath expression.',
          minLength: 1,
          maxLength: toolLimits.expressionCharacters,
        }),
        data: Type.Optional(anyValue('Data', 'The data to query, such as the output of an earlier step.')),
        file: Type.Optional(file('A JSON file to query, instead of data.')),
      },
      strict,
    ),
    call: async ({ expression, data, file }, context) => {
      requireExactlyOne({ data, file });
      const content = file === undefined ? undefined : (await readFileParam(context, file)).content;
      const input: QueryInput = content ? { expression, content } : { expression, json: JSON.stringify(data) };
      const json = await runInThread<string>(threads, THREAD, input, context, {
        timeoutMs: toolLimits.queryMs,
        transfer: content ? [content] : [],
      });
      const output: unknown = JSON.parse(json);
      return { output, text: summary(output) };
    },
  });

function summary(output: unknown): string {
  if (Array.isArray(output)) return `Found ${output.length} ${output.length === 1 ? 'element' : 'elements'}`;
  if (output === null) return 'Found nothing';
  return typeof output === 'object' ? 'Found an object' : String(output);
}
