import { readText } from '../look/address.ts';

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
