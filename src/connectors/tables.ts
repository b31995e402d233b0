import type { Generated, Selectable } from 'kysely';
import type { OwnershipColumns } from '../accounts/sharing/ownership-columns.ts';
import type { CreatedAt, Json, NullableJson, UpdatedAt } from '../platform/postgres/column-types.ts';
import type { McpServerTables } from './mcp-servers/tables.ts';
import type { ImportedApi, ImportedSecurity, OperationPlan, Paging } from './openapi/contract.ts';

export interface ConnectorTables extends McpServerTables {
  connectors: ConnectorsTable;
  connector_documents: DocumentsTable;
  connector_operations: OperationsTable;
  connector_rates: RatesTable;
}

interface ConnectorsTable extends OwnershipColumns {
  id: string;
  /** What the names of its tools begin with. */
  name: string;
  title: string;
  base_url: string;
  /** Hosts of operations with servers of their own: see `calls/operation-url.ts`. */
  allowed_hosts: Generated<string[]>;
  credential_id: string | null;
  /** Everybody connects an account of their own. */
  credential_own: boolean;
  /** The rule for operations that have its param. */
  pagination: NullableJson<Paging>;
  rate_calls: number | null;
  rate_seconds: number | null;
  /** The entry of the gallery that it was made from. */
  gallery: string | null;
  /** Grows with every change of the connector or its operations. */
  version: Generated<number>;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
}

/** The document that a connector has, and the one that would replace it when a refresh is applied. */
interface DocumentsTable {
  id: string;
  connector_id: string;
  current: boolean;
  /** The version of the connector that a refresh was compared with. */
  based_on: number;
  blob_key: string;
  size: number;
  sha256: string;
  /** Where it was read. */
  url: string | null;
  format: ImportedApi['format'];
  api_title: string;
  api_version: string;
  description: string;
  security: Json<ImportedSecurity[]>;
  skipped: Json<ImportedApi['skipped']>;
  skipped_count: number;
  operations: number;
  created_by: string;
  created_at: CreatedAt;
}

interface OperationsTable {
  document_id: string;
  name: string;
  connector_id: string;
  /** The name of its tool. */
  tool: string;
  /** In the document. */
  position: number;
  method: string;
  path: string;
  title: string;
  description: string;
  tags: string[];
  deprecated: boolean;
  /** JSON that is only passed on. */
  input_schema: string;
  plan: Json<OperationPlan>;
  paging: NullableJson<Paging>;
  /** Never in a refresh that is not applied. */
  enabled: boolean;
}

/** See `calls/rate.ts`. */
interface RatesTable {
  connector_id: string;
  slots: Generated<Date[]>;
  paused_until: Generated<Date>;
}

export type ConnectorRow = Selectable<ConnectorsTable>;
export type DocumentRow = Selectable<DocumentsTable>;
export type OperationRow = Selectable<OperationsTable>;
