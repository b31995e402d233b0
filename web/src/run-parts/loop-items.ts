/** The items of the loops of a run: how each of them ended, and which steps belong to it. PURE. */
import { isLoop, REPEAT } from '../templates/node-rules.ts';
import { hasEnded, isFatal, type RunState, type StepState, stepKey } from './run-state.ts';
import { isPause, type Structure } from './structure.ts';

export type ItemState = 'pending' | 'running' | 'waiting' | 'success' | 'failed' | 'skipped';

export interface LoopItem {
  readonly index: number;
  readonly state: ItemState;
  /** The steps of the item, those of loops inside of it included, in the order of their start. */
  readonly steps: readonly StepState[];
}

export interface LoopItems {
  /** The key of the step that is the loop. */
  readonly key: string;
  readonly nodeId: string;
  /** The items around the loop, the innermost first, as the API has them. */
  readonly iteration: readonly number[];
  /** In the order of their indexes, without gaps. Of a file, only those of which steps are known. */
  readonly items: readonly LoopItem[];
  /** Undefined while the loop runs: only its end says how many items there are. */
  readonly total: number | undefined;
  readonly done: number;
  readonly failed: number;
  readonly firstFailed: number | undefined;
  /** Whether the items are the rounds of a repeat. */
  readonly isRepeat: boolean;
  readonly mostRounds: number | undefined;
  readonly isOfFile: boolean;
}

/** Returns the items of every loop of the run, by the key of the loop's step. */
export function findLoops(state: RunState, structure: Structure): ReadonlyMap<string, LoopItems> {
  const steps = collectSteps(state, structure);
  const loops = new Map<string, LoopItems>();
  for (const step of state.steps.values()) {
    if (isLoop(step.nodeType)) loops.set(step.key, readLoop(step, steps.get(step.key) ?? new Map(), structure));
  }
  return loops;
}

type StepsByIndex = Map<number, StepState[]>;

/** Groups the steps of loop bodies by loop and index. A step of an inner loop also belongs to the items around it. */
function collectSteps(state: RunState, structure: Structure): Map<string, StepsByIndex> {
  const byLoop = new Map<string, StepsByIndex>();
  for (const step of state.steps.values()) {
    let nodeId: string | undefined = isPause(structure, step) ? undefined : step.nodeId;
    for (let [index, ...outer] = step.iteration; index !== undefined; [index, ...outer] = outer) {
      const loop: string | undefined = nodeId === undefined ? step.nodeId : structure.loopOf(nodeId);
      if (loop === undefined) break;
      const key = stepKey(loop, outer);
      const byIndex = byLoop.get(key) ?? new Map<number, StepState[]>();
      const steps = byIndex.get(index) ?? [];
      steps.push(step);
      byIndex.set(index, steps);
      byLoop.set(key, byIndex);
      nodeId = loop;
    }
  }
  return byLoop;
}

function readLoop(loop: StepState, byIndex: StepsByIndex, structure: Structure): LoopItems {
  if (loop.items) return readFileLoop(loop, byIndex, loop.items, structure);
  const total = readCount(loop);
  const highest = byIndex.keys().reduce((most, index) => Math.max(most, index), -1);
  const items = Array.from({ length: Math.max(total ?? 0, highest + 1) }, (_, index) => {
    const steps = byIndex.get(index) ?? [];
    return { index, steps, state: itemState(steps, loop) };
  });
  const failed = items.filter(({ state }) => state === 'failed');
  return {
    key: loop.key,
    nodeId: loop.nodeId,
    iteration: loop.iteration,
    items,
    total,
    done: items.filter(({ state }) => state === 'success' || state === 'failed' || state === 'skipped').length,
    failed: failed.length,
    firstFailed: failed[0]?.index,
    isRepeat: loop.nodeType === REPEAT,
    mostRounds: structure.nodes.get(loop.nodeId)?.mostRounds,
    isOfFile: false,
  };
}

/** A file may have millions of items, and the run keeps the steps of a few. */
function readFileLoop(
  loop: StepState,
  byIndex: StepsByIndex,
  { done, failed }: NonNullable<StepState['items']>,
  structure: Structure,
): LoopItems {
  // A failure that no edge leads on from may fail only the item.
  const hasFailed = ({ status, nodeId }: StepState) =>
    status === 'failed' && structure.nodes.get(nodeId)?.handlesFailure !== true;

  const indexes = [...byIndex.keys()].sort((one, other) => one - other);
  const items = indexes.map(index => {
    const steps = byIndex.get(index) ?? [];
    return { index, steps, state: steps.some(hasFailed) ? ('failed' as const) : itemState(steps, loop) };
  });
  return {
    key: loop.key,
    nodeId: loop.nodeId,
    iteration: loop.iteration,
    items,
    total: hasEnded(loop) ? done : undefined,
    done,
    failed,
    firstFailed: items.find(({ state }) => state === 'failed')?.index,
    isRepeat: false,
    mostRounds: undefined,
    isOfFile: true,
  };
}

/** Returns where an item is in the list of those that are shown. */
export function placeOfItem({ items }: Pick<LoopItems, 'items'>, index: number): number {
  const place = items[index]?.index === index ? index : items.findIndex(item => item.index === index);
  return Math.max(0, place);
}

/** The output of a loop begins with its count, so the beginning of the output is enough. */
function readCount({ outputHead, status }: StepState): number | undefined {
  if (status !== 'success') return undefined;
  const [, count] = /^\{"(?:count|rounds)":(\d+)/.exec(outputHead) ?? [];
  return count === undefined ? undefined : Number(count);
}

function itemState(steps: readonly StepState[], loop: StepState): ItemState {
  // An item whose first step has not begun, or a body of steps that has none at all.
  if (steps.length === 0) return loop.status === 'success' ? 'success' : 'pending';
  if (steps.some(isFatal)) return 'failed';
  if (steps.some(({ status }) => status === 'running')) return 'running';
  if (steps.some(({ status }) => status === 'waiting')) return 'waiting';
  if (steps.every(({ status }) => status === 'skipped')) return 'skipped';
  // Between two steps of an item nothing of it runs, and it is still not done.
  return hasEnded(loop) || steps.every(hasEnded) ? 'success' : 'running';
}

/** Returns the step of a node within one item, if it has begun. */
export function stepInItem(item: LoopItem, nodeId: string, iteration: readonly number[]): StepState | undefined {
  const key = stepKey(nodeId, [item.index, ...iteration]);
  return item.steps.find(step => step.key === key);
}
