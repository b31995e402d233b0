/** How a run ended, in one sentence, and the step that shows why. PURE. */
import { formatDuration } from '../look/duration.ts';
import * as texts from '../texts/run-parts.ts';
import { findLoops } from './loop-items.ts';
import { outputLine } from './result-line.ts';
import { firstFailure, itemsAround } from './rows.ts';
import { isEnded, type RunState, readStepKey, runDuration, type StepState } from './run-state.ts';
import type { Structure } from './structure.ts';

export interface RunSentence {
  /** `Failed in Price it, item 13 of 40, after 2.4 s`. */
  readonly lead: string;
  /** What follows the colon: the error, or the result. It may be empty. */
  readonly rest: string;
}

/** Returns undefined for a run that has not ended. */
export function describeEnd(state: RunState, structure: Structure): RunSentence | undefined {
  if (!isEnded(state.status)) return undefined;
  const duration = formatDuration(runDuration(state, state.finishedAt ?? 0).totalMs);
  if (state.status === 'success') return { lead: texts.succeededAfter(duration), rest: outputLine(state.outputJson) };
  if (state.status === 'cancelled') return { lead: texts.cancelledAfter(duration), rest: state.error };
  const failure = firstFailure(state);
  const lead = failure
    ? texts.failedIn([nameOf(structure, failure.nodeId), ...itemWords(state, structure, failure)].join(', '), duration)
    : texts.failedAfter(duration);
  return { lead, rest: state.error };
}

/** The step that shows how the run ended: the one that failed it, or the one whose output is its result. */
export function findEndStep(state: RunState, structure: Structure): StepState | undefined {
  if (state.status === 'failed') return firstFailure(state);
  if (state.status !== 'success') return undefined;
  const succeeded = [...state.steps.values()].filter(({ status }) => status === 'success');
  const outputs = succeeded.filter(({ nodeType }) => nodeType === 'output');
  // The service takes the output that comes last in the graph, and of a loop its last item.
  const placed = outputs.map(step => ({ step, place: placeOf(structure, step) }));
  const last = placed.toSorted((one, other) => comparePlaces(one.place, other.place)).at(-1)?.step;
  return last ?? succeeded.toSorted((one, other) => (one.finishedAt ?? 0) - (other.finishedAt ?? 0)).at(-1);
}

/** The position of the outermost loop, its item, that of the loop in it, and so on to the step itself. */
function placeOf(structure: Structure, { nodeId, iteration }: StepState): number[] {
  const position = (id: string) => structure.order.indexOf(id);
  const around = itemsAround(structure, nodeId, iteration).toReversed();
  return [...around.flatMap(([key, index]) => [position(readStepKey(key).nodeId), index]), position(nodeId)];
}

function comparePlaces(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((number, index) => number !== other[index]);
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

function nameOf(structure: Structure, nodeId: string): string {
  return structure.nodes.get(nodeId)?.name || nodeId;
}

/** The items of the loops around a step, the outermost first. */
function itemWords(state: RunState, structure: Structure, { nodeId, iteration }: StepState): string[] {
  if (iteration.length === 0) return [];
  const loops = findLoops(state, structure);
  return itemsAround(structure, nodeId, iteration)
    .toReversed()
    .map(([key, index]) => {
      const total = loops.get(key)?.total;
      return total === undefined ? texts.itemNumber(index + 1) : texts.itemOfTotal(index + 1, total);
    });
}
