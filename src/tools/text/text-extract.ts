import Type from 'typebox';
import { strict } from '../../nodes/param-schemas.ts';
import type { ThreadPool } from '../../platform/threads/thread-pool.ts';
import { runInThread } from '../contract/run-in-thread.ts';
import { defineTool } from '../contract/tool.ts';
import { toolLimits } from '../contract/tool-limits.ts';
import { checkLength, flag, integer, longText } from '../contract/tool-params.ts';
import type { ExtractInput, Match } from './text-extract-thread.ts';

const THREAD = new URL('./text-extract-thread.ts', import.meta.url);

export const createTextExtract = (threads: ThreadPool) =>
  defineTool({
    name: 'text_extract',
    title: 'Find in text',
    description:
      'Finds what fits a regular expression. Result: count, matches (each with text, index, groups as a list and named ' +
      'groups by name) and first: the first match, or null.',
    outputSchema: Type.Object({
      count: Type.Integer(),
      matches: Type.Array(
        Type.Object({ text: Type.String(), index: Type.Integer(), groups: Type.Unknown(), named: Type.Unknown() }),
      ),
      first: Type.Unknown(),
    }),
    inputSchema: Type.Object(
      {
        text: longText('Text', 'The text to search.'),
        pattern: Type.String({
          title: 'Pattern',
          description: 'A regular expression as JavaScript has it, such as (?<number>INV-\\d+).',
          minLength: 1,
          maxLength: 1000,
        }),
        ignore_case: Type.Optional(flag('Ignore case', 'Whether upper and lower case are the same.', false)),
        multiline: Type.Optional(flag('Lines', 'Whether ^ and $ also mean the start and the end of a line.', false)),
        dot_all: Type.Optional(flag('Dot for all', 'Whether . also means a line break.', false)),
        limit: Type.Optional(
          integer('Limit', 'Matches to find at most.', { minimum: 1, maximum: toolLimits.matches, default: 1000 }),
        ),
      },
      strict,
    ),
    call: async ({ text, pattern, ignore_case, multiline, dot_all, limit = 1000 }, context) => {
      const flags = `gu${ignore_case ? 'i' : ''}${multiline ? 'm' : ''}${dot_all ? 's' : ''}`;
      const input: ExtractInput = { text: checkLength('text', text), pattern, flags, limit };
      const json = await runInThread<string>(threads, THREAD, input, context, { timeoutMs: toolLimits.patternMs });
      const matches: Match[] = JSON.parse(json);
      const count = matches.length;
      return {
        output: { count, matches, first: matches[0] ?? null },
        text: `Found ${count} ${count === 1 ? 'match' : 'matches'}`,
      };
    },
  });
