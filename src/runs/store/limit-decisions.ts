/** Decides what becomes of runs that need a place in a limit on concurrency, before they are inserted. Pure. */
import type { ConcurrencyLimit, StartColumns } from './start-row.ts';
import type { RunStatus } from './tables.ts';

/** How full a limit is, while it is locked. */
export interface LimitState {
  key: string;
  /** How many runs have a place, counted up to the limit. */
  used: number;
  /** How many runs wait for one, counted up to the length of the queue. */
  held: number;
  /** The run that has had its place for longest. */
  holder: string | null;
  holderStatus: RunStatus | null;
}

export type LimitDecision =
  /** It is inserted. The database gives it a place or holds it. */
  | { kind: 'insert' }
  /** A run that waits for the same place gets its input, if there is one. */
  | { kind: 'replace' }
  | { kind: 'skip'; runId: string; status: RunStatus }
  | { kind: 'full'; queued: number };

/** Decides one run after the other: each counts for those after it. */
export function decideByLimits(
  candidates: readonly { runId: string; start: Pick<StartColumns, 'concurrency'> }[],
  states: readonly LimitState[],
): LimitDecision[] {
  const current = new Map(states.map(state => [state.key, state]));
  return candidates.map(({ runId, start: { concurrency } }) => {
    const decision = decide(concurrency, current);
    if (decision.kind === 'insert') takePlaces(runId, concurrency, current);
    return decision;
  });
}

function decide(limits: readonly ConcurrencyLimit[], states: ReadonlyMap<string, LimitState>): LimitDecision {
  const full = limits.flatMap(rule => {
    const state = states.get(rule.key);
    return state && state.used >= rule.limit ? [{ rule, state }] : [];
  });
  for (const { rule, state } of full) {
    if (rule.onFull !== 'skip' || state.holder === null) continue;
    return { kind: 'skip', runId: state.holder, status: state.holderStatus ?? 'queued' };
  }
  if (full.some(({ rule }) => rule.onFull === 'replace')) return { kind: 'replace' };
  const crowded = full.find(({ rule, state }) => rule.onFull === 'queue' && state.held >= rule.queued);
  return crowded ? { kind: 'full', queued: crowded.state.held } : { kind: 'insert' };
}

/** Notes what the database will decide: a place in every limit, unless somebody waits for one of them. */
function takePlaces(runId: string, limits: readonly ConcurrencyLimit[], states: Map<string, LimitState>): void {
  const all = limits.flatMap(rule => {
    const state = states.get(rule.key);
    return state ? [{ rule, state }] : [];
  });
  const isHeld = all.some(({ rule, state }) => state.used >= rule.limit || state.held > 0);
  for (const { rule, state } of all) {
    states.set(
      rule.key,
      isHeld
        ? { ...state, held: state.held + 1 }
        : {
            ...state,
            used: state.used + 1,
            holder: state.holder ?? runId,
            holderStatus: state.holderStatus ?? 'queued',
          },
    );
  }
}
