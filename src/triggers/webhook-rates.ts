/**
 * How many calls a webhook trigger accepts: in three windows at once, each of which begins with a call. Refused calls
 * count in none of them.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Query } from '../database.ts';

const WINDOW_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

export type WindowName = keyof typeof WINDOW_MS;
/** Calls in each window. */
export type CallLimits = Readonly<Record<WindowName, number>>;

const WINDOWS: readonly WindowName[] = ['minute', 'hour', 'day'];

export interface CallWindow {
  used: number;
  /** Until it ends. */
  leftMs: number;
}

/** The windows of one trigger, in the batch of calls that is being accepted. */
export class CallWindows {
  readonly #limits: CallLimits;
  readonly #windows: Record<WindowName, CallWindow>;

  /** A window that is over, or that never was, begins with the first call. */
  constructor(limits: CallLimits, kept: Readonly<Record<WindowName, CallWindow>> | undefined) {
    const current = (name: WindowName): CallWindow => {
      const window = kept?.[name];
      return window && window.leftMs > 0 ? { ...window } : { used: 0, leftMs: WINDOW_MS[name] };
    };
    this.#limits = limits;
    this.#windows = { minute: current('minute'), hour: current('hour'), day: current('day') };
  }

  /** Undefined: there was room for one more. Otherwise when there will be: at the end of the last full window. */
  take(): { retryAfterSeconds: number } | undefined {
    const full = WINDOWS.filter(name => this.#windows[name].used >= this.#limits[name]);
    if (full.length > 0) {
      const leftMs = Math.max(...full.map(name => this.#windows[name].leftMs));
      return { retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1000)) };
    }
    for (const name of WINDOWS) this.#windows[name].used++;
    return undefined;
  }
}

/** Counts calls, from rows of `trigger_id, calls`. Whoever executes it keeps others from counting meanwhile. */
export function countCalls(source: RawBuilder<unknown>): RawBuilder<unknown> {
  const each = (column: (name: WindowName) => RawBuilder<unknown>) => sql.join(WINDOWS.map(column));
  return sql`
    INSERT INTO webhook_calls AS kept (trigger_id, ${each(name => sql`${used(name)}, ${endsAt(name)}`)})
    SELECT trigger_id, ${each(name => sql`calls, now() + ${sql.lit(`${WINDOW_MS[name]} ms`)}::interval`)} FROM ${source} AS source
    ON CONFLICT (trigger_id) DO UPDATE SET ${each(name => {
      const isOver = sql`kept.${endsAt(name)} <= now()`;
      return sql`
        ${used(name)} = excluded.${used(name)} + CASE WHEN ${isOver} THEN 0 ELSE kept.${used(name)} END,
        ${endsAt(name)} = CASE WHEN ${isOver} THEN excluded.${endsAt(name)} ELSE kept.${endsAt(name)} END`;
    })}`;
}

/** Of a row of `webhook_calls`, for `windowsOf`. */
export function windowColumns(table: string): RawBuilder<unknown> {
  return sql.join(
    WINDOWS.map(name => {
      const left = sql`extract(epoch FROM ${sql.ref(`${table}.${name}_ends_at`)} - now())::float8 * 1000`;
      return sql`${sql.ref(`${table}.${name}_used`)} AS ${used(name)}, ${left} AS ${sql.ref(`${name}_left_ms`)}`;
    }),
  );
}

export type WindowRow = Record<`${WindowName}_used` | `${WindowName}_left_ms`, number | null>;

export function windowsOf(row: WindowRow): Record<WindowName, CallWindow> {
  const window = (name: WindowName) => ({ used: row[`${name}_used`] ?? 0, leftMs: row[`${name}_left_ms`] ?? 0 });
  return { minute: window('minute'), hour: window('hour'), day: window('day') };
}

export async function deleteEndedCalls(db: Query): Promise<void> {
  await sql`DELETE FROM webhook_calls WHERE day_ends_at < now()`.execute(db);
}

function used(name: WindowName) {
  return sql.ref(`${name}_used`);
}

function endsAt(name: WindowName) {
  return sql.ref(`${name}_ends_at`);
}
