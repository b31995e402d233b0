/**
 * Access tokens, renewed when they are about to expire or were rejected.
 *
 * One process at a time asks the authorization server, because most servers exchange each refresh token only once, and
 * take a second use for theft. New tokens are committed before anybody uses them. A process that dies between the
 * answer and the commit leaves the old refresh token behind: the next one tries it again after the lease, which works
 * where servers accept it for a while, or do not rotate at all. Where they do not, the credential must be connected
 * again, and its owner learns that.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Notify } from '../../accounts/notifications.ts';
import type { HeddleDatabase } from '../../database.ts';
import { StepError } from '../../nodes/step.ts';
import { unlessAborted } from '../../platform/concurrency/promises.ts';
import { passPoint } from '../../platform/crash-points.ts';
import type { OutboundHttp } from '../../platform/outbound/outbound.ts';
import { readFields, type SecretReader } from '../sealed-fields.ts';
import type { CredentialRow } from '../tables.ts';
import type { Discovery } from './discovery.ts';
import { changeTokens, type Lease, releaseLease, takeLease } from './lease.ts';
import { announceLoss } from './loss.ts';
import { OauthProblem } from './problem.ts';
import type { TokenAnswer, TokenExchange } from './protocol.ts';
import { type OauthSettings, readOauthSettings } from './settings.ts';
import { bindingOf, isBoundTo, openTokens, type StoredTokens, sealTokens } from './stored-tokens.ts';

export interface OauthServices {
  database: HeddleDatabase;
  secrets: SecretReader;
  http: Pick<OutboundHttp, 'request'>;
  discovery: Discovery;
  notify: Notify;
}

export interface AccessToken {
  token: string;
  type: 'Bearer';
}

export interface TokenWish {
  /** How long it must be valid at least. */
  minimumMs?: number;
  /** A token that the other server did not accept. */
  rejected?: string;
  signal: AbortSignal;
}

const MINIMUM_MS = 60_000;
/** For the authorization server, discovery included. */
const ANSWER_MS = 10_000;
/** For another process that renews, or that died while it did. */
const PATIENCE_MS = 30_000;
const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 400;
/** Others may disconnect, or renew from older tokens, while somebody waits. More often than this, something is wrong. */
const MOST_RENEWALS = 3;
/** A client that was refused is tried again after this time, because it may be repaired at the server as well. */
const REFUSED_MS = 5 * 60_000;
const COMMIT_PATIENCE_MS = 10_000;

export class AccessTokens {
  readonly #services: OauthServices;
  readonly #closing = new AbortController();
  /** One renewal, or one wait for it, for each credential: all steps of this process share it. */
  readonly #renewals = new Map<string, Promise<void>>();

  constructor(services: OauthServices) {
    this.#services = services;
  }

  /** Rejects with a StepError. */
  async accessToken(id: string, { minimumMs = MINIMUM_MS, rejected, signal }: TokenWish): Promise<AccessToken> {
    const services = this.#services;
    let row = await requireRow(services, id);
    let isRenewed = false;
    for (let attempt = 0; ; attempt++) {
      const settings = await readRow(services, row, signal);
      const tokens = openTokens(services.secrets.sealer, row);
      const isBound = tokens !== undefined && isBoundTo(tokens, row, bindingOf(row, settings));
      requireConnection(row, tokens, isBound);
      // What was changed since it was connected could lead the tokens to somebody who must not have them.
      if (tokens && !isBound && row.kind === 'oauth2_code') {
        await lose(services, row, settings, new OauthProblem('grant', 'the credential was changed'));
        throw mustBeRepaired(row);
      }
      // What has just been renewed is used as it is: asking again would give nothing better.
      const usable = isBound && findUsable(tokens, isRenewed ? { minimumMs: 0 } : { minimumMs, rejected });
      if (usable) return usable;
      if (attempt === MOST_RENEWALS)
        throw noToken(row, new OauthProblem('configuration', 'it has always just expired'));
      try {
        await unlessAborted(this.#renewOnce(row), signal);
      } catch (error) {
        // While the authorization server is away, a token is used to its last second.
        const rest = isBound && isTemporary(error) && findUsable(tokens, { minimumMs: 1_000, rejected });
        if (rest) return rest;
        throw error;
      }
      const before = row;
      row = await requireRow(services, id);
      isRenewed ||= row.tokens_generation !== before.tokens_generation;
    }
  }

  /** Waits until no authorization server has been asked for tokens that are not committed yet. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#renewals.values());
  }

  #renewOnce(row: CredentialRow): Promise<void> {
    const known = this.#renewals.get(row.id);
    if (known) return known;
    const renewal = this.#renew(row).finally(() => this.#renewals.delete(row.id));
    this.#renewals.set(row.id, renewal);
    return renewal;
  }

  /** Ends when the tokens are others than those of the row. */
  async #renew(row: CredentialRow): Promise<void> {
    const { database } = this.#services;
    const begunAt = performance.now();
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const lease = await takeLease(database.query, row.id);
      if (lease && lease.row.tokens_generation !== row.tokens_generation) return releaseLease(database.query, lease);
      if (lease) return this.#renewLeased(lease);
      const present = await requireRow(this.#services, row.id);
      if (present.tokens_generation !== row.tokens_generation) return;
      if (performance.now() - begunAt > PATIENCE_MS) {
        throw noToken(row, new OauthProblem('temporary', 'another process has been waiting for it for too long'));
      }
      await delay(pauseMs, undefined, { signal: this.#closing.signal }).catch(() => {
        throw noToken(row, new OauthProblem('temporary', 'the service is stopping'));
      });
    }
  }

