/**
 * The API that a command talks to: that of a service elsewhere, with the key of a user; or that of this machine's own
 * installation, which the command opens for itself and for which the operator needs no key.
 */
import { constants } from 'node:os';
import { Heddle, HeddleError } from '@heddle/client';
import { isObject } from '../platform/is-object.ts';
import type { Invocation } from './command.ts';
import { type ExitReason, STOPPED_BY_SIGNAL } from './exit-codes.ts';
import { readLogin } from './login/login-file.ts';
import { stopSignal } from './signals.ts';
import { UsageError } from './usage-error.ts';

export interface Connection extends AnyCall {
  /** Where the service is. */
  url: string;
  isLocal: boolean;
  client: Heddle;
  /** Finds a user by e-mail. */
  findUserId(email: string): Promise<string>;
}

/** What the client does for paths that are known only when a command runs. */
interface AnyCall {
  call(path: string, body?: object, options?: { query?: Record<string, string> }): Promise<unknown>;
}

/** Says where a command works, without connecting. */
export async function findTarget(local: boolean): Promise<{ url: string; key: string; from: string } | undefined> {
  if (local) return undefined;
  const { HEDDLE_URL: url, HEDDLE_KEY: key } = process.env;
  const login = await readLogin();
  if (url) {
    const known = key || (login?.url === cleanUrl(url) ? login.key : undefined);
    if (!known)
      throw new UsageError("HEDDLE_URL is set, but HEDDLE_KEY is not: set it, or run 'heddle login'", 'denied');
    return { url: cleanUrl(url), key: known, from: key ? 'HEDDLE_URL' : 'login' };
  }
  if (key && !login) throw new UsageError('HEDDLE_KEY is set, but HEDDLE_URL is not');
  return login && { ...login, from: 'login' };
}

/** Checks an address and brings it into the form that requests begin with. */
export function cleanUrl(text: string): string {
  const url = URL.parse(/^https?:\/\//.test(text) ? text : `https://${text}`);
  if (!url || url.username || url.search || url.hash) {
    throw new UsageError(`'${text}' is no address of a service, such as https://heddle.example.com`);
  }
  return url.href.replace(/\/+$/, '');
}

interface Use {
  /** Long commands end with the first signal, and the others as soon as they are done. */
  isLong?: boolean;
  /** The only endpoints that the command calls, besides the one that finds users, if it knows them. */
  paths?: readonly string[];
}

const FIND_USERS = '/api/v1/user/find';

export async function withConnection<Result>(
  { local, creates }: Pick<Invocation, 'local' | 'creates'>,
  use: (connection: Connection) => Promise<Result>,
  { isLong = false, paths }: Use = {},
): Promise<Result> {
  const target = await findTarget(local);
  try {
    if (target) return await use(createConnection(target, false));
    // A command that gets a signal leaves no embedded PostgreSQL behind: it runs to its end, or stops in order.
    const stopped = stopSignal();
    const { withLocalService } = await import('./local-service.ts');
    return await withLocalService({ creates, paths: paths && [...paths, FIND_USERS] }, async service => {
      const result = use(createConnection(service, true));
      return isLong ? Promise.race([result, stopped.then(refuseToGoOn)]) : result;
    });
  } catch (error) {
    throw toUsageError(error, target?.url);
  }
}

function refuseToGoOn(signal: NodeJS.Signals): never {
  throw new UsageError('stopped', STOPPED_BY_SIGNAL + constants.signals[signal]);
}

export function createConnection({ url, key }: { url: string; key: string }, isLocal: boolean): Connection {
  const client = new Heddle({ url, key });
  const any: AnyCall = client;
  const call: AnyCall['call'] = (path, body = {}, options) => any.call(path, body, options);
  return {
    url,
    isLocal,
    client,
    call,
    async findUserId(email) {
      const filters = [['email', 'regex', `(?i)^${email.replaceAll(/[^\w@]/g, '\\$&')}$`]];
      const users = await call(FIND_USERS, { filters });
      const user = Array.isArray(users) ? users.find(isObject) : undefined;
      if (typeof user?.id !== 'string') throw new UsageError(`there is no user '${email}'`, 'missing');
      return user.id;
    },
  };
}

/** Tells what the service refused in the words of the command line. */
export function toUsageError(error: unknown, url: string | undefined): unknown {
  if (!(error instanceof HeddleError)) return error;
  const { status, code, detail } = error;
  if (status === 0) return new UsageError(`${url ?? 'the service'} can not be reached: ${detail}`, 'unreachable');
  if (status === 401 && url !== undefined) {
    return new UsageError(
      `${url} does not accept the key, or it has not the scope for this: ${detail}`,
      'denied',
      code,
    );
  }
  return new UsageError(inTermsOfOptions(error), reasonOf(status), code);
}

/** What the status of a refusal means for a script. */
function reasonOf(status: number): ExitReason {
  if (status === 401 || status === 403) return 'denied';
  if (status === 404) return 'missing';
  if (status === 429 || (status > 500 && status < 600)) return 'unreachable';
  return status === 500 ? 'fault' : 'refused';
}

/** `validation error: user_id: is required` speaks of the field of a request, and `--user-id is required` of an option. */
function inTermsOfOptions({ code, field, detail }: HeddleError): string {
  const name = field?.split('/')[1] ?? '';
  const named = `validation error: ${name}`;
  // The values of a form are named by themselves, and are no options.
  if (code !== 'validation_error' || name === '' || !detail.startsWith(named)) return detail;
  return `--${name.replaceAll('_', '-')}${detail.slice(named.length).replace(/^: /, ' ')}`;
}
