/**
 * The processes that a killed server leaves behind. No other server starts while one of them is attached to its memory.
 * Most of them notice that their server is gone, and end. Those that wait for a lock of a process that is gone never do.
 */
import { readdir, readFile, readlink, realpath } from 'node:fs/promises';

/** Ends them where the system shows its processes. They can not acknowledge anything any more that would be lost. */
export async function endOrphans(cluster: string, isServer: (pid: number) => Promise<boolean>): Promise<void> {
  const folder = await realpath(cluster);
  for (const name of await readdir('/proc').catch(() => [])) {
    const pid = Number(name);
    if (Number.isNaN(pid) || (await readlink(`/proc/${pid}/cwd`).catch(() => undefined)) !== folder) continue;
    const parent = await readParent(pid);
    // A server that another process is starting, and its children, are none.
    if (parent === undefined || (await isServer(pid)) || (await isServer(parent))) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has just ended by itself.
    }
  }
}

/** Reads the fourth field of `stat`. The second one is the name of the program in parentheses, which may have spaces. */
async function readParent(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  const parent = stat
    ?.slice(stat.lastIndexOf(')') + 1)
    .trim()
    .split(' ')[1];
  return parent === undefined ? undefined : Number(parent);
}
