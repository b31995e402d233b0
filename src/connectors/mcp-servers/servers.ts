/** MCP servers that people add: who may see, use and change them. */
import { sql } from 'kysely';
import { calculateRights, type Rights, readStanding } from '../../accounts/ownership.ts';
import { changedFields, hasChanges, recordAudit, type Subject } from '../../audit/record.ts';
import { fixedLimits } from '../../configuration/limits.ts';
import type { CredentialUses } from '../../credentials/contract.ts';
import { explainForeignKeyViolation, type Query } from '../../database.ts';
import { entityNotFound, nameReserved, permissionDenied, tooManyMcpServers, validationError } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import { newId } from '../../platform/ids.ts';
import { isReserved } from '../names.ts';
import { explainTakenPrefix, requireAllowedPrefix } from '../prefixes.ts';
import {
  requireSourceOwnership,
  requireUsableCredential,
  toCredentialColumns,
  toShareColumns,
} from '../source-settings.ts';
import type { McpServerCreation, McpServerUpdate } from './schemas.ts';
import type { McpServerRow } from './tables.ts';

export interface ServerStore {
  db: Query;
  credentials: Pick<CredentialUses, 'findUsable'>;
  /** The names that others have: those of the installation's tools, and of its MCP servers. */
  takenNames(): { tools: Iterable<string>; servers: Iterable<string> };
}

export interface VisibleServer {
  server: McpServerRow;
  /** Administrators see everything, but that is no right to use it. */
  rights: Rights;
}

export async function requireServer(db: Query, caller: Caller, id: string): Promise<VisibleServer> {
  const server = await db.selectFrom('mcp_servers').selectAll().where('id', '=', id).executeTakeFirst();
  const rights = server && calculateRights(server, await readStanding(db, caller));
  if (!server || (!rights && !caller.admin)) throw entityNotFound();
  return { server, rights: rights ?? { use: false, write: false } };
}

export async function requireUsableServer(db: Query, caller: Caller, id: string): Promise<VisibleServer> {
  const found = await requireServer(db, caller, id);
  if (!found.rights.use) throw permissionDenied();
  return found;
}

export async function requireWritableServer(db: Query, caller: Caller, id: string): Promise<VisibleServer> {
  const found = await requireServer(db, caller, id);
  if (!found.rights.write) throw permissionDenied();
  return found;
}

