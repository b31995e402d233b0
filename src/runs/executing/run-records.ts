/** A run's steps in the forms in which they are kept and shown. */

import { fixedLimits } from '../../configuration/limits.ts';
import { comparePlaces } from '../../engine/settlement.ts';
import { jsonHead, jsonIsSmall, textHead } from '../../platform/json/head.ts';
import { stringifyJson } from '../../platform/json/stringify.ts';
import type { RunLimits } from '../run-limits.ts';
import type { Step } from '../schemas.ts';
import type { RunState } from './run-state.ts';
import type { KnownStep, RunEnd, RunPause, SavedLength, SavedStep, WaitingEnd, WaitingStep } from './saved-run.ts';
import { type StepRecord, type StepSummary, shownCharacters, toStep } from './step-record.ts';

/** What is kept of a step beside its output, as JSON. The text whole, but not where it is the output. */
type Kept = Omit<StepSummary, 'text'> & { text: string | null; credits: number };

/** Which step of a run: the same in every process, and made of characters that any header may hold. */
export function stepKey({ nodeId, iteration }: Pick<StepRecord, 'nodeId' | 'iteration'>): string {
  return iteration.length === 0 ? nodeId : `${nodeId}-${iteration.join('.')}`;
}

/** A step that waited, with what it waited for. */
export function toSavedResult(step: WaitingStep, end: WaitingEnd, limits: RunLimits): SavedStep {
  const { nodeId, nodeType, iteration, position, startedAt } = step;
  const isSuccess = end.status === 'success';
  const kept: Kept = {
    node_id: nodeId,
    node_type: nodeType,
    status: end.status,
    started_at: startedAt.getTime(),
    finished_at: Date.now(),
    handle: isSuccess ? end.handle : null,
    text: isSuccess ? textHead(end.text, fixedLimits.run.textCharacters).text : null,
    error: isSuccess ? '' : end.error,
    file_ids: isSuccess ? end.fileIds : [],
    conversation_id: null,
    iteration,
    credits: 0,
  };
  const output = isSuccess ? JSON.stringify(end.output) : null;
  return {
    nodeId,
    iteration,
    position,
    step: JSON.stringify(kept),
    output,
    outputCharacters: output?.length ?? 0,
    outputKey: null,
  };
}

/** Of one whose output is in a blob, only as much of it as is shown. */
export function toSavedStep(record: StepRecord, limits: RunLimits): SavedStep {
  const { nodeId, iteration, position, output, outputText, outputKey, credits, ownText } = record;
  const kept: Kept = { ...record.summary(limits), text: ownText ?? null, credits };
  const text = output === undefined ? null : (outputText ?? JSON.stringify(output));
  return {
    nodeId,
    iteration,
    position,
    step: JSON.stringify(kept),
    output: text === null || outputKey === null ? text : text.slice(0, shownCharacters(iteration, limits) + 1),
    outputCharacters: text?.length ?? 0,
    outputKey,
  };
}

export function toKnownStep(
  { step, output, characters, key, isWhole }: Pick<SavedStep, 'step' | 'output'> & SavedLength,
  limits: RunLimits,
): KnownStep {
  const { text, credits, ...summary }: Kept = JSON.parse(step);
  const known = { summary: { ...summary, text: '' }, ownText: text ?? undefined, credits };
  if (output === null) return { ...known, output: undefined, away: undefined };
  if (isWhole) return { ...known, output: JSON.parse(output), away: undefined };
  return {
    ...known,
    output: undefined,
    away: {
      head: textHead(output, shownCharacters(summary.iteration, limits)),
      text: textHead(text ?? beginningOfText(output, fixedLimits.run.textCharacters), fixedLimits.run.textCharacters)
        .text,
      characters,
      key,
    },
  };
}

