/** The forms in which a run and its steps pass between the execution and the database. */
import type { BlobKey } from '../../platform/blobs/blobs.ts';
import type { Head } from '../../platform/json/head.ts';
import type { Step, StepTry } from '../schemas.ts';
import type { ItemPlace, ItemPosition, ItemWindow } from './sources/item-cursor.ts';
import type { StepWithoutOutput } from './step-record.ts';

/** Identifies a step within its run. */
export interface StepKey {
  nodeId: string;
  iteration: readonly number[];
}

/** A settled step, as another process needs it to continue the run. */
export interface SavedStep {
  nodeId: string;
  iteration: readonly number[];
  position: number;
  /** The summary of the step, as JSON. */
  step: string;
  /** JSON, or its beginning when the whole output is in a blob. Null when there is no output. */
  output: string | null;
  outputCharacters: number;
  /** The blob that contains a long output. */
  outputKey: BlobKey | null;
}

export interface SavedLength {
  characters: number;
  /** The blob that contains a long output. */
  key: BlobKey | null;
  /** Whether `output` is the whole output. */
  isWhole: boolean;
}

/** When `isLarge`, the long outputs are missing from `steps`. They are in the database, and too large to stay in memory. */
export interface RunEnd {
  status: 'success' | 'failed';
  finishedAt: Date;
  steps: readonly Step[];
  /** All steps as JSON. */
  stepsText: string;
  isLarge: boolean;
  output: string;
  error: string;
  credits: number;
}

/** What the process that executed a cancelled run knew of its steps. */
export interface CancelledSteps {
  /** All steps of the run, as JSON. */
  stepsText: string;
  /** The settled steps that were not saved yet. */
  unsaved: readonly SavedStep[];
  credits: number;
}

/** A run that waits only for people. For `isLarge` see `RunEnd`. */
export interface RunPause {
  status: 'waiting';
  pausedAt: Date;
  steps: readonly Step[];
  isLarge: boolean;
  /** The unsettled ones of these steps, as JSON. */
  unsettled: string;
  credits: number;
}

/** A step that had settled before this process took over the run. */
export interface KnownStep {
  summary: StepWithoutOutput;
  /** The step's own text for people. Undefined when it is the output. */
  ownText: string | undefined;
  /** Undefined when there is no output, or when it is too long to be loaded before it is needed. */
  output: unknown;
  /** Describes an output that is too long to be loaded. */
  evicted: { head: Head | null; text: string; characters: number; key: BlobKey | null } | undefined;
  credits: number;
}

/** A step that waits for a decision from outside of its run. */
export interface WaitingStep {
  runId: string;
  nodeId: string;
  nodeType: string;
  iteration: number[];
  /** The position among the steps of the run, in the order of their start. */
  position: number;
  startedAt: Date;
  /** Every try, where there was more than one. */
  tries?: readonly StepTry[];
}

/** How far a loop has come that reads its items from a source. */
export interface SavedCursor {
  /** Where the next item is. Null before the first one. */
  position: ItemPosition | null;
  /** The items from there on, of a source that may have changed when it is read again. */
  window: ItemWindow | null;
  succeeded: number;
  failed: number;
  /** Items that have kept the details of their steps. */
  kept: number;
  /** What the items have cost that have not kept them. */
  credits: number;
  /** The first ones. */
  failures: ItemFailure[];
}

export type ItemFailure = { index: number } & ItemPlace & { step: string; error: string };

/** The move of a cursor behind a window. */
export interface CursorMove {
  nodeId: string;
  /** Its failures are null when they are the same as before. */
  cursor: Omit<SavedCursor, 'failures'> & { failures: readonly ItemFailure[] | null };
  /** The steps that are saved and not needed any more. */
  forgotten: { nodeIds: readonly string[]; items: readonly number[] };
}

export type WaitingEnd =
  | { status: 'success'; handle: string | null; output: unknown; text: string; fileIds: string[] }
  /** The output is the result of this run, and the step continues on its default output. */
  | { status: 'success'; resultOf: string }
  | { status: 'failed'; error: string };
