/**
 * A PostgreSQL server of our own, in the data folder.
 *
 *   absent ── initdb ──▶ stopped ── start ──▶ running ── the last one out: stop ──▶ stopped
 *
 * Any number of processes share it: each attaches to the running server or starts it, and holds a shared advisory
 * lock as its presence. Whoever leaves and then gets that lock alone was the last, and stops the server. A process
 * killed with SIGKILL leaves the server running, and the next one attaches to it.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { errorMessage } from '../error-message.ts';
import { exists, prepareServerFolder, type ServerFolder, SOCKET_PORT } from './embedded-folder.ts';
import { boundLog } from './embedded-log.ts';

const run = promisify(execFile);

const ROLE = 'heddle';
const DATABASE = 'heddle';
const PRESENCE_LOCK = 0x4845_4444; // 'HEDD'
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 60_000;
const RETRY_MS = 25;
const REVIVE_AGAIN_MS = 1_000;
const BOUND_LOG_MS = 60_000;

export interface PostgresAddress {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

export interface EmbeddedPostgres {
  address: PostgresAddress;
  /** Leaves the server, which stops when nobody else uses it. */
  release(): Promise<void>;
}

export interface EmbeddedOptions {
  dataFolder: string;
  /** Further settings of the server, as in postgresql.conf. */
  settings?: Record<string, string | number>;
  log?: (message: string) => void;
}

export async function openEmbeddedPostgres({
  dataFolder,
  settings = {},
  log,
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const server = await prepareServerFolder(dataFolder);
  await removeDrafts(server);
  const password = (await readFile(server.passwordFile, 'utf8')).trim();
  const address = { host: server.socketFolder, port: SOCKET_PORT, user: ROLE, password, database: DATABASE };
  let released = false;
  let reviving: Promise<void> | undefined;
  await boundLog(server.logFile);
  let presence = await attach(server, address, settings);
  const boundingLog = setInterval(() => void boundLog(server.logFile).catch(() => {}), BOUND_LOG_MS);
  boundingLog.unref();
  watch();

  // The presence connection ends when the server dies under us (killed, out of memory): bring the server back.
  function watch(): void {
    presence.once('end', () => {
      if (!released) reviving = revive();
    });
  }

  async function revive(): Promise<void> {
    log?.('the embedded PostgreSQL has gone away: starting it again');
    while (!released) {
      try {
        presence = await attach(server, address, settings);
        watch();
        return;
      } catch (error) {
        log?.(errorMessage(error));
        await delay(REVIVE_AGAIN_MS);
      }
    }
  }

  return {
    address,
    async release() {
      if (released) return;
      released = true;
      clearInterval(boundingLog);
      await reviving;
      // Whoever comes meanwhile waits for the lock that we hold alone, and is sent away by the stopping server.
      if (await isLast(presence)) await stop(server);
      await presence.end();
    },
  };
}

/** Attaches to the running server, after initialising and starting it where that is needed. */
async function attach(
  server: ServerFolder,
  address: PostgresAddress,
  settings: Record<string, string | number>,
): Promise<pg.Client> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  let started: Started | undefined;
  for (;;) {
    if (!(await isRunning(server))) {
      // Of two starts at once one ends by itself, and both attach to the other.
      if (started && hasEnded(started.child)) {
        const reason = await lastComplaint(server, started.logBytes);
        // The processes of a server that was killed take a moment to notice.
        if (!reason.includes('shared memory') || Date.now() > deadline) {
          throw new Error(`PostgreSQL does not start: ${reason}`);
        }
        started = undefined;
        await delay(RETRY_MS);
      }
      if (!(await exists(server.cluster))) await initialise(server);
      started ??= await start(server, settings);
    }
    try {
      return await present(server, address);
    } catch (error) {
      // Starting, stopping, or just gone: look again until it is decided.
      if (!isPassing(error) || Date.now() > deadline) throw error;
      await delay(RETRY_MS);
    }
  }
}

interface Started {
  child: ChildProcess;
  /** The size of the log before. */
  logBytes: number;
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

async function initialise(server: ServerFolder): Promise<void> {
  const draft = path.join(server.folder, `initdb-${process.pid}-${randomBytes(6).toString('hex')}`);
  await execute(server, 'initdb', [
    `--pgdata=${draft}`,
    `--username=${ROLE}`,
    `--pwfile=${server.passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
  ]);
  await writeFile(path.join(draft, 'postgresql.conf'), "include 'heddle.conf'\n");
  // A cluster appears whole or not at all, however the process ends; of two first starts, one wins.
  await rename(draft, server.cluster).catch(async error => {
    await rm(draft, { recursive: true });
    if (!(await exists(server.cluster))) throw error;
  });
}

/** What killed first starts left behind: drafts whose process is gone. */
async function removeDrafts(server: ServerFolder): Promise<void> {
  for (const name of await readdir(server.folder)) {
    const [prefix, pid] = name.split('-');
    if (prefix !== 'initdb' || isAlive(Number(pid))) continue;
    // An initdb that outlived its process may still be writing; what is left is for the next start.
    const draft = path.join(server.folder, name);
    await rm(draft, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }).catch(() => {});
  }
}

/** `fsync`, `full_page_writes` and `synchronous_commit` keep their defaults: what was acknowledged is on the disk. */
async function writeSettings(server: ServerFolder, settings: Record<string, string | number>): Promise<void> {
  const lines = Object.entries({
    listen_addresses: '',
    // A list with rules of its own for commas and quotes.
    unix_socket_directories: `"${server.socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    max_connections: 100,
    log_checkpoints: 'off',
    log_min_messages: 'warning',
    timezone: 'UTC',
    // Each connection costs a key derivation; the password is random, so fewer rounds protect it as well.
    scram_iterations: 256,
    ...settings,
  }).map(([name, value]) => `${name} = '${String(value).replaceAll('\\', '\\\\').replaceAll("'", "''")}'\n`);
  // In one step: a server that another process starts right now must not read half of it.
  const file = path.join(server.cluster, 'heddle.conf');
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, lines.join(''), { mode: 0o644 });
  await rename(draft, file);
}

