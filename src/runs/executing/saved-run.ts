/** The forms in which a run and its steps pass between the process that executes the run and the database. */
import type { BlobKey } from '../../platform/blobs/blobs.ts';
import type { Head } from '../../platform/json/head.ts';
import type { Step } from '../schemas.ts';
import type { StepSummary } from './step-record.ts';

/** Which step of a run. */
export interface StepKey {
  nodeId: string;
  iteration: readonly number[];
}

/** A settled step, as a successor needs it. */
export interface SavedStep {
  nodeId: string;
  iteration: readonly number[];
  position: number;
  /** A step summary as JSON. */
  step: string;
  /** JSON, or its beginning where the whole is in a blob; null: none. */
  output: string | null;
  outputCharacters: number;
  /** The blob of a long output. */
  outputKey: BlobKey | null;
}

export interface SavedLength {
  characters: number;
  /** The blob of a long one. */
  key: BlobKey | null;
  /** Whether `output` is all of it. */
  isWhole: boolean;
}

export interface RunEnd {
  status: 'success' | 'failed';
  finishedAt: Date;
  steps: readonly Step[];
  /** The same, as JSON. */
  stepsText: string;
  output: string;
  error: string;
  credits: number;
}

/** What a run looks like that waits for people alone. */
export interface RunPause {
  status: 'waiting';
  pausedAt: Date;
  steps: readonly Step[];
  /** Of them, those that are under way, as JSON. */
  underWay: string;
  credits: number;
}

/** A step that had settled before the run came to this process. */
export interface KnownStep {
  summary: StepSummary;
  /** What the step said itself. */
  ownText: string | undefined;
  /** Undefined: none, or too long to be in memory unasked. */
  output: unknown;
  /** Of one that is too long. */
  away: { head: Head; text: string; characters: number; key: BlobKey | null } | undefined;
  credits: number;
}

/** Which step of which run waits. */
export interface WaitingStep {
  runId: string;
  nodeId: string;
  nodeType: string;
  iteration: number[];
  /** Among the steps of its run, in the order of their start. */
  position: number;
  startedAt: Date;
}

export type WaitingEnd =
  | { status: 'success'; handle: string; output: unknown; text: string; fileIds: string[] }
  | { status: 'failed'; error: string };
