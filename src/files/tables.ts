import type { ColumnType } from 'kysely';

type CreatedAt = ColumnType<Date, never, never>;

export interface FileTables {
  files: FilesTable;
  blob_tombstones: BlobTombstonesTable;
}

interface FilesTable {
  id: string;
  user_id: string;
  /** The organization whose storage the file takes, if not the user's. */
  organization_id: string | null;
  /** The run that the file belongs to and is deleted with; null for a file of the user's own. */
  run_id: string | null;
  filename: string;
  content_type: string;
  size: number;
  sha256: string;
  secret: string;
  blob_key: string;
  created_at: CreatedAt;
  updated_at: ColumnType<Date, never, Date>;
}

interface BlobTombstonesTable {
  blob_key: string;
  created_at: CreatedAt;
}
