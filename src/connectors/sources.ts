/** What connectors and MCP servers, the sources of tools, have in common: who may see, use, change and delete them. */
import { sql } from 'kysely';
import {
  calculateRights,
  type Memberships,
  type Rights,
  readMemberships,
  toOwner,
} from '../accounts/sharing/rights.ts';
import { recordAudit, type Subject } from '../audit/record.ts';
import type { Query } from '../database.ts';
import { type ApiError, entityNotFound, permissionDenied } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import type { McpServerRow } from './mcp-servers/tables.ts';
import type { ConnectorRow } from './tables.ts';

export interface SourceRows {
  connector: ConnectorRow;
  mcp_server: McpServerRow;
}
export type SourceKind = keyof SourceRows;

interface VisibleSource<Kind extends SourceKind> {
  source: SourceRows[Kind];
  /** Administrators see everything, but that is no right to use it. */
  rights: Rights;
}

const TABLES = { connector: 'connectors', mcp_server: 'mcp_servers' } as const;

/** How the audit log names a source. */
export function sourceSubject(kind: SourceKind, { id, name }: { id: string; name: string }): Subject {
  return { kind, id, name };
}

export function sourceRights(source: SourceRows[SourceKind], memberships: Memberships): Rights {
  return calculateRights(source, memberships) ?? { use: false, write: false };
}

export async function requireSource<Kind extends SourceKind>(
  db: Query,
  caller: Caller,
  kind: Kind,
  id: string,
): Promise<VisibleSource<Kind>> {
  const source = await findSource(db, kind, id);
  if (!source) throw entityNotFound();
  const rights = sourceRights(source, await readMemberships(db, caller));
  if (!rights.use && !caller.admin) throw entityNotFound();
  return { source, rights };
}

/** For what only some may do with a source that they see. */
export async function requireSourceRight<Kind extends SourceKind>(
  db: Query,
  caller: Caller,
  kind: Kind,
  id: string,
  right: keyof Rights,
): Promise<VisibleSource<Kind>> {
  const found = await requireSource(db, caller, kind, id);
  if (!found.rights[right]) throw permissionDenied();
  return found;
}

/**
 * For those who manage a source. An administrator may delete it and say with whom others share it, but may not lead their
 * tools elsewhere: `changes` is what a request changes beside the shares.
 */
export async function requireManagedSource<Kind extends SourceKind>(
  db: Query,
  caller: Caller,
  kind: Kind,
  id: string,
  changes: object = {},
): Promise<SourceRows[Kind]> {
  const { source, rights } = await requireSource(db, caller, kind, id);
  const mayAsAdministrator = caller.admin && Object.keys(changes).length === 0;
  if (!rights.write && !mayAsAdministrator) throw permissionDenied();
  return source;
}

export async function lockSourceForUpdate<Kind extends SourceKind>(
  transaction: Query,
  kind: Kind,
  id: string,
): Promise<SourceRows[Kind]> {
  const source = await findSource(transaction, kind, id, sql`FOR UPDATE`);
  if (!source) throw entityNotFound();
  return source;
}

async function findSource<Kind extends SourceKind>(
  db: Query,
  kind: Kind,
  id: string,
  lock = sql``,
): Promise<SourceRows[Kind] | undefined> {
  const { rows } = await sql<SourceRows[Kind]>`
    SELECT * FROM ${sql.table(TABLES[kind])} WHERE id = ${id} ${lock}`.execute(db);
  return rows[0];
}

/** Each owner has at most so many. The new one is there already. */
export async function requireRoomForSource(
  transaction: Query,
  kind: SourceKind,
  { created_by, group_id, organization_id }: SourceRows[SourceKind],
  { most, refusal }: { most: number; refusal: (most: number) => ApiError },
): Promise<void> {
  const { rows } = await sql`SELECT FROM ${sql.table(TABLES[kind])}
    WHERE coalesce(group_id, organization_id, created_by) = ${group_id ?? organization_id ?? created_by}
    LIMIT ${most + 1}`.execute(transaction);
  if (rows.length > most) throw refusal(most);
}

export async function deleteSource(db: Query, caller: Caller, kind: SourceKind, id: string): Promise<void> {
  const source = await requireManagedSource(db, caller, kind, id);
  await db.transaction().execute(async transaction => {
    // Nobody can use the accounts that were connected for it any more.
    await transaction.deleteFrom('credentials').where('connected_for', '=', id).execute();
    const { numDeletedRows } = await transaction.deleteFrom(TABLES[kind]).where('id', '=', id).executeTakeFirst();
    if (numDeletedRows === 0n) throw entityNotFound();
    await recordAudit(transaction, caller, { action: `${kind}.delete`, subject: sourceSubject(kind, source) });
  });
}

/** What replies about both kinds say of a source. */
export function toSourceFields(row: SourceRows[SourceKind], rights: Rights, { seesShares }: { seesShares: boolean }) {
  return {
    credential_id: row.credential_id,
    credential: row.credential_own ? ('own' as const) : null,
    owner: toOwner(row),
    permissions: rights,
    sharing: seesShares ? row.sharing : [],
    group_sharing: seesShares ? row.group_sharing : [],
    created: row.created_at.getTime(),
    updated: row.updated_at.getTime(),
  };
}
