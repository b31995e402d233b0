/** Secrets in files of one folder, as Docker, Kubernetes and systemd provide them. */
import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../../platform/error-details.ts';
import { ExternalSecretError } from './external-secret-error.ts';

const MOST_BYTES = 65_536;

/** A name has no folder in it; see `references.ts`. */
export async function readSecretFile(folder: string | undefined, name: string): Promise<string> {
  if (folder === undefined) {
    throw new ExternalSecretError(`The secret file '${name}' can not be read: HEDDLE_SECRETS_FOLDER is not set`);
  }
  const handle = await openInside(folder, name);
  try {
    const { size } = await handle.stat();
    if (size > MOST_BYTES) throw new ExternalSecretError(`The secret file '${name}' has more than 64 KB`);
    const content = new TextDecoder('utf-8', { fatal: true }).decode(await handle.readFile());
    // Editors and `echo` end the last line, which is not part of the secret.
    const value = content.replace(/\r?\n$/, '');
    if (value === '') throw new ExternalSecretError(`The secret file '${name}' is empty`);
    return value;
  } catch (error) {
    throw explain(name, error);
  } finally {
    await handle.close();
  }
}

/** Kubernetes makes the names links to files below the folder. Links that lead out of it are refused. */
async function openInside(folder: string, name: string): Promise<FileHandle> {
  try {
    const root = await realpath(folder);
    const file = await realpath(path.join(root, name));
    if (!file.startsWith(root + path.sep)) {
      throw new ExternalSecretError(`The secret file '${name}' is a link that leads out of HEDDLE_SECRETS_FOLDER`);
    }
    // Opening a pipe would wait for its writer, and what follows a last link was not checked.
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    if ((await handle.stat()).isFile()) return handle;
    await handle.close();
    throw new ExternalSecretError(`'${name}' in HEDDLE_SECRETS_FOLDER is no file`);
  } catch (error) {
    throw explain(name, error);
  }
}

function explain(name: string, error: unknown): ExternalSecretError {
  if (error instanceof ExternalSecretError) return error;
  const code = errorCode(error);
  if (code === 'ENOENT') return new ExternalSecretError(`There is no file '${name}' in HEDDLE_SECRETS_FOLDER`);
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
    return new ExternalSecretError(`The secret file '${name}' is no text in UTF-8`);
  }
  const isAway = code !== 'EACCES' && code !== 'ELOOP';
  return new ExternalSecretError(`The secret file '${name}' can not be read (${code ?? 'unknown'})`, {
    isAway,
    cause: error,
  });
}
