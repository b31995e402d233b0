import type { ColumnType, Generated, GeneratedAlways, JSONColumnType, Selectable } from 'kysely';
import type { Reservation } from '../accounts/account.ts';
import type { FileStorage, GroupShare, UserShare, Webhook } from './panel-schemas.ts';

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

type CreatedAt = ColumnType<Date, never, never>;
type UpdatedAt = ColumnType<Date, never, Date>;
type Json<Value> = ColumnType<Value, string, string>;

interface PanelsTable {
  id: string;
  name: string;
  created_by: string;
  group_id: string | null;
  organization_id: string | null;
  enabled: Generated<boolean>;
  database: Generated<boolean>;
  file_storage: JSONColumnType<FileStorage>;
  sharing: ColumnType<UserShare[], string | undefined, string>;
  group_sharing: ColumnType<GroupShare[], string | undefined, string>;
  webhooks: ColumnType<Webhook[], string | undefined, string>;
  /** Gone for everybody; what is in it is deleted in the background. */
  deleted_at: Generated<Date | null>;
  /** Signs the links of its files. */
  link_secret: ColumnType<string, never, never>;
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
  updated_at: UpdatedAt;
}

interface FilesTable {
  id: string;
  panel_id: string;
  path: string;
  /** The first part of the path, all but the last, and the last. */
  folder: GeneratedAlways<string>;
  directory: GeneratedAlways<string>;
  name: GeneratedAlways<string>;
  size: number;
  content_type: string;
  sha256: string;
  metadata: Json<Record<string, unknown>>;
  record_collection: string | null;
  record_key: string | null;
  blob_key: string;
  /** When its content came to this folder. */
  kept_since: ColumnType<Date, never, Date>;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
}

/** Kept by the database itself: see the migration. */
interface DirectoriesTable {
  panel_id: string;
  /** '' is the whole storage of the panel. */
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
  record: ColumnType<{ collection: string; key: string } | null, string | null, never>;
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
  /** Of the runs that it starts. */
  trigger_depth: Generated<number>;
  /** What they go back to. */
  root_id: string | null;
  /** Whether a step of a run made the change. */
  by_run: Generated<boolean>;
  /** Until they are queued. */
  starts_runs: Generated<boolean>;
  created_at: CreatedAt;
}

interface StartsTable {
  event_id: number;
  trigger_id: string;
  /** Whose queue had no room. */
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

/** Steps of runs that have changed a panel. */
interface EffectsTable {
  run_id: string;
  /** Its idempotency key. */
  step: string;
  /** The file's id or the record's key. */
  subject: string;
}

export type PanelRow = Selectable<BoosterTables['panels']>;
