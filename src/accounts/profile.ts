/** What people see and change of their own account. */

import { recordAudit } from '../audit/record.ts';
import type { Query } from '../database.ts';
import { currentPasswordWrong, entityNotFound, validationError } from '../errors.ts';
import type { Caller, WorkflowPermission } from '../http/caller.ts';
import type { Profile } from './sign-in/session-schemas.ts';
import { countAttempt } from './sign-in/sign-in-limits.ts';
import { changeLockedUser, type UserServices } from './user-changes.ts';
import { lockUserForNoKeyUpdate, userSubject, writeUser } from './users.ts';

export async function readProfile(db: Query, userId: string): Promise<Profile> {
  const row = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
  if (!row) throw entityNotFound();
  return toProfile(row);
}

export async function updateProfile(db: Query, caller: Caller, changes: { name?: string }): Promise<Profile> {
  return db
    .transaction()
    .execute(async transaction =>
      toProfile(await changeLockedUser(transaction, caller, caller.userId, { columns: changes })),
    );
}

/**
 * Sets the caller's password, which signs them out everywhere else. Whoever has a password must know it: a console that
 * was left open must not be enough to take the account over.
 */
export async function changePassword(
  { database: { query: db }, passwords }: UserServices,
  caller: Caller,
  { current, password, address }: { current: string | undefined; password: string; address: string },
): Promise<void> {
  const { userId, email, sessionId } = caller;
  const { password_hash: stored } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (stored !== null) {
    if (current === undefined) throw validationError('current', 'is required');
    const attempt = await countAttempt(db, email, address);
    if (!(await passwords.check(current, stored, address))) throw currentPasswordWrong();
    await attempt.succeed();
  }
  const password_hash = await passwords.hash(password, address);
  await db.transaction().execute(async transaction => {
    const user = await lockUserForNoKeyUpdate(transaction, userId);
    // Somebody else has set it since it was checked, so what the caller knows is not the current one any more.
    if (user?.password_hash !== stored) throw currentPasswordWrong();
    await writeUser(transaction, userId, { password_hash }, sessionId);
    await recordAudit(transaction, caller, { action: 'password.change', subject: userSubject({ id: userId, email }) });
  });
}

function toProfile(row: {
  id: string;
  email: string;
  name: string;
  admin: boolean;
  workflow_permission: WorkflowPermission;
  password_hash: string | null;
}): Profile {
  const { id, email, name, admin, workflow_permission, password_hash } = row;
  return {
    id,
    email,
    name,
    admin,
    permissions: { workflow: workflow_permission },
    has_password: password_hash !== null,
  };
}
