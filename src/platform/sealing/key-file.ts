/**
 * The file with the keys of the installation: one key per line in base64, the newest first, with comments after `#`.
 * The first start makes it. It is only ever replaced as a whole, so that nobody reads half of one.
 */
import { readFileSync, type Stats, statSync } from 'node:fs';
import { chown, link, open, readFile, realpath, rename, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../error-details.ts';
import { newSecret } from '../ids.ts';
import { type InstallationKey, KEY_BYTES, type KeyRing, toInstallationKey } from './installation-keys.ts';

/** An operator can fix it: the message is one sentence that says how. */
export class KeyFileError extends Error {
  override readonly name = 'KeyFileError';
}

const FOR_OTHERS = 0o077;
/** Everything of these but that the group may read. */
const FOR_STRANGERS = 0o037;
const FOR_THE_OWNER = 0o600;
const KEY = /^[A-Za-z0-9+/]{43}=$/;
/** Network file systems may have no hard links. There, the lock in the database has to do. */
const WITHOUT_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);
const EXPLANATION = `# The keys with which Heddle encrypts secrets in the database, one per line, the newest first.
# Without them nobody can read these secrets, not even from a backup of the database. Keep a copy of this file,
# but not beside the backups of the database. Several machines need the same file: see HEDDLE_KEYS.
`;

/** Returns undefined when there is no file. */
export async function findKeyFile(file: string): Promise<InstallationKey[] | undefined> {
  try {
    requirePrivate(file, await stat(file));
    return parseKeys(file, await readFile(file, 'utf8'));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw explainAccess(file, error);
  }
}

/** Makes a file with this key, unless somebody else has made one meanwhile. */
export async function createKeyFile(file: string, key: InstallationKey): Promise<void> {
  await withTemporaryFile(file, `${EXPLANATION}${toLine(key)}\n`, async temporary => {
    await link(temporary, file).catch(async error => {
      if (WITHOUT_LINKS.has(errorCode(error) ?? '')) await rename(temporary, file);
      else if (errorCode(error) !== 'EEXIST') throw error;
    });
  });
}

/** Puts a key before all others of an existing file, whose comments stay. */
export async function addToKeyFile(file: string, key: InstallationKey): Promise<void> {
  const target = await realpath(file);
  const { uid, gid } = await stat(target);
  const lines = (await readFile(target, 'utf8')).split('\n');
  const first = lines.findIndex(isKeyLine);
  const changed = [...lines.slice(0, first), toLine(key), ...lines.slice(first)];
  await withTemporaryFile(target, changed.join('\n'), async temporary => {
    // An administrator who adds a key must not take the file from the account of the service.
    await chown(temporary, uid, gid);
    await rename(temporary, target);
  });
}

/**
 * The keys of a file that may change while the process runs. Sealing looks whether the file has changed, so that after
 * a new key was added nothing more is sealed with the old one. Opening reads the file again when it lacks a key.
 */
export function watchKeyFile(
  file: string,
  keys: readonly InstallationKey[],
  onNewest: (key: InstallationKey) => void = () => {},
): KeyRing {
  // The first use reads the file again, in case it has changed since the keys were read.
  let stamp = '';
  let [newest, byId] = index(keys);

  /** A file that can not be read now is one that somebody is about to put right: the known keys stay. */
  function readAgain(): void {
    try {
      requirePrivate(file, statSync(file));
      const before = newest.id;
      [newest, byId] = index(parseKeys(file, readFileSync(file, 'utf8')));
      if (newest.id !== before) onNewest(newest);
    } catch (error) {
      if (!(error instanceof KeyFileError) && errorCode(error) === undefined) throw error;
    }
  }

  function hasChanged(): boolean {
    const now = readStamp(file);
    if (now === stamp) return false;
    stamp = now;
    return true;
  }

  return {
    newest() {
      if (hasChanged()) readAgain();
      return newest;
    },
    find(id) {
      if (!byId.has(id) && hasChanged()) readAgain();
      return byId.get(id);
    },
  };
}

function index(keys: readonly InstallationKey[]): [InstallationKey, Map<string, InstallationKey>] {
  const [newest] = keys;
  if (!newest) throw new Error('there is no key');
  return [newest, new Map(keys.map(key => [key.id, key]))];
}

/** Differs when the file was replaced or changed. */
function readStamp(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.ino} ${found.size} ${found.mtimeMs}` : '';
}

/**
 * A file of root may be readable for a group, as PostgreSQL allows it for its keys: that is how Kubernetes and systemd give
 * secrets to processes that are not root.
 */
function requirePrivate(file: string, { mode, uid }: Stats): void {
  const isGiven = uid === 0 && process.getuid?.() !== 0;
  if ((mode & (isGiven ? FOR_STRANGERS : FOR_OTHERS)) === 0) return;
  const shown = (mode & 0o777).toString(8).padStart(4, '0');
  throw new KeyFileError(
    `other accounts of this machine may access the key file ${file} (mode ${shown}): run 'chmod 600 ${file}'`,
  );
}

function parseKeys(file: string, text: string): InstallationKey[] {
  const keys = text.split('\n').flatMap((line, index) => {
    if (!isKeyLine(line)) return [];
    if (!KEY.test(line.trim())) {
      throw new KeyFileError(
        `line ${index + 1} of the key file ${file} is no key: a key is ${KEY_BYTES} random bytes in base64`,
      );
    }
    return [toInstallationKey(Buffer.from(line.trim(), 'base64'))];
  });
  if (keys.length === 0) {
    throw new KeyFileError(`the key file ${file} has no key: restore it, because it can not be made again`);
  }
  return keys;
}

function isKeyLine(line: string): boolean {
  return !/^\s*(#|$)/.test(line);
}

function toLine({ secret }: InstallationKey): string {
  return secret.toString('base64');
}

async function withTemporaryFile(
  file: string,
  content: string,
  use: (temporary: string) => Promise<void>,
): Promise<void> {
  const temporary = `${file}.${newSecret(6)}.tmp`;
  try {
    const handle = await open(temporary, 'wx', FOR_THE_OWNER);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await use(temporary);
    await syncFolder(path.dirname(file));
  } catch (error) {
    throw explainAccess(file, error);
  } finally {
    await unlink(temporary).catch(() => {}); // it was renamed, or never made
  }
}

/** After this, the name of the file survives a loss of power. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function explainAccess(file: string, error: unknown): unknown {
  const code = errorCode(error);
  if (error instanceof KeyFileError || code === undefined) return error;
  return new KeyFileError(`the key file ${file} can not be used (${code}): see HEDDLE_KEYS`, { cause: error });
}
