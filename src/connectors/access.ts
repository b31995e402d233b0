/** Who may see, use and change connectors. */
import { calculateRights, type Rights, readStanding, type Standing } from '../accounts/ownership.ts';
import type { Subject } from '../audit/record.ts';
import type { Query } from '../database.ts';
import { entityNotFound, permissionDenied } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import type { ConnectorRow } from './tables.ts';

export interface VisibleConnector {
  connector: ConnectorRow;
  /** Administrators see everything, but that is no right to use it. */
  rights: Rights;
}

export function rightsOf(connector: ConnectorRow, standing: Standing): Rights {
  return calculateRights(connector, standing) ?? { use: false, write: false };
}

export async function requireConnector(db: Query, caller: Caller, id: string): Promise<VisibleConnector> {
  const connector = await db.selectFrom('connectors').selectAll().where('id', '=', id).executeTakeFirst();
  const rights = connector && calculateRights(connector, await readStanding(db, caller));
  if (!connector || (!rights && !caller.admin)) throw entityNotFound();
  return { connector, rights: rights ?? { use: false, write: false } };
}

export async function requireWritableConnector(db: Query, caller: Caller, id: string): Promise<VisibleConnector> {
  const found = await requireConnector(db, caller, id);
  if (!found.rights.write) throw permissionDenied();
  return found;
}

export async function lockConnectorForUpdate(transaction: Query, id: string): Promise<ConnectorRow> {
  const query = transaction.selectFrom('connectors').selectAll().where('id', '=', id);
  const connector = await query.forUpdate().executeTakeFirst();
  if (!connector) throw entityNotFound();
  return connector;
}

/** How the audit log names a connector. */
export function connectorSubject({ id, name }: Pick<ConnectorRow, 'id' | 'name'>): Subject {
  return { kind: 'connector', id, name };
}
