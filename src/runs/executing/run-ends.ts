/**
 * Builds what is written of a run that ends, pauses or was cancelled. A run that has evicted long outputs reads the shown
 * part of each only for this, one after the other, so that it holds them only once: in the JSON that is written.
 */
import { isJsonSmall, jsonHead } from '../../platform/json/head.ts';
import { stringifyJson } from '../../platform/json/stringify.ts';
import type { RunLimits } from '../run-limits.ts';
import type { Step } from '../schemas.ts';
import { buildProgress, CANCELLED, SMALL_CHARACTERS } from './run-records.ts';
import type { RunState } from './run-state.ts';
import type { CancelledSteps, KnownStep, RunEnd, RunPause, SavedStep, StepKey } from './saved-run.ts';
import { type StepRecord, shownCharacters, shownText, toStep } from './step-record.ts';

/** Reads the part of an evicted output that clients see. */
export type ReadHead = (step: StepKey) => Promise<string>;

interface EndedSteps {
  state: RunState;
  /** Steps that had settled before this process took over the run, and that it did not reach again. */
  unreachedSteps: readonly KnownStep[];
  limits: RunLimits;
}

/** How many characters have to be read for the end of a run. */
export function evictedCharacters({ state, unreachedSteps, limits }: EndedSteps): number {
  const shown = (iteration: readonly number[], characters: number) =>
    Math.min(characters, shownCharacters(iteration, limits));
  const ofRecords = state.records
    .filter(({ isHeadEvicted }) => isHeadEvicted)
    .map(({ iteration, outputCharacters }) => shown(iteration, outputCharacters));
  const ofUnreached = unreachedSteps.map(({ summary, evicted }) =>
    evicted?.head === null ? shown(summary.iteration, evicted.characters) : 0,
  );
  return [...ofRecords, ...ofUnreached].reduce((sum, characters) => sum + characters, 0);
}

export function buildRunPause(state: RunState, limits: RunLimits): RunPause {
  const { records } = state;
  return {
    status: 'waiting',
    pausedAt: new Date(),
    steps: records.map(record => record.toStep(limits)),
    isLarge: records.some(({ isHeadEvicted }) => isHeadEvicted),
    unsettled: buildProgress(state, limits),
    credits: records.reduce((sum, { credits }) => sum + credits, 0),
  };
}

interface RunEndOptions extends EndedSteps {
  /** Why the run failed. Undefined when it succeeded. */
  failure: string | undefined;
  /** JSON, or '' when there is no output. */
  output: string;
  readHead: ReadHead;
}

export async function buildRunEnd(options: RunEndOptions): Promise<RunEnd> {
  const { state, failure, output, unreachedSteps, readHead } = options;
  const finishedAt = new Date();
  for (const record of state.records) if (!record.isSettled) endUnfinished(record, finishedAt);
  const { steps, evicted } = outlineSteps(options);
  return {
    status: failure === undefined ? 'success' : 'failed',
    finishedAt,
    steps,
    stepsText: await writeSteps(steps, evicted, readHead),
    isLarge: evicted.size > 0,
    output,
    error: failure ?? '',
    credits: [...state.records, ...unreachedSteps].reduce((sum, { credits }) => sum + credits, 0),
  };
}

interface CancelledOptions extends EndedSteps {
  unsaved: readonly SavedStep[];
  readHead: ReadHead;
}

/** Every step that had not settled has failed because of the cancellation. */
export async function buildCancelledSteps(options: CancelledOptions): Promise<CancelledSteps> {
  const { state, unsaved, unreachedSteps, readHead } = options;
  const { steps, evicted } = outlineSteps(options);
  const finished_at = Date.now();
  for (const [index, { isSettled }] of state.records.entries()) {
    if (!isSettled) Object.assign(steps[index] ?? {}, { status: 'failed', finished_at, error: CANCELLED });
  }
  return {
    stepsText: await writeSteps(steps, evicted, readHead),
    unsaved,
    credits: [...state.records, ...unreachedSteps].reduce((sum, { credits }) => sum + credits, 0),
  };
}

/** Ends a loop whose run failed before its last item was over, or a step that was still waiting. */
function endUnfinished(record: StepRecord, finishedAt: Date): void {
  const what = record.nodeType === 'human.approval' ? 'it was decided' : 'the step was over';
  record.error = `The run failed before ${record.status === 'waiting' ? what : 'all items were done'}`;
  record.status = 'failed';
  record.finishedAt = finishedAt.getTime();
}

/** Lists all steps: the records, and then those that were not reached. Evicted outputs are missing from them. */
function outlineSteps({ state: { records }, unreachedSteps, limits }: EndedSteps): {
  steps: Step[];
  evicted: ReadonlyMap<Step, StepKey>;
} {
  const evicted = new Map<Step, StepKey>();
  const reached = records.map(record => {
    const step = record.toStep(limits);
    if (record.isHeadEvicted) evicted.set(step, record);
    return step;
  });
  const unreached = unreachedSteps.map(known => {
    const step = knownToStep(known, limits);
    if (known.evicted?.head === null) evicted.set(step, { nodeId: step.node_id, iteration: step.iteration });
    return step;
  });
  return { steps: [...reached, ...unreached], evicted };
}

async function writeSteps(
  steps: readonly Step[],
  evicted: ReadonlyMap<Step, StepKey>,
  readHead: ReadHead,
): Promise<string> {
  if (evicted.size === 0) return write(steps);
  const texts: string[] = [];
  for (const step of steps) {
    const key = evicted.get(step);
    texts.push(await write(key ? { ...step, output_json: await readHead(key) } : step));
  }
  return `[${texts.join(',')}]`;
}

async function write(value: unknown): Promise<string> {
  return isJsonSmall(value, SMALL_CHARACTERS) ? JSON.stringify(value) : stringifyJson(value);
}

function knownToStep({ summary, ownText, output, evicted }: KnownStep, limits: RunLimits): Step {
  const most = shownCharacters(summary.iteration, limits);
  const text = evicted?.text ?? ownText ?? (typeof output === 'string' ? output : '');
  const shown = { ...summary, text: shownText(text, summary.node_type) };
  if (output !== undefined) return toStep(shown, jsonHead(output, most));
  return toStep(shown, evicted?.head ?? { text: '', cut: (evicted?.characters ?? 0) > most });
}
