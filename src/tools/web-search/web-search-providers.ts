/** How each provider of web search is asked, and how it answers. */

import type { SearchProvider, WebSearchSettings } from '../../configuration/web-search.ts';
import { StepError } from '../../nodes/step.ts';
import { isObject } from '../../platform/is-object.ts';

export interface SearchResult {
  title: string;
  url: string;
  snippet: string;
}

interface Provider {
  request(settings: WebSearchSettings, query: string, count: number): SearchRequest;
  results(answer: unknown): SearchResult[];
}

interface SearchRequest {
  url: string;
  method?: string;
  headers: Record<string, string>;
  body?: string;
}

export const PROVIDERS: Readonly<Record<SearchProvider, Provider>> = {
  searxng: {
    request: ({ url, key }, query) => ({
      url: `${url}/search?${new URLSearchParams({ q: query, format: 'json' })}`,
      headers: { accept: 'application/json', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
    }),
    results: answer => listIn(answer, 'results').flatMap(entry => resultOf(entry, 'content')),
  },
  brave: {
    request: ({ url, key = '' }, query, count) => {
      // Without the last one, the words that were found stand in HTML.
      const params = new URLSearchParams({ q: query, count: String(count), text_decorations: 'false' });
      return {
        url: `${url}/res/v1/web/search?${params}`,
        headers: { accept: 'application/json', 'x-subscription-token': key },
      };
    },
    // Where nothing was found, there is no `web`.
    results: answer => {
      const { web = { results: [] } } = isObject(answer) ? answer : { web: undefined };
      return listIn(web, 'results').flatMap(entry => resultOf(entry, 'description'));
    },
  },
  tavily: {
    request: ({ url, key = '' }, query, count) => ({
      url: `${url}/search`,
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ query, max_results: count }),
    }),
    results: answer => listIn(answer, 'results').flatMap(entry => resultOf(entry, 'content')),
  },
};

function listIn(answer: unknown, field: string): unknown[] {
  const list = isObject(answer) ? answer[field] : undefined;
  if (!Array.isArray(list)) throw new StepError('The web search gave an answer without results');
  return list;
}

const TITLE_CHARACTERS = 500;
const SNIPPET_CHARACTERS = 5000;

function resultOf(entry: unknown, snippetField: string): SearchResult[] {
  if (!isObject(entry) || typeof entry.url !== 'string' || !/^https?:/i.test(entry.url)) return [];
  return [
    {
      title: textOf(entry.title, TITLE_CHARACTERS),
      url: entry.url,
      snippet: textOf(entry[snippetField], SNIPPET_CHARACTERS),
    },
  ];
}

function textOf(value: unknown, most: number): string {
  return typeof value === 'string' ? value.slice(0, most) : '';
}
