/** One step of a run: how it went, and what it gave. */
import { fixedLimits } from '../../configuration/limits.ts';
import type { StepPlace } from '../../engine/settlement.ts';
import type { StepOutcome } from '../../nodes/step.ts';
import type { BlobKey } from '../../platform/blobs/blobs.ts';
import { type Head, jsonHead, textHead } from '../../platform/json/head.ts';
import { UNDEFINED_BELOW } from '../../templates/template.ts';
import type { RunLimits } from '../run-limits.ts';
import type { Step } from '../schemas.ts';
import type { Failure } from './failure.ts';

export type StepStatus = Step['status'];

/** A step object without its output: what is kept of a step beside the whole output. */
export type StepSummary = Omit<Step, 'output_json' | 'output_truncated'>;

const NOTHING: Head = { text: '', cut: false };

export class StepRecord {
  readonly place: StepPlace;
  readonly nodeId: string;
  readonly nodeType: string;
  /** In the order of their start. */
  readonly position: number;
  status: StepStatus = 'running';
  startedAt: number | null;
  finishedAt: number | null = null;
  handle: string | null = null;
  /** Undefined: none, or it is away. */
  output: unknown;
  /** Of the output, where that is long and its JSON was made already. */
  outputText: string | undefined;
  outputCharacters = 0;
  /** The blob of a long output that is saved. */
  outputKey: BlobKey | null = null;
  /** What the output was when it was put away: its beginning, and that of the text for people. */
  #away: { head: Head; text: string } | undefined;
  #text: string | undefined;
  error = '';
  /** What logs and traces tell of the error; unknown when it failed in another process. */
  failure: Failure | undefined;
  fileIds: readonly string[] = [];
  conversationId: string | null = null;
  credits = 0;

  constructor(place: StepPlace, node: { id: string; type: string }, position: number, startedAt: number | null) {
    this.place = place;
    this.nodeId = node.id;
    this.nodeType = node.type;
    this.position = position;
    this.startedAt = startedAt;
  }

  get iteration(): readonly number[] {
    return this.place.frame.iteration;
  }

  get isSettled(): boolean {
    return this.status !== 'running' && this.status !== 'waiting';
  }

  /** For people. What the step did not say itself is its output, where that is a text. */
  get text(): string {
    return this.#text ?? (typeof this.output === 'string' ? this.output : '');
  }

  /** What the step said itself. */
  get ownText(): string | undefined {
    return this.#text;
  }

  say(text: string | undefined): void {
    this.#text = text;
  }

  receive({ output = null, text, handle, fileIds, conversationId, credits }: StepOutcome): void {
    this.output = output;
    this.say(text);
    this.handle = handle ?? null;
    this.fileIds = fileIds ?? [];
    this.conversationId = conversationId ?? null;
    this.credits = credits ?? 0;
  }

  end(status: 'success' | 'failed' | 'skipped'): void {
    this.status = status;
    this.finishedAt = Date.now();
  }

  get isAway(): boolean {
    return this.#away !== undefined;
  }

  /** The output is saved, and out of memory until it is brought back. */
  putAway(limits: RunLimits): void {
    const { text, cut } = this.outputHead(limits);
    this.#away = {
      head: { text: detachedCopy(text), cut },
      text: detachedCopy(textHead(this.text, fixedLimits.run.textCharacters).text),
    };
    this.output = undefined;
    this.outputText = undefined;
  }

  /** Of a step that was saved before the run came here. */
  isKeptAway(away: { head: Head; text: string; characters: number; key: BlobKey | null }): void {
    this.#away = { head: away.head, text: away.text };
    this.outputCharacters = away.characters;
    this.outputKey = away.key;
  }

  bringBack(output: unknown): void {
    this.output = output;
    this.#away = undefined;
  }

  /** As templates see it. Without an output there is no `output`: using it is an error, unless there is a default. */
  view(): Record<string, unknown> {
    return {
      ...(this.output === undefined ? { [UNDEFINED_BELOW]: true } : { output: this.output }),
      success: this.status === 'success',
      status: this.status,
      text: this.text,
      error: this.error,
      file_ids: this.fileIds,
    };
  }

  summary(limits: RunLimits): StepSummary {
    return {
      node_id: this.nodeId,
      node_type: this.nodeType,
      status: this.status,
      started_at: this.startedAt,
      finished_at: this.finishedAt,
      handle: this.handle,
      text: this.#away?.text ?? textHead(this.text, fixedLimits.run.textCharacters).text,
      error: this.error,
      file_ids: [...this.fileIds],
      conversation_id: this.conversationId,
      iteration: [...this.iteration],
    };
  }

  object(limits: RunLimits): Step {
    return toStep(this.summary(limits), this.outputHead(limits));
  }

  outputHead(limits: RunLimits): Head {
    if (this.#away) return this.#away.head;
    if (this.output === undefined) return NOTHING;
    const most = shownCharacters(this.iteration, limits);
    return this.outputText === undefined ? jsonHead(this.output, most) : textHead(this.outputText, most);
  }
}

/** The step object, with its fields in the order of the specification. */
export function toStep(summary: StepSummary, output: Head): Step {
  const { node_id, node_type, status, started_at, finished_at, handle, ...rest } = summary;
  return {
    node_id,
    node_type,
    status,
    started_at,
    finished_at,
    handle,
    output_json: output.text,
    output_truncated: output.cut,
    ...rest,
  };
}

export function shownCharacters(iteration: readonly number[], limits: RunLimits): number {
  return iteration.length > 0 ? limits.shownInLoopCharacters : limits.shownCharacters;
}

/** A part of a text is only a view of the whole, and would keep all of it in memory. */
function detachedCopy(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
