/** With whom records are shared, and what their creators and the recipients may access because of that. */
import { type SqlBool, sql } from 'kysely';
import { jsonb, type StorableJson, toStorableJson } from '../../platform/postgres/storable-text.ts';

interface User {
  userId: string;
  email: string;
}

interface ShareLists {
  sharing?: readonly { user_email: string }[] | undefined;
  group_sharing?: readonly { group_id: string }[] | undefined;
}

/**
 * Selects the records of a table that a user may access: as their creator, as a member of the owning group (assistants
 * have none), or through a share. Each condition can use its index, and the planner can either combine the indexes or
 * scan the newest records first, whichever is cheaper.
 */
export function isAccessibleTo(
  table: 'workflows' | 'panels' | 'assistants',
  user: User,
  groups: ReadonlySet<string>,
  required: { write?: true } = {},
) {
  const ways = [
    sql`${sql.ref(`${table}.created_by`)} = ${user.userId}`,
    ...isSharedWith(table, user, groups, required),
  ];
  if (table !== 'assistants' && groups.size > 0) {
    ways.push(sql`${sql.ref(`${table}.group_id`)} = ANY (${[...groups]}::uuid[])`);
  }
  return sql<SqlBool>`(${sql.join(ways, sql` OR `)})`;
}

/** Conditions of which one holds where a record is shared with the user. One per group, so that each can use its index. */
export function isSharedWith(
  table: string,
  { email }: Pick<User, 'email'>,
  groups: ReadonlySet<string>,
  required: { write?: true } = {},
) {
  const hasShare = (column: string, recipient: object) =>
    sql`${sql.ref(`${table}.${column}`)} @> ${jsonb(toStorableJson([{ ...recipient, ...required }]))}`;
  return [
    hasShare('sharing', { user_email: email.toLowerCase() }),
    ...[...groups].map(group_id => hasShare('group_sharing', { group_id })),
  ];
}

/** Returns those of the shares of a record that are with the user. */
export function findShares<UserShare extends { user_email: string }, GroupShare extends { group_id: string }>(
  { sharing, group_sharing }: { sharing: readonly UserShare[]; group_sharing: readonly GroupShare[] },
  { email }: Pick<User, 'email'>,
  groups: ReadonlySet<string>,
): (UserShare | GroupShare)[] {
  const address = email.toLowerCase();
  return [
    ...sharing.filter(share => share.user_email === address),
    ...group_sharing.filter(share => groups.has(share.group_id)),
  ];
}

/** Converts the lists that are present to columns. `isSharedWith` expects e-mails and ids in lower case. */
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
