/** The requests and answers of each provider of web search. */

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

export const SEARCH_PROVIDERS: Readonly<Record<SearchProvider, Provider>> = {
  searxng: {
    request: ({ url, key }, query) => ({
      url: `${url}/search?${new URLSearchParams({ q: query, format: 'json' })}`,
      headers: { accept: 'application/json', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
    }),
    results: answer => readList(answer, 'results').flatMap(entry => toResults(entry, 'content')),
  },
  brave: {
    request: ({ url, key = '' }, query, count) => {
      // Without `text_decorations`, Brave marks the matching words with HTML.
      const params = new URLSearchParams({ q: query, count: String(count), text_decorations: 'false' });
      return {
        url: `${url}/res/v1/web/search?${params}`,
        headers: { accept: 'application/json', 'x-subscription-token': key },
      };
    },
    // There is no `web` when nothing was found.
    results: answer => {
      const { web = { results: [] } } = isObject(answer) ? answer : { web: undefined };
      return readList(web, 'results').flatMap(entry => toResults(entry, 'description'));
    },
  },
  tavily: {
    request: ({ url, key = '' }, query, count) => ({
      url: `${url}/search`,
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ query, max_results: count }),
    }),
    results: answer => readList(answer, 'results').flatMap(entry => toResults(entry, 'content')),
  },
};

function readList(answer: unknown, field: string): unknown[] {
  const list = isObject(answer) ? answer[field] : undefined;
  if (!Array.isArray(list)) throw new StepError('The web search gave an answer without results');
  return list;
}

const TITLE_CHARACTERS = 500;
const SNIPPET_CHARACTERS = 5000;

function toResults(entry: unknown, snippetField: string): SearchResult[] {
  if (!isObject(entry) || typeof entry.url !== 'string' || !/^https?:/i.test(entry.url)) return [];
  return [
    {
      title: toText(entry.title, TITLE_CHARACTERS),
      url: entry.url,
      snippet: toText(entry[snippetField], SNIPPET_CHARACTERS),
    },
  ];
}

function toText(value: unknown, maxCharacters: number): string {
  return typeof value === 'string' ? value.slice(0, maxCharacters) : '';
}
