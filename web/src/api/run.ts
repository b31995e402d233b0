/** One run: its steps, its outputs, its events, and what can be done with it. */
import type { RunEvent } from '../../../src/runs/executing/events.ts';
import type { Run, Step } from '../../../src/runs/schemas.ts';

export type { RunEvent };

/** One try of a step that was tried more than once. The last one may be under way. */
export interface StepTry {
  started_at: number;
  finished_at: number | null;
  error: string;
}

export interface StepSummary extends Step {
  /** The length of the whole output, of which `output_json` has the beginning. */
  output_characters: number;
  pinned?: boolean;
  tries?: readonly StepTry[];
}

export interface RunDetail
  extends Omit<Run, 'steps' | 'updated' | 'organization_id' | 'trigger_depth' | 'active_since'> {
  workflow_name: string;
  revision_id: string | null;
  replay_of: string | null;
  is_test: boolean;
  steps: StepSummary[];
}
