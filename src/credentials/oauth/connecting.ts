/**
 * Connecting a credential to an account in the browser: the code flow, always with PKCE.
 *
 *   begin ──▶ the browser is at the authorization server ──▶ finish: the row is deleted, so that each is used once
 *                                                        ├─▶ begun with a key: the person confirms ──▶ finish
 *                                                        └─▶ expired
 *
 * What must be known when the browser comes back is in a row, so that any process can finish. The row belongs to the
 * user and the session that began, so nobody can be made to connect their own account to somebody else's credential,
 * and a credential that was changed meanwhile gets no tokens. A key belongs to no browser: whoever has it could begin, open
 * an account of their own at the authorization server, and send the address with its code to the user of the key. So such
 * a connection is finished only when the person who comes back confirms that they began it.
 */
import { type SqlBool, sql } from 'kysely';
import { calculateRights, readMemberships } from '../../accounts/sharing/rights.ts';
import { recordAudit } from '../../audit/record.ts';
import { fixedLimits } from '../../configuration/limits.ts';
import type { Query } from '../../database.ts';
import {
  ApiError,
  connectionNotBegun,
  connectionRefused,
  credentialChanged,
  credentialNotConnectable,
  entityNotFound,
  permissionDenied,
} from '../../errors.ts';
import { hashKey } from '../../http/authentication.ts';
import type { Caller } from '../../http/caller.ts';
import { StepError } from '../../nodes/step.ts';
import { newSecret } from '../../platform/ids.ts';
import { type Sealer, SealingError } from '../../platform/sealing/sealing.ts';
import { readFields } from '../sealed-fields.ts';
import type { CredentialRow } from '../tables.ts';
import { changeTokens } from './lease.ts';
import { OauthProblem } from './problem.ts';
import type { TokenAnswer, TokenExchange } from './protocol.ts';
import { readOauthSettings } from './settings.ts';
import { bindingOf, fingerprintOf, openTokens, sealTokens } from './stored-tokens.ts';
import type { OauthServices } from './tokens.ts';

export interface FinishedConnection {
  returnPath: string;
  /** A sentence without its full stop, perhaps in the words of the authorization server. */
  problem?: string;
}

interface BeginRequest {
  id: string;
  returnPath: string;
  redirectUri: string;
}

/** For the authorization server, discovery included. */
const ANSWER_MS = 10_000;

export class Connections {
  readonly #services: OauthServices;

  constructor(services: OauthServices) {
    this.#services = services;
  }

