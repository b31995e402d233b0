/**
 * Rate tiers, shared by all processes on one database.
 *
 * A window of a minute begins with the first request of a key in a tier. A process reserves the requests of a window
 * in small portions in the database and spends them from memory, so that most requests cost no query. The database
 * never grants more than the limit, so the limit is never exceeded. The requests that a process reserved and does not
 * spend are lost to the others until the window ends: at most one portion, 2 % of the limit, per process. Portions get
 * smaller when little is left, so processes among which a client's requests are spread lose hardly any.
 *
 * Replies say how many requests are left, as far as this process knows: what it has in memory, and what nobody had
 * reserved when it asked last. Other processes may have reserved some of these since.
 */

import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { HeddleDatabase } from '../database.ts';
import { type RatePolicy, rateHeaders, tooManyRequests } from '../errors.ts';
import { networkOf } from '../platform/network-of.ts';
import type { Tier } from './endpoint.ts';

const WINDOW_MS = 60_000;
const PORTION = 0.02;
/** The part of what is left that a portion has at most. */
const LAST_PORTIONS = 0.04;
const CACHED_PORTIONS = 10_000;

/** The requests that this process may still accept without asking the database. */
interface Portion {
  left: number;
  /** What nobody had reserved when the portion was. */
  unreserved: number;
  /** Compared with `performance.now()`, because the clocks of two machines may differ. */
  endsAt: number;
  /** The database granted no more requests in this window. */
  exhausted: boolean;
}

export interface RateLimiter {
  /**
   * Returns the headers that tell the client its limit, and how much of it is left. Throws `tooManyRequests` when the
   * limit is reached. Synchronous while the process has requests left to spend.
   */
  spend(tier: Tier, client: string): RateHeaders | Promise<RateHeaders>;
  /** Throws `tooManyRequests` when this process knows that the limit is reached. Spends nothing, and asks nobody. */
  requireLeft(tier: Tier, client: string): void;
}

export interface RateLimited {
  /** Undefined when rates are not limited. */
  rateLimiter: RateLimiter | undefined;
}

/** Counts a request without a key, by the network that it comes from. */
export function spendPerNetwork(tier: Tier) {
  return async ({ rateLimiter }: RateLimited, { ip }: FastifyRequest): Promise<void> => {
    await rateLimiter?.spend(tier, networkOf(ip));
  };
}

type RateHeaders = ReturnType<typeof rateHeaders>;

export function createRateLimiter(database: HeddleDatabase, perMinute: Record<Tier, number>): RateLimiter {
  const windows = new Map<Tier, TierWindows>();
  function windowsOf(tier: Tier): TierWindows {
    const known = windows.get(tier);
    if (known) return known;
    const ofTier = new TierWindows(database, tier, perMinute[tier]);
    windows.set(tier, ofTier);
    return ofTier;
  }
  return {
    spend: (tier, client) => windowsOf(tier).spend(client),
    requireLeft: (tier, client) => windowsOf(tier).requireLeft(client),
  };
}

/** The windows of all clients in one tier. */
class TierWindows {
  readonly #database: HeddleDatabase;
  readonly #policy: RatePolicy;
  readonly #portions = new Map<string, Portion>();
  readonly #refills = new Map<string, Promise<void>>();

  constructor(database: HeddleDatabase, tier: Tier, limit: number) {
    this.#database = database;
    this.#policy = { name: tier, quota: limit, windowSeconds: WINDOW_MS / 1000 };
  }

  spend(client: string): RateHeaders | Promise<RateHeaders> {
    this.requireLeft(client);
    const portion = this.#portions.get(client);
    const now = performance.now();
    if (!portion || portion.endsAt <= now || portion.left === 0) return this.#refillThenSpend(client);
    portion.left--;
    return rateHeaders(this.#policy, portion.left + portion.unreserved, secondsUntil(portion.endsAt, now));
  }

  requireLeft(client: string): void {
    const portion = this.#portions.get(client);
    const now = performance.now();
    if (!portion?.exhausted || portion.endsAt <= now) return;
    throw tooManyRequests(secondsUntil(portion.endsAt, now), this.#policy);
  }

  async #refillThenSpend(client: string): Promise<RateHeaders> {
    // Requests that arrive while a portion is being reserved wait for it together.
    let refill = this.#refills.get(client);
    if (!refill) {
      refill = this.#reservePortion(client).finally(() => this.#refills.delete(client));
      this.#refills.set(client, refill);
    }
    await refill;
    return this.spend(client);
  }

  async #reservePortion(client: string): Promise<void> {
    const { name: tier, quota: limit } = this.#policy;
    if (this.#portions.size >= CACHED_PORTIONS) evictEnded(this.#portions);
    const known = this.#portions.get(client);
    const left = known && known.endsAt > performance.now() ? known.unreserved : limit;
    const requests = Math.max(1, Math.floor(Math.min(limit * PORTION, left * LAST_PORTIONS)));
    const { used, leftMs } = await addToWindow(this.#database, `${tier} ${client}`, requests, limit);
    const granted = Math.max(0, Math.min(requests, limit - (used - requests)));
    const unreserved = Math.max(0, limit - used);
    const endsAt = performance.now() + leftMs;
    this.#portions.set(client, { left: granted, unreserved, endsAt, exhausted: granted === 0 });
  }
}

function secondsUntil(time: number, now: number): number {
  return Math.max(1, Math.ceil((time - now) / 1000));
}

export async function deleteEndedWindows({ query }: HeddleDatabase): Promise<void> {
  await sql`DELETE FROM rate_windows WHERE ends_at < now()`.execute(query);
}

/** Adds to the current window, or begins a new one. `used` exceeds the limit by at most one portion. */
async function addToWindow(database: HeddleDatabase, name: string, requests: number, limit: number) {
  const ceiling = limit + requests;
  const { rows } = await sql<{ used: number; leftMs: number }>`
    INSERT INTO rate_windows AS stored (name, ends_at, used)
    VALUES (${name}, now() + ${`${WINDOW_MS} ms`}::interval, ${requests})
    ON CONFLICT (name) DO UPDATE SET
      used = CASE WHEN stored.ends_at <= now() THEN excluded.used ELSE least(${ceiling}, stored.used + excluded.used) END,
      ends_at = CASE WHEN stored.ends_at <= now() THEN excluded.ends_at ELSE stored.ends_at END
    RETURNING used, extract(epoch FROM ends_at - now())::float8 * 1000 AS "leftMs"`.execute(database.query);
  const row = rows[0];
  if (!row) throw new Error('the rate window was not written');
  return row;
}

function evictEnded(portions: Map<string, Portion>): void {
  const now = performance.now();
  for (const [name, { endsAt }] of portions) if (endsAt <= now) portions.delete(name);
}
