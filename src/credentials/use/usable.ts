/** Finds the credentials that a user may use, at this moment, by their names and ids. */
import { sql } from 'kysely';
import { isUsableBy, type Memberships, readMemberships } from '../../accounts/sharing/rights.ts';
import type { Query } from '../../database.ts';
import type { CredentialReference } from '../../nodes/step.ts';
import { isUuid } from '../../platform/ids.ts';
import type { UsableCredential, UsePlace } from '../contract.ts';
import { listUsableFields } from '../kinds.ts';
import type { CredentialRow } from '../tables.ts';

/** Of several credentials with one name, the user's own comes first, then those of groups and organizations. */
export async function findUsableRows(
  db: Query,
  user: UsePlace['user'],
  references: readonly CredentialReference[],
): Promise<ReadonlyMap<CredentialReference, CredentialRow>> {
  if (references.length === 0) return new Map();
  const memberships = await readMemberships(db, { userId: user.id, email: user.email });
  const texts = references.filter(reference => typeof reference === 'string');
  const own = references.flatMap(reference => (typeof reference === 'string' ? [] : [reference.own]));
  const rows = await db
    .selectFrom('credentials')
    .selectAll()
    .where(isUsableBy('credentials', memberships))
    .where(sql<boolean>`EXISTS (SELECT FROM users WHERE users.id = ${user.id} AND users.enabled)`)
    .where(
      sql<boolean>`(id = ANY (${texts.filter(isUuid)}::uuid[])
        OR lower(name) = ANY (SELECT lower(each) FROM unnest(${texts}::text[]) AS named (each))
        OR (connected_for = ANY (${own.filter(isUuid)}::uuid[]) AND created_by = ${user.id}))`,
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const ranked = rows.toSorted((one, other) => rank(one, memberships) - rank(other, memberships));
  const found = references.map(reference => [reference, ranked.find(row => isMeant(row, reference, user.id))] as const);
  return new Map(found.flatMap(([reference, row]) => (row ? [[reference, row]] : [])));
}

/** The smaller the number, the nearer the credential is to the user. */
function rank(row: CredentialRow, { userId, groups, organizations }: Memberships): number {
  const { created_by, group_id, organization_id } = row;
  if (group_id === null && organization_id === null) return created_by === userId ? 0 : 2;
  const isMember = (group_id !== null && groups.has(group_id)) || organizations.has(organization_id ?? '');
  return isMember ? 1 : 2;
}

function isMeant(row: CredentialRow, reference: CredentialReference, userId: string): boolean {
  if (typeof reference !== 'string') {
    return row.connected_for === reference.own.toLowerCase() && row.created_by === userId;
  }
  const isId: boolean = isUuid(reference);
  return (isId ? row.id : row.name.toLowerCase()) === reference.toLowerCase();
}

export async function findUsable(
  db: Query,
  user: UsePlace['user'],
  references: readonly string[],
): Promise<ReadonlyMap<string, UsableCredential>> {
  const rows = await findUsableRows(db, user, references);
  return new Map(
    references.flatMap(reference => {
      const row = rows.get(reference);
      return row ? [[reference, toUsable(row)]] : [];
    }),
  );
}

/** Lists what the user may use, in the order of names. Accounts that were connected for one connector are left out. */
export async function listUsable(db: Query, user: UsePlace['user'], most: number): Promise<UsableCredential[]> {
  const rows = await db
    .selectFrom('credentials')
    .selectAll()
    .where(isUsableBy('credentials', await readMemberships(db, { userId: user.id, email: user.email })))
    .where('connected_for', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map(toUsable);
}

function toUsable(row: CredentialRow): UsableCredential {
  const { id, name, kind, hosts, template_places: places } = row;
  return { id, name, kind, hosts, places, fields: listTemplateFields(row) };
}

/** The fields that `{{ secrets.name.field }}` may name. */
export function listTemplateFields({ kind, fields, secrets, template_places }: CredentialRow): string[] {
  if (template_places.length === 0) return [];
  return listUsableFields(kind, [...Object.keys(fields), ...Object.keys(secrets)]);
}
