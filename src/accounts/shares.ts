/** Records that their creator owns and shares with users and groups. */
import { type SqlBool, sql } from 'kysely';
import { jsonb, type StorableJson, toStorableJson } from '../platform/postgres/storable-text.ts';

interface User {
  userId: string;
  email: string;
}

interface ShareLists {
  sharing?: readonly { user_email: string }[];
  group_sharing?: readonly { group_id: string }[];
}

/**
 * Selects the records of a table that a user may access: as their creator, as a member of the owning group (when the
 * table has one), or through a share. There is one condition per group, so that each condition can use its index, and
 * the planner can either combine the indexes or scan the newest records first, whichever is cheaper.
 */
export function isAccessibleTo(
  { table, hasGroup }: { table: string; hasGroup: boolean },
  { userId, email }: User,
  groups: ReadonlySet<string>,
  required: { write?: true } = {},
) {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const share = (recipient: object) => toStorableJson([{ ...recipient, ...required }]);
  const ways = [
    sql`${column('created_by')} = ${userId}`,
    sql`${column('sharing')} @> ${jsonb(share({ user_email: email.toLowerCase() }))}`,
    ...(hasGroup && groups.size > 0 ? [sql`${column('group_id')} = ANY (${[...groups]}::uuid[])`] : []),
    ...[...groups].map(group_id => sql`${column('group_sharing')} @> ${jsonb(share({ group_id }))}`),
  ];
  return sql<SqlBool>`(${sql.join(ways, sql` OR `)})`;
}

/** Converts the lists that are present to columns. `isAccessibleTo` expects e-mails and ids in lower case. */
export function shareColumns({ sharing, group_sharing }: ShareLists): {
  sharing?: StorableJson;
  group_sharing?: StorableJson;
} {
  return {
    ...(sharing && {
      sharing: toStorableJson(sharing.map(share => ({ ...share, user_email: share.user_email.toLowerCase() }))),
    }),
    ...(group_sharing && {
      group_sharing: toStorableJson(group_sharing.map(share => ({ ...share, group_id: share.group_id.toLowerCase() }))),
    }),
  };
}
