/** What the fields of an OAuth2 credential say: which authorization server, which client, and what to ask for. */
import { isObject } from '../../platform/is-object.ts';
import { OauthProblem } from './problem.ts';

/** The names of the fields of the kinds `oauth2_client` and `oauth2_code`. */
export interface OauthSettings {
  /** Where the rest is discovered (RFC 8414, OpenID Connect). Endpoints that are given take precedence. */
  issuer: string | undefined;
  authorization_url: string | undefined;
  token_url: string | undefined;
  revocation_url: string | undefined;
  client_id: string;
  client_secret: string | undefined;
  client_authentication: 'basic' | 'post' | 'none';
  scopes: readonly string[];
  audience: string | undefined;
  /** The API for which the token is meant (RFC 8707). */
  resource: string | undefined;
  /** Further parameters of the authorization request, and of the token request of clients without a user. */
  extra_params: Readonly<Record<string, string>>;
}

/** Parameters that decide who gets what. No credential may replace them. */
const OWN_PARAMS: ReadonlySet<string> = new Set([
  'client_id',
  'client_secret',
  'client_assertion',
  'client_assertion_type',
  'code',
  'code_challenge',
  'code_challenge_method',
  'code_verifier',
  'grant_type',
  'redirect_uri',
  'refresh_token',
  'request',
  'request_uri',
  'response_mode',
  'response_type',
  'scope',
  'state',
]);

export function readOauthSettings(fields: Readonly<Record<string, unknown>>): OauthSettings {
  const client_secret = readText(fields.client_secret);
  return {
    issuer: readText(fields.issuer),
    authorization_url: readText(fields.authorization_url),
    token_url: readText(fields.token_url),
    revocation_url: readText(fields.revocation_url),
    client_id: readText(fields.client_id) ?? '',
    client_secret,
    client_authentication: readAuthentication(fields.client_authentication, client_secret),
    scopes: readScopes(fields.scopes),
    audience: readText(fields.audience),
    resource: readText(fields.resource),
    extra_params: readExtraParams(fields.extra_params),
  };
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** Without a secret there is nothing to authenticate with. */
function readAuthentication(value: unknown, secret: string | undefined): OauthSettings['client_authentication'] {
  if (secret === undefined || value === 'none') return 'none';
  return value === 'post' ? 'post' : 'basic';
}

function readScopes(value: unknown): string[] {
  const texts = Array.isArray(value) ? value.map(String) : [readText(value) ?? ''];
  return texts.flatMap(text => text.split(/\s+/)).filter(scope => scope !== '');
}

/** Says what is wrong with further parameters. Credentials that were stored before they were checked may have any. */
export function findExtraParamsProblem(value: unknown): string | undefined {
  const own = toExtraParams(value).find(([name]) => OWN_PARAMS.has(name));
  return own && `the parameter '${own[0]}' can not be set in 'extra_params'`;
}

function readExtraParams(value: unknown): Record<string, string> {
  const problem = findExtraParamsProblem(value);
  if (problem !== undefined) throw new OauthProblem('configuration', problem);
  return Object.fromEntries(toExtraParams(value));
}

function toExtraParams(value: unknown): [name: string, text: string][] {
  const given = typeof value === 'string' ? parseJson(value) : value;
  if (!isObject(given)) return [];
  return Object.entries(given).flatMap(([name, each]) => (isScalar(each) ? [[name, String(each)]] : []));
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
