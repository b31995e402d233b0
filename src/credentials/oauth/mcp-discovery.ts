/**
 * Finds out how an MCP server wants its users to sign in, as the specification of MCP has it: the server names its
 * authorization server (RFC 9728), which describes itself (RFC 8414) and registers Heddle as a client (RFC 7591), or
 * reads the description of Heddle. Whatever these servers say is checked against the address that somebody typed.
 */
import type { AuthorizationServer } from 'oauth4webapi';
import { mcpConnectionRefused } from '../../errors.ts';
import { isObject } from '../../platform/is-object.ts';
import type { OutboundHttp, OutboundReply } from '../../platform/outbound/outbound.ts';
import { CLIENT_METADATA_PATH, describeClient } from './own-client.ts';
import { OauthProblem } from './problem.ts';

export interface McpConnectionServices {
  http: Pick<OutboundHttp, 'request'>;
  publicUrl(): string;
}

/** What a credential of the kind `oauth2_code` needs. Then it is connected like every other. */
export interface McpConnection {
  kind: 'oauth2_code';
  hosts: string[];
  fields: {
    issuer: string;
    authorization_url: string;
    token_url: string;
    revocation_url?: string;
    client_id: string;
    client_secret?: string;
    client_authentication: 'basic' | 'post' | 'none';
    scopes: string[];
    resource: string;
  };
}

const ANSWER_MS = 20_000;
const REQUEST_MS = 10_000;
const REPLY_BYTES = 256 * 1024;

/** Undefined when the server lets everybody in. Rejects with an ApiError that says what is wrong. */
export async function prepareMcpConnection(
  { url, scopes }: { url: string; scopes?: readonly string[] },
  services: McpConnectionServices,
): Promise<McpConnection | undefined> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  try {
    const { requireUrl } = await import('./protocol.ts');
    const server = requireUrl(url, 'url', []);
    const challenge = await knock(services, server, signal);
    if (challenge === undefined) return undefined;
    return await prepare(services, server, challenge, scopes, signal);
  } catch (error) {
    const { toOauthProblem } = await import('./server-problems.ts');
    const problem = toOauthProblem(error, []);
    throw problem instanceof OauthProblem ? mcpConnectionRefused(problem.message) : problem;
  }
}

async function prepare(
  services: McpConnectionServices,
  server: URL,
  challenge: Challenge,
  wanted: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<McpConnection> {
  const { discoverServer, requireUrl } = await import('./protocol.ts');
  const described = await describeResource(services, server, challenge, signal);
  const metadata = await discoverServer(services.http, described.issuer, [], signal);
  const authorizationUrl = requireUrl(metadata.authorization_endpoint, 'authorization_endpoint', []);
  const tokenUrl = requireUrl(metadata.token_endpoint, 'token_endpoint', []);
  if (!metadata.code_challenge_methods_supported?.includes('S256')) {
    throw new OauthProblem('configuration', 'its authorization server does not support PKCE with S256');
  }
  const scopes = wanted ?? challenge.scopes ?? described.scopes ?? [];
  // Without this scope, many servers give no refresh token.
  const isOffline = scopes.length > 0 && metadata.scopes_supported?.includes('offline_access');
  return {
    kind: 'oauth2_code',
    hosts: [server.protocol === 'http:' ? server.origin : server.host],
    fields: {
      issuer: metadata.issuer,
      authorization_url: authorizationUrl.href,
      token_url: tokenUrl.href,
      ...(metadata.revocation_endpoint !== undefined && { revocation_url: metadata.revocation_endpoint }),
      ...(await findClient(services, metadata, signal)),
      scopes: [...new Set([...scopes, ...(isOffline ? ['offline_access'] : [])])],
      resource: described.resource,
    },
  };
}

interface Challenge {
  metadataUrl: string | undefined;
  scopes: string[] | undefined;
}

/** Calls the server without a token. Undefined when it answers. */
async function knock(
  services: McpConnectionServices,
  server: URL,
  signal: AbortSignal,
): Promise<Challenge | undefined> {
  const { status, headers } = await services.http.request({
    url: server.href,
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'heddle', version: '1' } },
    }),
    timeoutMs: REQUEST_MS,
    limitBytes: REPLY_BYTES,
    maxRedirects: 0,
    signal,
  });
  if (status >= 200 && status < 300) return undefined;
  if (status !== 401) throw new OauthProblem('configuration', `it answered with status ${status}`);
  const header = headers['www-authenticate'] ?? '';
  return {
    metadataUrl: readParameter(header, 'resource_metadata'),
    scopes: readParameter(header, 'scope')?.split(/\s+/).filter(Boolean),
  };
}

