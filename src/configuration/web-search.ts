/** Parses the setting of web search, which names a provider. */
import { isObject } from '../platform/is-object.ts';

const SEARCH_PROVIDERS = ['searxng', 'brave', 'tavily'] as const;
export type SearchProvider = (typeof SEARCH_PROVIDERS)[number];

export interface WebSearchSettings {
  provider: SearchProvider;
  /** The address, without a trailing slash. */
  url: string;
  key?: string;
}

const DEFAULT_URLS: Readonly<Partial<Record<SearchProvider, string>>> = {
  brave: 'https://api.search.brave.com',
  tavily: 'https://api.tavily.com',
};

/** Errors say what the value must be, to follow "HEDDLE_WEB_SEARCH must be ". They never repeat the key. */
export function parseWebSearch(text: string): WebSearchSettings {
  const value = parseJson(text);
  if (!isObject(value))
    throw new Error(`a JSON object such as {"provider": "searxng", "url": "http://localhost:8888"}`);
  const unknown = Object.keys(value).find(field => !['provider', 'url', 'key'].includes(field));
  if (unknown !== undefined) throw wrong(unknown.slice(0, 40), 'left out: the fields are provider, url, key');
  const provider = SEARCH_PROVIDERS.find(each => each === value.provider);
  if (!provider) throw wrong('provider', `one of ${SEARCH_PROVIDERS.join(', ')}`);
  const url = parseUrl(value.url ?? DEFAULT_URLS[provider]);
  const { key } = value;
  if (key === undefined) {
    if (provider !== 'searxng') throw wrong('key', `set: ${provider} wants one`);
    return { provider, url };
  }
  if (typeof key !== 'string' || !/^[\x21-\x7e]+$/.test(key)) throw wrong('key', 'a text of visible ASCII characters');
  return { provider, url, key };
}

/** Hides the error of JSON.parse, which shows the text around the fault and thus perhaps the key. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseUrl(value: unknown): string {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password) {
    throw wrong('url', 'a URL with http:// or https://, a host and perhaps a path');
  }
  return url.href.replace(/\/+$/, '');
}

function wrong(field: string, what: string): Error {
  return new Error(`a JSON object in which '${field}' is ${what}`);
}
