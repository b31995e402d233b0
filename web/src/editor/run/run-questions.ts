/** What the dialogs of runs in the editor ask for. */
import type { RunPart } from '../../run-parts/effects.ts';
import type { DraftRun } from './draft-run.ts';

export type Asked =
  /** The input of a run, or of a part of it. */
  | { readonly kind: 'input'; readonly part: RunPart }
  /** Whether these effects shall really happen. */
  | { readonly kind: 'effects'; readonly run: DraftRun; readonly effects: readonly string[] }
  /** The pinned output of a step. */
  | { readonly kind: 'pin'; readonly nodeId: string }
  /** How a run goes on from a step. */
  | { readonly kind: 'again'; readonly nodeId: string };
