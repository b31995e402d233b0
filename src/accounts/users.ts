import type { Selectable } from 'kysely';
import type { Query } from '../database.ts';
import { emailAlreadyUsed, entityNotFound } from '../errors.ts';
import type { WorkflowPermission } from '../http/caller.ts';
import { newId } from '../platform/ids.ts';
import { hashPassword } from './passwords.ts';
import type { AccountTables } from './tables.ts';

type UserRow = Selectable<AccountTables['users']>;

interface UserChanges {
  email?: string;
  name?: string;
  password?: string;
  admin?: boolean;
  enabled?: boolean;
  credits?: number | null;
  storage_quota?: number | null;
  permissions?: { workflow?: WorkflowPermission };
}

export interface User {
  id: string;
  email: string;
  name: string;
  admin: boolean;
  enabled: boolean;
  credits: number | null;
  storage_quota: number | null;
  permissions: { workflow: WorkflowPermission };
}

export async function createUser(db: Query, input: UserChanges & { email: string; name: string }): Promise<User> {
  const { email, name, credits = null, storage_quota = null } = input;
  const row = await db
    .insertInto('users')
    .values({ id: newId(), email, name, credits, storage_quota, password_hash: null, ...(await toColumns(input)) })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(explainUsedEmail(email));
  return toUser(row);
}

export async function updateUser(db: Query, id: string, changes: UserChanges): Promise<User> {
  const row = await db
    .updateTable('users')
    .set({ ...(await toColumns(changes)), updated_at: new Date() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
    .catch(explainUsedEmail(changes.email));
  if (!row) throw entityNotFound();
  return toUser(row);
}

export function toUser(row: UserRow): User {
  const { id, email, name, admin, enabled, credits, storage_quota, workflow_permission } = row;
  return { id, email, name, admin, enabled, credits, storage_quota, permissions: { workflow: workflow_permission } };
}

/** Leaves out what does not change. */
async function toColumns({ password, permissions, ...columns }: UserChanges) {
  return {
    ...columns,
    ...(password !== undefined && { password_hash: await hashPassword(password) }),
    ...(permissions?.workflow !== undefined && { workflow_permission: permissions.workflow }),
  };
}

function explainUsedEmail(email: string | undefined): (error: Error & { constraint?: string }) => never {
  return error => {
    if (error.constraint === 'users_email' && email !== undefined) throw emailAlreadyUsed(email);
    throw error;
  };
}
