/** The rows of a run's timeline: the steps in the order of the graph, those of loops for one item at a time. PURE. */
import { isLoop } from '../templates/node-rules.ts';
import { findLoops, type LoopItem, type LoopItems, placeOfItem } from './loop-items.ts';
import { type RunState, type StepState, stepKey } from './run-state.ts';
import type { Structure } from './structure.ts';

export interface Row {
  /** The key of the step. */
  readonly key: string;
  readonly nodeId: string;
  readonly name: string;
  readonly type: string;
  readonly iteration: readonly number[];
  /** How many loops are around it. */
  readonly depth: number;
  /** Undefined when the step has not begun in this item. */
  readonly step: StepState | undefined;
  readonly loop: LoopItems | undefined;
  /** The item of the loop whose steps follow. */
  readonly chosenItem: number | undefined;
}

export interface RowFilter {
  readonly failedOnly: boolean;
  /** Empty: all types. */
  readonly types: ReadonlySet<string>;
  readonly text: string;
}

export const NO_FILTER: RowFilter = { failedOnly: false, types: new Set(), text: '' };

/** The chosen items, by the key of their loop. */
export type ChosenItems = ReadonlyMap<string, number>;

interface RowsOptions {
  readonly state: RunState;
  readonly structure: Structure;
  readonly chosen: ChosenItems;
  readonly filter?: RowFilter;
}

export function buildRows({ state, structure, chosen, filter = NO_FILTER }: RowsOptions): Row[] {
  const loops = findLoops(state, structure);
  const begun = new Set([...state.steps.values()].map(({ nodeId }) => nodeId));
  const matches = createMatcher(filter, structure);
  const isFiltered = filter !== NO_FILTER && (filter.failedOnly || filter.types.size > 0 || filter.text !== '');

  function rowsIn(loop: string | undefined, iteration: readonly number[]): Row[] {
    return structure.members(loop).flatMap(nodeId => {
      if (!begun.has(nodeId)) return [];
      const key = stepKey(nodeId, iteration);
      const items = loops.get(key);
      const step = state.steps.get(key);
      const chosenItem = items && chooseItem(items, chosen.get(key), isFiltered ? matches : undefined);
      const node = structure.nodes.get(nodeId);
      const row: Row = {
        key,
        nodeId,
        name: node?.name ?? '',
        type: node?.type ?? step?.nodeType ?? '',
        iteration,
        depth: iteration.length,
        step,
        loop: items,
        chosenItem,
      };
      const inside = chosenItem === undefined ? [] : rowsIn(nodeId, [chosenItem, ...iteration]);
      const isShown = inside.length > 0 || !isFiltered || (step !== undefined && matches(step));
      return isShown || hasMatchingItem(items, matches) ? [row, ...inside] : [];
    });
  }

  return rowsIn(undefined, []);
}

function hasMatchingItem(loop: LoopItems | undefined, matches: (step: StepState) => boolean): boolean {
  return loop?.items.some(({ steps }) => steps.some(matches)) ?? false;
}

/** Without a choice, the item that somebody looks for: the first that matches or failed, or else what runs now. */
function chooseItem(
  { items, firstFailed }: LoopItems,
  chosen: number | undefined,
  matches: ((step: StepState) => boolean) | undefined,
): number | undefined {
  if (items.length === 0) return undefined;
  if (chosen !== undefined && items[placeOfItem({ items }, chosen)]?.index === chosen) return chosen;
  const matching = matches && items.find(({ steps }) => steps.some(matches));
  return matching?.index ?? firstFailed ?? items.find(isOpen)?.index ?? items[0]?.index;
}

function isOpen({ state }: LoopItem): boolean {
  return state === 'running' || state === 'waiting';
}

function createMatcher({ failedOnly, types, text }: RowFilter, structure: Structure): (step: StepState) => boolean {
  const wanted = text.trim().toLowerCase();
  return step => {
    if (failedOnly && step.status !== 'failed') return false;
    if (types.size > 0 && !types.has(step.nodeType)) return false;
    if (wanted === '') return true;
    const name = structure.nodes.get(step.nodeId)?.name ?? '';
    const texts = [step.nodeId, name, step.nodeType, step.error, step.text, step.outputHead];
    return texts.some(part => part.toLowerCase().includes(wanted));
  };
}

/** The first step that made the run fail, in the order in which steps ended. */
export function firstFailure(state: RunState): StepState | undefined {
  const failed = [...state.steps.values()].filter(({ status, handle }) => status === 'failed' && handle !== 'error');
  // A loop fails because of a step in it, so the step says more.
  const causes = failed.filter(({ nodeType }) => !isLoop(nodeType));
  const candidates = causes.length > 0 ? causes : failed;
  return candidates.toSorted((left, right) => (left.finishedAt ?? 0) - (right.finishedAt ?? 0))[0];
}

/** The items that must be chosen so that a step is among the rows, the innermost first. */
export function itemsAround(structure: Structure, nodeId: string, iteration: readonly number[]): [string, number][] {
  const items: [string, number][] = [];
  let inner = nodeId;
  for (let [index, ...outer] = iteration; index !== undefined; [index, ...outer] = outer) {
    const loop = structure.loopOf(inner);
    if (loop === undefined) break;
    items.push([stepKey(loop, outer), index]);
    inner = loop;
  }
  return items;
}

interface PlacedStep {
  readonly nodeId: string;
  readonly iteration: readonly number[];
}

/** The same step in another item of a loop around it. Undefined when the loop is not around it. */
export function moveToItem(
  structure: Structure,
  step: PlacedStep,
  loop: Pick<LoopItems, 'key' | 'iteration'>,
  index: number,
): PlacedStep | undefined {
  const isInside = itemsAround(structure, step.nodeId, step.iteration).some(([key]) => key === loop.key);
  if (!isInside) return undefined;
  const place = step.iteration.length - 1 - loop.iteration.length;
  return { nodeId: step.nodeId, iteration: step.iteration.with(place, index) };
}
