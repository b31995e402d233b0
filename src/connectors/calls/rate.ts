/**
 * The rate of a connector: at most `calls` in any `seconds`, for all processes together.
 *
 * The times of the latest calls stand in one row. A call takes the earliest time at which the rate allows another one,
 * in one statement by the clock of the database, and waits until then. So the rate holds in every window of time, and
 * a burst is possible after a pause. In each process only one call of a connector takes a time and waits for it; the
 * others wait for their turn, user by user, so that one user's thousand calls delay another user's by one.
 */

import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { fixedLimits } from '../../configuration/limits.ts';
import type { HeddleDatabase, Query } from '../../database.ts';
import { StepError } from '../../nodes/step.ts';
import { createSemaphore, type Semaphore } from '../../platform/concurrency/semaphore.ts';
import type { ConnectorRate } from '../schemas.ts';

export interface RateGate {
  /** Resolves when the call may be sent. */
  pass(connectorId: string, rate: ConnectorRate, owner: string, signal: AbortSignal): Promise<void>;
  /** Lets no more calls pass for so long, because the other service asks for it. */
  pause(connectorId: string, delayMs: number): Promise<void>;
}

/** The most times that a row keeps. A larger rate is divided into shorter windows, which together never allow more. */
const MOST_TIMES = 500;

export function createRateGate(database: HeddleDatabase): RateGate {
  const turns = new Map<string, { semaphore: Semaphore; callers: number }>();

  async function inTurn(connectorId: string, owner: string, signal: AbortSignal, act: () => Promise<void>) {
    const turn = turns.get(connectorId) ?? { semaphore: createSemaphore({ total: 1 }), callers: 0 };
    turns.set(connectorId, turn);
    turn.callers++;
    try {
      const release = await turn.semaphore.acquire(owner, 1, signal);
      try {
        await act();
      } finally {
        release();
      }
    } finally {
      if (--turn.callers === 0) turns.delete(connectorId);
    }
  }

  return {
    pass: (connectorId, rate, owner, signal) =>
      inTurn(connectorId, owner, signal, async () => {
        const { waitMs } = await takeTime(database, connectorId, toWindow(rate), signal);
        if (waitMs > 0) await delay(waitMs, undefined, { signal });
      }),
    async pause(connectorId, delayMs) {
      const seconds = Math.min(delayMs / 1000, fixedLimits.run.retryDelaySeconds);
      await sql`
        UPDATE connector_rates
        SET paused_until = greatest(paused_until, clock_timestamp() + make_interval(secs => ${seconds}))
        WHERE connector_id = ${connectorId}`.execute(database.query);
    },
  };
}

/** So many windows follow on each other in the time of the rate that they never allow more than it. */
export function toWindow({ calls, seconds }: ConnectorRate): ConnectorRate {
  const windows = Math.ceil(calls / MOST_TIMES);
  return { calls: Math.floor(calls / windows), seconds: seconds / windows };
}

interface SendTime {
  waitMs: number;
  /** By the clock of the database, in seconds since 1970. */
  at: number;
}

/** Takes the earliest time at which a call may be sent. */
export async function takeTime(
  database: HeddleDatabase,
  connectorId: string,
  { calls, seconds }: ConnectorRate,
  signal: AbortSignal,
): Promise<SendTime> {
  const { query: db } = database;
  const take = async () => {
    const { rows } = await sql<SendTime>`
      UPDATE connector_rates
      SET slots = (slots || greatest(
        clock_timestamp(),
        paused_until,
        slots[cardinality(slots)],
        slots[cardinality(slots) - ${calls}::integer + 1] + make_interval(secs => ${seconds})
      ))[greatest(1, cardinality(slots) - ${calls}::integer + 2):]
      WHERE connector_id = ${connectorId}
      RETURNING extract(epoch FROM slots[cardinality(slots)])::double precision AS at,
        extract(epoch FROM slots[cardinality(slots)] - clock_timestamp())::double precision * 1000 AS "waitMs"`.execute(
      db,
    );
    return rows[0];
  };
  const taken = await database.retry(take, { signal });
  if (taken) return taken;
  await database.retry(() => insertRow(db, connectorId), { signal });
  return takeTime(database, connectorId, { calls, seconds }, signal);
}

/** A connector that was deleted meanwhile has no row, and the calls that are under way end with that. */
async function insertRow(db: Query, connectorId: string): Promise<void> {
  const { numAffectedRows } = await sql`
    INSERT INTO connector_rates (connector_id) SELECT id FROM connectors WHERE id = ${connectorId}
    ON CONFLICT (connector_id) DO UPDATE SET connector_id = excluded.connector_id`.execute(db);
  if (!numAffectedRows) throw new StepError('The connector was deleted');
}
