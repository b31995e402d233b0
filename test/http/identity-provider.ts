/** A real OpenID Connect provider in the process of a test, at which people sign in without being asked anything. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { after } from 'node:test';
import Provider, { type Context } from 'oidc-provider';
import type { TestService } from '../support/service.ts';
import type { Visitor } from './visitors.ts';

export const CLIENT = { HEDDLE_OIDC_CLIENT_ID: 'heddle', HEDDLE_OIDC_CLIENT_SECRET: 'the-secret-of-the-client' };

export interface ProviderClaims {
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
}

export interface IdentityProvider {
  issuer: string;
  /** Starts to answer. The services must be known, because it sends browsers only to them. */
  open(services: readonly TestService[]): void;
  /** Who signs in next. The subject is that of the provider; undefined: they refuse. */
  next(subject: string | undefined, claims?: ProviderClaims): void;
}

export async function startIdentityProvider(): Promise<IdentityProvider> {
  let answer: RequestListener = (_request, response) => response.writeHead(503).end();
  const server = createServer((request, response) => answer(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const issuer = `http://127.0.0.1:${address.port}`;
  const accounts = new Map<string, ProviderClaims>();
  let current: string | undefined;

  return {
    issuer,
    open(services) {
      const provider = new Provider(issuer, configuration(services, accounts));
      const callback = provider.callback();
      answer = (request, response) => {
        if (!request.url?.startsWith('/interaction/')) return callback(request, response);
        const result = current === undefined ? { error: 'access_denied' } : { login: { accountId: current } };
        return provider.interactionFinished(request, response, result);
      };
    },
    next(subject, claims = {}) {
      current = subject;
      if (subject !== undefined) accounts.set(subject, claims);
    },
  };
}

function configuration(services: readonly TestService[], accounts: ReadonlyMap<string, ProviderClaims>): object {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    clients: [
      {
        client_id: CLIENT.HEDDLE_OIDC_CLIENT_ID,
        client_secret: CLIENT.HEDDLE_OIDC_CLIENT_SECRET,
        redirect_uris: services.map(({ url }) => `${url}/sign-in/oidc/callback`),
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['the key of the cookies of a test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: { Session: 60, Interaction: 60, Grant: 60, AccessToken: 60, AuthorizationCode: 60, IdToken: 60 },
    findAccount: (_context: Context, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, ...accounts.get(accountId) }),
    }),
    async loadExistingGrant(this: unknown, context: Context & { oidc: { provider: Provider } }) {
      const { client, session, provider } = context.oidc;
      const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
}

/** Follows the browser to the provider and back, up to the address at which it comes back to the service. */
export async function visitProvider(service: TestService, visitor: Visitor, returnPath = '/'): Promise<string> {
  const begun = await get(visitor, `${service.url}/sign-in/oidc?return=${encodeURIComponent(returnPath)}`);
  assert.equal(begun.status, 303);
  let url = begun.headers.get('location') ?? '';
  const cookies = new Map<string, string>();
  for (let hops = 0; hops < 10 && !url.startsWith(service.url); hops++) {
    const cookie = [...cookies].map(pair => pair.join('=')).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    await response.text();
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    url = new URL(response.headers.get('location') ?? '', url).href;
  }
  return url;
}

/** Opens an address as a browser does that someone was sent to. */
export async function get(visitor: Visitor, url: string): Promise<Response> {
  const response = await fetch(url, { redirect: 'manual', headers: { cookie: visitor.cookie } });
  await response.text();
  visitor.keepCookies(response.headers);
  return response;
}

/** Signs in, and returns where the browser is then, relative to the service. */
export async function signInAtProvider(service: TestService, visitor: Visitor, returnPath = '/'): Promise<string> {
  const response = await get(visitor, await visitProvider(service, visitor, returnPath));
  assert.equal(response.status, 303);
  return (response.headers.get('location') ?? '').replace(service.url, '');
}
