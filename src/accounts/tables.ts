import type { Generated, GeneratedAlways } from 'kysely';
import type { WorkflowPermission } from '../http/caller.ts';
import type { CreatedAt, UpdatedAt } from '../platform/postgres/column-types.ts';
import type { Role } from './roles.ts';

export interface AccountTables {
  users: UsersTable;
  api_keys: ApiKeysTable;
  groups: GroupsTable;
  group_members: { group_id: string; user_id: string };
  organizations: OrganizationsTable;
  organization_members: { organization_id: string; user_id: string; role: Role; write: GeneratedAlways<boolean> };
  reservations: ReservationsTable;
  notifications: NotificationsTable;
  sessions: SessionsTable;
  one_time_links: OneTimeLinksTable;
  invitations: InvitationsTable;
  oidc_accounts: OidcAccountsTable;
  oidc_requests: OidcRequestsTable;
  installation_secrets: { name: string; sealed: Buffer };
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
  signed_in_at: Generated<Date | null>;
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
  last_used_at: Generated<Date | null>;
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
  /** The path of a link that only the mail has, see `own-links.ts`. */
  own_path: Generated<string | null>;
  read: Generated<boolean>;
  mailed_at: Generated<Date | null>;
  mail_claimed_until: Generated<Date | null>;
  created_at: CreatedAt;
}

interface SessionsTable {
  id: string;
  user_id: string;
  token_hash: Buffer;
  address: string;
  agent: string;
  created_at: CreatedAt;
  last_seen_at: Generated<Date>;
  ends_at: Date;
}

interface OneTimeLinksTable {
  token_hash: Buffer;
  user_id: string;
  purpose: 'setup' | 'password' | 'invitation';
  expires_at: Date;
  invitation_id: Generated<string | null>;
}

interface InvitationsTable {
  id: string;
  user_id: string;
  purpose: 'invitation' | 'password';
  delivery: 'mail' | 'link';
  created_at: CreatedAt;
  expires_at: Date;
  mailed_at: Generated<Date | null>;
}

interface OidcAccountsTable {
  issuer: string;
  subject: string;
  user_id: string;
  created_at: CreatedAt;
}

interface OidcRequestsTable {
  state_hash: Buffer;
  browser_hash: Buffer;
  nonce: string;
  return_path: string;
  expires_at: Date;
}
