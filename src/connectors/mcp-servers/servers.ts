/** Adds and changes MCP servers. */
import { shareColumns } from '../../accounts/sharing/shares.ts';
import { changedFields, hasChanges, recordAudit, SHARES } from '../../audit/record.ts';
import { fixedLimits } from '../../configuration/limits.ts';
import type { CredentialUses } from '../../credentials/contract.ts';
import { explainForeignKeyViolation, type Query } from '../../database.ts';
import { tooManyMcpServers, validationError } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import { newId } from '../../platform/ids.ts';
import type { TakenNames } from '../names.ts';
import { explainTakenPrefix, requireFreePrefix } from '../prefixes.ts';
import { requireSourceOwnership, requireUsableCredential, toCredentialColumns } from '../source-settings.ts';
import { lockSourceForUpdate, requireManagedSource, requireRoomForSource, sourceSubject } from '../sources.ts';
import type { McpServerCreation, McpServerUpdate } from './schemas.ts';
import type { McpServerRow } from './tables.ts';

export interface ServerStore {
  db: Query;
  credentials: Pick<CredentialUses, 'findUsable'>;
  takenNames(): TakenNames;
}

export async function createMcpServer(
  { db, credentials, takenNames }: ServerStore,
  caller: Caller,
  { name, title = name, url, enabled = true, organization_id = null, group_id = null, ...rest }: McpServerCreation,
): Promise<McpServerRow> {
  requireFreePrefix(name, takenNames());
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
        ...shareColumns(rest),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch(explainTakenPrefix(name))
      .catch(explainForeignKeyViolation);
    await requireRoomForSource(transaction, 'mcp_server', server, {
      most: fixedLimits.mcpServer.perOwner,
      refusal: tooManyMcpServers,
    });
    const details = { url: server.url, credential_id: server.credential_id, credential_own: server.credential_own };
    await recordAudit(transaction, caller, {
      action: 'mcp_server.create',
      subject: sourceSubject('mcp_server', server),
      details,
    });
    return server;
  });
}

/** Returns whether the server must be asked for its tools again. */
export async function updateServer(
  { db, credentials, takenNames }: ServerStore,
  caller: Caller,
  { id, sharing, group_sharing, ...changes }: McpServerUpdate,
): Promise<{ server: McpServerRow; isElsewhere: boolean }> {
  const server = await requireManagedSource(db, caller, 'mcp_server', id, changes);
  if (changes.name !== undefined && changes.name !== server.name) requireFreePrefix(changes.name, takenNames());
  const { name, title, url, enabled } = changes;
  const given = toCredentialColumns(changes);
  if (given?.credential_id !== server.credential_id) {
    await requireUsableCredential(credentials, db, caller, given?.credential_id);
  }
  return db.transaction().execute(async transaction => {
    const before = await lockSourceForUpdate(transaction, 'mcp_server', id);
    const after = await transaction
      .updateTable('mcp_servers')
      .set({
        ...(name !== undefined && { name }),
        ...(title !== undefined && { title }),
        ...(url !== undefined && { url: toServerUrl(url) }),
        ...(enabled !== undefined && { enabled }),
        ...given,
        ...shareColumns({ sharing, group_sharing }),
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

async function recordChanges(transaction: Query, caller: Caller, before: McpServerRow, after: McpServerRow) {
  const subject = sourceSubject('mcp_server', after);
  const changes = changedFields(before, after, ['name', 'title', 'url', 'credential_id', 'credential_own', 'enabled']);
  if (hasChanges(changes))
    await recordAudit(transaction, caller, { action: 'mcp_server.update', subject, details: changes });
  const shares = changedFields(before, after, SHARES);
  if (hasChanges(shares))
    await recordAudit(transaction, caller, { action: 'mcp_server.share', subject, details: shares });
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
