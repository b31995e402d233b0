/**
 * Lets queued runs be claimed that were held: because they were not due yet, or because there was no place for them.
 *
 *   a run ends, pauses or is deleted ── freed_slots, in the same transaction ──▶ admit_runs ──▶ the next run can be claimed
 *
 * Every process with a worker is notified, and takes some of the rows. A process that dies leaves the rest to the others.
 */
import { sql } from 'kysely';
import type { HeddleDatabase } from '../../database.ts';
import { passPoint } from '../../platform/crash-points.ts';
import type { RunLimits } from '../run-limits.ts';
import { cancelUnlessEnded } from './cancelling.ts';

interface AdmitterOptions {
  database: HeddleDatabase;
  limits: RunLimits;
  /** Called when runs can be claimed that could not be before. */
  onAdmitted(): void;
}

export interface Admitter {
  /** Does what there is to do. What comes meanwhile is done together after it. */
  admit(): Promise<void>;
  stop(): void;
}

/** The pause between two rounds, in which further places become free that one round can give away together. */
const BATCH_WINDOW_MS = 5;

export function createAdmitter({ database, limits, onAdmitted }: AdmitterOptions): Admitter {
  let isStopped = false;
  let isAdmitting = false;
  let isRequested = false;

  async function admitOnce(): Promise<boolean> {
    const { rows } = await database.pool.query<{ admitted: number; has_more: boolean; crowded: string[] }>({
      name: 'runs.admit',
      text: 'SELECT admitted, has_more, crowded FROM admit_runs()',
    });
    const { admitted = 0, has_more: hasMore = false, crowded = [] } = rows[0] ?? {};
    if (admitted > 0) {
      passPoint('slots.admitted');
      onAdmitted();
    }
    for (const key of crowded) await makeRoom(database, limits, key);
    return hasMore;
  }

  return {
    async admit() {
      isRequested = true;
      if (isAdmitting) return;
      isAdmitting = true;
      try {
        while (isRequested && !isStopped) {
          isRequested = false;
          if (await admitOnce()) isRequested = true;
          else if (isRequested) await new Promise(resolve => setTimeout(resolve, BATCH_WINDOW_MS));
        }
      } finally {
        isAdmitting = false;
      }
    },
    stop() {
      isStopped = true;
    },
  };
}

/** What a cancelled run says. */
const REPLACED = 'A newer run took its place';

/**
 * Cancels the oldest runs of a limit, so that those that wait get their places. Nothing is locked meanwhile: two
 * processes that do this at the same time choose the same runs.
 */
async function makeRoom({ query: db }: HeddleDatabase, limits: RunLimits, key: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    WITH all_runs AS (
      SELECT id, created_at, held, (slots #>> '{limits,0}')::integer AS most, slots #> '{cancels,0}' = 'true' AS cancels
      FROM runs WHERE slot_key = ${key} AND ${HAS_PLACE_OR_WAITS}
      UNION ALL
      SELECT id, created_at, held, (slots #>> '{limits,1}')::integer, slots #> '{cancels,1}' = 'true'
      FROM runs WHERE slot_key_2 = ${key} AND ${HAS_PLACE_OR_WAITS}
    )
    SELECT id FROM all_runs ORDER BY created_at, id LIMIT (
      SELECT greatest(0, (SELECT count(*) FROM all_runs) - coalesce(max(most), 1000)) FROM all_runs
      WHERE held IS NOT NULL AND cancels
    )`.execute(db);
  for (const { id } of rows) await cancelUnlessEnded(db, limits, id, REPLACED);
}

const HAS_PLACE_OR_WAITS = sql`(
  held IS NULL AND (status IN ('queued', 'running') OR status = 'waiting' AND keeps_place)
  OR status = 'queued' AND held = 'place')`;

/** Wakes everybody who waits for a place. What has become free is noted at once, so this should find nothing to do. */
export async function wakeHeldRuns({ query: db }: HeddleDatabase): Promise<void> {
  await sql`
    WITH RECURSIVE waiting (key) AS (
      (SELECT slot_key FROM runs WHERE status = 'queued' AND held = 'place' ORDER BY slot_key LIMIT 1)
      UNION ALL
      SELECT (SELECT slot_key FROM runs WHERE status = 'queued' AND held = 'place' AND slot_key > waiting.key
        ORDER BY slot_key LIMIT 1) FROM waiting WHERE waiting.key IS NOT NULL
    )
    SELECT free_slots(key, NULL) FROM waiting WHERE key IS NOT NULL`.execute(db);
  // Times that no longer delay anybody.
  await sql`
    DELETE FROM throttled_starts WHERE times[array_upper(times, 1)] < now() - interval '2 days'`.execute(db);
}
