/** What the addresses of the pages of connectors say. */

export const PAGE_SIZE = 100;

const TEXT_CHARACTERS = 200;

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

/** How the connection to a provider ended, when the browser comes back from it. */
export interface ConnectedSearch {
  connected?: true;
  problem?: string;
}

export function readConnectedSearch(raw: Record<string, unknown>): ConnectedSearch {
  const problem = readText(raw.problem);
  if (problem !== '') return { problem };
  return raw.connected === undefined || raw.connected === false ? {} : { connected: true };
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

function readText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, TEXT_CHARACTERS) : '';
}
