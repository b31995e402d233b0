/**
 * What is said to authorization servers, all of it through the guarded client. The library is loaded with this file,
 * which is why the others load it when they need it. Every function rejects with an OauthProblem.
 */
import * as oauth from 'oauth4webapi';
import { isObject } from '../../platform/is-object.ts';
import { isAddressAllowed } from '../../platform/outbound/addresses.ts';
import type { OutboundHttp, OutboundReply } from '../../platform/outbound/outbound.ts';
import { OauthProblem } from './problem.ts';
import { describeRefusal, toOauthProblem } from './server-problems.ts';
import type { OauthSettings } from './settings.ts';

export interface TokenExchange {
  http: Pick<OutboundHttp, 'request'>;
  settings: OauthSettings;
  /** The hosts of the credential, of which one that begins with `http://` allows this for its authorization server. */
  hosts: readonly string[];
  /** What the authorization server says of itself, if its issuer is known. */
  metadata: oauth.AuthorizationServer | undefined;
  signal: AbortSignal;
}

/** What a token endpoint answered. */
export interface TokenAnswer {
  accessToken: string;
  refreshToken: string | undefined;
  /** Milliseconds since the epoch. Null when the server does not say it. */
  expiresAt: number | null;
  /** Null when they are those that were asked for. */
  scopes: string[] | null;
  /** Who allowed it, as the server names them. Only for people to read: nothing is decided by it. */
  account: string | null;
}

const REPLY_BYTES = 256 * 1024;
const REQUEST_MS = 10_000;
const ACCOUNT_CHARACTERS = 200;
/** Nobody waits for longer, and no date can be much later than what some servers say. */
const LONGEST_SECONDS = 10 * 365 * 24 * 3600;
/** All that is read of the headers of an answer. */
const READ_HEADERS = ['content-type', 'retry-after'];

export async function requestClientToken(exchange: TokenExchange): Promise<TokenAnswer> {
  const { settings } = exchange;
  const parameters = new URLSearchParams({ ...settings.extra_params, ...targetParams(settings) });
  if (settings.scopes.length > 0) parameters.set('scope', settings.scopes.join(' '));
  return requestToken(exchange, [], async (server, client, authentication, options) => {
    const response = await oauth.clientCredentialsGrantRequest(server, client, authentication, parameters, options);
    return oauth.processClientCredentialsResponse(server, client, response);
  });
}

export async function refreshToken(exchange: TokenExchange, token: string): Promise<TokenAnswer> {
  const { resource } = exchange.settings;
  return requestToken(exchange, [token], async (server, client, authentication, options) => {
    const response = await oauth.refreshTokenGrantRequest(server, client, authentication, token, {
      ...options,
      ...(resource !== undefined && { additionalParameters: { resource } }),
    });
    return oauth.processRefreshTokenResponse(server, client, response);
  });
}

export interface ReturnedBrowser {
  /** The query with which the browser came back. */
  parameters: URLSearchParams;
  state: string;
  redirectUri: string;
  codeVerifier: string;
}

export async function exchangeCode(
  exchange: TokenExchange,
  { parameters, state, redirectUri, codeVerifier }: ReturnedBrowser,
): Promise<TokenAnswer> {
  const { resource } = exchange.settings;
  const secrets = [codeVerifier, parameters.get('code') ?? ''];
  return requestToken(exchange, secrets, async (server, client, authentication, options) => {
    const checked = checkReturn(exchange, server, client, { parameters, state });
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      checked,
      redirectUri,
      codeVerifier,
      { ...options, ...(resource !== undefined && { additionalParameters: { resource } }) },
    );
    return oauth.processAuthorizationCodeResponse(server, client, response);
  });
}

/** Refuses an answer that comes from another server than the one that was asked (RFC 9207), and tells a refusal. */
function checkReturn(
  { settings, metadata }: TokenExchange,
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  { parameters, state }: Pick<ReturnedBrowser, 'parameters' | 'state'>,
): URLSearchParams {
  const given = new URLSearchParams(parameters);
  if (metadata === undefined && settings.issuer === undefined) {
    requireOwnOrigin(given.get('iss'), server);
    given.delete('iss');
  }
  try {
    return oauth.validateAuthResponse(server, client, given, state);
  } catch (error) {
    if (!(error instanceof oauth.AuthorizationResponseError)) throw error;
    const message = describeRefusal(error.error, error.error_description, []);
    throw new OauthProblem('configuration', `the server answered ${message}`);
  }
}

/**
 * Whoever names endpoints instead of an issuer does not say how their server names itself. But a server that sends the
 * browser on to another server, to learn a code that is meant for that one, has another address.
 */
function requireOwnOrigin(issuer: string | null, server: oauth.AuthorizationServer): void {
  if (issuer === null) return;
  const endpoints = [server.authorization_endpoint, server.token_endpoint].map(each => URL.parse(each ?? '')?.origin);
  const origin = URL.parse(issuer)?.origin;
  if (origin !== undefined && endpoints.includes(origin)) return;
  throw new OauthProblem('configuration', 'another server has answered');
}

