/**
 * Two servers of PostgreSQL made of the embedded programs: a primary, and a standby that has everything before it is
 * acknowledged. There is nobody who watches over them, so the test promotes the standby.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, cp, open, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { prepareServerFolder, type ServerFolder } from '../../src/platform/postgres/embedded-folder.ts';
import type { Endpoint } from './forgetful-proxy.ts';
import { type Hooks, kill, pidsIn, temporaryFolder, until } from './process.ts';

const HOST = '127.0.0.1';
const ROLE = 'heddle';
const LOOK_AGAIN_MS = 20;

/** Why these two servers can not run here, if they can not. */
export const whyNoPair = process.platform === 'linux' ? undefined : 'the processes of PostgreSQL are found in /proc';

export class PairedServer implements Endpoint {
  readonly host = HOST;
  readonly port: number;
  readonly password: string;
  readonly #cluster: string;
  readonly #server: ServerFolder;

  constructor(server: ServerFolder, cluster: string, port: number, password: string) {
    this.#server = server;
    this.#cluster = cluster;
    this.port = port;
    this.password = password;
  }

  async start(): Promise<void> {
    const { programs, user, folder } = this.#server;
    const log = await open(path.join(folder, `${path.basename(this.#cluster)}.log`), 'a', 0o600);
    const child = spawn(path.join(programs, 'postgres'), ['-D', this.#cluster], {
      ...user,
      cwd: folder,
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', log.fd, log.fd],
    });
    await once(child, 'spawn').finally(() => log.close());
    await until(() => this.execute('SELECT 1').then(Boolean, () => false), 'the server accepts connections');
  }

  /** Every process of the server ends at once, as when the power fails. */
  async die(): Promise<void> {
    for (let pids = await pidsIn(this.#cluster); pids.length > 0; pids = await pidsIn(this.#cluster)) {
      for (const pid of pids) kill(pid, 'SIGKILL');
      await delay(LOOK_AGAIN_MS);
    }
  }

  async freeze(): Promise<void> {
    for (const pid of await pidsIn(this.#cluster)) kill(pid, 'SIGSTOP');
  }

  async thaw(): Promise<void> {
    for (const pid of await pidsIn(this.#cluster)) kill(pid, 'SIGCONT');
  }

  async execute(statement: string): Promise<pg.QueryResultRow[]> {
    const client = new pg.Client({
      host: HOST,
      port: this.port,
      user: ROLE,
      password: this.password,
      database: 'postgres',
    });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  }

  async isStreamedFrom(): Promise<boolean> {
    const rows = await this.execute(`SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`);
    return rows.length === 1;
  }
}

export interface Pair {
  primary: PairedServer;
  standby: PairedServer;
}

/** Opens both servers with an empty database `heddle`. They end with the test. */
export async function openPair(hooks: Hooks): Promise<Pair> {
  const server = await prepareServerFolder(path.join(await temporaryFolder(hooks), 'data'));
  const password = (await readFile(server.passwordFile, 'utf8')).trim();
  const [first, second] = [path.join(server.folder, 'first'), path.join(server.folder, 'second')];
  await promisify(execFile)(
    path.join(server.programs, 'initdb'),
    [
      `--pgdata=${first}`,
      `--username=${ROLE}`,
      `--pwfile=${server.passwordFile}`,
      '--auth=scram-sha-256',
      '--locale=C',
      '--encoding=UTF8',
      '--no-sync',
    ],
    { ...server.user, cwd: server.folder, env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } },
  );
  // The server has not run yet, so its files are a complete copy.
  await cp(first, second, { recursive: true, preserveTimestamps: true });
  const [firstPort, secondPort] = [await findFreePort(), await findFreePort()];
  await writeFile(path.join(first, 'postgresql.conf'), settings(firstPort, { synchronous_standby_names: '*' }));
  const primary_conninfo = `host=${HOST} port=${firstPort} user=${ROLE} password=${password}`;
  await writeFile(path.join(second, 'postgresql.conf'), settings(secondPort, { primary_conninfo }));
  await writeFile(path.join(second, 'standby.signal'), '');
  if (server.user) await giveAll(second, server.user);
  const primary = new PairedServer(server, first, firstPort, password);
  const standby = new PairedServer(server, second, secondPort, password);
  for (const each of [primary, standby]) {
    hooks.after(() => each.die());
    await each.start();
  }
  await until(() => primary.isStreamedFrom(), 'the standby follows');
  await primary.execute('CREATE DATABASE heddle');
  return { primary, standby };
}

function settings(port: number, more: Record<string, string>): string {
  const all = {
    listen_addresses: HOST,
    port,
    unix_socket_directories: '',
    timezone: 'UTC',
    scram_iterations: 256,
    // Only processes are killed here, and not the machine.
    fsync: 'off',
    full_page_writes: 'off',
    ...more,
  };
  return Object.entries(all)
    .map(([name, value]) => `${name} = '${value}'\n`)
    .join('');
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, HOST);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

async function giveAll(folder: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  await chown(folder, uid, gid);
  for (const entry of await readdir(folder, { recursive: true })) await chown(path.join(folder, entry), uid, gid);
}
