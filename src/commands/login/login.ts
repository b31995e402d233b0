/** `login`, `logout` and `whoami`. */
import { text } from 'node:stream/consumers';
import { Answer, type Invocation } from '../command.ts';
import {
  type Connection,
  cleanUrl,
  createConnection,
  findTarget,
  toUsageError,
  withConnection,
} from '../connecting.ts';
import { openPrompt } from '../prompt.ts';
import { UsageError } from '../usage-error.ts';
import { removeLogin, writeLogin } from './login-file.ts';

export async function logIn({ optionalArgument }: Invocation): Promise<unknown> {
  const { url, key } = await askForLogin(optionalArgument('URL') ?? process.env.HEDDLE_URL);
  // A key that does not work is not kept.
  const connection = createConnection({ url, key }, false);
  const { user, version } = await readIdentity(connection).catch(error => {
    throw toUsageError(error, url);
  });
  const file = await writeLogin({ url, key });
  return new Answer(
    { url, email: user.email, version, file },
    `You are ${user.email} at ${url} (Heddle ${version}). The key is in ${file}.`,
  );
}

export async function logOut(): Promise<unknown> {
  const existed = await removeLogin();
  return new Answer({ removed: existed }, existed ? 'The address and the key are forgotten.' : 'There was no login.');
}

export async function whoAmI(invocation: Invocation): Promise<unknown> {
  const target = await findTarget(invocation.local);
  return withConnection(invocation, async connection => {
    const { user, version } = await readIdentity(connection);
    return {
      url: connection.isLocal ? 'this machine' : connection.url,
      email: user.email,
      name: user.name,
      admin: user.admin,
      version,
      ...(target && { from: target.from }),
    };
  });
}

function readIdentity({ client }: Connection) {
  return client.call('/api/v1/session/get', {});
}

/** The key is no option, because options can be read by everybody on the machine and stay in the history of the shell. */
async function askForLogin(given: string | undefined): Promise<{ url: string; key: string }> {
  if (!process.stdin.isTTY) {
    if (given === undefined) throw new UsageError('the URL is missing, and nobody can be asked here');
    return requireKey(cleanUrl(given), await text(process.stdin));
  }
  const prompt = openPrompt();
  try {
    const url = cleanUrl(given ?? (await prompt.ask('Address of the service: ')).trim());
    return requireKey(url, await prompt.askHidden(`API key for ${url}: `));
  } finally {
    prompt.close();
  }
}

function requireKey(url: string, key: string): { url: string; key: string } {
  if (key.trim() === '')
    throw new UsageError('the key is missing: create one in the console, under Settings, API keys');
  return { url, key: key.trim() };
}
