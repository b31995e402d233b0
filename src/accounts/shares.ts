/** Records that their creator owns, and shares with users and groups. */
import { type SqlBool, sql } from 'kysely';

interface User {
  userId: string;
  email: string;
}

export interface ShareLists {
  sharing?: readonly { user_email: string }[];
  group_sharing?: readonly { group_id: string }[];
}

/**
 * The records of a table that a user comes to: as their creator, as a member of the owning group where records have
 * one, or by a share. The groups are told one by one: so every condition has its index, and the database may join the
 * indexes' answers or walk the newest first, whichever is shorter.
 */
export function comesTo(
  { table, hasGroup }: { table: string; hasGroup: boolean },
  { userId, email }: User,
  groups: ReadonlySet<string>,
  right: { write?: true } = {},
) {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const share = (holder: object) => JSON.stringify([{ ...holder, ...right }]);
  const ways = [
    sql`${column('created_by')} = ${userId}`,
    sql`${column('sharing')} @> ${share({ user_email: email.toLowerCase() })}::jsonb`,
    ...(hasGroup && groups.size > 0 ? [sql`${column('group_id')} = ANY (${[...groups]}::uuid[])`] : []),
    ...[...groups].map(group_id => sql`${column('group_sharing')} @> ${share({ group_id })}::jsonb`),
  ];
  return sql<SqlBool>`(${sql.join(ways, sql` OR `)})`;
}

/** Those that are given, as they are looked for. */
export function shareColumns({ sharing, group_sharing }: ShareLists): { sharing?: string; group_sharing?: string } {
  return {
    ...(sharing && {
      sharing: JSON.stringify(sharing.map(share => ({ ...share, user_email: share.user_email.toLowerCase() }))),
    }),
    ...(group_sharing && {
      group_sharing: JSON.stringify(group_sharing.map(share => ({ ...share, group_id: share.group_id.toLowerCase() }))),
    }),
  };
}
