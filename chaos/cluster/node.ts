/** The processes of a cluster, each of them in its own folder, and one server of PostgreSQL under Patroni. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, open, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServerUser } from '../../src/platform/postgres/embedded-user.ts';
import { kill, pidsIn } from '../../test/support/process.ts';

export const HOST = '127.0.0.1';
const LOOK_AGAIN_MS = 50;

/** Returns a port that nobody used a moment ago. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, HOST);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** Creates a folder that belongs to the account of the server. */
export async function createFolder(folder: string, user: ServerUser | undefined): Promise<string> {
  await mkdir(folder, { mode: 0o700 });
  if (user) await chown(folder, user.uid, user.gid);
  return folder;
}

/** A program with its log. Everything that it starts in its folder belongs to it. */
export class Program {
  readonly folder: string;
  readonly logFile: string;
  readonly #command: readonly string[];
  readonly #user: ServerUser | undefined;
  #child: ChildProcess | undefined;

  constructor(folder: string, command: readonly string[], user: ServerUser | undefined) {
    this.folder = folder;
    this.logFile = path.join(folder, 'log');
    this.#command = command;
    this.#user = user;
  }

  async start(): Promise<void> {
    const [command = '', ...words] = this.#command;
    const log = await open(this.logFile, 'a', 0o644);
    const child = spawn(command, words, {
      cwd: this.folder,
      env: { PATH: process.env.PATH, HOME: this.folder, LC_ALL: 'C.UTF-8', PYTHONDONTWRITEBYTECODE: '1' },
      stdio: ['ignore', log.fd, log.fd],
      ...this.#user,
    });
    await once(child, 'spawn').finally(() => log.close());
    this.#child = child;
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Signals the program and all that it has started. Those that arise meanwhile are signalled as well. */
  async signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    const done = new Set<number>();
    for (;;) {
      const fresh = (await pidsIn(this.folder)).filter(pid => signal === 'SIGKILL' || !done.has(pid));
      if (fresh.length === 0) return;
      for (const pid of fresh) {
        kill(pid, signal);
        done.add(pid);
      }
      if (signal === 'SIGKILL') await delay(LOOK_AGAIN_MS);
    }
  }
}

export interface NodeOptions {
  folder: string;
  name: string;
  patroni: string;
  postgresFolder: string;
  etcdPort: number;
  superuserPassword: string;
  user: ServerUser | undefined;
}

/** A server of PostgreSQL with the Patroni that watches over it, as on one machine. */
export class PostgresNode {
  readonly name: string;
  readonly port: number;
  readonly restPort: number;
  readonly program: Program;
  isFrozen = false;
  isDown = false;

  constructor(name: string, port: number, restPort: number, program: Program) {
    this.name = name;
    this.port = port;
    this.restPort = restPort;
    this.program = program;
  }

  /** Every process stops at once, as when the power fails. */
  async die(): Promise<void> {
    this.isDown = true;
    await this.program.signal('SIGKILL');
  }

  async restart(): Promise<void> {
    await this.program.start();
    this.isDown = false;
  }

  /** Nothing runs any more, and all connections stay open, as in a virtual machine that is paused. */
  async freeze(): Promise<void> {
    this.isFrozen = true;
    await this.program.signal('SIGSTOP');
  }

  async thaw(): Promise<void> {
    await this.program.signal('SIGCONT');
    this.isFrozen = false;
  }
}

export async function createNode(options: NodeOptions): Promise<PostgresNode> {
  const { name, patroni, user } = options;
  const folder = await createFolder(options.folder, user);
  const [port, restPort] = [await findFreePort(), await findFreePort()];
  const file = path.join(folder, 'patroni.yml');
  // JSON is YAML as well.
  await writeFile(file, JSON.stringify(patroniSettings(options, port, restPort), null, 2), { mode: 0o644 });
  return new PostgresNode(name, port, restPort, new Program(folder, [patroni, file], user));
}

/**
 * As docs/operations/high-availability.md recommends, but faster. A busy machine needs a `ttl` that is not too short:
 * whoever does not get to renew its lock in this time is no longer the primary.
 */
export const TIMES = { ttl: 20, loop_wait: 4, retry_timeout: 8 };

function patroniSettings(options: NodeOptions, port: number, restPort: number): object {
  const { folder, name, postgresFolder, etcdPort, superuserPassword } = options;
  return {
    scope: 'heddle',
    name,
    restapi: { listen: `${HOST}:${restPort}`, connect_address: `${HOST}:${restPort}` },
    etcd3: { host: `${HOST}:${etcdPort}` },
    bootstrap: {
      dcs: {
        ...TIMES,
        maximum_lag_on_failover: 16 * 2 ** 20,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: { max_connections: 100, wal_keep_size: '256MB', synchronous_commit: 'on' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `${HOST}:${port}`,
      connect_address: `${HOST}:${port}`,
      data_dir: path.join(folder, 'data'),
      bin_dir: postgresFolder,
      pgpass: path.join(folder, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres', password: superuserPassword },
        replication: { username: 'replicator', password: superuserPassword },
        rewind: { username: 'rewinder', password: superuserPassword },
      },
      pg_hba: [
        'local all all scram-sha-256',
        `host all all ${HOST}/32 scram-sha-256`,
        `host replication replicator ${HOST}/32 scram-sha-256`,
      ],
      parameters: { unix_socket_directories: folder, timezone: 'UTC' },
      basebackup: { checkpoint: 'fast' },
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
    },
    watchdog: { mode: 'off' },
  };
}