  /** Goes on when those who wait for it give up: the answer may have made the old refresh token worthless. */
  async #renewLeased(lease: Lease): Promise<void> {
    const services = this.#services;
    const { database, secrets } = services;
    const { row } = lease;
    const signal = AbortSignal.timeout(ANSWER_MS);
    try {
      const settings = await readRow(services, row, signal);
      const tokens = openTokens(secrets.sealer, row);
      // The credential may have been changed after it was looked at. Who waits looks again.
      if (row.kind === 'oauth2_code' && !(tokens && isBoundTo(tokens, row, bindingOf(row, settings)))) {
        return await releaseLease(database.query, lease);
      }
      passPoint('credential.refreshing');
      const answer = await askForTokens(services, { row, settings, tokens, signal }).catch(async error => {
        if (error instanceof OauthProblem && error.kind === 'grant') await lose(services, row, settings, error);
        throw error;
      });
      passPoint('credential.refreshed');
      await commit(services, row, toStored(row, settings, answer, tokens), answer);
      passPoint('credential.saved');
    } catch (error) {
      await releaseLease(database.query, lease).catch(() => {}); // the lease expires anyway
      if (!(error instanceof OauthProblem)) throw error;
      // Others have changed the tokens while the server refused the old ones.
      if (error.kind === 'grant') return;
      throw noToken(row, error);
    }
  }
}

async function requireRow({ database }: OauthServices, id: string): Promise<CredentialRow> {
  const row = await database.query.selectFrom('credentials').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new StepError('The credential was deleted');
  return row;
}

async function readRow({ secrets }: OauthServices, row: CredentialRow, signal: AbortSignal): Promise<OauthSettings> {
  const { values } = await readFields(secrets, row, signal);
  try {
    return readOauthSettings(values);
  } catch (error) {
    throw error instanceof OauthProblem ? noToken(row, error) : error;
  }
}

/** Refuses what only people can repair. */
function requireConnection(row: CredentialRow, tokens: StoredTokens | undefined, isBound: boolean): void {
  if (row.kind === 'oauth2_client') {
    const isRefused = row.state === 'reconnect' && isBound && tokens?.access_token === undefined;
    if (isRefused && Date.now() < (tokens?.obtained_at ?? 0) + REFUSED_MS) throw mustBeRepaired(row);
    return;
  }
  if (row.state === 'connect' || tokens === undefined) {
    throw new StepError(`The credential '${row.name}' is not connected`);
  }
  if (row.state === 'reconnect') throw mustBeRepaired(row);
}

function mustBeRepaired({ kind, name }: CredentialRow, cause?: unknown): StepError {
  const what = kind === 'oauth2_client' ? 'needs another client id or secret' : 'must be connected again';
  return new StepError(`The credential '${name}' ${what}`, { cause });
}