export interface AuthorizationRequest {
  redirectUri: string;
  state: string;
  codeVerifier: string;
}

export async function buildAuthorizationUrl(
  exchange: TokenExchange,
  { redirectUri, state, codeVerifier }: AuthorizationRequest,
): Promise<URL> {
  const { settings } = exchange;
  const url = requireUrl(describeServer(exchange).authorization_endpoint, 'authorization_url', exchange.hosts);
  const parameters = {
    ...settings.extra_params,
    ...targetParams(settings),
    ...(settings.scopes.length > 0 && { scope: settings.scopes.join(' ') }),
    response_type: 'code',
    client_id: settings.client_id,
    redirect_uri: redirectUri,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
}

export function newCodeVerifier(): string {
  return oauth.generateRandomCodeVerifier();
}

/** Returns false when the server has no endpoint for it. */
export async function revokeToken(exchange: TokenExchange, token: string): Promise<boolean> {
  const server = describeServer(exchange);
  if (server.revocation_endpoint === undefined) return false;
  requireUrl(server.revocation_endpoint, 'revocation_url', exchange.hosts);
  return explaining([token, exchange.settings.client_secret ?? ''], async () => {
    const response = await oauth.revocationRequest(
      server,
      toClient(exchange.settings),
      toAuthentication(exchange.settings),
      token,
      { ...toOptions(exchange), additionalParameters: { token_type_hint: 'refresh_token' } },
    );
    await oauth.processRevocationResponse(response);
    return true;
  });
}

/** Asks the issuer for its metadata: as OpenID Connect has it, and as RFC 8414 has it. */
export async function discoverServer(
  http: Pick<OutboundHttp, 'request'>,
  issuer: string,
  hosts: readonly string[],
  signal: AbortSignal,
): Promise<oauth.AuthorizationServer> {
  const url = requireUrl(issuer, 'issuer', hosts);
  const problems: OauthProblem[] = [];
  for (const algorithm of ['oidc', 'oauth2'] as const) {
    try {
      return await explaining([], async () => {
        const response = await oauth.discoveryRequest(url, { ...toFetch(http, signal), algorithm });
        return oauth.processDiscoveryResponse(url, response);
      });
    } catch (error) {
      if (signal.aborted || !(error instanceof OauthProblem)) throw error;
      problems.push(error);
    }
  }
  const temporary = problems.find(({ kind }) => kind === 'temporary');
  const messages = new Set(problems.map(({ message }) => message));
  throw temporary ?? new OauthProblem('configuration', [...messages].join('; '));
}

/** Registers Heddle as a client (RFC 7591). */
export async function registerClient(
  http: Pick<OutboundHttp, 'request'>,
  server: oauth.AuthorizationServer,
  signal: AbortSignal,
  client: Parameters<typeof oauth.dynamicClientRegistrationRequest>[1],
): Promise<Record<string, unknown>> {
  requireUrl(server.registration_endpoint, 'registration_endpoint', []);
  return explaining([], async () => {
    const response = await oauth.dynamicClientRegistrationRequest(server, client, toFetch(http, signal));
    return { ...(await oauth.processDynamicClientRegistrationResponse(response)) };
  });
}

type Authentication = ReturnType<typeof oauth.None>;
type TokenRequest = (
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  authentication: Authentication,
  options: ReturnType<typeof toOptions>,
) => Promise<oauth.TokenEndpointResponse>;

async function requestToken(
  exchange: TokenExchange,
  secrets: readonly string[],
  request: TokenRequest,
): Promise<TokenAnswer> {
  const { settings } = exchange;
  const server = describeServer(exchange);
  requireUrl(server.token_endpoint, 'token_url', exchange.hosts);
  // The lifetime counts from before the request, so that a slow answer makes it shorter and never longer.
  const askedAt = Date.now();
  const lenient = readLeniently();
  const answer = await explaining([...secrets, settings.client_secret ?? ''], () =>
    request(server, toClient(settings), toAuthentication(settings), toOptions(exchange, lenient.read)),
  );
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token,
    expiresAt: answer.expires_in === undefined ? null : askedAt + Math.min(answer.expires_in, LONGEST_SECONDS) * 1000,
    scopes:
      answer.scope === undefined
        ? null
        : toPrintable(answer.scope)
            .split(/[\s,]+/)
            .filter(scope => scope !== ''),
    account: lenient.account(),
  };
}

async function explaining<Result>(secrets: readonly string[], act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    throw toOauthProblem(error, secrets);
  }
}

