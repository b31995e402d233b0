/** What administrators change of users, and users of themselves: each change leaves an entry in the audit log. */
import { sql } from 'kysely';
import { changedFields, hasChanges, recordAudit } from '../audit/record.ts';
import type { AuditAction } from '../audit/schemas.ts';
import type { HeddleDatabase, Query } from '../database.ts';
import { entityNotFound, lastAdministrator } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import type { User } from './schemas.ts';
import type { Passwords } from './sign-in/passwords.ts';
import { deleteUser } from './user-deletion.ts';
import {
  insertUser,
  lockUserForNoKeyUpdate,
  toUser,
  toUserColumns,
  type UserChanges,
  type UserColumns,
  type UserRow,
  userSubject,
  writeUser,
} from './users.ts';

/** Without the password, of which only that it changed is worth an entry. */
const AUDITED = [
  'email',
  'name',
  'admin',
  'enabled',
  'credits',
  'storage_quota',
  'workflow_permission',
] as const satisfies (keyof UserRow)[];

export interface UserServices {
  database: HeddleDatabase;
  passwords: Passwords;
}

type ChangesWithPassword = UserChanges & { password?: string };

export async function registerUser(
  { database, passwords }: UserServices,
  caller: Caller,
  input: ChangesWithPassword & { email: string; name: string },
): Promise<User> {
  const columns = await toHashedColumns(passwords, input);
  return database.query.transaction().execute(async transaction => {
    const row = await insertUser(transaction, { ...columns, email: input.email, name: input.name });
    const { admin, workflow_permission } = row;
    const details = { name: row.name, admin, workflow_permission, has_password: row.password_hash !== null };
    await recordAudit(transaction, caller, { action: 'user.create', subject: userSubject(row), details });
    return toUser(row);
  });
}

export async function changeUser(
  { database, passwords }: UserServices,
  caller: Caller,
  id: string,
  changes: ChangesWithPassword,
): Promise<User> {
  const columns = await toHashedColumns(passwords, changes);
  return database.query.transaction().execute(async transaction => {
    if (columns.admin === false || columns.enabled === false) await keepAnAdministrator(transaction, id);
    return toUser(await changeLockedUser(transaction, caller, id, { columns }));
  });
}

/** A password takes a tenth of a second to hash, in which no transaction should be open. */
async function toHashedColumns(
  passwords: Passwords,
  { password, ...changes }: ChangesWithPassword,
): Promise<UserColumns> {
  const columns = toUserColumns(changes);
  return password === undefined ? columns : { ...columns, password_hash: await passwords.hash(password) };
}

/** Writes columns and their entry. Nothing is recorded of an update that changes nothing. */
export async function changeLockedUser(
  transaction: Query,
  caller: Caller,
  id: string,
  { columns, keptSession }: { columns: UserColumns; keptSession?: string | undefined },
): Promise<UserRow> {
  const before = await lockUserForNoKeyUpdate(transaction, id);
  if (!before) throw entityNotFound();
  const after = await writeUser(transaction, id, columns, keptSession);
  const changes = changedFields<UserRow>(before, after, AUDITED);
  const hasNewPassword = before.password_hash !== after.password_hash;
  if (!hasChanges(changes) && !hasNewPassword) return after;
  const details = { ...(hasChanges(changes) && { changes }), ...(hasNewPassword && { password_changed: true }) };
  await recordAudit(transaction, caller, { action: actionOf(before, after), subject: userSubject(after), details });
  return after;
}

function actionOf(before: UserRow, after: UserRow): AuditAction {
  if (before.enabled === after.enabled) return 'user.update';
  return after.enabled ? 'user.enable' : 'user.disable';
}

export async function removeUser(db: Query, caller: Caller, id: string): Promise<string> {
  return deleteUser(db, id, {
    beforeDisabling: transaction => keepAnAdministrator(transaction, id),
    async afterDeletion(transaction, user) {
      const details = { name: user.name };
      await recordAudit(transaction, caller, { action: 'user.delete', subject: userSubject(user), details });
    },
  });
}

/**
 * Refuses that the last administrator who can get in goes, because nobody could let anybody in again. Two who remove
 * each other at the same moment wait for each other here.
 */
async function keepAnAdministrator(transaction: Query, id: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('administrators', 0))`.execute(transaction);
  const administrators = await transaction
    .selectFrom('users')
    .select('id')
    .where('admin', '=', true)
    .where('enabled', '=', true)
    .limit(2)
    .execute();
  if (administrators.length === 1 && administrators[0]?.id === id.toLowerCase()) throw lastAdministrator();
}
