import type { Generated, Selectable } from 'kysely';
import type { OwnershipColumns } from '../../accounts/sharing/ownership-columns.ts';
import type { CreatedAt, JsonWithDefault, UpdatedAt } from '../../platform/postgres/column-types.ts';

export interface McpServerTables {
  mcp_servers: McpServersTable;
  mcp_server_lists: McpServerListsTable;
}

interface McpServersTable extends OwnershipColumns {
  id: string;
  /** What the names of its tools begin with. */
  name: string;
  title: string;
  url: string;
  credential_id: string | null;
  /** Everybody connects an account of their own. */
  credential_own: boolean;
  enabled: Generated<boolean>;
  /** By the names that the server gives them. */
  disabled_tools: Generated<string[]>;
  /** Grows with every change. */
  version: Generated<number>;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
}

export type ListState = 'ready' | 'unreachable' | 'connect';

/** A tool as its server describes it. */
export interface ListedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: 'object'; [keyword: string]: unknown };
}

/** See `lists.ts`. */
interface McpServerListsTable {
  server_id: string;
  /** Null when the list is everybody's. */
  user_id: string | null;
  state: ListState;
  error: Generated<string>;
  tools: JsonWithDefault<ListedTool[]>;
  tool_count: Generated<number>;
  left_out: Generated<number>;
  modern: Generated<boolean>;
  revision: string;
  stale: Generated<boolean>;
  checked_at: Date;
}

export type McpServerRow = Selectable<McpServersTable>;
