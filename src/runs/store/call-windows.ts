/**
 * Limits how often a webhook trigger may be called: per minute, hour and day at once. Each window begins with a call.
 * Refused calls count in none of them.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Query } from '../../database.ts';
import type { RatePolicy } from '../../errors.ts';

const WINDOW_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

type WindowName = keyof typeof WINDOW_MS;
/** How many calls each window allows. */
export type CallLimits = Readonly<Record<WindowName, number>>;

const WINDOWS: readonly WindowName[] = ['minute', 'hour', 'day'];

interface CallWindow {
  used: number;
  /** The time until the window ends. */
  leftMs: number;
}

/** Counts the calls of one trigger within the batch that is being accepted. */
export class CallWindows {
  readonly #limits: CallLimits;
  readonly #windows: Record<WindowName, CallWindow>;

  /** A window that has ended, or that never began, begins with the first call. */
  constructor(limits: CallLimits, stored: Readonly<Record<WindowName, CallWindow>> | undefined) {
    const current = (name: WindowName): CallWindow => {
      const window = stored?.[name];
      return window && window.leftMs > 0 ? { ...window } : { used: 0, leftMs: WINDOW_MS[name] };
    };
    this.#limits = limits;
    this.#windows = { minute: current('minute'), hour: current('hour'), day: current('day') };
  }

  /**
   * Counts one more call. When a window is full it counts nothing, and returns when there will be room: at the end of
   * the full window that ends last.
   */
  add(): { retryAfterSeconds: number; policy: RatePolicy } | undefined {
    const full = WINDOWS.filter(name => this.#windows[name].used >= this.#limits[name]);
    const [last] = full.toSorted((one, other) => this.#windows[other].leftMs - this.#windows[one].leftMs);
    if (last) {
      return {
        retryAfterSeconds: Math.max(1, Math.ceil(this.#windows[last].leftMs / 1000)),
        policy: { name: `trigger-${last}`, quota: this.#limits[last], windowSeconds: WINDOW_MS[last] / 1000 },
      };
    }
    for (const name of WINDOWS) this.#windows[name].used++;
    return undefined;
  }
}

/** Stores calls from rows of `trigger_id, calls`. The caller must prevent others from counting at the same time. */
export function countCalls(source: RawBuilder<unknown>): RawBuilder<unknown> {
  const each = (column: (name: WindowName) => RawBuilder<unknown>) => sql.join(WINDOWS.map(column));
  return sql`
    INSERT INTO webhook_calls AS stored (trigger_id, ${each(name => sql`${used(name)}, ${endsAt(name)}`)})
    SELECT trigger_id, ${each(name => sql`calls, now() + ${sql.lit(`${WINDOW_MS[name]} ms`)}::interval`)} FROM ${source} AS source
    ON CONFLICT (trigger_id) DO UPDATE SET ${each(name => {
      const isOver = sql`stored.${endsAt(name)} <= now()`;
      return sql`
        ${used(name)} = excluded.${used(name)} + CASE WHEN ${isOver} THEN 0 ELSE stored.${used(name)} END,
        ${endsAt(name)} = CASE WHEN ${isOver} THEN excluded.${endsAt(name)} ELSE stored.${endsAt(name)} END`;
    })}`;
}

/** Selects the columns of `webhook_calls` that `toCallWindows` needs. */
export function windowColumns(table: string): RawBuilder<unknown> {
  return sql.join(
    WINDOWS.map(name => {
      const left = sql`extract(epoch FROM ${sql.ref(`${table}.${name}_ends_at`)} - now())::float8 * 1000`;
      return sql`${sql.ref(`${table}.${name}_used`)} AS ${used(name)}, ${left} AS ${sql.ref(`${name}_left_ms`)}`;
    }),
  );
}

export type WindowRow = Record<`${WindowName}_used` | `${WindowName}_left_ms`, number | null>;

export function toCallWindows(row: WindowRow): Record<WindowName, CallWindow> {
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
