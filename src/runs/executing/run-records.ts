/** Converts the steps of a run between the forms in which they are executed, stored and shown. */
import { fixedLimits } from '../../configuration/limits.ts';
import { comparePlaces } from '../../engine/settlement.ts';
import { textHead } from '../../platform/json/head.ts';
import type { RunLimits } from '../run-limits.ts';
import type { Step } from '../schemas.ts';
import type { RunState } from './run-state.ts';
import type { KnownStep, SavedLength, SavedStep, WaitingEnd, WaitingStep } from './saved-run.ts';
import { type StepRecord, type StepWithoutOutput, shownCharacters, shownText, toStep } from './step-record.ts';

/**
 * What is stored of a step beside its output, as JSON. It contains the whole text of the step, unless that is the same
 * as the output.
 */
type StoredSummary = Omit<StepWithoutOutput, 'text'> & { text: string | null; credits: number };

/** The error of a step that had not settled when its run was cancelled. */
export const CANCELLED = 'The run was cancelled';

/** Up to this length, JSON is measured and written in one go. Longer values are processed in slices. */
export const SMALL_CHARACTERS = 100_000;

/** The number of characters with which JSON escapes one character at most. */
const LONGEST_ESCAPE = 6;
/** This many characters of an output that is a string certainly contain all of the text that is shown of it. */
export const SHOWN_TEXT_CHARACTERS = LONGEST_ESCAPE * fixedLimits.run.textCharacters + 1;

/** Identifies a step within its run. The key is the same in every process, and every HTTP header may contain it. */
export function stepKey({ nodeId, iteration }: Pick<StepRecord, 'nodeId' | 'iteration'>): string {
  return iteration.length === 0 ? nodeId : `${nodeId}-${iteration.join('.')}`;
}

/** Converts a waiting step and the result that has arrived for it. The result of another run is not in it. */
export function toSavedResult(step: WaitingStep, end: WaitingEnd): SavedStep {
  const { nodeId, nodeType, iteration, position, startedAt, tries = [] } = step;
  const isSuccess = end.status === 'success' && !('resultOf' in end);
  const summary: StoredSummary = {
    node_id: nodeId,
    node_type: nodeType,
    status: end.status,
    started_at: startedAt.getTime(),
    finished_at: Date.now(),
    handle: isSuccess ? end.handle : null,
    text: isSuccess ? textHead(end.text, fixedLimits.run.textCharacters).text : null,
    error: end.status === 'failed' ? end.error : '',
    file_ids: isSuccess ? end.fileIds : [],
    conversation_id: null,
    iteration,
    ...(tries.length > 1 && { tries: [...tries] }),
    credits: 0,
  };
  const output = isSuccess ? JSON.stringify(end.output) : null;
  return {
    nodeId,
    iteration,
    position,
    step: JSON.stringify(summary),
    output,
    outputCharacters: output?.length ?? 0,
    outputKey: null,
  };
}

/** When the output is stored as a blob, the result contains only the part of it that is shown. */
export function toSavedStep(record: StepRecord, limits: RunLimits): SavedStep {
  const { nodeId, iteration, position, output, outputText, outputKey, credits, ownText } = record;
  const summary: StoredSummary = { ...record.summary(), text: ownText ?? null, credits };
  const text = output === undefined ? null : (outputText ?? JSON.stringify(output));
  return {
    nodeId,
    iteration,
    position,
    step: JSON.stringify(summary),
    output: text === null || outputKey === null ? text : text.slice(0, shownCharacters(iteration, limits) + 1),
    outputCharacters: text?.length ?? 0,
    outputKey,
  };
}

export function toKnownStep(
  { step, output, characters, key, isWhole }: Pick<SavedStep, 'step' | 'output'> & SavedLength,
  limits: RunLimits,
): KnownStep {
  const { text, credits, ...summary }: StoredSummary = JSON.parse(step);
  const known = { summary: { ...summary, text: '' }, ownText: text ?? undefined, credits };
  if (output === null) return { ...known, output: undefined, evicted: undefined };
  if (isWhole) return { ...known, output: JSON.parse(output), evicted: undefined };
  const shown = shownCharacters(summary.iteration, limits);
  return {
    ...known,
    output: undefined,
    evicted: {
      head: output.length < Math.min(shown, characters) ? null : textHead(output, shown),
      text: shownText(text ?? beginningOfText(output, fixedLimits.run.textCharacters), summary.node_type),
      characters,
      key,
    },
  };
}

/**
 * Given the beginning of a JSON value, returns about so many characters of the string that it is. Returns '' when the
 * value is not a string.
 */
function beginningOfText(json: string, characters: number): string {
  if (!json.startsWith('"')) return '';
  // JSON escapes one character with at most six, and an escape must not be cut in two.
  const [whole = ''] = /^(?:[^"\\]|\\u[0-9a-f]{4}|\\[^u])*/i.exec(json.slice(1, 1 + LONGEST_ESCAPE * characters)) ?? [];
  return JSON.parse(`"${whole}"`);
}

export function restoreRecord(record: StepRecord, { summary, ownText, output, evicted, credits }: KnownStep): void {
  record.status = summary.status;
  record.startedAt = summary.started_at;
  record.finishedAt = summary.finished_at;
  record.handle = summary.handle;
  record.output = output;
  record.setText(ownText);
  if (evicted) record.restoreEvicted(evicted);
  record.error = summary.error;
  record.fileIds = summary.file_ids;
  record.conversationId = summary.conversation_id;
  record.tries = summary.tries ?? [];
  record.items = summary.items;
  record.credits = credits;
  record.isPinned = summary.pinned === true;
}

/** Converts a saved step to the form that is shown while the run is not over. */
export function toShownStep({ step, output }: Pick<SavedStep, 'step' | 'output'>, limits: RunLimits): Step {
  const { credits: _, text, ...summary }: StoredSummary = JSON.parse(step);
  const whole = text ?? beginningOfText(output ?? '', fixedLimits.run.textCharacters);
  return toStep(
    { ...summary, text: shownText(whole, summary.node_type) },
    textHead(output ?? '', shownCharacters(summary.iteration, limits)),
  );
}

/** An unsettled step, and its position among all steps of its run. */
export type UnsettledStep = Step & { position: number };

/** The unsettled steps of a run, as JSON. */
export function buildProgress({ records }: RunState, limits: RunLimits): string {
  const unsettled = records.filter(({ isSettled }) => !isSettled);
  return JSON.stringify(
    unsettled.map(record => ({ ...record.toStep(limits), position: record.position }) satisfies UnsettledStep),
  );
}

/**
 * Finds the output step that comes last in the graph, and the last of its items. The result does not depend on which
 * branch was faster.
 */
export function findLastOutput({ records, subgraph }: RunState): StepRecord | undefined {
  const outputs = records.filter(({ nodeType, status }) => nodeType === 'output' && status === 'success');
  return outputs.reduce<StepRecord | undefined>(
    (last, record) => (last && comparePlaces(subgraph, last.place, record.place) > 0 ? last : record),
    undefined,
  );
}

/** Finds the step that failed the run: no edge led on from its failure. A loop fails after the step in it that failed. */
export function findFailedStep(steps: readonly Step[]): Step | undefined {
  const failed = steps.filter(({ status, handle }) => status === 'failed' && handle === null);
  return failed.toSorted((one, other) => other.iteration.length - one.iteration.length)[0];
}
