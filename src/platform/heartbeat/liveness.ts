/**
 * Registers this process among those that share the database. What it claims carries its id, and its row in `runners`
 * says until when the other processes must respect its claims. The heartbeat renews the row. A process without a row
 * counts as dead.
 */

import { settledWithin } from '../concurrency/promises.ts';
import { newId } from '../ids.ts';
import type { PostgresTarget } from '../postgres/database.ts';
import type { Pool } from '../postgres/pool.ts';
import { type Heartbeat, monotonicMs, startHeartbeat } from './heartbeat.ts';

export interface Liveness {
  readonly id: string;
  /** The interval between two beats, and between two checks for dead processes. */
  readonly beatMs: number;
  readonly silenceSeconds: number;
  /** Must be awaited before anything is claimed. A process that never claims anything has no heartbeat. */
  register(): Promise<void>;
  readonly isRegistered: boolean;
  /** Whether the other processes now regard this one as alive. Read it before `lapses`. */
  readonly isAlive: boolean;
  /** How often the other processes may have declared this one dead so far. */
  readonly lapses: number;
  /** Says that another process has died, so that its work need not wait until its last beat expires. */
  declareDead(id: string): Promise<void>;
  /** Leaves for good. Other processes may then claim what this one still holds. */
  leave(): Promise<void>;
}

interface LivenessOptions {
  database: { pool: Pool; target: PostgresTarget };
  /** A process that is silent for this long counts as dead. Others claim its work at most one beat later. */
  silenceSeconds: number;
  /** A process whose event loop is blocked for this long counts as hung, and sends no beats from then on. */
  hungSeconds: number;
  onError(error: unknown): void;
}

/** The number of beats within the allowed silence, so that some of them may fail. */
const BEATS = 4;
/** How long the database may take to record that a process leaves. */
const LEAVE_MS = 1_500;

export function createLiveness({ database, silenceSeconds, hungSeconds, onError }: LivenessOptions): Liveness {
  const { pool, target } = database;
  const id = newId();
  const beatMs = (silenceSeconds * 1000) / BEATS;
  let heartbeat: Heartbeat | undefined;
  let registered: Promise<void> | undefined;
  let hasLeft = false;

  /** Sends the first beat here, so that a request need not wait until the thread has started. */
  async function beginHeartbeat(): Promise<void> {
    const statement = renewalStatement(id, silenceSeconds);
    const firstBeatAtMs = monotonicMs();
    await pool.query(statement);
    if (hasLeft) return;
    heartbeat = startHeartbeat({
      target,
      statement,
      everyMs: beatMs,
      lastsMs: silenceSeconds * 1000,
      hungMs: hungSeconds * 1000,
      firstBeatAtMs,
      onError,
    });
  }

  return {
    id,
    beatMs,
    silenceSeconds,
    register() {
      registered ??= beginHeartbeat();
      registered.catch(() => {
        registered = undefined;
      });
      return registered;
    },
    get isRegistered() {
      return heartbeat !== undefined;
    },
    get isAlive() {
      return heartbeat?.isAlive === true;
    },
    get lapses() {
      return heartbeat?.lapses ?? 0;
    },
    async declareDead(deadId) {
      await pool.query('UPDATE runners SET alive_until = now() WHERE id = $1 AND alive_until > now()', [deadId]);
    },
    async leave() {
      hasLeft = true;
      // A database that does not reply must not keep the process from ending: the others notice its silence.
      if (registered) await settledWithin(LEAVE_MS, [registered]);
      // The next beat would insert the row again.
      await heartbeat?.stop();
      if (registered) await settledWithin(LEAVE_MS, [pool.query('DELETE FROM runners WHERE id = $1', [id])]);
    },
  };
}

/** Renews the row even when it had expired: what other processes claimed meanwhile no longer carries this id. */
function renewalStatement(id: string, silenceSeconds: number): { text: string; values: unknown[] } {
  return {
    text: `INSERT INTO runners (id, alive_until) VALUES ($1, now() + make_interval(secs => $2))
      ON CONFLICT (id) DO UPDATE SET alive_until = excluded.alive_until`,
    values: [id, silenceSeconds],
  };
}
