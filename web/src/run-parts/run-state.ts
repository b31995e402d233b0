/**
 * The state of a run as the console shows it, from what `run/get` answered and the events that came since. PURE.
 *
 *   run/get ──▶ readRun ──▶ RunState ── foldEvents ──▶ RunState ── … ── run_end ──▶ run/get again
 *
 * Events carry no times and may repeat what is known already, because `run/watch` begins at the beginning of the run.
 * So an event never takes anything back: a step that has ended stays as it was read.
 */
import type { RunEvent } from '../../../src/runs/executing/events.ts';
import type { RunDetail, StepSummary, StepTry } from '../api/run.ts';

export type RunStatus = RunDetail['status'];
export type StepStatus = StepSummary['status'];

export interface StepState {
  /** Unique within the run, see `stepKey`. */
  readonly key: string;
  readonly nodeId: string;
  readonly nodeType: string;
  readonly iteration: readonly number[];
  readonly status: StepStatus;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly handle: string | null;
  readonly text: string;
  readonly error: string;
  /** The beginning of the output as JSON, and the length of the whole. */
  readonly outputHead: string;
  readonly outputCharacters: number;
  /** Whether the step gave more than what is stored. */
  readonly isOutputCut: boolean;
  readonly fileIds: readonly string[];
  readonly conversationId: string | null;
  readonly isPinned: boolean;
  /** Every try, when there was more than one. */
  readonly tries: readonly StepTry[];
  /** What the step says about itself while it runs. */
  readonly progress: string;
  /** How many items are over, of a loop over a file. */
  readonly items: StepSummary['items'];
}

export interface RunState {
  readonly id: string;
  readonly status: RunStatus;
  readonly error: string;
  readonly outputJson: string;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  /** In the order of their start. */
  readonly steps: ReadonlyMap<string, StepState>;
}

export interface TimedEvent {
  readonly event: RunEvent;
  /** When the event arrived. */
  readonly at: number;
}

/** Identifies a step within its run. A node id has no spaces, so two steps never have the same key. */
export function stepKey(nodeId: string, iteration: readonly number[]): string {
  return iteration.length === 0 ? nodeId : `${nodeId} ${iteration.join('.')}`;
}

/** Reads the key of a step: its node and the items around it. */
export function readStepKey(key: string): { nodeId: string; iteration: number[] } {
  const [nodeId = '', numbers = ''] = key.split(' ', 2);
  const iteration = numbers === '' ? [] : numbers.split('.').map(Number);
  return { nodeId, iteration: iteration.every(Number.isInteger) ? iteration : [] };
}

/** The idempotency key that an effect sends to the outside. */
export function idempotencyKey(runId: string, { nodeId, iteration }: Pick<StepState, 'nodeId' | 'iteration'>): string {
  return iteration.length === 0 ? `${runId}-${nodeId}` : `${runId}-${nodeId}-${iteration.join('.')}`;
}

export function isEnded(status: RunStatus): boolean {
  return status === 'success' || status === 'failed' || status === 'cancelled';
}

export function readRun(run: RunDetail): RunState {
  const steps = run.steps.map(readStep);
  return {
    id: run.id,
    status: run.status,
    error: run.error,
    outputJson: run.output_json,
    createdAt: run.created.timestamp,
    startedAt: run.started_at,
    finishedAt: run.finished_at,
    steps: new Map(steps.map(step => [step.key, step])),
  };
}

function readStep(step: StepSummary): StepState {
  return {
    key: stepKey(step.node_id, step.iteration),
    nodeId: step.node_id,
    nodeType: step.node_type,
    iteration: step.iteration,
    status: step.status,
    startedAt: step.started_at,
    finishedAt: step.finished_at,
    handle: step.handle,
    text: step.text,
    error: step.error,
    outputHead: step.output_json,
    outputCharacters: step.output_characters,
    isOutputCut: step.output_truncated,
    fileIds: step.file_ids,
    conversationId: step.conversation_id,
    isPinned: step.pinned === true,
    tries: step.tries ?? [],
    progress: '',
    items: step.items,
  };
}

/** A state for a run of which nothing but its id is known yet. */
export function newRun(id: string, at: number): RunState {
  const steps = new Map<string, StepState>();
  return { id, status: 'queued', error: '', outputJson: '', createdAt: at, startedAt: null, finishedAt: null, steps };
}

/** Folds many events at once: the steps are copied only once for all of them. */
export function foldEvents(state: RunState, events: readonly TimedEvent[]): RunState {
  if (events.length === 0 || isEnded(state.status)) return state;
  const steps = new Map(state.steps);
  let folded: RunState = { ...state, steps };
  for (const { event, at } of events) {
    if (event.node_id === '') folded = foldRunEvent(folded, event, at);
    else foldStepEvent(steps, event, at);
  }
  return folded;
}

