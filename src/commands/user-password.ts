/**
 * `heddle user password`: sets a password from the shell, or prints a link that does. The password is no option,
 * because options can be read by everybody on the machine and stay in the history of the shell.
 */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { createLink } from '../accounts/one-time-links.ts';
import { forgetFailures } from '../accounts/sign-in-limits.ts';
import { changeUser } from '../accounts/user-changes.ts';
import { lockUserForNoKeyUpdate, userSubject } from '../accounts/users.ts';
import { recordAudit } from '../audit/record.ts';
import { openSystem, type System } from '../composition/system.ts';
import { readConfig } from '../configuration/config.ts';
import { fixedLimits } from '../configuration/limits.ts';
import { createLogger } from '../platform/log.ts';
import { findOperator, findUserId, UsageError } from './provision.ts';

export const PASSWORD_USAGE = `heddle user password: Sets the password of a user, and signs them out everywhere

The password is read from the terminal without showing it, or from standard input.

Options:
  --email VALUE                        required; the e-mail address of the user
  --link                               print a link with which the user sets the password, once and within a day
  --json                               machine-readable output
`;

export function isPasswordCommand([first, second]: readonly string[]): boolean {
  return first === 'user' && second === 'password';
}

export async function setUserPassword(words: readonly string[]): Promise<Record<string, string>> {
  const { email, link } = parseOptions(words.slice(2));
  const config = readConfig(process.env);
  // Somebody who types takes a while, and nothing should be open meanwhile.
  const password = link ? undefined : await readPassword();
  const system = await openSystem({ config, work: false, log: createLogger('warn', 2) });
  try {
    const userId = await findUserId(system, email);
    if (password === undefined) return { email, link: await printedLink(system, userId) };
    await changeUser(system.database.query, await findOperator(system), userId, { password });
    await forgetFailures(system.database.query, email);
    return { email, password: 'set' };
  } finally {
    await system.close();
  }
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

function parseOptions(words: readonly string[]): { email: string; link: boolean } {
  const options = { email: { type: 'string' }, link: { type: 'boolean', default: false } } as const;
  const { email, link } = parse();
  if (email === undefined) throw new UsageError("--email is required: see 'heddle user password --help'");
  return { email, link };

  function parse() {
    try {
      return parseArgs({ args: [...words], options, strict: true }).values;
    } catch (error) {
      throw new UsageError(error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error));
    }
  }
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
  // What is typed is echoed into nothing.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  terminal.once('SIGINT', () => terminal.close());
  const lines = terminal[Symbol.asyncIterator]();
  try {
    const first = await ask(lines, 'New password: ');
    if ((await ask(lines, 'The same again: ')) !== first) throw new UsageError('the two passwords differ');
    return first;
  } finally {
    terminal.close();
  }
}

async function ask(lines: AsyncIterator<string>, question: string): Promise<string> {
  process.stderr.write(question);
  const { value, done } = await lines.next();
  process.stderr.write('\n');
  if (done) throw new UsageError('nothing was changed');
  return value;
}
