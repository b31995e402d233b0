import { Connections } from './connecting.ts';
import { createDiscovery } from './discovery.ts';
import { AccessTokens, type OauthServices } from './tokens.ts';

export interface Oauth {
  tokens: AccessTokens;
  connections: Connections;
  close(): Promise<void>;
}

export function openOauth(given: Omit<OauthServices, 'discovery'>): Oauth {
  const services = { ...given, discovery: createDiscovery(given.http) };
  const tokens = new AccessTokens(services);
  return { tokens, connections: new Connections(services), close: () => tokens.close() };
}
