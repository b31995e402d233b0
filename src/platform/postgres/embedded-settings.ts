import { randomBytes } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ServerFolder } from './embedded-folder.ts';
import { READ_ONLY_SETTINGS, Reserve } from './embedded-reserve.ts';

/**
 * `fsync`, `full_page_writes` and `synchronous_commit` keep their defaults, so that acknowledged data is on the disk.
 */
export async function writeSettings(server: ServerFolder, settings: Record<string, string | number>): Promise<void> {
  const lines = Object.entries({
    listen_addresses: '',
    // This list has its own rules for commas and quotes.
    unix_socket_directories: `"${server.socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    // For some fifteen processes, of which each has thirteen connections by default.
    max_connections: 200,
    log_checkpoints: 'off',
    log_min_messages: 'warning',
    timezone: 'UTC',
    // Each connection costs a key derivation. The password is random, so fewer rounds protect it just as well.
    scram_iterations: 256,
    // All statements are short, and compiling one takes longer than executing it.
    jit: 'off',
    ...settings,
    ...((await new Reserve(server.folder).isReleased()) && READ_ONLY_SETTINGS),
  }).map(([name, value]) => `${name} = '${String(value).replaceAll('\\', '\\\\').replaceAll("'", "''")}'\n`);
  // The file is replaced in one step, because a server that another process starts now must not read half of it.
  const file = path.join(server.cluster, 'heddle.conf');
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, lines.join(''), { mode: 0o644 });
  await rename(draft, file);
}
