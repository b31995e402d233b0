import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The account of the server. PostgreSQL refuses to run as root, so root starts it under another account. */
export interface ServerUser {
  uid: number;
  gid: number;
}

/** Returns undefined when the server runs under our own account. */
export async function findServerUser(): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const known = await findAccount();
  if (known) return known;
  try {
    await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres']);
  } catch (cause) {
    // Two processes may create it at once; the slower one then finds it.
    const created = await findAccount();
    if (created) return created;
    throw new Error(
      "PostgreSQL does not run as root, and the user 'postgres' could not be created: start Heddle as another user",
      { cause },
    );
  }
  const created = await findAccount();
  if (!created) throw new Error("the user 'postgres' was created but can not be found: start Heddle as another user");
  return created;
}

async function findAccount(): Promise<ServerUser | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', 'postgres']), run('id', ['-g', 'postgres'])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

/** Whether the account may enter this folder and every folder above it. */
export async function canReach(user: ServerUser, folder: string): Promise<boolean> {
  for (let current = path.resolve(folder); ; current = path.dirname(current)) {
    const { uid, gid, mode } = await stat(current);
    const mayEnter = uid === user.uid ? mode & 0o100 : gid === user.gid ? mode & 0o010 : mode & 0o001;
    if (!mayEnter) return false;
    if (current === path.dirname(current)) return true;
  }
}
