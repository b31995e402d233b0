/**
 * The tools of servers, as they last listed them.
 *
 * A list is everybody's who may use the server, unless each user has an account of their own there: then the server may
 * list other tools for each of them. A list is read from the server by `check`, when it is needed for the first time,
 * when it is old, and when the server said during a call that it has changed.
 */
import type * as Sdk from '@modelcontextprotocol/client';
import { sql } from 'kysely';
import { fixedLimits } from '../../configuration/limits.ts';
import type { CredentialUses } from '../../credentials/contract.ts';
import type { Query } from '../../database.ts';
import { StepError } from '../../nodes/step.ts';
import { newId } from '../../platform/ids.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { toStorableJson } from '../../platform/postgres/storable-text.ts';
import type { ToolUser } from '../../tools/contract/tool.ts';
import { toolLimits } from '../../tools/contract/tool-limits.ts';
import { type ServerAddress, ServerProblem, toProblem, withSession } from './client.ts';
import type { ListedTool, ListState } from './tables.ts';

const { tools: mostTools, toolNameCharacters, listCharacters, listBytes, listSeconds } = fixedLimits.mcpServer;
const UNAUTHORIZED = 401;

export interface ListServices {
  db: Query;
  credentials: Pick<CredentialUses, 'open' | 'findUsable'>;
  log: Logger;
}

interface ReadList {
  state: ListState;
  error: string;
  /** Undefined when the server could not be asked: the tools that are known stay. */
  found?: { tools: ListedTool[]; leftOut: number; isModern: boolean };
}

/** Asks a server for its tools on behalf of a user, and stores what it answered. */
export async function refreshList(
  services: ListServices,
  server: ServerAddress & { version: number },
  user: ToolUser,
  { isModern = false }: { isModern?: boolean } = {},
): Promise<void> {
  const { db, credentials } = services;
  // What somebody may not use says nothing about the server, and the list is that of all who may.
  const isUsable =
    server.credential_id === null ||
    (await credentials.findUsable(db, user, [server.credential_id])).has(server.credential_id);
  if (!isUsable) return;
  await storeList(db, server, user, await readList(services, server, user, isModern));
}

async function readList(
  { credentials, log }: ListServices,
  server: ServerAddress,
  user: ToolUser,
  isModern: boolean,
): Promise<ReadList> {
  const signal = AbortSignal.timeout(listSeconds * 1000);
  const place = { user, runId: null, workflowId: null, nodeId: null, markers: new Map(), signal };
  const use = credentials.open(place);
  try {
    const exchange = { http: use, signal, log, limitBytes: listBytes, isModern };
    const found = await withSession(server, exchange, async ({ sdk, label, session }) => {
      const listed = await session.list().catch(error => Promise.reject(toProblem(sdk, label, error)));
      const { tools, leftOut } = selectTools(listed);
      return { tools, leftOut, isModern: session.era === 'modern' };
    });
    // Others read the list as well, and a server may repeat what it was sent.
    return { state: 'ready', error: '', found: await use.redact(found) };
  } catch (error) {
    if (signal.aborted) return away(`it did not answer within ${listSeconds} seconds`);
    if (error instanceof StepError) return { state: 'unreachable', error: await use.redact(error.message) };
    if (!(error instanceof ServerProblem)) throw error;
    if (error.status !== UNAUTHORIZED || server.credential_id !== null) return away(await use.redact(error.message));
    return { state: 'connect', error: 'The MCP server asks for an account' };
  }
}

function away(problem: string): ReadList {
  return { state: 'unreachable', error: `The MCP server can not be reached: ${problem}` };
}

/** Leaves out tools that are too many, too large, or have no usable name. */
function selectTools(listed: readonly Sdk.Tool[]): { tools: ListedTool[]; leftOut: number } {
  const byName = new Map<string, ListedTool>();
  let characters = 0;
  for (const tool of listed) {
    if (byName.size === mostTools) break;
    if (byName.has(tool.name) || !isUsableName(tool.name)) continue;
    const kept = toListedTool(tool);
    const schemaCharacters = JSON.stringify(kept.inputSchema).length;
    if (schemaCharacters > toolLimits.mcp.schemaCharacters) continue;
    const total = characters + schemaCharacters + kept.title.length + kept.description.length + kept.name.length;
    if (total > listCharacters) continue;
    characters = total;
    byName.set(tool.name, kept);
  }
  return { tools: [...byName.values()], leftOut: listed.length - byName.size };
}

function toListedTool(tool: Sdk.Tool): ListedTool {
  const title = toText(tool.title ?? tool.annotations?.title ?? '') || tool.name;
  const description = toText(tool.description ?? '') || title;
  return {
    name: tool.name,
    title: title.slice(0, fixedLimits.nameCharacters).toWellFormed(),
    description: description.slice(0, toolLimits.mcp.descriptionCharacters).toWellFormed(),
    inputSchema: tool.inputSchema,
  };
}

function isUsableName(name: string): boolean {
  return name !== '' && name.length <= toolNameCharacters && name.isWellFormed() && !/\p{Cc}/u.test(name);
}

/** PostgreSQL can not store NUL in a text, and other places that these texts reach may not either. */
function toText(text: string): string {
  return text.replaceAll('\0', '').trim();
}

/** The server may have been changed or deleted while it was asked: then nobody needs the answer. */
async function storeList(
  db: Query,
  server: ServerAddress & { version: number },
  user: ToolUser,
  { state, error, found }: ReadList,
): Promise<void> {
  const tools = found && toStorableJson(found.tools);
  await db.transaction().execute(async transaction => {
    const current = await transaction
      .selectFrom('mcp_servers')
      .select('id')
      .where('id', '=', server.id)
      .where('version', '=', server.version)
      .forKeyShare()
      .executeTakeFirst();
    if (!current) return;
    await transaction
      .insertInto('mcp_server_lists')
      .values({
        server_id: server.id,
        user_id: listOwner(server, user),
        state,
        error,
        ...(found && { tools, tool_count: found.tools.length, left_out: found.leftOut, modern: found.isModern }),
        revision: newId(),
        checked_at: new Date(),
      })
      .onConflict(conflict =>
        conflict.columns(['server_id', 'user_id']).doUpdateSet(({ ref }) => ({
          state,
          error,
          checked_at: ref('excluded.checked_at'),
          ...(found && {
            tools: ref('excluded.tools'),
            tool_count: ref('excluded.tool_count'),
            left_out: ref('excluded.left_out'),
            modern: ref('excluded.modern'),
            stale: false,
            // Those who know the list by its revision need not read it again when it is the same.
            revision: sql<string>`CASE WHEN mcp_server_lists.tools::text = excluded.tools::text
              THEN mcp_server_lists.revision ELSE excluded.revision END`,
          }),
        })),
      )
      .execute();
  });
}

/** Whose list it is: null when it is everybody's. */
function listOwner({ credential_own }: Pick<ServerAddress, 'credential_own'>, user: ToolUser): string | null {
  return credential_own ? user.id : null;
}

/** The list is read again when one of its tools is used the next time. */
export async function markListStale(db: Query, server: ServerAddress, user: ToolUser): Promise<void> {
  await db
    .updateTable('mcp_server_lists')
    .set({ stale: true })
    .where('server_id', '=', server.id)
    .where(sql<boolean>`user_id IS NOT DISTINCT FROM ${listOwner(server, user)}`)
    .execute();
}
