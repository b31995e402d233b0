import type { Generated, Selectable } from 'kysely';
import type { OwnershipColumns } from '../accounts/sharing/ownership-columns.ts';
import type { CreatedAt, Json, NullableJson, UpdatedAt } from '../platform/postgres/column-types.ts';
import type { CredentialKind, TemplatePlace } from './kinds.ts';
import type { CredentialConnectionsTable, TokenColumns } from './oauth/tables.ts';

export interface CredentialTables {
  credentials: CredentialsTable;
  credential_uses: CredentialUsesTable;
  credential_connections: CredentialConnectionsTable;
}

/** Where the value of a secret field comes from: it is stored here, or read from elsewhere when it is used. */
export type SecretSource = 'value' | 'env' | 'file' | 'vault';

/** What may be told of a secret field. */
export interface SecretSummary {
  source: SecretSource;
  /** The last characters of a long value. */
  hint?: string;
}

export type CredentialState = 'ready' | 'connect' | 'reconnect';

/** What may be told of the account that somebody connected in the browser. */
export interface ConnectedAccount {
  account?: string;
  scopes?: string[];
}

interface CredentialsTable extends OwnershipColumns, TokenColumns {
  id: string;
  name: string;
  description: string;
  kind: CredentialKind;
  hosts: string[];
  /** Where `{{ secrets.name.field }}` may stand. */
  template_places: Generated<TemplatePlace[]>;
  /** The fields that are no secret. */
  fields: Json<Record<string, unknown>>;
  secrets: Json<Record<string, SecretSummary>>;
  /** The secret fields, see `sealed-fields.ts`. */
  sealed: Buffer;
  version: Generated<number>;
  state: Generated<CredentialState>;
  /** What an authorization server gave, see `oauth/`. */
  tokens_sealed: Generated<Buffer | null>;
  tokens_expire_at: Generated<Date | null>;
  connected: NullableJson<ConnectedAccount>;
  /** The connector or MCP server for which the creator connected their account. */
  connected_for: Generated<string | null>;
  rotate_at: Date | null;
  /** The `rotate_at` of which the owner was reminded. */
  reminded_for: Generated<Date | null>;
  last_used_at: Generated<Date | null>;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
  updated_by: string | null;
}

export type CredentialRow = Selectable<CredentialsTable>;

interface CredentialUsesTable {
  credential_id: string;
  hour: Date;
  workflow_id: string | null;
  node_id: string | null;
  host: string;
  count: number;
  refused: number;
  user_id: string;
  run_id: string | null;
}
