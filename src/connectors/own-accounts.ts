/** The accounts that users have of their own at the service of a connector or an MCP server that asks for them. */
import { type CredentialStore, createCredential } from '../credentials/credentials.ts';
import type { Query } from '../database.ts';
import { connectorHasNoOwnAccounts } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import { newId } from '../platform/ids.ts';
import type { AccountSetting } from './schemas.ts';
import { requireSourceRight } from './sources.ts';

/** Replaces the credential that the caller uses for the connector. It may be sent only to the connector's host. */
export async function setOwnAccount(
  store: CredentialStore,
  caller: Caller,
  { id, kind, fields }: AccountSetting,
): Promise<void> {
  const db = store.database.query;
  const { source: connector } = await requireSourceRight(db, caller, 'connector', id, 'use');
  if (!connector.credential_own) throw connectorHasNoOwnAccounts();
  const { protocol, host, origin } = new URL(connector.base_url);
  await createCredential(store, caller, {
    name: `${connector.name}_account_${newId().slice(-8)}`,
    description: `The account for the connector ${connector.title}`,
    kind,
    fields,
    // A credential goes over plain HTTP only where its list of hosts says so.
    hosts: [protocol === 'https:' ? host : origin],
    connected_for: id,
  });
}

/** Returns the credential that the user has connected for a connector or an MCP server. */
export async function findOwnAccount(db: Query, { userId }: Pick<Caller, 'userId'>, sourceId: string) {
  return db
    .selectFrom('credentials')
    .select(['id', 'name', 'kind', 'hosts', 'fields', 'state'])
    .where('connected_for', '=', sourceId)
    .where('created_by', '=', userId)
    .executeTakeFirst();
}
