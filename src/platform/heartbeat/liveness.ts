/**
 * This process among those that share the database. What it claims names its id, and its row in `runners` says until
 * when others leave that alone; the heartbeat renews the row. A process without a row counts as dead.
 */
import { newId } from '../ids.ts';
import type { PostgresTarget } from '../postgres/database.ts';
import type { Pool } from '../postgres/pool.ts';
import { settledWithin } from '../promises.ts';
import { type Heartbeat, monotonicMs, startHeartbeat } from './heartbeat.ts';

export interface Liveness {
  readonly id: string;
  /** Between two beats, and between two looks for dead processes. */
  readonly beatMs: number;
  readonly silenceSeconds: number;
  /** To be awaited before anything is claimed. A process that never claims anything does not beat. */
  register(): Promise<void>;
  readonly isRegistered: boolean;
  /** Whether nobody takes this process for dead now. Read it before `lapses`. */
  readonly isGood: boolean;
  /** How often others may have taken this process for dead so far. */
  readonly lapses: number;
  /** For good. What is still claimed is anybody's from then on. */
  leave(): Promise<void>;
}

export interface LivenessOptions {
  database: { pool: Pool; target: PostgresTarget };
  /** After so much silence a process counts as dead. What it claimed is another's after that and one more beat. */
  silenceSeconds: number;
  /** A process whose event loop was held for so long counts as hung, and is silent from then on. */
  hungSeconds: number;
  onError(error: unknown): void;
}

/** Beats within the time of silence that is allowed: some of them may fail. */
const BEATS = 4;
/** What the database gets to hear that a process leaves. */
const LEAVE_MS = 1_500;

export function createLiveness({ database, silenceSeconds, hungSeconds, onError }: LivenessOptions): Liveness {
  const { pool, target } = database;
  const id = newId();
  const beatMs = (silenceSeconds * 1000) / BEATS;
  let heartbeat: Heartbeat | undefined;
  let registered: Promise<void> | undefined;
  let hasLeft = false;

  /** The first beat is made here: a request need not wait until the thread has started. */
  async function beginHeartbeat(): Promise<void> {
    const statement = renewal(id, silenceSeconds);
    const begunAtMs = monotonicMs();
    await pool.query(statement);
    if (hasLeft) return;
    heartbeat = startHeartbeat({
      target,
      statement,
      everyMs: beatMs,
      lastsMs: silenceSeconds * 1000,
      hungMs: hungSeconds * 1000,
      begunAtMs,
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
    get isGood() {
      return heartbeat?.isGood === true;
    },
    get lapses() {
      return heartbeat?.lapses ?? 0;
    },
    async leave() {
      hasLeft = true;
      // A database that does not answer must not keep the process from ending: others find out by its silence.
      if (registered) await settledWithin(LEAVE_MS, [registered]);
      // The next beat would bring the row back.
      await heartbeat?.stop();
      if (registered) await settledWithin(LEAVE_MS, [pool.query('DELETE FROM runners WHERE id = $1', [id])]);
    },
  };
}

/** Also when its time had passed: whatever others took meanwhile is no longer claimed by this process. */
function renewal(id: string, silenceSeconds: number): { text: string; values: unknown[] } {
  return {
    text: `INSERT INTO runners (id, alive_until) VALUES ($1, now() + make_interval(secs => $2))
      ON CONFLICT (id) DO UPDATE SET alive_until = excluded.alive_until`,
    values: [id, silenceSeconds],
  };
}
