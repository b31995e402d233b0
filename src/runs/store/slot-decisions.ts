/** Decides what becomes of runs that need a place in a slot, before they are inserted. Pure. */
import type { SlotRule, StartColumns } from './start-row.ts';
import type { RunStatus } from './tables.ts';

/** How full a slot is, while it is locked. */
export interface SlotState {
  key: string;
  /** How many runs have a place, counted up to the limit. */
  used: number;
  /** How many runs wait for one, counted up to the length of the queue. */
  held: number;
  /** The run that has had its place for longest. */
  holder: string | null;
  holderStatus: RunStatus | null;
}

export type SlotDecision =
  /** It is inserted. The database gives it a place or holds it. */
  | { kind: 'insert' }
  /** A run that waits for the same place gets its input, if there is one. */
  | { kind: 'replace' }
  | { kind: 'skip'; runId: string; status: RunStatus }
  | { kind: 'full'; queued: number };

/** Decides one run after the other: each counts for those after it. */
export function decideSlots(
  candidates: readonly { runId: string; start: Pick<StartColumns, 'slots'> }[],
  states: readonly SlotState[],
): SlotDecision[] {
  const current = new Map(states.map(state => [state.key, state]));
  return candidates.map(({ runId, start: { slots } }) => {
    const decision = decide(slots, current);
    if (decision.kind === 'insert') takePlaces(runId, slots, current);
    return decision;
  });
}

function decide(slots: readonly SlotRule[], states: ReadonlyMap<string, SlotState>): SlotDecision {
  const full = slots.flatMap(rule => {
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

/** Notes what the database will decide: a place in every slot, unless somebody waits for one of them. */
function takePlaces(runId: string, slots: readonly SlotRule[], states: Map<string, SlotState>): void {
  const all = slots.flatMap(rule => {
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
