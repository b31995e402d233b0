/** One step of a run: its status and its output. */
import { fixedLimits } from '../../configuration/limits.ts';
import type { StepPlace } from '../../engine/settlement.ts';
import type { StepOutcome } from '../../nodes/step.ts';
import type { BlobKey } from '../../platform/blobs/blobs.ts';
import { type Head, jsonHead, textHead } from '../../platform/json/head.ts';
import { UNDEFINED_BELOW } from '../../templates/template.ts';
import type { RunLimits } from '../run-limits.ts';
import type { Step, StepTry } from '../schemas.ts';
import type { Failure } from './failure.ts';
import { explainMissingOutput } from './missing-results.ts';

type StepStatus = Step['status'];

/** A step as clients see it, without its output. */
export type StepWithoutOutput = Omit<Step, 'output_json' | 'output_truncated'>;

/** What is shown of the text of a step. The text of code is what it has logged, of which more is shown. */
export function shownText(text: string, nodeType: string): string {
  return textHead(text, nodeType === 'code' ? SHOWN_LOG_CHARACTERS : fixedLimits.run.textCharacters).text;
}

/** The note that something was left out is shown as well. */
const SHOWN_LOG_CHARACTERS = fixedLimits.code.logCharacters + 100;
/** The same prices in another order have sums that differ by less. */
const ROUNDING_CREDITS = 1e-9;
const NO_OUTPUT: Head = { text: '', cut: false };
/** A run of hundreds of steps would otherwise keep tens of megabytes of what it only needs when it ends. */
export const KEPT_HEAD_CHARACTERS = 4_000;

export class StepRecord {
  readonly place: StepPlace;
  readonly nodeId: string;
  readonly nodeType: string;
  /** The position among the steps of the run, in the order of their start. */
  readonly position: number;
  status: StepStatus = 'running';
  startedAt: number | null;
  finishedAt: number | null = null;
  handle: string | null = null;
  /** Undefined when there is no output, or when it is evicted. */
  output: unknown;
  /** The output as JSON, when it is long and was serialised already. */
  outputText: string | undefined;
  outputCharacters = 0;
  /** The blob in which a long output is saved. */
  outputKey: BlobKey | null = null;
  /** What is left of the output and of the text when the output is evicted from memory. */
  #evicted: { head: Head | null; text: string } | undefined;
  #text: string | undefined;
  error = '';
  /** What logs and traces report of the error. Undefined when the step failed in another process. */
  failure: Failure | undefined;
  fileIds: readonly string[] = [];
  conversationId: string | null = null;
  /** How many items a loop with a source has finished. */
  items: Step['items'];
  /** The attempts of an effect, in this process. */
  tries: StepTry[] = [];
  /** What the result of the step says that it cost. */
  #statedCredits = 0;
  /** What its attempts have paid, in this process. A step that fails has no result that would say it. */
  #paidCredits = 0;
  /** Whether the result was given to the run instead of being the step's own. */
  isPinned = false;

  constructor(place: StepPlace, node: { id: string; type: string }, position: number, startedAt: number | null) {
    this.place = place;
    this.nodeId = node.id;
    this.nodeType = node.type;
    this.position = position;
    this.startedAt = startedAt;
  }

  /**
   * The result of a step knows what earlier processes paid, and this process knows what failed attempts paid. The
   * larger sum counts.
   */
  get credits(): number {
    return this.#paidCredits > this.#statedCredits + ROUNDING_CREDITS ? this.#paidCredits : this.#statedCredits;
  }

  set credits(credits: number) {
    this.#statedCredits = credits;
  }

  /** Notes a payment of an attempt. */
  addPayment(credits: number): void {
    this.#paidCredits += credits;
  }

  /** Notes what all attempts have paid at least. */
  notePaid(credits: number): void {
    this.#paidCredits = Math.max(this.#paidCredits, credits);
  }

  get iteration(): readonly number[] {
    return this.place.frame.iteration;
  }

  get isSettled(): boolean {
    return this.status !== 'running' && this.status !== 'waiting';
  }

  /** The text for people: the step's own text, or else the output when that is a string. */
  get text(): string {
    return this.#text ?? (typeof this.output === 'string' ? this.output : '');
  }

  get ownText(): string | undefined {
    return this.#text;
  }

  setText(text: string | undefined): void {
    this.#text = text;
  }

  receive({ output = null, text, handle, fileIds, conversationId, credits }: StepOutcome): void {
    this.output = output;
    this.setText(text);
    this.handle = handle ?? null;
    this.fileIds = fileIds ?? [];
    this.conversationId = conversationId ?? null;
    this.credits = credits ?? 0;
  }

