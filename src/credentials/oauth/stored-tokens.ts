/**
 * The tokens of a credential as they are stored. They are bound to what the credential was when they were obtained: to
 * another authorization server, for another client, or to a host that was added since, they are not sent.
 */
import { hash } from 'node:crypto';
import type { Sealer } from '../../platform/sealing/sealing.ts';
import type { CredentialRow } from '../tables.ts';
import { coversHosts } from '../use/hosts.ts';
import type { OauthSettings } from './settings.ts';

export interface StoredTokens {
  /** Undefined when the authorization server has refused the client. */
  access_token?: string;
  refresh_token?: string;
  /** Milliseconds since the epoch. Null when the server did not say it. */
  expires_at: number | null;
  obtained_at: number;
  /** Of the server and the client that they belong to. */
  binding: string;
  /** The hosts of the credential at that time. */
  hosts: readonly string[];
}

export function sealTokens(sealer: Sealer, id: string, tokens: StoredTokens): Buffer {
  return sealer.seal(JSON.stringify(tokens), contextOf(id));
}

export function openTokens(sealer: Sealer, { id, tokens_sealed }: CredentialRow): StoredTokens | undefined {
  if (tokens_sealed === null) return undefined;
  // Nobody else can have sealed it, so it is what was stored.
  const tokens: StoredTokens = JSON.parse(sealer.open(tokens_sealed, contextOf(id)));
  return tokens;
}

function contextOf(id: string): string {
  return `credentials/${id}/tokens`;
}

/** Of a client without a user, a new secret or other scopes need new tokens. Those of a user outlive a new secret. */
export function bindingOf({ kind }: Pick<CredentialRow, 'kind'>, settings: OauthSettings): string {
  const { issuer, authorization_url, token_url, client_id, client_secret, ...asked } = settings;
  const server = [issuer ?? null, authorization_url ?? null, token_url ?? null, client_id];
  return digest(kind === 'oauth2_client' ? [...server, client_secret ?? null, asked] : server).toString('base64url');
}

export function isBoundTo(tokens: StoredTokens, row: CredentialRow, binding: string): boolean {
  return tokens.binding === binding && coversHosts(tokens.hosts, row.hosts);
}

/** Changes whenever a change of the credential could lead a browser, or what it brings back, to somebody else. */
export function fingerprintOf({ kind, version, hosts, fields }: CredentialRow): Buffer {
  return digest([kind, version, hosts, fields]);
}

function digest(value: unknown): Buffer {
  return hash('sha256', JSON.stringify(value), 'buffer');
}
