/** Who may see and change credentials, and what they see. */
import { sql } from 'kysely';
import {
  calculateRights,
  isUsableBy,
  type Memberships,
  type Rights,
  readMemberships,
  toOwner,
} from '../accounts/sharing/rights.ts';
import type { Query } from '../database.ts';
import { entityNotFound, permissionDenied } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import { splitWords } from '../query/search-words.ts';
import type { Credential, CredentialList, CredentialQuery } from './schemas.ts';
import type { CredentialRow } from './tables.ts';
import { listTemplateFields } from './use/usable.ts';

const PAGE = 50;

/** Administrators manage every credential, but that is no right to use it. */
export function credentialRights(caller: Caller, memberships: Memberships, row: CredentialRow): Rights | undefined {
  const rights = calculateRights(row, memberships);
  return caller.admin ? { use: rights?.use ?? false, write: true } : rights;
}

/** Those who may not see a credential do not learn that it exists. */
export function requireRights(caller: Caller, memberships: Memberships, row: CredentialRow | undefined): Rights {
  const rights = row && credentialRights(caller, memberships, row);
  if (!rights) throw entityNotFound();
  return rights;
}

export function requireWrite(caller: Caller, memberships: Memberships, row: CredentialRow | undefined): Rights {
  const rights = requireRights(caller, memberships, row);
  if (!rights.write) throw permissionDenied();
  return rights;
}

export async function findRow(db: Query, id: string): Promise<CredentialRow | undefined> {
  return db.selectFrom('credentials').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Reads a credential that the caller may see. */
export async function requireVisible(
  db: Query,
  caller: Caller,
  id: string,
): Promise<{ row: CredentialRow; rights: Rights }> {
  const memberships = await readMemberships(db, caller);
  const row = await findRow(db, id);
  const rights = requireRights(caller, memberships, row);
  if (!row) throw entityNotFound();
  return { row, rights };
}

export async function listCredentials(db: Query, caller: Caller, query: CredentialQuery): Promise<CredentialList> {
  const memberships = await readMemberships(db, caller);
  let selected = db.selectFrom('credentials');
  if (!caller.admin || query.usable) selected = selected.where(isUsableBy('credentials', memberships));
  if (query.kind) selected = selected.where('kind', '=', query.kind);
  for (const word of splitWords(query.text)) {
    selected = selected.where(
      sql<boolean>`strpos(lower(name || ' ' || description || ' ' || array_to_string(hosts, ' ')), ${word}) > 0`,
    );
  }
  const { total } = await selected.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await selected
    .selectAll()
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .offset(query.skip ?? 0)
    .limit(query.limit ?? PAGE)
    .execute();
  const items = rows.flatMap(row => {
    const rights = credentialRights(caller, memberships, row);
    return rights ? [toCredential(row, rights)] : [];
  });
  return { items, total: Number(total) };
}

export function toCredential(row: CredentialRow, rights: Rights): Credential {
  const { id, name, description, kind, hosts, version, state, created_by } = row;
  const secrets = Object.entries(row.secrets).map(([field, summary]) => [field, { set: true, ...summary }]);
  return {
    ...{ id, name, description, kind, hosts, version, state },
    fields: { ...row.fields, ...Object.fromEntries(secrets) },
    template_places: row.template_places,
    template_fields: listTemplateFields(row),
    connected: toConnected(row),
    rotate_at: row.rotate_at?.getTime() ?? null,
    last_used_at: row.last_used_at?.getTime() ?? null,
    owner: toOwner(row),
    permissions: { use: rights.use, write: rights.write },
    sharing: rights.write ? row.sharing : [],
    group_sharing: rights.write ? row.group_sharing : [],
    created: { timestamp: row.created_at.getTime(), user_id: created_by },
    updated: { timestamp: row.updated_at.getTime(), user_id: row.updated_by },
  };
}

function toConnected({ connected, tokens_expire_at }: CredentialRow): Credential['connected'] {
  if (connected === null) return null;
  return { ...connected, ...(tokens_expire_at && { expires_at: tokens_expire_at.getTime() }) };
}
