/** What `heddle user password` does to the installation of this machine. */
import { createOneTimeLink } from '../accounts/sign-in/one-time-links.ts';
import { forgetFailures } from '../accounts/sign-in/sign-in-limits.ts';
import { changeUser } from '../accounts/user-changes.ts';
import { lockUserForNoKeyUpdate, userSubject } from '../accounts/users.ts';
import { recordAudit } from '../audit/record.ts';
import type { System } from '../composition/system.ts';
import { findOperator, findUserId, withSystem } from './local-service.ts';
import { UsageError } from './usage-error.ts';

export async function storePassword(email: string, password: string): Promise<Record<string, string>> {
  return withSystem({ creates: false }, async system => {
    const userId = await findUserId(system, email);
    await changeUser(system, await findOperator(system), userId, { password });
    await forgetFailures(system.database.query, email);
    return { email, password: 'set' };
  });
}

export async function printLink(email: string): Promise<Record<string, string>> {
  return withSystem({ creates: false }, async system => {
    const userId = await findUserId(system, email);
    return { email, link: await createPasswordLink(system, userId) };
  });
}

async function createPasswordLink(system: System, userId: string): Promise<string> {
  const operator = await findOperator(system);
  const path = await system.database.query.transaction().execute(async transaction => {
    const user = await lockUserForNoKeyUpdate(transaction, userId);
    if (!user) throw new UsageError('the user was deleted meanwhile');
    const subject = userSubject(user);
    await recordAudit(transaction, operator, { action: 'user.reset', subject, details: { delivery: 'link' } });
    return createOneTimeLink(transaction, userId, 'password');
  });
  return system.publicUrl() + path;
}
