import type { AuthorizationServer } from 'oauth4webapi';
import type { OutboundHttp } from '../../platform/outbound/outbound.ts';
import { OauthProblem } from './problem.ts';
import type { OauthSettings } from './settings.ts';

/** Knows what authorization servers say of themselves. */
export interface Discovery {
  /** Undefined when the credential names endpoints and no issuer. Rejects with an OauthProblem. */
  find(
    settings: OauthSettings,
    hosts: readonly string[],
    signal: AbortSignal,
  ): Promise<AuthorizationServer | undefined>;
}

const CACHE_MS = 10 * 60_000;
const CACHE_ENTRIES = 500;

export function createDiscovery(http: Pick<OutboundHttp, 'request'>): Discovery {
  const known = new Map<string, { metadata: AuthorizationServer; until: number }>();

  async function discover(issuer: string, hosts: readonly string[], signal: AbortSignal): Promise<AuthorizationServer> {
    const { discoverServer, requireUrl } = await import('./protocol.ts');
    requireUrl(issuer, 'issuer', hosts);
    const cached = known.get(issuer);
    if (cached && cached.until > performance.now()) return cached.metadata;
    const metadata = await discoverServer(http, issuer, hosts, signal);
    if (known.size >= CACHE_ENTRIES) known.clear();
    known.set(issuer, { metadata, until: performance.now() + CACHE_MS });
    return metadata;
  }

  return {
    async find(settings, hosts, signal) {
      const { issuer, token_url } = settings;
      if (issuer === undefined) return undefined;
      try {
        return await discover(issuer, hosts, signal);
      } catch (error) {
        // The endpoints that the credential names are enough, unless the issuer is one that may not be asked.
        const isEnough = token_url !== undefined && error instanceof OauthProblem && !signal.aborted;
        if (isEnough) return undefined;
        throw error;
      }
    },
  };
}
