/** The data with which templates are previewed: that of a run, completed by pinned outputs. */
import { isObject } from '../../../src/engine/definition.ts';
import { REPEAT } from './node-rules.ts';
import type { StepScope } from './scope.ts';

/** A step of a run, or a pinned output, as templates see it. */
export interface PreviewStep {
  readonly nodeId: string;
  readonly iteration: readonly number[];
  readonly status: string;
  /** Undefined when the step has no output. */
  readonly output?: unknown;
  /** Whether only the beginning of the output is known. */
  readonly isCut?: boolean;
  readonly isPinned?: boolean;
  readonly text: string;
  readonly error: string;
  readonly fileIds: readonly string[];
}

/** What is known of a run. Without a run, only the workflow and pinned outputs are. */
export interface PreviewData {
  readonly workflow: { readonly id: string; readonly name: string };
  readonly run: { readonly id: string; readonly startedAt: number } | null;
  /** Undefined when it is not known. */
  readonly input?: unknown;
  /** The present variables. Undefined when there are none. */
  readonly vars?: Readonly<Record<string, unknown>>;
  readonly steps: readonly PreviewStep[];
}

/** A loop around a place, and which of its items is looked at. */
export interface LoopPlace {
  readonly id: string;
  /** The expression that gives its items. */
  readonly items: string;
  /** Whether it has rounds, of which only a run knows how many there are. */
  readonly isRepeat?: true;
  /** The param that gives the result of a round. */
  readonly result?: unknown;
  readonly index: number;
}

/** What the templates of one step see, ready to be sent to a worker. */
export interface PlaceData {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly steps: readonly PreviewStep[];
  /** The outermost first. */
  readonly loops: readonly LoopPlace[];
  /** The seed of random numbers, which is that of the real step where there is a run. */
  readonly seed: string;
}

export interface Place {
  readonly nodeId: string;
  readonly scope: StepScope;
  /** Which item of each loop around is looked at. Missing numbers are 0. */
  readonly iteration: readonly number[];
}

/** Selects what a step sees at a place. */
export function dataAt(data: PreviewData, { nodeId, scope, iteration }: Place, definition: unknown): PlaceData {
  const items = scope.loops.map((_, index) => iteration[index] ?? 0);
  const loops = scope.loops.map((id, index) => ({ id, ...readLoop(definition, id), index: items[index] ?? 0 }));
  const steps = scope.steps.flatMap(({ id, depth }) => findStep(data, id, items.slice(0, depth)) ?? []);
  return {
    variables: variablesOf(data),
    steps,
    loops,
    seed: `${data.run?.id ?? ''} ${stepKey(nodeId, items.toReversed())}`,
  };
}

function findStep({ steps }: PreviewData, id: string, iteration: readonly number[]): PreviewStep | undefined {
  const ofNode = steps.filter(step => step.nodeId === id);
  return ofNode.find(step => isSame(step.iteration, iteration)) ?? ofNode.find(({ isPinned }) => isPinned);
}

function isSame(left: readonly number[], right: readonly number[]): boolean {
  return left.length === right.length && left.every((number, index) => number === right[index]);
}

function variablesOf({ workflow, run, input, vars }: PreviewData): Record<string, unknown> {
  return {
    workflow: { id: workflow.id, name: workflow.name },
    ...(run && { run: { id: run.id }, now: new Date(run.startedAt).toISOString() }),
    ...(input !== undefined && { input }),
    ...(vars && { vars }),
  };
}

/** As the service writes it, with the innermost loop first: the key decides the random numbers of a step. */
export function stepKey(nodeId: string, iteration: readonly number[]): string {
  return iteration.length === 0 ? nodeId : `${nodeId}-${iteration.join('.')}`;
}

function readLoop(definition: unknown, id: string): Pick<LoopPlace, 'items' | 'isRepeat' | 'result'> {
  const nodes: unknown = isObject(definition) ? definition.nodes : undefined;
  const node: unknown = Array.isArray(nodes)
    ? nodes.find((each: unknown) => isObject(each) && each.id === id)
    : undefined;
  const { items, result } = isObject(node) && isObject(node.params) ? node.params : {};
  if (isObject(node) && node.type === REPEAT) return { items: '', isRepeat: true, result };
  return { items: typeof items === 'string' ? items : '' };
}

/** A pinned output as the result of a step. */
export function pinnedStep(nodeId: string, output: unknown): PreviewStep {
  return {
    nodeId,
    iteration: [],
    status: 'success',
    output,
    isPinned: true,
    text: typeof output === 'string' ? output : '',
    error: '',
    fileIds: [],
  };
}

/** Adds the pinned outputs of a draft for the steps of which the run has no data. */
export function withPins(data: PreviewData, pins: Readonly<Record<string, { output: unknown }>> = {}): PreviewData {
  const withData = new Set(data.steps.filter(step => step.output !== undefined).map(({ nodeId }) => nodeId));
  const missing = Object.entries(pins).filter(([id]) => !withData.has(id));
  const added = missing.map(([id, { output }]) => pinnedStep(id, output));
  const replaced = new Set(missing.map(([id]) => id));
  return { ...data, steps: [...data.steps.filter(({ nodeId }) => !replaced.has(nodeId)), ...added] };
}