/** A process of its own session: it outlives us, and a Ctrl-C in our terminal is not for it. */
async function start(server: ServerFolder, settings: Record<string, string | number>): Promise<Started> {
  await writeSettings(server, settings);
  await removeStaleSocket(server);
  const log = await open(server.logFile, 'a', 0o600);
  const { size: logBytes } = await log.stat();
  try {
    const child = spawn(path.join(server.programs, 'postgres'), ['-D', server.cluster], {
      ...environment(server),
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    await Promise.race([once(child, 'spawn'), once(child, 'error').then(([error]) => Promise.reject(error))]);
    child.unref();
    return { child, logBytes };
  } finally {
    await log.close();
  }
}

/** PostgreSQL trusts a lock file whose number is alive, even where it now belongs to another program. */
async function removeStaleSocket(server: ServerFolder): Promise<void> {
  const socket = path.join(server.socketFolder, `.s.PGSQL.${SOCKET_PORT}`);
  const pid = await firstNumber(`${socket}.lock`);
  if (!pid || (await isServer(server, pid))) return;
  await rm(`${socket}.lock`, { force: true });
  await rm(socket, { force: true });
}

/** A fast shutdown: connections end, what was committed stays. Waits for this very server, not for a successor. */
async function stop(server: ServerFolder): Promise<void> {
  const pid = await postmasterPid(server);
  if (!pid || !(await isServer(server, pid))) return;
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    return; // it has just ended by itself
  }
  // One that has ended but that nobody has taken note of (a zombie) is no server any more.
  for (const deadline = Date.now() + STOP_TIMEOUT_MS; await isServer(server, pid); await delay(RETRY_MS)) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL (process ${pid}) does not stop`);
  }
}

async function execute(server: ServerFolder, program: string, command: string[]): Promise<void> {
  try {
    await run(path.join(server.programs, program), command, environment(server));
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
    throw new Error(`PostgreSQL's ${program} failed: ${complaint(output) ?? output.trim()}`, { cause: error });
  }
}

function environment(server: ServerFolder) {
  return { ...server.user, cwd: server.folder, env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } };
}

async function isRunning(server: ServerFolder): Promise<boolean> {
  const pid = await postmasterPid(server);
  if (!pid) return false;
  if (await isServer(server, pid)) return true;
  await rm(pidFile(server), { force: true }); // see `removeStaleSocket`
  return false;
}

/** Numbers are used again: where the system tells, a server is known by the command that started it. */
async function isServer(server: ServerFolder, pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  return command === undefined || command.split('\0').includes(server.cluster);
}

function postmasterPid(server: ServerFolder): Promise<number> {
  return firstNumber(pidFile(server));
}

async function firstNumber(file: string): Promise<number> {
  return Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
}

function pidFile(server: ServerFolder): string {
  return path.join(server.cluster, 'postmaster.pid');
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** A connection that shows the others that this process uses the server. */
async function present(server: ServerFolder, address: PostgresAddress): Promise<pg.Client> {
  const client = await connect({ ...address, database: 'postgres' });
  try {
    await client.query('SELECT pg_advisory_lock_shared($1)', [PRESENCE_LOCK]);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`).catch(ignoreExistingDatabase);
    return client;
  } catch (error) {
    if (await isLast(client)) await stop(server);
    await client.end();
    throw error;
  }
}

/** Another process created it in the meantime: 42P04, or 23505 when at the very same moment. */
function ignoreExistingDatabase(error: Error & { code?: string }): void {
  if (error.code !== '42P04' && error.code !== '23505') throw error;
}

async function connect(address: PostgresAddress): Promise<pg.Client> {
  const client = new pg.Client({ ...address, application_name: 'heddle presence' });
  client.on('error', () => {}); // told by 'end' as well
  await client.connect();
  return client;
}

async function isLast(presence: pg.Client): Promise<boolean> {
  try {
    await presence.query('SELECT pg_advisory_unlock_shared($1)', [PRESENCE_LOCK]);
    const { rows } = await presence.query('SELECT pg_try_advisory_lock($1) AS alone', [PRESENCE_LOCK]);
    return rows[0].alone;
  } catch {
    return false; // the server is gone already
  }
}

function isPassing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  // 57P01..57P03: shutting down, crashed, starting up.
  return (
    ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03'].includes(String(code)) ||
    (error instanceof Error && /terminated unexpectedly/.test(error.message))
  );
}

/** Of this start: what the log held before is about others. */
async function lastComplaint(server: ServerFolder, logBytes: number): Promise<string> {
  const log = await readFile(server.logFile).catch(() => Buffer.alloc(0));
  return complaint(log.subarray(logBytes).toString()) ?? `see ${server.logFile}`;
}

/** The last line that says what is wrong. */
function complaint(output: string): string | undefined {
  const lines = output.split('\n').filter(line => COMPLAINT.test(line));
  return lines.at(-1)?.replace(COMPLAINT, '');
}

/** What stands before it: a level, or the program's name while it can not log yet. */
const COMPLAINT = /^(.*\b(?:FATAL|PANIC|ERROR|error)|postgres):\s*/;