function readParameter(header: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|[\\s,])${name}\\s*=\\s*(?:"([^"]*)"|([^\\s,"]+))`, 'i').exec(header);
  return found?.[1] ?? found?.[2];
}

interface DescribedResource {
  issuer: string;
  resource: string;
  scopes: string[] | undefined;
}

/** A server without a description is its own authorization server, as in the first versions of the specification. */
async function describeResource(
  services: McpConnectionServices,
  server: URL,
  { metadataUrl }: Challenge,
  signal: AbortSignal,
): Promise<DescribedResource> {
  const wellKnown = `${server.origin}/.well-known/oauth-protected-resource`;
  const path = server.pathname === '/' ? '' : server.pathname.replace(/\/$/, '');
  const places = metadataUrl === undefined ? [wellKnown + path, wellKnown] : [metadataUrl];
  for (const place of new Set(places)) {
    const description = await readJson(services, place, signal);
    if (description === undefined) continue;
    return readDescription(description, server);
  }
  if (metadataUrl !== undefined) throw new OauthProblem('configuration', 'its description (RFC 9728) can not be read');
  return { issuer: server.origin, resource: canonical(server), scopes: undefined };
}

function readDescription(description: Record<string, unknown>, server: URL): DescribedResource {
  const { resource, authorization_servers, scopes_supported } = description;
  // Otherwise a server could collect tokens that were meant for another one.
  if (typeof resource !== 'string' || !isPartOf(server, resource)) {
    throw new OauthProblem('configuration', 'its description (RFC 9728) is that of another server');
  }
  const issuer: unknown = Array.isArray(authorization_servers) ? authorization_servers[0] : undefined;
  if (typeof issuer !== 'string') {
    throw new OauthProblem('configuration', 'its description (RFC 9728) names no authorization server');
  }
  const scopes = Array.isArray(scopes_supported)
    ? scopes_supported.filter(scope => typeof scope === 'string')
    : undefined;
  return { issuer, resource, scopes };
}

/** Whether a resource is this server, or a part of its origin that contains it. */
function isPartOf(server: URL, resource: string): boolean {
  const url = URL.parse(resource);
  if (url === null || url.origin !== server.origin) return false;
  const withSlash = (path: string) => (path.endsWith('/') ? path : `${path}/`);
  return withSlash(server.pathname).startsWith(withSlash(url.pathname));
}

function canonical(server: URL): string {
  return server.pathname === '/' ? server.origin : server.origin + server.pathname;
}

async function readJson(
  { http }: McpConnectionServices,
  address: string,
  signal: AbortSignal,
): Promise<Record<string, unknown> | undefined> {
  const { requireUrl } = await import('./protocol.ts');
  const reply = await http.request({
    url: requireUrl(address, 'resource_metadata', []).href,
    headers: { accept: 'application/json' },
    timeoutMs: REQUEST_MS,
    limitBytes: REPLY_BYTES,
    maxRedirects: 0,
    signal,
  });
  return reply.status === 200 ? parseObject(reply) : undefined;
}

function parseObject({ body }: OutboundReply): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

type ClientFields = Pick<McpConnection['fields'], 'client_id' | 'client_secret' | 'client_authentication'>;

async function findClient(
  services: McpConnectionServices,
  metadata: AuthorizationServer,
  signal: AbortSignal,
): Promise<ClientFields> {
  const publicUrl = services.publicUrl();
  if (metadata.registration_endpoint !== undefined) return register(services, metadata, signal);
  // The authorization server reads the document, so it must reach it.
  if (metadata.client_id_metadata_document_supported === true && publicUrl.startsWith('https:')) {
    return { client_id: publicUrl + CLIENT_METADATA_PATH, client_authentication: 'none' };
  }
  throw new OauthProblem(
    'configuration',
    'its authorization server registers no clients by itself: create a credential with the client id that you get there',
  );
}

const METHODS = { none: 'none', client_secret_basic: 'basic', client_secret_post: 'post' } as const;
type Method = keyof typeof METHODS;

function isMethod(method: string): method is Method {
  return Object.hasOwn(METHODS, method);
}

async function register(
  { http, publicUrl }: McpConnectionServices,
  metadata: AuthorizationServer,
  signal: AbortSignal,
): Promise<ClientFields> {
  const { registerClient } = await import('./protocol.ts');
  const supported = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const wished = (['none', 'client_secret_basic', 'client_secret_post'] as const).find(each =>
    supported.includes(each),
  );
  const registered = await registerClient(http, metadata, signal, {
    ...describeClient(publicUrl()),
    ...(wished !== undefined && { token_endpoint_auth_method: wished }),
  });
  const { client_id, client_secret, token_endpoint_auth_method: method = wished } = registered;
  if (typeof client_id !== 'string' || typeof method !== 'string' || !isMethod(method)) {
    throw new OauthProblem('configuration', 'its authorization server registered a client of another kind');
  }
  const isSecret = method !== 'none' && typeof client_secret === 'string';
  return { client_id, client_authentication: METHODS[method], ...(isSecret && { client_secret }) };
}
