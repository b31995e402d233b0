import type { HeddleDatabase } from '../../database.ts';
import type { Caller } from '../../http/caller.ts';
import type { Run } from '../../runs/schemas.ts';
import type { Checker } from '../../workflows/checking.ts';

export interface BuilderServices {
  database: HeddleDatabase;
  checker: Checker;
  /** As /workflow/run does it: checks access, validates, executes to the end or pause. */
  run: (
    caller: Caller,
    request: { workflow_id: string; input?: Record<string, unknown>; trigger_node_id?: string },
    signal: AbortSignal,
  ) => Promise<Run>;
  /** As /workflow/runs/get does it. */
  readRun: (caller: Caller, runId: string) => Promise<Run>;
}

/** Whose conversation it is, and about which workflow. */
export interface BuilderScope {
  workflowId: string;
  caller: Caller;
}
