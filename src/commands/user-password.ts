/**
 * `heddle user password`: sets a password from the shell, or prints a link that does. The password is no option,
 * because options can be read by everybody on the machine and stay in the history of the shell.
 */
import { text } from 'node:stream/consumers';
import { readConfig } from '../configuration/config.ts';
import { fixedLimits } from '../configuration/limits.ts';
import type { Invocation } from './command.ts';
import { openPrompt } from './prompt.ts';
import { UsageError } from './usage-error.ts';

export async function setUserPassword({ option, flag }: Invocation): Promise<Record<string, string>> {
  const email = option('email') ?? '';
  readConfig(process.env); // A wrong setting is told before somebody types a password.
  // Somebody who types takes a while, and nothing should be open meanwhile. The question also comes before the rest of the
  // program is loaded, which takes longer than everything before it.
  const password = flag('link') ? undefined : await readPassword();
  const { printLink, storePassword } = await import('./stored-password.ts');
  return password === undefined ? printLink(email) : storePassword(email, password);
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
