/**
 * Rate tiers, shared by all processes on one database.
 *
 * A window of a minute begins with the first request of a key in a tier. A process takes the window's requests from
 * the database in small portions and spends them from memory, so that most requests cost no query; the database
 * never gives out more than the limit, so the limit is never exceeded. What a process took and does not spend is
 * lost to the others until the window ends: at most one portion, 2 % of the limit, per process.
 */
import { sql } from 'kysely';
import type { Tier } from '../configuration/limits.ts';
import type { HeddleDatabase } from '../database.ts';
import { tooManyRequests } from '../errors.ts';

const WINDOW_MS = 60_000;
const PORTION = 0.02;
const REMEMBERED_WINDOWS = 10_000;

interface Allowance {
  left: number;
  /** Of `performance.now()`: the clocks of two machines need not agree. */
  endsAt: number;
  /** The database has no more to give. */
  exhausted: boolean;
}

export interface RateLimiter {
  /** Passes, or throws `Too many requests`. Synchronous while there is something left to spend. */
  spend(tier: Tier, who: string): void | Promise<void>;
}

export function createRateLimiter(database: HeddleDatabase, perMinute: Record<Tier, number>): RateLimiter {
  const allowances = new Map<string, Allowance>();
  const refills = new Map<string, Promise<void>>();

  function spend(tier: Tier, who: string): void | Promise<void> {
    const name = `${tier} ${who}`;
    const allowance = allowances.get(name);
    if (allowance && allowance.endsAt > performance.now()) {
      if (allowance.left > 0) {
        allowance.left--;
        return;
      }
      if (allowance.exhausted) throw tooManyRequests(secondsUntil(allowance.endsAt));
    }
    return refillThenSpend(tier, who, name);
  }

  async function refillThenSpend(tier: Tier, who: string, name: string): Promise<void> {
    // Requests that come while a portion is being fetched wait for it together.
    let refill = refills.get(name);
    if (!refill) {
      refill = takePortion(name, perMinute[tier]).finally(() => refills.delete(name));
      refills.set(name, refill);
    }
    await refill;
    return spend(tier, who);
  }

  async function takePortion(name: string, limit: number): Promise<void> {
    if (allowances.size >= REMEMBERED_WINDOWS) forgetEnded(allowances);
    const portion = Math.max(1, Math.floor(limit * PORTION));
    const { used, leftMs } = await useWindow(database, name, portion, limit);
    const granted = Math.max(0, Math.min(portion, limit - (used - portion)));
    allowances.set(name, { left: granted, endsAt: performance.now() + leftMs, exhausted: granted === 0 });
  }

  return { spend };
}

export async function deleteEndedWindows({ query }: HeddleDatabase): Promise<void> {
  await sql`DELETE FROM rate_windows WHERE ends_at < now()`.execute(query);
}

/** Adds to the running window, or begins a new one. `used` passes the limit by less than one portion, then stands. */
async function useWindow(database: HeddleDatabase, name: string, portion: number, limit: number) {
  const ceiling = limit + portion;
  const { rows } = await sql<{ used: number; leftMs: number }>`
    INSERT INTO rate_windows AS stored (name, ends_at, used)
    VALUES (${name}, now() + ${`${WINDOW_MS} ms`}::interval, ${portion})
    ON CONFLICT (name) DO UPDATE SET
      used = CASE WHEN stored.ends_at <= now() THEN excluded.used ELSE least(${ceiling}, stored.used + excluded.used) END,
      ends_at = CASE WHEN stored.ends_at <= now() THEN excluded.ends_at ELSE stored.ends_at END
    RETURNING used, extract(epoch FROM ends_at - now())::float8 * 1000 AS "leftMs"`.execute(database.query);
  const row = rows[0];
  if (!row) throw new Error('the rate window was not written');
  return row;
}

function forgetEnded(allowances: Map<string, Allowance>): void {
  const now = performance.now();
  for (const [name, { endsAt }] of allowances) if (endsAt <= now) allowances.delete(name);
}

function secondsUntil(endsAt: number): number {
  return Math.max(1, Math.ceil((endsAt - performance.now()) / 1000));
}
