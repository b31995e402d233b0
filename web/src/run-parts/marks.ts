/** What the canvas shows on each step of a run. PURE. */
import type { StepMark } from '../graph/canvas.tsx';
import { bodyHandle } from '../graph/outputs.ts';
import { formatDuration } from '../look/duration.ts';
import { isLoop } from '../templates/node-rules.ts';
import * as texts from '../texts/run-parts.ts';
import { itemStrip } from './item-strip.ts';
import { findLoops, type LoopItems } from './loop-items.ts';
import { resultLine } from './result-line.ts';
import { isFatal, type RunState, type StepState, stepDuration } from './run-state.ts';
import { isPause, type Structure } from './structure.ts';

export function markSteps(state: RunState, structure: Structure, now: number): ReadonlyMap<string, StepMark> {
  const loops = findLoops(state, structure);
  const byNode = Map.groupBy(state.steps.values(), ({ nodeId }) => nodeId);
  const marks = new Map<string, StepMark>();
  for (const [nodeId, all] of byNode) {
    // The pauses of a repeat are told by its rounds.
    const steps = all.filter(step => !isPause(structure, step));
    if (steps.length > 0) marks.set(nodeId, markStep(steps, loops, now));
  }
  return marks;
}

function markStep(steps: readonly StepState[], loops: ReadonlyMap<string, LoopItems>, now: number): StepMark {
  const pinned = steps.some(({ isPinned }) => isPinned);
  const [only] = steps;
  const isInLoop = steps.some(({ iteration }) => iteration.length > 0);
  const items = only && isLoop(only.nodeType) ? countLoopItems(steps, loops) : isInLoop ? countSteps(steps) : undefined;
  const text = !isInLoop && only ? describe(only, now) : undefined;
  const fatal = steps.find(isFatal);
  // In a loop every item has a result of its own, and only what went wrong is worth a line.
  const result = fatal ? resultLine(fatal) : !isInLoop && only ? resultLine(only) : '';
  const taken = findTaken(steps, items?.total ?? 0);
  return {
    state: commonState(steps),
    ...(text !== undefined && { text }),
    ...(items && { items }),
    ...(result !== '' && { result }),
    ...(fatal && fatal.error !== '' && { error: fatal.error }),
    ...(taken.length > 0 && { taken }),
    ...(pinned && { pinned }),
  };
}

/** Returns the outputs by which the run went on. The body of a loop begins while the loop still runs. */
function findTaken(steps: readonly StepState[], items: number): (string | null)[] {
  const handles = steps.flatMap(step => (step.status === 'success' || isCaught(step) ? [step.handle] : []));
  const [body] = items > 0 ? steps.flatMap(({ nodeType }) => bodyHandle(nodeType) ?? []) : [];
  return [...new Set([...(body === undefined ? [] : [body]), ...handles])];
}

function isCaught({ status, handle }: StepState): boolean {
  return status === 'failed' && handle === 'error';
}

function describe(step: StepState, now: number): string | undefined {
  if (step.items) return texts.itemsDone(step.items);
  if (step.status === 'running' && step.progress !== '') return step.progress;
  if (step.isPinned) return undefined;
  const duration = stepDuration(step, now);
  return duration === undefined ? undefined : formatDuration(duration);
}

/** The state that matters most: what goes on now, then what went wrong. */
function commonState(steps: readonly StepState[]): NonNullable<StepMark['state']> {
  const has = (status: StepState['status']) => steps.some(step => step.status === status);
  if (has('running')) return 'running';
  if (has('waiting')) return 'waiting';
  if (steps.some(isFatal) || (has('failed') && !has('success'))) return 'failed';
  return has('success') ? 'success' : 'skipped';
}

function countSteps(steps: readonly StepState[]): StepMark['items'] {
  const ended = steps.filter(({ status }) => status !== 'running' && status !== 'waiting');
  const failed = ended.filter(({ status }) => status === 'failed');
  return { done: ended.length, total: steps.length, failed: failed.length };
}

function countLoopItems(steps: readonly StepState[], loops: ReadonlyMap<string, LoopItems>): StepMark['items'] {
  const found = steps.flatMap(({ key }) => loops.get(key) ?? []);
  const sum = (count: (loop: LoopItems) => number) => found.reduce((total, loop) => total + count(loop), 0);
  return {
    done: sum(({ done }) => done),
    total: sum(({ items, done }) => Math.max(items.length, done)),
    failed: sum(({ failed }) => failed),
    strip: itemStrip(found.flatMap(({ items }) => items)),
  };
}