function foldRunEvent(state: RunState, event: RunEvent, at: number): RunState {
  if (event.type === 'run_start') {
    return { ...state, status: state.status === 'queued' ? 'running' : state.status, startedAt: state.startedAt ?? at };
  }
  if (event.type === 'run_waiting') return { ...state, status: 'waiting' };
  if (event.type !== 'run_end') return state;
  return {
    ...state,
    status: readEndStatus(event.status),
    error: event.error,
    outputJson: event.output_json,
    finishedAt: at,
  };
}

function readEndStatus(status: string): RunStatus {
  return status === 'success' || status === 'cancelled' ? status : 'failed';
}

function foldStepEvent(steps: Map<string, StepState>, event: RunEvent, at: number): void {
  const key = stepKey(event.node_id, event.iteration);
  const known = steps.get(key);
  if (known && hasEnded(known)) return;
  const step = known ?? startStep(key, event, at);
  steps.set(key, applyStepEvent(step, event, at));
}

function applyStepEvent(step: StepState, event: RunEvent, at: number): StepState {
  const { text, error, handle, output_json: outputHead } = event;
  const output = { outputHead, outputCharacters: outputHead.length };
  switch (event.type) {
    case 'step_progress':
      return event.output_json === '' ? { ...step, progress: text } : { ...step, items: JSON.parse(event.output_json) };
    case 'step_waiting':
      return { ...step, ...output, status: 'waiting', text };
    case 'step_end': {
      const status = event.status === 'success' || event.status === 'skipped' ? event.status : 'failed';
      const startedAt = status === 'skipped' && step.startedAt === at ? null : step.startedAt;
      return { ...step, ...output, status, text, error, handle, startedAt, finishedAt: at, progress: '' };
    }
    default:
      return step;
  }
}

function startStep(key: string, { node_id, node_type, iteration }: RunEvent, at: number): StepState {
  return {
    key,
    nodeId: node_id,
    nodeType: node_type,
    iteration,
    status: 'running',
    startedAt: at,
    finishedAt: null,
    handle: null,
    text: '',
    error: '',
    outputHead: '',
    outputCharacters: 0,
    isOutputCut: false,
    fileIds: [],
    conversationId: null,
    isPinned: false,
    tries: [],
    progress: '',
    items: undefined,
  };
}

export function hasEnded({ status }: Pick<StepState, 'status'>): boolean {
  return status === 'success' || status === 'failed' || status === 'skipped';
}

/** Whether the step failed and the run did not go on at its error output. */
export function isFatal({ status, handle }: Pick<StepState, 'status' | 'handle'>): boolean {
  return status === 'failed' && handle !== 'error';
}

/** The duration of a step so far. Undefined when it never started, as for skipped steps. */
export function stepDuration({ startedAt, finishedAt, status }: StepState, now: number): number | undefined {
  if (startedAt === null || status === 'skipped') return undefined;
  return Math.max(0, (finishedAt ?? now) - startedAt);
}

/** How long the run took, and how much of that it only waited for people. */
export function runDuration(state: RunState, now: number): { totalMs: number; waitedMs: number; queuedMs: number } {
  const start = state.startedAt ?? state.createdAt;
  const end = state.finishedAt ?? now;
  const waits = [...state.steps.values()].filter(isWait).flatMap(({ startedAt, finishedAt }) => {
    return startedAt === null ? [] : [{ from: startedAt, to: finishedAt ?? end }];
  });
  return {
    totalMs: Math.max(0, end - start),
    waitedMs: lengthOfUnion(waits),
    queuedMs: Math.max(0, (state.startedAt ?? now) - state.createdAt),
  };
}

const WAITING_TYPES: ReadonlySet<string> = new Set(['human.approval', 'wait', 'workflow.run']);

/** Whether the time of a step is time in which it only waits for somebody. */
export function isWait({ nodeType, status }: Pick<StepState, 'nodeType' | 'status'>): boolean {
  return WAITING_TYPES.has(nodeType) || status === 'waiting';
}

export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** Returns the intervals as they cover time, without overlaps and in order. */
export function uniteIntervals(intervals: readonly Interval[]): Interval[] {
  const united: Interval[] = [];
  for (const { from, to } of intervals.toSorted((left, right) => left.from - right.from)) {
    const last = united.at(-1);
    if (last && from <= last.to) united[united.length - 1] = { from: last.from, to: Math.max(last.to, to) };
    else united.push({ from, to });
  }
  return united;
}

function lengthOfUnion(intervals: readonly Interval[]): number {
  return uniteIntervals(intervals).reduce((sum, { from, to }) => sum + Math.max(0, to - from), 0);
}