function noToken({ name }: CredentialRow, problem: OauthProblem): StepError {
  return new StepError(`The credential '${name}' got no access token: ${problem.message}`, {
    retryable: problem.kind === 'temporary',
    retryAfterMs: problem.retryAfterMs,
    cause: problem,
  });
}

function isTemporary(error: unknown): boolean {
  return error instanceof StepError && error.retryable;
}

/** Of short-lived tokens, half of their life is enough: otherwise each use would renew them. */
function findUsable(
  { access_token, expires_at, obtained_at }: StoredTokens,
  { minimumMs, rejected }: { minimumMs: number; rejected?: string | undefined },
): AccessToken | undefined {
  if (access_token === undefined || access_token === rejected) return undefined;
  if (expires_at !== null) {
    const neededMs = Math.min(minimumMs, (expires_at - obtained_at) / 2);
    if (expires_at - Date.now() <= neededMs) return undefined;
  }
  return { token: access_token, type: 'Bearer' };
}

interface Asking {
  row: CredentialRow;
  settings: OauthSettings;
  tokens: StoredTokens | undefined;
  signal: AbortSignal;
}

async function askForTokens(
  { http, discovery }: OauthServices,
  { row, settings, tokens, signal }: Asking,
): Promise<TokenAnswer> {
  const { hosts } = row;
  const { refreshToken, requestClientToken } = await import('./protocol.ts');
  const metadata = await discovery.find(settings, hosts, signal);
  const exchange: TokenExchange = { http, settings, hosts, metadata, signal };
  if (row.kind === 'oauth2_client') return requestClientToken(exchange);
  if (tokens?.refresh_token === undefined) {
    throw new OauthProblem('grant', 'the server gave no refresh token');
  }
  return refreshToken(exchange, tokens.refresh_token);
}

function toStored(
  row: CredentialRow,
  settings: OauthSettings,
  { accessToken, refreshToken, expiresAt }: TokenAnswer,
  before: StoredTokens | undefined,
): StoredTokens {
  // A server that does not rotate goes on to accept the old one.
  const refresh_token = row.kind === 'oauth2_client' ? undefined : (refreshToken ?? before?.refresh_token);
  return {
    access_token: accessToken,
    ...(refresh_token !== undefined && { refresh_token }),
    expires_at: expiresAt,
    obtained_at: Date.now(),
    binding: bindingOf(row, settings),
    hosts: row.hosts,
  };
}

/**
 * Stores new tokens, however often the database must be asked. If others have changed the tokens meanwhile, theirs
 * are kept: who waits finds them.
 */
async function commit(
  { database, secrets }: OauthServices,
  row: CredentialRow,
  tokens: StoredTokens,
  answer: TokenAnswer,
): Promise<void> {
  const tokens_sealed = sealTokens(secrets.sealer, row.id, tokens);
  const tokens_expire_at = tokens.expires_at === null ? null : new Date(tokens.expires_at);
  const connected = answer.scopes === null ? undefined : { ...row.connected, scopes: answer.scopes };
  await database.retry(
    () =>
      changeTokens(database.query, row, {
        tokens_sealed,
        tokens_expire_at,
        state: 'ready',
        ...(row.kind === 'oauth2_code' && connected !== undefined && { connected }),
      }),
    { signal: AbortSignal.timeout(COMMIT_PATIENCE_MS), patienceMs: COMMIT_PATIENCE_MS },
  );
}

/** The grant is gone: says so once, and keeps the tokens of others who were faster. */
async function lose(
  { database, notify, secrets }: OauthServices,
  row: CredentialRow,
  settings: OauthSettings,
  problem: OauthProblem,
): Promise<void> {
  const refused: StoredTokens = {
    expires_at: null,
    obtained_at: Date.now(),
    binding: bindingOf(row, settings),
    hosts: row.hosts,
  };
  const isLost = await database.query.transaction().execute(async transaction => {
    const isChanged = await changeTokens(transaction, row, {
      ...(row.kind === 'oauth2_client' && { tokens_sealed: sealTokens(secrets.sealer, row.id, refused) }),
      tokens_expire_at: null,
      state: 'reconnect',
    });
    if (isChanged && row.state === 'ready') await announceLoss(transaction, notify, row);
    return isChanged;
  });
  if (isLost) throw mustBeRepaired(row, problem);
}