  /** Returns where to send the browser. */
  async begin(caller: Caller, { id, returnPath, redirectUri }: BeginRequest): Promise<URL> {
    const { database, secrets } = this.#services;
    const db = database.query;
    const row = await requireConnectable(db, caller, id);
    return explaining(async () => {
      const exchange = await openExchange(this.#services, row);
      const { buildAuthorizationUrl, newCodeVerifier } = await import('./protocol.ts');
      const [state, codeVerifier] = [newSecret(), newCodeVerifier()];
      const url = await buildAuthorizationUrl(exchange, { redirectUri, state, codeVerifier });
      const state_hash = hashKey(state);
      await db.deleteFrom('credential_connections').where('expires_at', '<=', sql<Date>`now()`).execute();
      await db
        .insertInto('credential_connections')
        .values({
          state_hash,
          credential_id: row.id,
          user_id: caller.userId,
          session_id: caller.sessionId ?? null,
          fingerprint: fingerprintOf(row),
          code_verifier_sealed: secrets.sealer.seal(codeVerifier, contextOf(state_hash)),
          redirect_uri: redirectUri,
          return_path: returnPath,
          expires_at: sql<Date>`now() + make_interval(mins => ${fixedLimits.credential.connectMinutes})`,
        })
        .execute();
      return url;
    });
  }

  /** Returns where the browser goes on, and why it is not connected, if it is not. */
  async finish(
    caller: Caller,
    parameters: URLSearchParams,
    { isConfirmed } = { isConfirmed: false },
  ): Promise<FinishedConnection> {
    const services = this.#services;
    const state = parameters.get('state') ?? '';
    const stateHash = hashKey(state);
    const begun = await this.#takeConnection(caller, stateHash, isConfirmed);
    if (!begun) throw connectionNotBegun();
    const returnPath = begun.return_path;
    try {
      const row = await requireConnectable(services.database.query, caller, begun.credential_id);
      if (!fingerprintOf(row).equals(begun.fingerprint)) throw credentialChanged();
      const codeVerifier = openVerifier(services.secrets.sealer, begun.code_verifier_sealed, stateHash);
      const { exchangeCode } = await import('./protocol.ts');
      const returned = { parameters, state, redirectUri: begun.redirect_uri, codeVerifier };
      await store(services, caller, row, await exchangeCode(await openExchange(services, row), returned));
      return { returnPath };
    } catch (error) {
      const problem = findProblem(error);
      if (problem === undefined) throw error;
      return { returnPath, problem: problem.charAt(0).toUpperCase() + problem.slice(1) };
    }
  }

  /** Returns the name of the credential whose connection was begun with a key of this user, and is to be confirmed. */
  async findUnconfirmed({ userId }: Caller, parameters: URLSearchParams): Promise<string | undefined> {
    const begun = await this.#services.database.query
      .selectFrom('credential_connections')
      .innerJoin('credentials', 'credentials.id', 'credential_id')
      .select('credentials.name')
      .where('state_hash', '=', hashKey(parameters.get('state') ?? ''))
      .where('user_id', '=', userId)
      .where('session_id', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .executeTakeFirst();
    return begun?.name;
  }

  /** Returns whether the authorization server knows that the connection is over. */
  async end(caller: Caller, credentialId: string): Promise<{ revoked: boolean }> {
    const before = await this.#services.database.query.transaction().execute(async transaction => {
      const row = await lockConnectable(transaction, caller, credentialId);
      await changeTokens(transaction, row, {
        tokens_sealed: null,
        tokens_expire_at: null,
        state: 'connect',
        connected: null,
      });
      await recordAudit(transaction, caller, { action: 'credential.disconnect', subject: subjectOf(row) });
      return row;
    });
    return { revoked: await revoke(this.#services, before).catch(() => false) };
  }

  async #takeConnection(caller: Caller, stateHash: Buffer, isConfirmed: boolean) {
    return this.#services.database.query
      .deleteFrom('credential_connections')
      .where('state_hash', '=', stateHash)
      .where('user_id', '=', caller.userId)
      .where(isConfirmed ? sql<SqlBool>`session_id IS NULL` : sql<SqlBool>`session_id = ${caller.sessionId ?? null}`)
      .where('expires_at', '>', sql<Date>`now()`)
      .returningAll()
      .executeTakeFirst();
  }
}

/** Nobody else can have changed the credential between the check and the commit. */
async function store(
  { database, secrets }: OauthServices,
  caller: Caller,
  asked: CredentialRow,
  answer: TokenAnswer,
): Promise<void> {
  const { values } = await readFields(secrets, asked, AbortSignal.timeout(ANSWER_MS));
  const binding = bindingOf(asked, readOauthSettings(values));
  const { accessToken, refreshToken, expiresAt, scopes, account } = answer;
  await database.query.transaction().execute(async transaction => {
    const row = await lockConnectable(transaction, caller, asked.id);
    if (!fingerprintOf(row).equals(fingerprintOf(asked))) throw credentialChanged();
    await changeTokens(transaction, row, {
      tokens_sealed: sealTokens(secrets.sealer, row.id, {
        access_token: accessToken,
        ...(refreshToken !== undefined && { refresh_token: refreshToken }),
        expires_at: expiresAt,
        obtained_at: Date.now(),
        binding,
        hosts: row.hosts,
      }),
      tokens_expire_at: expiresAt === null ? null : new Date(expiresAt),
      state: 'ready',
      connected: { ...(account !== null && { account }), ...(scopes !== null && { scopes }) },
    });
    await recordAudit(transaction, caller, {
      action: 'credential.connect',
      subject: subjectOf(row),
      details: { account },
    });
  });
}

/** Tells the server that gave the tokens, and no other, that they are not needed any more. */
async function revoke(services: OauthServices, row: CredentialRow): Promise<boolean> {
  const tokens = openTokens(services.secrets.sealer, row);
  const token = tokens?.refresh_token ?? tokens?.access_token;
  if (tokens === undefined || token === undefined) return false;
  const exchange = await openExchange(services, row);
  if (tokens.binding !== bindingOf(row, exchange.settings)) return false;
  const { revokeToken } = await import('./protocol.ts');
  return revokeToken(exchange, token);
}

async function openExchange({ secrets, http, discovery }: OauthServices, row: CredentialRow): Promise<TokenExchange> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const { values } = await readFields(secrets, row, signal);
  const settings = readOauthSettings(values);
  const { hosts } = row;
  return { http, settings, hosts, metadata: await discovery.find(settings, hosts, signal), signal };
}

async function requireConnectable(db: Query, caller: Caller, id: string): Promise<CredentialRow> {
  const row = await db.selectFrom('credentials').selectAll().where('id', '=', id).executeTakeFirst();
  return checkConnectable(db, caller, row);
}

async function lockConnectable(transaction: Query, caller: Caller, id: string): Promise<CredentialRow> {
  const locked = transaction.selectFrom('credentials').selectAll().where('id', '=', id).forNoKeyUpdate();
  return checkConnectable(transaction, caller, await locked.executeTakeFirst());
}

async function checkConnectable(
  db: Query,
  { userId, email, admin }: Caller,
  row: CredentialRow | undefined,
): Promise<CredentialRow> {
  const rights = row && calculateRights(row, await readMemberships(db, { userId, email }));
  if (!row || !(rights || admin)) throw entityNotFound();
  // Administrators know of every credential, but whose account it is connected to is not theirs to decide.
  if (!rights?.write) throw permissionDenied();
  if (row.kind !== 'oauth2_code') throw credentialNotConnectable();
  return row;
}

/** What people can understand of an error. Undefined for a bug of ours. */
function findProblem(error: unknown): string | undefined {
  const isKnown = error instanceof OauthProblem || error instanceof StepError || error instanceof ApiError;
  return isKnown ? error.message : undefined;
}

async function explaining<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof OauthProblem || error instanceof StepError) throw connectionRefused(error.message);
    throw error;
  }
}

/** The key may have been replaced while the browser was away. */
function openVerifier(sealer: Sealer, sealed: Uint8Array, stateHash: Buffer): string {
  try {
    return sealer.open(sealed, contextOf(stateHash));
  } catch (error) {
    throw error instanceof SealingError ? connectionNotBegun() : error;
  }
}

function subjectOf({ id, name }: CredentialRow) {
  return { kind: 'credential', id, name } as const;
}

function contextOf(stateHash: Buffer): string {
  return `credential-connections/${stateHash.toString('hex')}`;
}
