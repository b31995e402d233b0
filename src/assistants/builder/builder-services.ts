import type { HeddleDatabase } from '../../database.ts';
import type { Caller } from '../../http/caller.ts';
import type { Run } from '../../runs/schemas.ts';
import type { Checker } from '../../workflows/checking.ts';

export interface BuilderServices {
  database: HeddleDatabase;
  checker: Checker;
  /** Does what /workflow/run does: checks access, validates, and executes the run until it ends or pauses. */
  run: (
    caller: Caller,
    request: { workflow_id: string; input?: Record<string, unknown>; trigger_node_id?: string },
    signal: AbortSignal,
  ) => Promise<Run>;
  /** Does what /workflow/runs/get does. */
  readRun: (caller: Caller, runId: string) => Promise<Run>;
}

/** The user of the conversation, and the workflow that it is about. */
export interface BuilderScope {
  workflowId: string;
  caller: Caller;
  /** Whether its edits are proposals, which the user applies. */
  proposes?: boolean;
}
