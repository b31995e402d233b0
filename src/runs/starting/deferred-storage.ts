/**
 * The storage of a run that begins before it is inserted, because its caller waits for it: nobody was told of it so far.
 *
 *   (none) ── the run ends ────────────────────────────────────────────▶ inserted with its end
 *          ── it is about to have an effect, or has computed for long ──▶ inserted as running ── its end ──▶ ended
 *          ── the caller waits no longer ──────────────────────────────▶ inserted as running
 */
import type { RunStorage } from '../executing/run-storage.ts';
import type { RunEnd, SavedStep } from '../executing/saved-run.ts';

/** Inserts the run with the steps that have settled, or with its end. Throws when there must be no such run. */
export type InsertBegunRun = (steps: readonly SavedStep[], end?: RunEnd) => Promise<void>;

export interface DeferredStorage extends RunStorage {
  /** Inserts the run now, unless that has happened. */
  insert(): Promise<void>;
}

export function createDeferredStorage(later: RunStorage, insertRun: InsertBegunRun): DeferredStorage {
  let inserted: Promise<void> | undefined;
  const insert: InsertBegunRun = (steps, end) => {
    inserted = insertRun(steps, end);
    return inserted;
  };
  return {
    ...later,
    insert: () => inserted ?? insert([]),
    save: steps => inserted?.then(() => later.save(steps)) ?? insert(steps),
    end: end => inserted?.then(() => later.end(end)) ?? insert([], end),
  };
}
