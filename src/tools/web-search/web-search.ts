/** Searches the web with the provider that the settings name. */
import Type from 'typebox';
import type { WebSearchSettings } from '../../configuration/web-search.ts';
import { strict } from '../../nodes/param-schemas.ts';
import { StepError } from '../../nodes/step.ts';
import { parseRetryAfter } from '../../platform/outbound/retry-after.ts';
import { isTransientStatus } from '../../platform/outbound/transient-status.ts';
import { defineTool, type Tool } from '../contract/tool.ts';
import { toolLimits } from '../contract/tool-limits.ts';
import { integer } from '../contract/tool-params.ts';
import { SEARCH_PROVIDERS, type SearchResult } from './web-search-providers.ts';

const { timeoutMs, bytes, queryCharacters, results: mostResults } = toolLimits.search;

export const createWebSearch = (settings: WebSearchSettings): Tool =>
  defineTool({
    name: 'web_search',
    title: 'Web search',
    description:
      'Searches the web. Result: results, a list of title, url and snippet, the best first. The pages themselves are ' +
      'read by web_page_to_markdown.',
    outputSchema: Type.Object({
      results: Type.Array(Type.Object({ title: Type.String(), url: Type.String(), snippet: Type.String() })),
    }),
    inputSchema: Type.Object(
      {
        query: Type.String({
          title: 'Query',
          description: 'What to search for.',
          minLength: 1,
          maxLength: queryCharacters,
        }),
        count: Type.Optional(
          integer('Count', 'How many results at most.', { minimum: 1, maximum: mostResults, default: 5 }),
        ),
      },
      strict,
    ),
    call: async ({ query, count = 5 }, { progress, signal }) => {
      progress(`Searching for ${query.slice(0, 200)}`);
      const results = (await search(settings, query, count, signal)).slice(0, count);
      return { output: { results }, text: `Found ${results.length} ${results.length === 1 ? 'result' : 'results'}` };
    },
  });

async function search(
  settings: WebSearchSettings,
  query: string,
  count: number,
  signal: AbortSignal,
): Promise<SearchResult[]> {
  const overdue = AbortSignal.timeout(timeoutMs);
  const provider = SEARCH_PROVIDERS[settings.provider];
  try {
    const { url, ...init } = provider.request(settings, query, count);
    // A redirect would send the key to another address.
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.any([signal, overdue]) });
    checkStatus(response);
    return provider.results(parseAnswer(await readBoundedText(response)));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof StepError) throw error;
    if (overdue.aborted) {
      throw new StepError(`The web search did not answer within ${timeoutMs / 1000} seconds`, { retryable: true });
    }
    throw new StepError(`The web search can not be reached: ${errorReason(error)}`, { retryable: true, cause: error });
  }
}

function checkStatus({ status, headers }: Response): void {
  if (status >= 200 && status < 300) return;
  throw new StepError(`The web search answered with status ${status}`, {
    kind: 'http_status',
    status,
    retryable: isTransientStatus(status),
    retryAfterMs: parseRetryAfter(headers.get('retry-after')),
  });
}

async function readBoundedText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > bytes) throw new StepError('The web search gave too long an answer');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new StepError('The web search gave an answer that is not JSON');
  }
}

/** Returns the code of the system rather than "fetch failed". */
function errorReason(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}
