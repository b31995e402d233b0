import type { ColumnType, Generated } from 'kysely';
import type {
  CreatedAt,
  Json,
  JsonWithDefault,
  NullableJson,
  UpdatedAt,
} from '../../platform/postgres/column-types.ts';
import type { StepTry } from '../schemas.ts';

export interface RunTables {
  runners: { id: string; alive_until: Date };
  runs: RunsTable;
  run_steps: RunStepsTable;
  run_children: RunChildrenTable;
  run_keys: RunKeysTable;
  run_files: { run_id: string; file_id: string };
  run_batches: RunBatchesTable;
  run_events: RunEventsTable;
  run_listeners: { subject: string; status: RunStatus; trigger_id: string };
  run_failures: RunFailuresTable;
  workflow_alerts: WorkflowAlertsTable;
  freed_slots: { id: Generated<number>; key: string };
  throttled_starts: { key: string; times: Date[] };
  trigger_decisions: TriggerDecisionsTable;
  run_roots: { id: string; runs: Generated<number>; exhausted: Generated<boolean>; updated_at: Generated<Date> };
}

export type RunStatus = 'queued' | 'running' | 'waiting' | 'success' | 'failed' | 'cancelled';

/** What the conditions of triggers decided, for a day. */
interface TriggerDecisionsTable {
  trigger_id: string;
  decided_at: CreatedAt;
  filtered: number;
  failed: number;
  problem: string | null;
}

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
  /** Its place in the queue, where that is not the time of its creation. */
  order_at: Date | null;
  /** When it may begin, where that is later. */
  due_at: Date | null;
  /** What a queued run waits for before it can be claimed. */
  held: 'time' | 'place' | null;
  /** What its limits on concurrency count. */
  slot_key: string | null;
  slot_key_2: string | null;
  slots: NullableJson<StoredLimits>;
  /** Whether it keeps its places while it waits for a person or a time. */
  keeps_place: boolean | null;
  /** By which further calls are merged with this one, as long as it is held. */
  call_key: string | null;
  calls: number | null;
  /** By which runs are found. */
  labels: NullableJson<Readonly<Record<string, string>>>;
  /** When a failed run is tried again. */
  next_retry_at: Date | null;
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

/** The limits of a run, in the order of its keys. */
interface StoredLimits {
  limits: number[];
  /** Whether a run that finds no place cancels the oldest. */
  cancels: boolean[];
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
  retry: NullableJson<unknown>;
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
  /** Batches of earlier versions have no codes. */
  refusals: JsonWithDefault<{ run_id: string; code?: string; detail: string }[]>;
  created_at: CreatedAt;
  created_by: string;
  updated_at: UpdatedAt;
  finished_at: Generated<Date | null>;
}

/** The end of a run that somebody has to hear of. */
interface RunEventsTable {
  id: Generated<number>;
  /** The run may have been deleted since. */
  run_id: string;
  /** Whether the run is not tried again. */
  is_final: Generated<boolean>;
  /** The triggers that start a run as soon as the queue of their user has room. Null before the event is dealt with. */
  trigger_ids: Generated<string[] | null>;
  /** How often dealing with it went wrong. */
  attempts: Generated<number>;
  created_at: Generated<Date>;
  due_at: Generated<Date>;
}

/** A failed run that somebody has to deal with, or has dealt with. A run and its replays have one row. */
interface RunFailuresTable {
  /** The newest attempt that failed. */
  run_id: string;
  chain_id: string;
  workflow_id: string;
  run_user: string;
  /** An open one with an assignee is shown as assigned. */
  state: 'open' | 'muted' | 'resolved';
  assignee_id: string | null;
  note: string;
  resolved_by: string | null;
  revision: Generated<number>;
  changed_by: string | null;
  changed_at: Generated<Date>;
}

/** A workflow whose people were told that its runs fail. */
interface WorkflowAlertsTable {
  workflow_id: string;
  /** What they were told last. */
  said: 'fails' | 'works';
  /** Whether it fails again since they were told that it works. */
  fails_again: Generated<boolean>;
  /** How many messages were sent. */
  messages: Generated<number>;
  window_from: Date;
  window_until: Date;
  check_at: Date;
}
