/** What the addresses of the pages of connectors say. */

import { type ConnectedSearch, readConnectedSearch } from '../connection-parts/connected-search.ts';
import { readText } from '../look/address.ts';

export const PAGE_SIZE = 100;

export interface ConnectorsSearch {
  text?: string;
}

export function readConnectorsSearch(raw: Record<string, unknown>): ConnectorsSearch {
  const text = readText(raw.text);
  return text === '' ? {} : { text };
}

/** How a new connector begins: from the gallery, a description of an API, or an MCP server. */
export const STARTS = ['gallery', 'document', 'mcp'] as const;
export type Start = (typeof STARTS)[number];

export interface NewConnectorSearch {
  from?: Start;
  /** The API of the gallery that was chosen. */
  api?: string;
  text?: string;
}

export function readNewConnectorSearch(raw: Record<string, unknown>): NewConnectorSearch {
  const from = STARTS.find(start => start === raw.from);
  const api = readText(raw.api);
  const text = readText(raw.text);
  return {
    ...(from && from !== 'gallery' && { from }),
    ...(api !== '' && { api }),
    ...(text !== '' && { text }),
  };
}

export interface ConnectorSearch extends ConnectedSearch {
  text?: string;
  tag?: string;
  enabled?: boolean;
  /** The operation whose details are shown. */
  operation?: string;
}

export function readConnectorSearch(raw: Record<string, unknown>): ConnectorSearch {
  const text = readText(raw.text);
  const tag = readText(raw.tag);
  const operation = readText(raw.operation);
  return {
    ...readConnectedSearch(raw),
    ...(text !== '' && { text }),
    ...(tag !== '' && { tag }),
    ...(typeof raw.enabled === 'boolean' && { enabled: raw.enabled }),
    ...(operation !== '' && { operation }),
  };
}
