/** How a loop asks for its source. In a file of its own, because what opens sources uses the services of runs. */
import type { RunState } from '../run-state.ts';
import type { StepRecord } from '../step-record.ts';
import type { ItemCursor } from './item-cursor.ts';

/** `reference` names the source, as templates have given it. */
export type OpenSource = (
  state: RunState,
  record: StepRecord,
  reference: unknown,
  signal: AbortSignal,
) => Promise<ItemCursor>;
