/** Connects an account of the user with an MCP server, in the browser, as the specification of MCP has it. */
import { recordAudit } from '../../audit/record.ts';
import { credentialSubject } from '../../credentials/credential-audit.ts';
import { type CredentialStore, createCredential } from '../../credentials/credentials.ts';
import type { Connections } from '../../credentials/oauth/connecting.ts';
import { type McpConnectionServices, prepareMcpConnection } from '../../credentials/oauth/mcp-discovery.ts';
import { CALLBACK_PATH, readReturnPath } from '../../credentials/oauth/routes.ts';
import { isHostAllowed } from '../../credentials/use/hosts.ts';
import type { Query } from '../../database.ts';
import { mcpServerNeedsNoAccount, ownAccountNotWanted, permissionDenied } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import { findOwnAccount } from '../own-accounts.ts';
import { requireSourceRight } from '../sources.ts';
import type { ConnectRequest } from './schemas.ts';
import { type ServerStore, updateServer } from './servers.ts';
import type { McpServerRow } from './tables.ts';

export interface ServerConnectServices extends ServerStore, McpConnectionServices {
  credentialStore: CredentialStore;
  connections: Pick<Connections, 'begin'>;
}

/** Returns where to send the browser. */
export async function connectServer(
  services: ServerConnectServices,
  caller: Caller,
  { id, return_to }: ConnectRequest,
): Promise<{ url: string }> {
  const { db, connections, publicUrl } = services;
  const { source: server, rights } = await requireSourceRight(db, caller, 'mcp_server', id, 'use');
  const returnPath = readReturnPath(return_to, `/connectors/mcp/${id}`);
  if (server.credential_id !== null) throw ownAccountNotWanted();
  if (!server.credential_own && !rights.write) throw permissionDenied();
  const credentialId = (await findAccount(db, caller, server)) ?? (await createAccount(services, caller, server));
  // From now on everybody has an account of their own there.
  if (!server.credential_own) await updateServer(services, caller, { id, credential: 'own' });
  const url = await connections.begin(caller, {
    id: credentialId,
    returnPath,
    redirectUri: publicUrl() + CALLBACK_PATH,
  });
  return { url: url.href };
}

/** Returns the credential with which the user connected before, if it can still be used for this address. */
async function findAccount(db: Query, caller: Caller, { id, url }: McpServerRow): Promise<string | undefined> {
  const account = await findOwnAccount(db, caller, id);
  if (!account) return undefined;
  const { resource } = account.fields;
  const isSamePlace = typeof resource === 'string' && url.startsWith(resource);
  if (isSamePlace && isHostAllowed(account.hosts, new URL(url))) return account.id;
  await db.transaction().execute(async transaction => {
    await transaction.deleteFrom('credentials').where('id', '=', account.id).execute();
    await recordAudit(transaction, caller, { action: 'credential.delete', subject: credentialSubject(account) });
  });
  return undefined;
}

async function createAccount(services: ServerConnectServices, caller: Caller, server: McpServerRow): Promise<string> {
  const connection = await prepareMcpConnection({ url: server.url }, services);
  if (!connection) throw mcpServerNeedsNoAccount();
  const { kind, hosts, fields } = connection;
  const { id } = await createCredential(services.credentialStore, caller, {
    name: await findFreeName(services.db, caller, server),
    description: `The account for the MCP server ${server.title}`,
    ...{ kind, hosts, fields },
    connected_for: server.id,
  });
  return id;
}

async function findFreeName(db: Query, { userId }: Caller, { id, name }: McpServerRow): Promise<string> {
  const taken = await db
    .selectFrom('credentials')
    .select('id')
    .where('created_by', '=', userId)
    .where('name', '=', `${name}_account`)
    .executeTakeFirst();
  return taken ? `${name}_account_${id.slice(-12)}` : `${name}_account`;
}
