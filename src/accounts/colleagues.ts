import { sql } from 'kysely';
import type { Query } from '../database.ts';

/** Finds which of the addresses belong to enabled users who share an organization with a user, or to the user. */
export async function findColleagues(
  db: Query,
  userId: string,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const wanted = addresses.map(address => address.toLowerCase());
  const { rows } = await sql<{ email: string }>`
    SELECT lower(email) AS email FROM users
    WHERE enabled AND lower(email) = ANY(${wanted}::text[]) AND (id = ${userId} OR EXISTS (
      SELECT FROM organization_members AS own JOIN organization_members AS other USING (organization_id)
      WHERE own.user_id = ${userId} AND other.user_id = users.id))`.execute(db);
  return new Set(rows.map(({ email }) => email));
}
