import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { FileStorage, GroupShare, UserShare, Webhook } from './panel-schemas.ts';

export interface BoosterTables {
  panels: PanelsTable;
}

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
  created_at: ColumnType<Date, never, never>;
  updated_at: ColumnType<Date, never, Date>;
}