export async function createServer(
  { db, credentials, takenNames }: ServerStore,
  caller: Caller,
  { name, title = name, url, enabled = true, organization_id = null, group_id = null, ...rest }: McpServerCreation,
): Promise<McpServerRow> {
  requireAllowedName(takenNames, name);
  await requireSourceOwnership(db, caller, { organization_id, group_id });
  const given = toCredentialColumns(rest);
  await requireUsableCredential(credentials, db, caller, given?.credential_id);
  return db.transaction().execute(async transaction => {
    const server = await transaction
      .insertInto('mcp_servers')
      .values({
        id: newId(),
        created_by: caller.userId,
        organization_id,
        group_id,
        ...{ name, title, url: toServerUrl(url), enabled },
        ...(given ?? { credential_id: null, credential_own: false }),
        ...toShareColumns(rest),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch(explainTakenPrefix(name))
      .catch(explainForeignKeyViolation);
    await requireRoomForServer(transaction, server);
    const details = { url: server.url, credential_id: server.credential_id, credential_own: server.credential_own };
    await recordAudit(transaction, caller, { action: 'mcp_server.create', subject: serverSubject(server), details });
    return server;
  });
}

/** Returns whether the server must be asked for its tools again. */
export async function updateServer(
  { db, credentials, takenNames }: ServerStore,
  caller: Caller,
  { id, sharing, group_sharing, ...changes }: McpServerUpdate,
): Promise<{ server: McpServerRow; isElsewhere: boolean }> {
  const { server, rights } = await requireServer(db, caller, id);
  // An administrator may say with whom others share, but may not lead their tools elsewhere.
  const mayShare = rights.write || caller.admin;
  if (!mayShare || (!rights.write && Object.keys(changes).length > 0)) throw permissionDenied();
  if (changes.name !== undefined && changes.name !== server.name) requireAllowedName(takenNames, changes.name);
  const { name, title, url, enabled } = changes;
  const given = toCredentialColumns(changes);
  if (given?.credential_id !== server.credential_id) {
    await requireUsableCredential(credentials, db, caller, given?.credential_id);
  }
  const shares = toShareColumns({ ...(sharing && { sharing }), ...(group_sharing && { group_sharing }) });
  return db.transaction().execute(async transaction => {
    const before = await lockServerForUpdate(transaction, id);
    const after = await transaction
      .updateTable('mcp_servers')
      .set({
        ...(name !== undefined && { name }),
        ...(title !== undefined && { title }),
        ...(url !== undefined && { url: toServerUrl(url) }),
        ...(enabled !== undefined && { enabled }),
        ...given,
        ...shares,
        version: before.version + 1,
        updated_at: new Date(),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch(explainTakenPrefix(name ?? before.name));
    const isElsewhere =
      before.url !== after.url ||
      before.credential_id !== after.credential_id ||
      before.credential_own !== after.credential_own;
    // The tools of another address, or of another account, are other tools.
    if (isElsewhere) await transaction.deleteFrom('mcp_server_lists').where('server_id', '=', id).execute();
    await recordChanges(transaction, caller, before, after);
    return { server: after, isElsewhere };
  });
}

export async function deleteServer(db: Query, caller: Caller, id: string): Promise<void> {
  const { server, rights } = await requireServer(db, caller, id);
  if (!rights.write && !caller.admin) throw permissionDenied();
  await db.transaction().execute(async transaction => {
    // Nobody can use the accounts that were connected for it any more.
    await transaction.deleteFrom('credentials').where('connected_for', '=', id).execute();
    const { numDeletedRows } = await transaction.deleteFrom('mcp_servers').where('id', '=', id).executeTakeFirst();
    if (numDeletedRows === 0n) throw entityNotFound();
    await recordAudit(transaction, caller, { action: 'mcp_server.delete', subject: serverSubject(server) });
  });
}

export async function lockServerForUpdate(transaction: Query, id: string): Promise<McpServerRow> {
  const query = transaction.selectFrom('mcp_servers').selectAll().where('id', '=', id);
  const server = await query.forUpdate().executeTakeFirst();
  if (!server) throw entityNotFound();
  return server;
}

export function serverSubject({ id, name }: Pick<McpServerRow, 'id' | 'name'>): Subject {
  return { kind: 'mcp_server', id, name };
}

async function recordChanges(transaction: Query, caller: Caller, before: McpServerRow, after: McpServerRow) {
  const subject = serverSubject(after);
  const changes = changedFields(before, after, ['name', 'title', 'url', 'credential_id', 'credential_own', 'enabled']);
  if (hasChanges(changes))
    await recordAudit(transaction, caller, { action: 'mcp_server.update', subject, details: changes });
  const shares = changedFields(before, after, ['sharing', 'group_sharing']);
  if (hasChanges(shares))
    await recordAudit(transaction, caller, { action: 'mcp_server.share', subject, details: shares });
}

function requireAllowedName(takenNames: ServerStore['takenNames'], name: string): void {
  requireAllowedPrefix(name);
  if (isReserved(name, takenNames())) throw nameReserved(name);
}

/** A password in a URL would be there for all to read. */
function toServerUrl(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) throw validationError('url', 'must be a URL');
  if (url.username !== '' || url.password !== '') {
    throw validationError('url', 'must have no user name and no password: these belong into a credential');
  }
  url.hash = '';
  return url.href;
}

async function requireRoomForServer(
  transaction: Query,
  { created_by, group_id, organization_id }: McpServerRow,
): Promise<void> {
  const { perOwner } = fixedLimits.mcpServer;
  const { rows } = await sql`SELECT FROM mcp_servers
    WHERE coalesce(group_id, organization_id, created_by) = ${group_id ?? organization_id ?? created_by}
    LIMIT ${perOwner + 1}`.execute(transaction);
  if (rows.length > perOwner) throw tooManyMcpServers(perOwner);
}
