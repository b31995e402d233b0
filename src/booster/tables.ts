import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';
import type { Reservation } from '../accounts/account.ts';
import type { CreatedAt, Json, JsonWithDefault, NullableJson, UpdatedAt } from '../platform/postgres/column-types.ts';
import type { FileStorage, PanelGroupShare, PanelUserShare, StoredWebhook } from './panel-schemas.ts';

export interface BoosterTables {
  panels: PanelsTable;
  booster_records: RecordsTable;
  booster_files: FilesTable;
  booster_directories: DirectoriesTable;
  booster_uploads: UploadsTable;
  booster_events: EventsTable;
  booster_starts: StartsTable;
  booster_deliveries: DeliveriesTable;
  booster_effects: EffectsTable;
}

interface PanelsTable {
  id: string;
  name: string;
  created_by: string;
  group_id: string | null;
  organization_id: string | null;
  enabled: Generated<boolean>;
  database: Generated<boolean>;
  file_storage: Json<FileStorage>;
  sharing: JsonWithDefault<PanelUserShare[]>;
  group_sharing: JsonWithDefault<PanelGroupShare[]>;
  webhooks: JsonWithDefault<StoredWebhook[]>;
  /** Null when there are no webhooks. */
  webhook_secrets_sealed: Generated<Buffer | null>;
  /** The panel is hidden from everybody; its contents are deleted in the background. */
  deleted_at: Generated<Date | null>;
  /** The secret that signs links to files. */
  link_secret_sealed: ColumnType<Buffer, Buffer, never>;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
}

interface RecordsTable {
  panel_id: string;
  /** Unique within the panel. */
  key: string;
  collection: string;
  data: Json<Record<string, unknown>>;
  created_at: CreatedAt;
  created_by: string | null;
  updated_at: UpdatedAt;
  updated_by: string | null;
}

interface FilesTable {
  id: string;
  panel_id: string;
  path: string;
  /** The first part of the path. */
  folder: GeneratedAlways<string>;
  /** All parts of the path but the last. */
  directory: GeneratedAlways<string>;
  /** The last part of the path. */
  name: GeneratedAlways<string>;
  size: number;
  content_type: string;
  sha256: string;
  metadata: Json<Record<string, unknown>>;
  record_collection: string | null;
  record_key: string | null;
  blob_key: string;
  /** Who stored the content; null when that is not known. */
  uploaded_by: string | null;
  /** When the content came to this folder; `keep_days` counts from then. */
  kept_since: ColumnType<Date, never, Date>;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
}

/** Triggers of the database maintain this table (see `0006_booster.sql`). */
interface DirectoriesTable {
  panel_id: string;
  /** An empty path stands for the whole storage of the panel. */
  path: string;
  parent: GeneratedAlways<string | null>;
  name: GeneratedAlways<string>;
  files: number;
  files_below: number;
  bytes_below: number;
}

interface UploadsTable {
  id: string;
  panel_id: string;
  path: string;
  folder: GeneratedAlways<string>;
  size: number;
  content_type: string;
  metadata: Json<Record<string, unknown>>;
  record: NullableJson<{ collection: string; key: string }>;
  overwrite: boolean;
  rename: boolean;
  blob_key: string;
  secret: string;
  reservation: Json<Reservation>;
  reserved_files: number;
  reserved_bytes: number;
  expires_at: Date;
}

interface EventsTable {
  id: GeneratedAlways<number>;
  panel_id: string;
  /** The file's id or the record's key. */
  subject: string;
  type: string;
  data: Json<unknown>;
  /** The depth of the runs that the event starts. */
  trigger_depth: Generated<number>;
  /** The first cause of those runs. */
  root_id: string | null;
  /** Whether a step of a run made the change. */
  by_run: Generated<boolean>;
  /** Whether the event has yet to start runs; false once they are queued. */
  starts_runs: Generated<boolean>;
  created_at: CreatedAt;
}

interface StartsTable {
  event_id: number;
  trigger_id: string;
  /** The user whose queue was full. */
  user_id: string;
}

interface DeliveriesTable {
  id: string;
  event_id: number;
  panel_id: string;
  subject: string;
  webhook: string;
  url: string;
  state: Generated<'waiting' | 'delivered' | 'failed' | 'cancelled'>;
  attempts: Generated<number>;
  claimed_until: Date | null;
  last_status: number | null;
  last_error: string | null;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
}

/** The steps of runs that have changed a panel. */
interface EffectsTable {
  run_id: string;
  /** The idempotency key of the step. */
  step: string;
  /** The file's id or the record's key. */
  subject: string;
}

export type PanelRow = Selectable<BoosterTables['panels']>;
