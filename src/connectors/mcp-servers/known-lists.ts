/** The stored lists of the servers that a user may use, with their tools ready to be called. */
import { type Selectable, sql } from 'kysely';
import { fixedLimits } from '../../configuration/limits.ts';
import type { Query } from '../../database.ts';
import type { Tool, ToolUser } from '../../tools/contract/tool.ts';
import { findToolPrefixes } from '../prefixes.ts';
import { nameTools } from './showing.ts';
import type { ListedTool, McpServerRow, McpServerTables } from './tables.ts';

type List = Selectable<McpServerTables['mcp_server_lists']>;

export interface KnownServer extends McpServerRow {
  /** Without its tools. Undefined when the server was never asked. */
  list: Pick<List, 'state' | 'error' | 'modern' | 'revision' | 'stale' | 'checked_at'> | undefined;
}

/** Returns the servers of a user in the order in which their names count, or only those that these tools may be of. */
export async function findKnownServers(
  db: Query,
  user: ToolUser,
  toolNames?: readonly string[],
): Promise<KnownServer[]> {
  const prefixes = await findToolPrefixes(db, user, toolNames);
  const ids = prefixes.filter(({ kind }) => kind === 'mcp_server').map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('mcp_servers')
    .leftJoin('mcp_server_lists as lists', join =>
      join.on(
        sql<boolean>`lists.server_id = mcp_servers.id AND lists.user_id IS NOT DISTINCT FROM
          (CASE WHEN mcp_servers.credential_own THEN ${user.id}::uuid END)`,
      ),
    )
    .selectAll('mcp_servers')
    .select(['lists.state', 'lists.error', 'lists.modern', 'lists.revision', 'lists.stale', 'lists.checked_at'])
    .where('mcp_servers.id', 'in', ids)
    .execute();
  const byId = new Map<string, KnownServer>();
  for (const { state, error, modern, revision, stale, checked_at, ...server } of rows) {
    const isListed = state !== null && revision !== null && checked_at !== null;
    const flags = { error: error ?? '', modern: modern === true, stale: stale === true };
    byId.set(server.id, { ...server, list: isListed ? { state, revision, checked_at, ...flags } : undefined });
  }
  return ids.flatMap(id => byId.get(id) ?? []);
}

export interface KnownTools {
  /** Returns the enabled tools by their names here. */
  read(server: KnownServer): Promise<ReadonlyMap<string, Tool>>;
}

/**
 * Keeps lists that were used lately, so that neither the list is read nor a schema is compiled for each call. The
 * database says which revision of a list counts.
 */
export function createKnownTools(
  db: Query,
  toTool: (server: KnownServer, name: string, tool: ListedTool) => Tool,
): KnownTools {
  const cached = new Map<string, { tools: ReadonlyMap<string, Tool>; characters: number }>();
  let characters = 0;

  function keep(key: string, entry: { tools: ReadonlyMap<string, Tool>; characters: number }): void {
    characters += entry.characters - (cached.get(key)?.characters ?? 0);
    cached.delete(key);
    cached.set(key, entry);
    for (const [oldest, { characters: freed }] of cached) {
      if (characters <= fixedLimits.mcpServer.cachedCharacters || oldest === key) break;
      cached.delete(oldest);
      characters -= freed;
    }
  }

  return {
    async read(server) {
      const { list, version } = server;
      if (!list) return new Map();
      const key = `${list.revision}/${version}`;
      const known = cached.get(key);
      if (known) {
        keep(key, known);
        return known.tools;
      }
      const row = await db
        .selectFrom('mcp_server_lists')
        .select(['tools', sql<number>`length(tools::text)`.as('characters')])
        .where('revision', '=', list.revision)
        .where('server_id', '=', server.id)
        .executeTakeFirst();
      const disabled = new Set(server.disabled_tools);
      const named = [...nameTools(server, row?.tools ?? [])].filter(([, { name }]) => !disabled.has(name));
      const tools = new Map(named.map(([name, tool]) => [name, toTool(server, name, tool)]));
      if (row) keep(key, { tools, characters: row.characters });
      return tools;
    },
  };
}
