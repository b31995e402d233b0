/** Where `heddle login` keeps the address and the key: a file that only its user can read. */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { errorCode } from '../../platform/error-details.ts';
import { isObject } from '../../platform/is-object.ts';
import { UsageError } from '../usage-error.ts';

export interface Login {
  url: string;
  key: string;
}

export function loginFile(environment: NodeJS.ProcessEnv = process.env): string {
  const folder = environment.XDG_CONFIG_HOME || path.join(environment.HOME || homedir(), '.config');
  return path.join(folder, 'heddle', 'login.json');
}

export async function readLogin(): Promise<Login | undefined> {
  const file = loginFile();
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
    throw new UsageError(`${file} can not be read (${errorCode(error)})`);
  }
  const login = parse(text);
  if (!isObject(login) || typeof login.url !== 'string' || typeof login.key !== 'string') {
    throw new UsageError(`${file} is damaged: run 'heddle login' again`);
  }
  return { url: login.url, key: login.key };
}

/** The file is complete or not there, and never readable by others, not even for a moment. */
export async function writeLogin(login: Login): Promise<string> {
  const file = loginFile();
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${process.pid}`;
  await rm(temporary, { force: true });
  await writeFile(temporary, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  await rename(temporary, file);
  return file;
}

export async function removeLogin(): Promise<boolean> {
  const exists = (await readLogin().catch(() => undefined)) !== undefined;
  await rm(loginFile(), { force: true });
  return exists;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
