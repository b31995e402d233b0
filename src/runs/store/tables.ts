import type { ColumnType, Generated } from 'kysely';

export interface RunTables {
  runners: { id: string; alive_until: Date };
  runs: RunsTable;
  run_steps: RunStepsTable;
  run_keys: RunKeysTable;
  run_roots: { id: string; runs: Generated<number>; exhausted: Generated<boolean>; updated_at: Generated<Date> };
}

export type RunStatus = 'queued' | 'running' | 'waiting' | 'success' | 'failed' | 'cancelled';

interface RunsTable {
  id: string;
  workflow_id: string;
  workflow_name: string;
  organization_id: string | null;
  version: number | null;
  definition: string | null;
  trigger_node_id: string;
  trigger_type: string;
  trigger_depth: Generated<number>;
  root_id: string | null;
  automatic: Generated<boolean>;
  trace_context: string | null;
  input: string;
  status: RunStatus;
  started_at: Date | null;
  active_since: Date | null;
  active_ms: Generated<number>;
  finished_at: Date | null;
  settled_at: Date | null;
  steps: Generated<string>;
  output: Generated<string>;
  error: Generated<string>;
  credits: Generated<number>;
  runner_id: string | null;
  lease: Generated<number>;
  interruptions: Generated<number>;
  created_at: ColumnType<Date, Date | undefined, never>;
  created_by: string;
  updated_at: ColumnType<Date, Date | undefined, Date>;
}

interface RunStepsTable {
  run_id: string;
  node_id: string;
  iteration: number[];
  position: number;
  step: string;
  output: string | null;
  output_characters: number;
  output_key: string | null;
}

interface RunKeysTable {
  workflow_id: string;
  sender_id: string;
  key: string;
  request_hash: Buffer;
  run_id: string;
  created_at: ColumnType<Date, never, Date>;
}
