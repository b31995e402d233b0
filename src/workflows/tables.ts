import type { ColumnType, Generated } from 'kysely';
import type { WorkflowSettings } from '../engine/settings.ts';
import type { CreatedAt, Json, JsonWithDefault, NullableJson, UpdatedAt } from '../platform/postgres/column-types.ts';
import type { Origin, RevisionChanges, WorkflowGroupShare, WorkflowUserShare } from './schemas.ts';

export interface WorkflowTables {
  workflows: WorkflowsTable;
  workflow_revisions: RevisionsTable;
  workflow_versions: VersionsTable;
  workflow_triggers: TriggersTable;
  webhook_addresses: AddressesTable;
  webhook_listeners: ListenersTable;
  poll_states: PollStatesTable;
  poll_seen: PollSeenTable;
  consumers: ConsumersTable;
  replication_slots: ReplicationSlotsTable;
}

interface WorkflowsTable {
  id: string;
  name: string;
  description: string;
  organization_id: string | null;
  group_id: Generated<string | null>;
  definition: Json<unknown>;
  sharing: JsonWithDefault<WorkflowUserShare[]>;
  group_sharing: JsonWithDefault<WorkflowGroupShare[]>;
  published_version: Generated<number | null>;
  published_at: Generated<Date | null>;
  active: Generated<boolean>;
  run_as: Generated<string | null>;
  /** The settings of the published version. Null when it has none. */
  settings: NullableJson<WorkflowSettings>;
  signing_secret_sealed: Generated<Buffer | null>;
  created_at: CreatedAt;
  created_by: string;
  updated_at: UpdatedAt;
  updated_by: string;
  /** Set when the workflow is deleted for everybody, but its rows are still being deleted in the background. */
  deleted_at: Generated<Date | null>;
  /** Grows with every change of the row, by a trigger. */
  row_version: Computed<number>;
  /** The number of steps in the draft. */
  steps: Computed<number>;
  /** The triggers of the draft. */
  triggers: Computed<DefinedTrigger[]>;
  /** Equal for definitions that run alike, whatever their positions and what only the canvas shows. */
  definition_hash: Computed<Buffer>;
  /** What people find the workflow by, in lower case. */
  words: Computed<string>;
}

/** The database computes this column from others. */
type Computed<Value> = ColumnType<Value, never, never>;

export interface DefinedTrigger {
  node_id: string;
  type: string;
}

interface RevisionsTable {
  id: string;
  workflow_id: string;
  number: Generated<number>;
  origin: Origin;
  changes: Json<RevisionChanges>;
  restored_from: string | null;
  definition: Json<unknown>;
  nodes: number;
  edges: number;
  created_at: CreatedAt;
  created_by: string;
  updated_at: UpdatedAt;
}

interface VersionsTable {
  workflow_id: string;
  version: number;
  definition: Json<unknown>;
  note: string;
  created_at: CreatedAt;
  created_by: string;
  triggers: Computed<DefinedTrigger[]>;
  definition_hash: Computed<Buffer>;
  /** The latest revision when the version was published. Null for versions of earlier times. */
  revision_number: number | null;
}

interface TriggersTable {
  id: string;
  workflow_id: string;
  node_id: string;
  type: string;
  params: Json<Record<string, unknown>>;
  /** Of a webhook: what calls are compared with, and what its URL is made of. */
  secret_hash: Buffer | null;
  secret_sealed: Buffer | null;
  panel_id: string | null;
  next_run_at: Date | null;
  last_fired_at: Generated<Date | null>;
}

/** The URL of a webhook that is not published yet. Publishing makes it the URL of the trigger. */
interface AddressesTable {
  id: string;
  workflow_id: string;
  node_id: string;
  secret_hash: Buffer;
  secret_sealed: Buffer;
}

/** Somebody who waits for the next call of a webhook, which then runs the draft. */
interface ListenersTable {
  id: string;
  /** An id of `workflow_triggers` or `webhook_addresses`. */
  trigger_id: string;
  workflow_id: string;
  node_id: string;
  user_id: string;
  started_at: CreatedAt;
  alive_until: Date;
  run_id: string | null;
  /** Why a call could not start a run. */
  refusal: string | null;
}

/** How far a trigger that polls has come. See `poll-states.ts`. */
interface PollStatesTable {
  trigger_id: string;
  /** A hash of what decides which items there are. */
  source: Buffer;
  next_poll_at: Date | null;
  lease: Generated<number>;
  leased_until: Date | null;
  started: Generated<boolean>;
  /** JSON. */
  cursor: string | null;
  failures: Generated<number>;
  last_polled_at: Date | null;
  last_error: string | null;
  behind_since: Date | null;
}

/** A trigger that listens to something outside. See `consumer-states.ts`. */
interface ConsumersTable {
  trigger_id: string;
  /** A hash of what decides where is read from. */
  source: Buffer;
  active: boolean;
  lease: Generated<number>;
  /** The process that has it. */
  held_by: string | null;
  listening_since: Date | null;
  retry_at: Date | null;
  position: NullableJson<unknown>;
  failures: Generated<number>;
  last_message_at: Date | null;
  last_error: string | null;
}

/** A slot that a trigger has in a database of a user. See `replication-slots.ts`. */
interface ReplicationSlotsTable {
  id: string;
  /** Null when it is to be dropped. */
  trigger_id: string | null;
  user_id: string;
  workflow_id: string | null;
  workflow_name: string;
  node_id: string;
  target: Json<unknown>;
  made: Generated<boolean>;
  lost_at: Date | null;
  lag_bytes: string | null;
  lag_told: Generated<boolean>;
  retry_at: Generated<Date>;
  failures: Generated<number>;
  retired_at: Date | null;
}

/** The items that a trigger knows, as hashes of their keys. */
interface PollSeenTable {
  trigger_id: string;
  key: Buffer;
  place: Computed<number>;
}