  end(status: 'success' | 'failed' | 'skipped'): void {
    this.status = status;
    this.finishedAt = Date.now();
  }

  get isEvicted(): boolean {
    return this.#evicted !== undefined;
  }

  /** Whether even the part of the output that clients see has to be read from where it is saved. */
  get isHeadEvicted(): boolean {
    return this.#evicted?.head === null;
  }

  /** Removes the output from memory until it is loaded again. It must be saved. */
  evict(limits: RunLimits): void {
    const { text, cut } = this.outputHead(limits);
    this.#evicted = {
      head: text.length > KEPT_HEAD_CHARACTERS ? null : { text: detachedCopy(text), cut },
      text: detachedCopy(shownText(this.text, this.nodeType)),
    };
    this.output = undefined;
    this.outputText = undefined;
  }

  /** Removes the shown part of an evicted output from memory, if it is long. */
  evictHead(): void {
    const head = this.#evicted?.head;
    if (this.#evicted && head && head.text.length > KEPT_HEAD_CHARACTERS)
      this.#evicted = { ...this.#evicted, head: null };
  }

  /** Restores a step that was saved before, without loading its output. */
  restoreEvicted(evicted: { head: Head | null; text: string; characters: number; key: BlobKey | null }): void {
    this.#evicted = { head: evicted.head, text: evicted.text };
    this.outputCharacters = evicted.characters;
    this.outputKey = evicted.key;
  }

  restoreOutput(output: unknown): void {
    this.output = output;
    this.#evicted = undefined;
  }

  /** The step as templates see it. Without an output there is no `output`, so using it without a default is an error. */
  templateView(): Record<string, unknown> {
    return {
      ...(this.output === undefined
        ? { [UNDEFINED_BELOW]: explainMissingOutput(this.nodeId, this.status) }
        : { output: this.output }),
      success: this.status === 'success',
      status: this.status,
      text: this.text,
      error: this.error,
      file_ids: this.fileIds,
    };
  }

  summary(): StepWithoutOutput {
    const summary = {
      node_id: this.nodeId,
      node_type: this.nodeType,
      status: this.status,
      started_at: this.startedAt,
      finished_at: this.finishedAt,
      handle: this.handle,
      text: this.#evicted?.text ?? shownText(this.text, this.nodeType),
      error: this.error,
      file_ids: [...this.fileIds],
      conversation_id: this.conversationId,
      iteration: [...this.iteration],
    };
    if (!this.isPinned && this.tries.length <= 1 && !this.items) return summary;
    return {
      ...summary,
      ...(this.isPinned && { pinned: true as const }),
      ...(this.tries.length > 1 && { tries: this.tries.map(each => ({ ...each })) }),
      ...(this.items && { items: this.items }),
    };
  }

  toStep(limits: RunLimits): Step {
    return toStep(this.summary(), this.outputHead(limits));
  }

  /** The part of the output that clients see. Its text is missing while it is evicted. */
  outputHead(limits: RunLimits): Head {
    if (this.#evicted) {
      return this.#evicted.head ?? { text: '', cut: this.outputCharacters > shownCharacters(this.iteration, limits) };
    }
    if (this.output === undefined) return NO_OUTPUT;
    const most = shownCharacters(this.iteration, limits);
    return this.outputText === undefined ? jsonHead(this.output, most) : textHead(this.outputText, most);
  }
}

/** Builds the step that clients see, with its fields in the order of the specification. */
export function toStep(summary: StepWithoutOutput, output: Head): Step {
  const { pinned, tries, items } = summary;
  // Every step of every run is built here, and naming the fields takes a third of the time of copying the rest.
  const step = {
    node_id: summary.node_id,
    node_type: summary.node_type,
    status: summary.status,
    started_at: summary.started_at,
    finished_at: summary.finished_at,
    handle: summary.handle,
    output_json: output.text,
    output_truncated: output.cut,
    text: summary.text,
    error: summary.error,
    file_ids: summary.file_ids,
    conversation_id: summary.conversation_id,
    iteration: summary.iteration,
  };
  if (!pinned && !tries && !items) return step;
  return { ...step, ...(pinned && { pinned }), ...(tries && { tries }), ...(items && { items }) };
}

export function shownCharacters(iteration: readonly number[], limits: RunLimits): number {
  return iteration.length > 0 ? limits.shownInLoopCharacters : limits.shownCharacters;
}

/** Copies a part of a string. V8 makes a part a view of the whole string, which would stay in memory with it. */
function detachedCopy(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
