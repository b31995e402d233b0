import type { Generated } from 'kysely';
import type { WorkflowPermission } from '../http/caller.ts';
import type { CreatedAt, UpdatedAt } from '../platform/postgres/column-types.ts';

export interface AccountTables {
  users: UsersTable;
  api_keys: ApiKeysTable;
  groups: GroupsTable;
  group_members: { group_id: string; user_id: string };
  organizations: OrganizationsTable;
  organization_members: { organization_id: string; user_id: string; write: boolean };
  reservations: ReservationsTable;
  notifications: NotificationsTable;
}

/** What a user or an organization may spend. Null means without a limit. */
interface SpendingLimits {
  credits: number | null;
  storage_quota: number | null;
  storage_used: Generated<number>;
}

interface UsersTable extends SpendingLimits {
  id: string;
  email: string;
  name: string;
  password_hash: string | null;
  admin: Generated<boolean>;
  enabled: Generated<boolean>;
  workflow_permission: Generated<WorkflowPermission>;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
}

interface ApiKeysTable {
  id: string;
  user_id: string;
  name: string;
  key_hash: Buffer;
  scopes: string[];
  enabled: Generated<boolean>;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
}

interface GroupsTable {
  id: string;
  name: string;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
}

interface OrganizationsTable extends SpendingLimits {
  id: string;
  name: string;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
}

interface ReservationsTable {
  id: string;
  resource: 'credits' | 'storage';
  user_id: string | null;
  organization_id: string | null;
  amount: number;
  expires_at: Date;
}

interface NotificationsTable {
  id: string;
  user_id: string;
  event: Generated<string>;
  kind: string;
  title: string;
  text: string;
  link: string | null;
  read: Generated<boolean>;
  mailed_at: Generated<Date | null>;
  mail_claimed_until: Generated<Date | null>;
  created_at: CreatedAt;
}
