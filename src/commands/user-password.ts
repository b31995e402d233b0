/**
 * `heddle user password`: sets a password from the shell, or prints a link that does. The password is no option,
 * because options can be read by everybody on the machine and stay in the history of the shell.
 */
import { text } from 'node:stream/consumers';
import { createLink } from '../accounts/one-time-links.ts';
import { forgetFailures } from '../accounts/sign-in-limits.ts';
import { changeUser } from '../accounts/user-changes.ts';
import { lockUserForNoKeyUpdate, userSubject } from '../accounts/users.ts';
import { recordAudit } from '../audit/record.ts';
import type { System } from '../composition/system.ts';
import { readConfig } from '../configuration/config.ts';
import { fixedLimits } from '../configuration/limits.ts';
import type { Invocation } from './command.ts';
import { findOperator, findUserId, withSystem } from './local-service.ts';
import { openPrompt } from './prompt.ts';
import { UsageError } from './usage-error.ts';

export async function setUserPassword({ option, flag }: Invocation): Promise<Record<string, string>> {
  const email = option('email') ?? '';
  readConfig(process.env); // A wrong setting is told before somebody types a password.
  // Somebody who types takes a while, and nothing should be open meanwhile.
  const password = flag('link') ? undefined : await readPassword();
  return withSystem({ creates: false }, async (system): Promise<Record<string, string>> => {
    const userId = await findUserId(system, email);
    if (password === undefined) return { email, link: await printedLink(system, userId) };
    await changeUser(system, await findOperator(system), userId, { password });
    await forgetFailures(system.database.query, email);
    return { email, password: 'set' };
  });
}

async function printedLink(system: System, userId: string): Promise<string> {
  const operator = await findOperator(system);
  const path = await system.database.query.transaction().execute(async transaction => {
    const user = await lockUserForNoKeyUpdate(transaction, userId);
    if (!user) throw new UsageError('the user was deleted meanwhile');
    const subject = userSubject(user);
    await recordAudit(transaction, operator, { action: 'user.reset', subject, details: { delivery: 'link' } });
    return createLink(transaction, userId, 'password');
  });
  return system.publicUrl() + path;
}

async function readPassword(): Promise<string> {
  const password = process.stdin.isTTY ? await askTwice() : (await text(process.stdin)).replace(/\r?\n$/, '');
  const { least, most } = fixedLimits.passwordCharacters;
  const characters = [...password].length;
  if (characters < least || characters > most) {
    throw new UsageError(`the password must have ${least} to ${most} characters`);
  }
  return password;
}

async function askTwice(): Promise<string> {
  const prompt = openPrompt();
  try {
    const first = await prompt.askHidden('New password: ');
    if ((await prompt.askHidden('The same again: ')) !== first) throw new UsageError('the two passwords differ');
    return first;
  } finally {
    prompt.close();
  }
}
