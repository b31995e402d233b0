/**
 * Signing in with an OpenID Connect provider: the code flow with PKCE, state and nonce.
 *
 *   begin ──▶ the browser is at the provider ──▶ finish: the row is deleted, so that each is used once
 *                                            └─▶ expired
 *
 * What must be known when the browser comes back is in a row, so that any process can finish. The row belongs to the
 * browser that began, by a cookie: nobody can be made to finish the sign-in of somebody else.
 */
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type * as OpenIdClient from 'openid-client';
import { fixedLimits } from '../../configuration/limits.ts';
import type { HeddleDatabase } from '../../database.ts';
import { hashKey } from '../../http/authentication.ts';
import { singleFlight } from '../../platform/concurrency/single-flight.ts';
import { newSecret } from '../../platform/ids.ts';

export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  /** Whether whoever is unknown gets an account. */
  createUsers: boolean;
  /** The group of administrators. Without it, signing in changes no rights. */
  adminGroup: string | undefined;
}

/** Who the provider says that somebody is. */
export interface ProviderAccount {
  issuer: string;
  subject: string;
  name: string | undefined;
  /** Undefined when the provider has not verified it. */
  verifiedEmail: string | undefined;
  /** Undefined when the provider does not tell. */
  groups: readonly string[] | undefined;
}

export interface Oidc {
  /** Returns where to send the browser. */
  begin(request: { browser: string; returnPath: string; callbackUrl: string }): Promise<URL>;
  /** Undefined when the sign-in was not begun by this browser, is over, or took too long. */
  finish(request: { browser: string; callbackUrl: string; search: string }): Promise<Finished | undefined>;
}

interface Finished {
  account: ProviderAccount;
  returnPath: string;
}

/** The metadata of the provider are read again after this time. */
const METADATA_MS = 60 * 60 * 1000;
const TIMEOUT_SECONDS = 10;

export function createOidc({ query: db }: HeddleDatabase, settings: OidcSettings): Oidc {
  const discover = singleFlight(() => discoverProvider(settings), { cacheMs: METADATA_MS });

  async function takeRequest(state: string, browser: string) {
    return db
      .deleteFrom('oidc_requests')
      .where('state_hash', '=', hashKey(state))
      .where('browser_hash', '=', hashKey(browser))
      .where('expires_at', '>', sql<Date>`now()`)
      .returning(['nonce', 'return_path'])
      .executeTakeFirst();
  }

  return {
    async begin({ browser, returnPath, callbackUrl }) {
      const { client, provider } = await discover();
      const [state, nonce] = [newSecret(), newSecret()];
      const codeVerifier = codeVerifierOf(state, browser);
      await db
        .insertInto('oidc_requests')
        .values({
          state_hash: hashKey(state),
          browser_hash: hashKey(browser),
          nonce,
          return_path: returnPath,
          expires_at: sql<Date>`now() + make_interval(mins => ${fixedLimits.signIn.providerMinutes})`,
        })
        .execute();
      return client.buildAuthorizationUrl(provider, {
        redirect_uri: callbackUrl,
        scope: 'openid email profile',
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      });
    },

    async finish({ browser, callbackUrl, search }) {
      const state = new URLSearchParams(search).get('state') ?? '';
      const request = await takeRequest(state, browser);
      if (!request) return undefined;
      const { client, provider } = await discover();
      const tokens = await client.authorizationCodeGrant(provider, new URL(callbackUrl + search), {
        pkceCodeVerifier: codeVerifierOf(state, browser),
        expectedState: state,
        expectedNonce: request.nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('the provider sent no ID token');
      // Many providers keep the address and the groups out of the ID token.
      const more = provider.serverMetadata().userinfo_endpoint
        ? await client.fetchUserInfo(provider, tokens.access_token, claims.sub)
        : {};
      const account = toAccount(claims.iss, claims.sub, { ...claims, ...more });
      return { account, returnPath: request.return_path };
    },
  };
}

/**
 * The database has only hashes of the state and of the secret in the browser's cookie. So whoever reads it, or intercepts
 * the way back with the code and the state, can not redeem the code.
 */
function codeVerifierOf(state: string, browser: string): string {
  return createHmac('sha256', browser).update(`code verifier ${state}`).digest('base64url');
}

async function discoverProvider({ issuer, clientId, clientSecret }: OidcSettings) {
  // Loaded on demand, because many installations never need it.
  const client: typeof OpenIdClient = await import('openid-client');
  const provider = await client.discovery(
    new URL(issuer),
    clientId,
    clientSecret,
    clientSecret === undefined ? client.None() : undefined,
    {
      timeout: TIMEOUT_SECONDS,
      // An operator who names a provider without TLS has it on the same machine or network.
      execute: issuer.startsWith('http:') ? [client.allowInsecureRequests] : [],
    },
  );
  return { client, provider };
}

function toAccount(issuer: string, subject: string, claims: Record<string, unknown>): ProviderAccount {
  const { name, preferred_username, email, email_verified, groups } = claims;
  const names = [name, preferred_username].filter(each => typeof each === 'string' && each.trim() !== '');
  return {
    issuer,
    subject,
    name: names.length > 0 ? String(names[0]).slice(0, fixedLimits.nameCharacters) : undefined,
    verifiedEmail: typeof email === 'string' && email_verified === true ? email : undefined,
    groups: Array.isArray(groups) ? groups.map(String) : undefined,
  };
}