/** The endpoints that the credential names come before those that were discovered. */
function describeServer({ settings, metadata }: TokenExchange): oauth.AuthorizationServer {
  const issuer = metadata?.issuer ?? settings.issuer ?? settings.token_url ?? '';
  return {
    ...metadata,
    issuer,
    ...(settings.authorization_url !== undefined && { authorization_endpoint: settings.authorization_url }),
    ...(settings.token_url !== undefined && { token_endpoint: settings.token_url }),
    ...(settings.revocation_url !== undefined && { revocation_endpoint: settings.revocation_url }),
  };
}

function toClient({ client_id }: OauthSettings): oauth.Client {
  if (client_id === '') throw new OauthProblem('configuration', "the field 'client_id' is missing");
  return { client_id };
}

function toAuthentication({ client_authentication, client_secret = '' }: OauthSettings): Authentication {
  if (client_authentication === 'none') return oauth.None();
  return client_authentication === 'post'
    ? oauth.ClientSecretPost(client_secret)
    : oauth.ClientSecretBasic(client_secret);
}

function targetParams({ audience, resource }: OauthSettings): Record<string, string> {
  return { ...(audience !== undefined && { audience }), ...(resource !== undefined && { resource }) };
}

/**
 * Secrets travel over TLS only. Without it, a server is on this machine or in the local network: it has an address that
 * the operator has allowed, or the hosts of the credential name it with `http://`.
 */
export function requireUrl(text: string | undefined, field: string, hosts: readonly string[]): URL {
  if (text === undefined) throw new OauthProblem('configuration', `the field '${field}' is missing`);
  const url = URL.parse(text);
  const isHttp = url?.protocol === 'http:';
  if (!url || !(isHttp || url.protocol === 'https:') || url.username !== '' || url.password !== '') {
    throw new OauthProblem('configuration', `'${field}' is not a valid URL`);
  }
  if (isHttp && !isLocalAddress(url.hostname) && !hosts.includes(`http://${url.host}`)) {
    throw new OauthProblem('configuration', `'${field}' must begin with https://`);
  }
  return url;
}

function isLocalAddress(hostname: string): boolean {
  const literal = hostname.replace(/^\[|\]$/g, '');
  return literal === 'localhost' || (/^[\d.]+$|:/.test(literal) && !isAddressAllowed(literal, []));
}

type ReadReply = (reply: OutboundReply) => OutboundReply;

function toOptions({ http, signal }: TokenExchange, read?: ReadReply) {
  return toFetch(http, signal, read);
}

/** `requireUrl` has checked where TLS is needed, so that the library need not. */
export function toFetch(http: Pick<OutboundHttp, 'request'>, signal: AbortSignal, read: ReadReply = reply => reply) {
  return {
    signal,
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: async (url: string, options: oauth.CustomFetchOptions<string, unknown>) => {
      const { method, headers, body } = options;
      const reply = await http.request({
        url,
        method,
        headers,
        ...(body !== undefined && { body: String(body) }),
        timeoutMs: REQUEST_MS,
        limitBytes: REPLY_BYTES,
        // What is sent here is secret, and meant for the endpoint that was named.
        maxRedirects: 0,
        signal,
      });
      return toResponse(read(reply));
    },
  };
}

function toResponse({ status, headers, body }: OutboundReply): Response {
  if (status < 200 || status > 599) throw new OauthProblem('temporary', `the server answered with status ${status}`);
  // With a challenge, the library would not read the body, which says more. Other headers may not be valid.
  const read = READ_HEADERS.flatMap(name => {
    const value = headers[name];
    return value === undefined ? [] : [[name, value.replace(/[^\t\x20-\x7e]/g, '')] satisfies [string, string]];
  });
  const hasBody = body.length > 0 && ![204, 205, 304].includes(status);
  return new Response(hasBody ? new Uint8Array(body) : null, { status, headers: read });
}

/** What the database can store as text. */
function toPrintable(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').toWellFormed();
}

/**
 * Large servers deviate from the standard: errors come with status 200, and the type of the token is missing. The ID
 * token is read here, for the name in it: it came over TLS from the server itself, and nothing depends on it.
 */
function readLeniently() {
  let account: string | null = null;
  function read(reply: OutboundReply): OutboundReply {
    const answer = parseObject(reply.body);
    if (reply.status !== 200 || answer === undefined) return reply;
    const isError = typeof answer.error === 'string' && answer.access_token === undefined;
    if (isError) return { ...reply, status: 400 };
    const { id_token, ...rest } = answer;
    account = readAccount(id_token);
    const body = Buffer.from(JSON.stringify({ token_type: 'bearer', ...rest }));
    return { ...reply, body };
  }
  return { read, account: () => account };
}

function parseObject(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function readAccount(idToken: unknown): string | null {
  if (typeof idToken !== 'string') return null;
  const claims = parseObject(Buffer.from(idToken.split('.')[1] ?? '', 'base64url'));
  const names = [claims?.email, claims?.preferred_username, claims?.name, claims?.sub];
  const name = names.find(each => typeof each === 'string' && each !== '');
  return typeof name === 'string' ? toPrintable(name.slice(0, ACCOUNT_CHARACTERS)) : null;
}
