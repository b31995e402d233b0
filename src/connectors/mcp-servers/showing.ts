/** MCP servers as the API shows them, each in the state that it has for the caller. */
import { type Selectable, sql } from 'kysely';
import { isUsableBy, isVisibleTo, type Memberships, readMemberships } from '../../accounts/sharing/rights.ts';
import type { CredentialState } from '../../credentials/tables.ts';
import type { Query } from '../../database.ts';
import { entityNotFound } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import { nameServerTools } from '../../tools/mcp/tool-names.ts';
import { sourceRights, toSourceFields } from '../sources.ts';
import type { McpServer, McpServerList, McpServerQuery, McpServerSummary } from './schemas.ts';
import type { ListedTool, ListState, McpServerRow, McpServerTables } from './tables.ts';

const PAGE = 50;

export async function findServers(
  db: Query,
  caller: Caller,
  { text, skip = 0, limit = PAGE }: McpServerQuery,
): Promise<McpServerList> {
  const memberships = await readMemberships(db, caller);
  const matches = sql<boolean>`(${text === undefined || text === ''}::boolean
    OR strpos(lower(mcp_servers.name), lower(${text ?? ''})) > 0
    OR strpos(lower(mcp_servers.title), lower(${text ?? ''})) > 0)`;
  const rows = await selectServers(db, caller, memberships)
    .where(matches)
    .orderBy(sql`lower(mcp_servers.title)`)
    .orderBy('mcp_servers.id')
    .offset(skip)
    .limit(limit)
    .execute();
  const { total } = await db
    .selectFrom('mcp_servers')
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .where(isVisibleTo('mcp_servers', caller, memberships))
    .where(matches)
    .executeTakeFirstOrThrow();
  return { items: rows.map(row => toSummary(row, memberships)), total: Number(total) };
}

export async function readServer(db: Query, caller: Caller, id: string): Promise<McpServer> {
  const memberships = await readMemberships(db, caller);
  const row = await selectServers(db, caller, memberships)
    .select('lists.tools')
    .where('mcp_servers.id', '=', id)
    .executeTakeFirst();
  if (!row) throw entityNotFound();
  const summary = toSummary(row, memberships);
  // Who may not use the server need not know what it can do.
  return { ...summary, tools: summary.permissions.use ? toServerTools(row, row.tools ?? []) : [] };
}

/** The names under which the tools of a server are called here. */
export function nameTools(server: Pick<McpServerRow, 'name'>, tools: readonly ListedTool[]): Map<string, ListedTool> {
  const names = nameServerTools(
    server.name,
    tools.map(({ name }) => name),
    new Set(),
  );
  return new Map(tools.map(tool => [names.get(tool.name) ?? tool.name, tool]));
}

function toServerTools(server: McpServerRow, tools: readonly ListedTool[]): McpServer['tools'] {
  const disabled = new Set(server.disabled_tools);
  return [...nameTools(server, tools)].map(([tool, { name, title, description }]) => ({
    ...{ name, tool, title, description },
    enabled: !disabled.has(name),
  }));
}

type ListColumns = Pick<
  Selectable<McpServerTables['mcp_server_lists']>,
  'state' | 'error' | 'checked_at' | 'tool_count' | 'left_out'
>;

interface ShownRow extends McpServerRow, Partial<{ [Column in keyof ListColumns]: ListColumns[Column] | null }> {
  has_credential: boolean;
  may_use_credential: boolean;
  account_state: CredentialState | null;
}

function selectServers(db: Query, caller: Caller, memberships: Memberships) {
  return db
    .selectFrom('mcp_servers')
    .leftJoin('mcp_server_lists as lists', join =>
      join.on(
        sql<boolean>`lists.server_id = mcp_servers.id AND lists.user_id IS NOT DISTINCT FROM
          (CASE WHEN mcp_servers.credential_own THEN ${caller.userId}::uuid END)`,
      ),
    )
    .selectAll('mcp_servers')
    .select(['lists.state', 'lists.error', 'lists.checked_at', 'lists.tool_count', 'lists.left_out'])
    .select([
      sql<boolean>`EXISTS (SELECT FROM credentials WHERE credentials.id = mcp_servers.credential_id)`.as(
        'has_credential',
      ),
      sql<boolean>`EXISTS (SELECT FROM credentials WHERE credentials.id = mcp_servers.credential_id
        AND ${isUsableBy('credentials', memberships)})`.as('may_use_credential'),
      accountState(caller.userId).as('account_state'),
    ])
    .where(isVisibleTo('mcp_servers', caller, memberships));
}

/** The state of the credential with which the user has connected an account of their own for the server. */
function accountState(userId: string) {
  return sql<CredentialState | null>`(SELECT credentials.state FROM credentials
    WHERE credentials.connected_for = mcp_servers.id AND credentials.created_by = ${userId})`;
}

function toSummary(row: ShownRow, memberships: Memberships): McpServerSummary {
  const { id, name, title, url, enabled } = row;
  const rights = sourceRights(row, memberships);
  const { state, error } = toState(row);
  return {
    ...{ id, name, title, url, enabled, state },
    error: error === '' ? null : error,
    checked_at: row.checked_at?.getTime() ?? null,
    tool_count: row.tool_count ?? 0,
    left_out: row.left_out ?? 0,
    // An administrator may change with whom others share.
    ...toSourceFields(row, rights, { seesShares: rights.write || !rights.use }),
  };
}

function toState(row: ShownRow): { state: ListState; error: string } {
  if (row.credential_own && row.account_state !== 'ready') {
    const isLost = row.account_state === 'reconnect';
    const error = isLost ? 'Your account must be connected again' : 'You have connected no account yet';
    return { state: 'connect', error };
  }
  if (row.credential_id !== null && !row.has_credential) {
    return { state: 'unreachable', error: 'The credential of the MCP server was deleted' };
  }
  if (row.credential_id !== null && !row.may_use_credential) {
    return { state: 'unreachable', error: 'You may not use the credential of the MCP server' };
  }
  if (!row.state) return { state: 'unreachable', error: 'The MCP server was not asked for its tools yet' };
  return { state: row.state, error: row.error ?? '' };
}
