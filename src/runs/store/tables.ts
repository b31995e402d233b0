import type { ColumnType, Generated } from 'kysely';
import type { CreatedAt, Json, JsonWithDefault, UpdatedAt } from '../../platform/postgres/column-types.ts';
import type { StepTry } from '../schemas.ts';

export interface RunTables {
  runners: { id: string; alive_until: Date };
  runs: RunsTable;
  run_steps: RunStepsTable;
  run_children: RunChildrenTable;
  run_keys: RunKeysTable;
  run_files: { run_id: string; file_id: string };
  run_batches: RunBatchesTable;
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
  /** The revision that the run of a draft executes. It may have been deleted since. */
  revision_id: string | null;
  /** The run that this one repeats. It may have been deleted since. */
  replay_of: string | null;
  is_test: Generated<boolean>;
  /** What a replay or a test does differently, as JSON. Null in all other runs. */
  options: string | null;
  trigger_node_id: string;
  trigger_type: string;
  trigger_depth: Generated<number>;
  root_id: string | null;
  automatic: Generated<boolean>;
  trace_context: string | null;
  /** The variables that the run began with, as JSON. */
  variables: string | null;
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
  /** The run whose step started this one. It may have been deleted since. */
  parent_run_id: Generated<string | null>;
  parent_node_id: Generated<string | null>;
  parent_iteration: Generated<number[] | null>;
  /** Whether the step waits for the result. Null in runs without a parent. */
  is_awaited: Generated<boolean | null>;
  /** The run with which it all began. It may have been deleted since. */
  root_run_id: Generated<string | null>;
  /** The number of runs above this one. Null when there are none. */
  depth: Generated<number | null>;
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

/** A step that waits for another run. */
interface RunChildrenTable {
  run_id: string;
  node_id: string;
  iteration: number[];
  position: number;
  started_at: Date;
  /** The run of the latest try. It may have been deleted since. */
  child_id: string;
  workflow_id: string;
  workflow_name: string;
  draft: boolean;
  /** The param of the step. */
  retry: ColumnType<unknown, string | null, never>;
  attempt: Generated<number>;
  /** Those that have failed. */
  tries: JsonWithDefault<StepTry[]>;
  /** When the next try begins. Null while there is a run. */
  retry_at: Generated<Date | null>;
  is_open: Generated<boolean>;
}

interface RunKeysTable {
  workflow_id: string;
  sender_id: string;
  key: string;
  request_hash: Buffer;
  run_id: string;
  created_at: ColumnType<Date, never, Date>;
}

/** Runs that one request replays, cancels or makes, and how far a job has come with them. */
interface RunBatchesTable {
  id: string;
  action: 'replay' | 'cancel' | 'backfill';
  status: Generated<'running' | 'done' | 'cancelled'>;
  sentence: string;
  options: Json<unknown>;
  run_ids: string[];
  position: Generated<number>;
  succeeded: Generated<number>;
  refusals: JsonWithDefault<{ run_id: string; detail: string }[]>;
  created_at: CreatedAt;
  created_by: string;
  updated_at: UpdatedAt;
  finished_at: Generated<Date | null>;
}
