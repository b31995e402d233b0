/**
 * A real authorization server, as a process of its own: client credentials, the code flow with PKCE, refresh tokens
 * that rotate, and of which a second use ends the grant, revocation, and registration of clients. Nobody is asked
 * anything: whoever `/control` names signs in and agrees. It is an API with tokens (`/api`) and an MCP server (`/mcp`)
 * as well.
 */
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import Provider, { type Context } from 'oidc-provider';
import type { ServerControl, ServerCounts } from './authorization-server.ts';

const SCOPES = 'openid offline_access read write';

const control: ServerControl = {
  account: 'ada',
  tokenSeconds: 3600,
  delayMs: 0,
  failStatus: 0,
  retryAfter: '7',
  graceful: false,
};
const counts: ServerCounts = { granted: {}, refused: {}, requests: 0, revoked: 0 };

const server = createServer((request, response) => {
  answer(request, response).catch(error => response.writeHead(500).end(String(error)));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no address');
  const issuer = `http://127.0.0.1:${address.port}`;
  open(issuer);
  process.stdout.write(`listens at ${issuer}\n`);
});
// It ends with the test that started it.
process.stdin.resume().on('end', () => process.exit());

let provider: Provider;
let callback: (request: IncomingMessage, response: ServerResponse) => void;
let ownIssuer = '';

function open(issuer: string): void {
  ownIssuer = issuer;
  provider = new Provider(issuer, configuration());
  callback = provider.callback();
  const count = (kind: 'granted' | 'refused') => (context: Context) => {
    const type = context.oidc.params?.grant_type ?? 'none';
    counts[kind][type] = (counts[kind][type] ?? 0) + 1;
  };
  provider.on('grant.success', count('granted'));
  provider.on('grant.error', count('refused'));
  provider.on('grant.revoked', () => {
    counts.revoked++;
  });
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  const { pathname } = new URL(request.url ?? '/', ownIssuer);
  if (pathname === '/control') return changeControl(request, response);
  if (pathname === '/api' || pathname === '/mcp') return answerWithToken(pathname, request, response);
  if (pathname === '/.well-known/oauth-protected-resource/mcp') {
    return sendJson(response, 200, { resource: `${ownIssuer}/mcp`, authorization_servers: [ownIssuer] });
  }
  if (pathname.startsWith('/interaction/')) {
    const result = control.account === null ? { error: 'access_denied' } : { login: { accountId: control.account } };
    return provider.interactionFinished(request, response, result);
  }
  if (pathname === '/token') {
    counts.requests++;
    await delay(control.delayMs);
    if (control.failStatus > 0)
      return response.writeHead(control.failStatus, { 'retry-after': control.retryAfter }).end('<h1>no</h1>');
  }
  return callback(request, response);
}

async function changeControl(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  Object.assign(control, JSON.parse(Buffer.concat(chunks).toString() || '{}'));
  return sendJson(response, 200, counts);
}

/** Whoever has a valid token learns whose it is. */
async function answerWithToken(path: string, request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  const found = token === undefined ? undefined : await provider.AccessToken.find(token);
  const client = token === undefined ? undefined : await provider.ClientCredentials.find(token);
  if (found?.isValid || client?.isValid) {
    return sendJson(response, 200, { account: found?.accountId ?? null, client: (found ?? client)?.clientId ?? null });
  }
  const metadata = `${ownIssuer}/.well-known/oauth-protected-resource${path}`;
  response.setHeader('www-authenticate', `Bearer resource_metadata="${metadata}", scope="read"`);
  return sendJson(response, 401, { error: 'invalid_token' });
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function configuration(): object {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const resource = () => ({ scope: 'read write', accessTokenTTL: control.tokenSeconds, accessTokenFormat: 'opaque' });
  return {
    clients: [],
    scopes: SCOPES.split(' '),
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['the key of the cookies of a test'] },
    claims: { openid: ['sub', 'email'] },
    conformIdTokenClaims: false,
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      introspection: { enabled: true },
      revocation: { enabled: true },
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: resource,
        defaultResource: () => undefined,
        useGrantedResource: () => true,
      },
    },
    interactions: { url: (_context: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    issueRefreshToken: () => true,
    // A server that is graceful accepts a refresh token again.
    rotateRefreshToken: () => !control.graceful,
    ttl: {
      Session: 600,
      Interaction: 600,
      Grant: 3600,
      AccessToken: () => control.tokenSeconds,
      ClientCredentials: () => control.tokenSeconds,
      RefreshToken: 3600,
      AuthorizationCode: 60,
      IdToken: 600,
    },
    findAccount: (_context: Context, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, email: `${accountId}@example.org` }),
    }),
    async loadExistingGrant(context: Context & { oidc: { provider: Provider } }) {
      const { client, session, params } = context.oidc;
      const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
      grant.addOIDCScope(SCOPES);
      if (params?.resource !== undefined) grant.addResourceScope(params.resource, 'read write');
      await grant.save();
      return grant;
    },
  };
}