/** Of the text whose JSON begins so, about that much; empty when it is no text. */
function beginningOfText(json: string, characters: number): string {
  if (!json.startsWith('"')) return '';
  // Of one character at most six are made, and none of them is to be taken alone.
  const [whole = ''] = /^(?:[^"\\]|\\u[0-9a-f]{4}|\\[^u])*/i.exec(json.slice(1, 1 + 6 * characters)) ?? [];
  return JSON.parse(`"${whole}"`);
}

export function adopt(record: StepRecord, { summary, ownText, output, away, credits }: KnownStep): void {
  record.status = summary.status;
  record.startedAt = summary.started_at;
  record.finishedAt = summary.finished_at;
  record.handle = summary.handle;
  record.output = output;
  record.say(ownText);
  if (away) record.isKeptAway(away);
  record.error = summary.error;
  record.fileIds = summary.file_ids;
  record.conversationId = summary.conversation_id;
  record.credits = credits;
}

/** A saved step as it is shown while the run is under way. */
export function toShownStep({ step, output }: Pick<SavedStep, 'step' | 'output'>, limits: RunLimits): Step {
  const { credits: _, text, ...summary }: Kept = JSON.parse(step);
  const shownText = text ?? beginningOfText(output ?? '', fixedLimits.run.textCharacters);
  return toStep(
    { ...summary, text: textHead(shownText, fixedLimits.run.textCharacters).text },
    textHead(output ?? '', shownCharacters(summary.iteration, limits)),
  );
}

/** A step under way, and its place among all steps of its run. */
export type StepInProgress = Step & { position: number };

/** The steps under way, as JSON. */
export function buildProgress({ records }: RunState, limits: RunLimits): string {
  const underWay = records.filter(({ isSettled }) => !isSettled);
  return JSON.stringify(
    underWay.map(record => ({ ...record.object(limits), position: record.position }) satisfies StepInProgress),
  );
}

/** What a run that pauses looks like. */
export function buildRunPause(state: RunState, limits: RunLimits): RunPause {
  const { records } = state;
  return {
    status: 'waiting',
    pausedAt: new Date(),
    steps: records.map(record => record.object(limits)),
    underWay: buildProgress(state, limits),
    credits: records.reduce((sum, { credits }) => sum + credits, 0),
  };
}

export interface EndOptions {
  state: RunState;
  /** Why the run failed; undefined: it did not. */
  failure: string | undefined;
  /** As JSON; empty: none. */
  output: string;
  /** Steps that had settled before the run came here, and that it did not come to again. */
  settledBefore: readonly KnownStep[];
  limits: RunLimits;
}

export async function endOf({ state, failure, output, settledBefore, limits }: EndOptions): Promise<RunEnd> {
  const finishedAt = new Date();
  for (const record of state.records) if (!record.isSettled) endUnfinished(record, finishedAt);
  const steps = [
    ...state.records.map(record => record.object(limits)),
    ...settledBefore.map(known => knownStepToStep(known, limits)),
  ];
  return {
    status: failure === undefined ? 'success' : 'failed',
    finishedAt,
    steps,
    stepsText: jsonIsSmall(steps, AT_ONCE_CHARACTERS) ? JSON.stringify(steps) : await stringifyJson(steps),
    output,
    error: failure ?? '',
    credits: [...state.records, ...settledBefore].reduce((sum, { credits }) => sum + credits, 0),
  };
}

/** Up to this length JSON is made at once; longer, in slices. */
const AT_ONCE_CHARACTERS = 100_000;

/** A loop whose run has failed before its last item was over, or a step that waited. */
function endUnfinished(record: StepRecord, finishedAt: Date): void {
  record.error =
    record.status === 'waiting' ? 'The run failed before it was decided' : 'The run failed before all items were done';
  record.status = 'failed';
  record.finishedAt = finishedAt.getTime();
}

function knownStepToStep({ summary, ownText, output, away }: KnownStep, limits: RunLimits): Step {
  const text = away?.text ?? ownText ?? (typeof output === 'string' ? output : '');
  const shown = { ...summary, text: textHead(text, fixedLimits.run.textCharacters).text };
  if (output === undefined) return toStep(shown, away?.head ?? { text: '', cut: false });
  return toStep(shown, jsonHead(output, shownCharacters(summary.iteration, limits)));
}

/**
 * The output step that comes last in the graph, and of its items the last: the same one, whichever branch was faster.
 */
export function findLastOutput({ records, subgraph }: RunState): StepRecord | undefined {
  const outputs = records.filter(({ nodeType, status }) => nodeType === 'output' && status === 'success');
  return outputs.reduce<StepRecord | undefined>(
    (last, record) => (last && comparePlaces(subgraph, last.place, record.place) > 0 ? last : record),
    undefined,
  );
}

export class KnownSteps {
  readonly #steps: Map<string, KnownStep>;

  /** By `keyOf`. */
  constructor(steps: ReadonlyMap<string, KnownStep> | undefined) {
    this.#steps = new Map(steps);
  }

  take(record: StepRecord): KnownStep | undefined {
    const key = stepKey(record);
    const known = this.#steps.get(key);
    this.#steps.delete(key);
    return known;
  }

  /** Those that the run did not come to. */
  get rest(): KnownStep[] {
    return [...this.#steps.values()];
  }
}
