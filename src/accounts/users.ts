import type { Selectable } from 'kysely';
import type { Subject } from '../audit/record.ts';
import type { Query } from '../database.ts';
import { emailAlreadyUsed, entityNotFound } from '../errors.ts';
import type { WorkflowPermission } from '../http/caller.ts';
import { newId } from '../platform/ids.ts';
import type { User, UserUpdate } from './schemas.ts';
import type { AccountTables } from './tables.ts';

export type UserRow = Selectable<AccountTables['users']>;

export type UserChanges = Omit<UserUpdate, 'id' | 'password'>;

export async function createUser(db: Query, input: UserChanges & { email: string; name: string }): Promise<User> {
  return toUser(await insertUser(db, { ...toUserColumns(input), email: input.email, name: input.name }));
}

export async function insertUser(db: Query, columns: UserColumns & { email: string; name: string }): Promise<UserRow> {
  return db
    .insertInto('users')
    .values({ id: newId(), credits: null, storage_quota: null, password_hash: null, ...columns })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(explainUsedEmail(columns.email));
}

export async function updateUser(db: Query, id: string, changes: UserChanges): Promise<User> {
  return toUser(await writeUser(db, id, toUserColumns(changes)));
}

export type UserColumns = Omit<UserChanges, 'permissions'> & {
  password_hash?: string;
  workflow_permission?: WorkflowPermission;
};

/** Whoever has a new password, or is disabled, is signed out everywhere but in `keptSession`. */
export async function writeUser(
  db: Query,
  id: string,
  columns: UserColumns,
  keptSession?: string | undefined,
): Promise<UserRow> {
  const endsSessions = columns.password_hash !== undefined || columns.enabled === false;
  if (endsSessions && !db.isTransaction) {
    return db.transaction().execute(transaction => writeUser(transaction, id, columns, keptSession));
  }
  const row = await db
    .updateTable('users')
    .set({ ...columns, updated_at: new Date() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
    .catch(explainUsedEmail(columns.email));
  if (!row) throw entityNotFound();
  if (endsSessions) await endAccess(db, id, keptSession);
  return row;
}

/** Comes after the row of the user is locked, so that it finds the session of a sign-in that was under way. */
async function endAccess(transaction: Query, userId: string, keptSession: string | undefined): Promise<void> {
  await transaction
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(keptSession !== undefined, query => query.where('id', '!=', keptSession ?? null))
    .execute();
  await transaction.deleteFrom('one_time_links').where('user_id', '=', userId).execute();
  await transaction.deleteFrom('invitations').where('user_id', '=', userId).execute();
}

/** How the audit log names a user. */
export function userSubject({ id, email }: { id: string; email: string }): Subject {
  return { kind: 'user', id, name: email };
}

export function toUser(row: UserRow): User {
  const { id, email, name, admin, enabled, credits, storage_quota, workflow_permission } = row;
  return { id, email, name, admin, enabled, credits, storage_quota, permissions: { workflow: workflow_permission } };
}

/** Leaves out what does not change. */
export function toUserColumns({ permissions, ...columns }: UserChanges): UserColumns {
  return {
    ...columns,
    ...(permissions?.workflow !== undefined && { workflow_permission: permissions.workflow }),
  };
}

function explainUsedEmail(email: string | undefined): (error: Error & { constraint?: string }) => never {
  return error => {
    if (error.constraint === 'users_email' && email !== undefined) throw emailAlreadyUsed(email);
    throw error;
  };
}

/** Locks the user, so that no new password and no disabling can come in between. */
export async function lockUserForNoKeyUpdate(transaction: Query, id: string): Promise<UserRow | undefined> {
  return transaction.selectFrom('users').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}
