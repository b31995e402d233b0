import { type Connections, createConnections } from './connecting.ts';
import { createDiscovery } from './discovery.ts';
import { type AccessTokens, type OauthServices, openAccessTokens } from './tokens.ts';

export interface Oauth {
  tokens: AccessTokens;
  connections: Connections;
  close(): Promise<void>;
}

export function openOauth(given: Omit<OauthServices, 'discovery'>): Oauth {
  const services = { ...given, discovery: createDiscovery(given.http) };
  const tokens = openAccessTokens(services);
  return { tokens, connections: createConnections(services), close: tokens.close };
}
