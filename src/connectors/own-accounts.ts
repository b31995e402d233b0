/** The accounts that users have of their own at the service of a connector, if the connector asks for them. */
import { type CredentialStore, createCredential } from '../credentials/credentials.ts';
import type { Query } from '../database.ts';
import { connectorHasNoOwnAccounts, permissionDenied } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import { newId } from '../platform/ids.ts';
import { requireConnector } from './access.ts';
import type { AccountSetting, ConnectorDetails } from './schemas.ts';

/** Replaces the credential that the caller uses for the connector. It may be sent only to the connector's host. */
export async function setOwnAccount(
  store: CredentialStore,
  caller: Caller,
  { id, kind, fields }: AccountSetting,
): Promise<void> {
  const db = store.database.query;
  const { connector, rights } = await requireConnector(db, caller, id);
  if (!rights.use) throw permissionDenied();
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

export async function findOwnAccount(
  db: Query,
  { userId }: Caller,
  connectorId: string,
): Promise<ConnectorDetails['account']> {
  const account = await db
    .selectFrom('credentials')
    .select(['id', 'kind', 'state'])
    .where('connected_for', '=', connectorId)
    .where('created_by', '=', userId)
    .executeTakeFirst();
  return account ? { credential_id: account.id, kind: account.kind, state: account.state } : null;
}
