/**
 * Runs our own PostgreSQL server in the data folder.
 *
 *   absent ── initdb ──▶ stopped ── start ──▶ running ── the last one out: stop ──▶ stopped
 *
 * Any number of processes share it. Each one attaches to the running server or starts it, and holds a shared advisory
 * lock while it uses the server. A leaving process that then gets the lock exclusively was the last one and stops the
 * server. A process killed with SIGKILL leaves the server running, and the next one attaches to it.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { errorCode, errorMessage } from '../error-details.ts';
import {
  EmbeddedPostgresError,
  exists,
  prepareServerFolder,
  rotateLog,
  type ServerFolder,
  SOCKET_PORT,
} from './embedded-folder.ts';
import { endOrphans } from './embedded-orphans.ts';
import { RESERVE_BYTES, Reserve } from './embedded-reserve.ts';
import { writeSettings } from './embedded-settings.ts';

const run = promisify(execFile);

const ROLE = 'heddle';
const DATABASE = 'heddle';
const PRESENCE_LOCK = 0x4845_4444; // 'HEDD'
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 60_000;
const RETRY_MS = 25;
const RESTART_RETRY_MS = 1_000;
const MAINTAIN_MS = 60_000;

export interface PostgresAddress {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

export interface EmbeddedPostgres {
  address: PostgresAddress;
  /** Leaves the server, which stops when no other process uses it. */
  release(): Promise<void>;
}

export interface EmbeddedOptions {
  dataFolder: string;
  /** Additional settings of the server, as in postgresql.conf. */
  settings?: Record<string, string | number>;
  log?: (message: string) => void;
  /** Space that is kept for the server, and how often it is looked after. */
  reserve?: { bytes: number; everyMs: number };
}

export async function openEmbeddedPostgres({
  dataFolder,
  settings = {},
  log,
  reserve: { bytes, everyMs } = { bytes: RESERVE_BYTES, everyMs: MAINTAIN_MS },
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const server = await prepareServerFolder(dataFolder);
  const reserve = new Reserve(server.folder, bytes);
  await removeDrafts(server);
  const password = (await readFile(server.passwordFile, 'utf8')).trim();
  const address = { host: server.socketFolder, port: SOCKET_PORT, user: ROLE, password, database: DATABASE };
  let released = false;
  let restarting: Promise<void> | undefined;
  await rotateLog(server.logFile);
  await requireSpace(server, reserve);
  let presence = await attach(server, address, settings);
  // The first time comes later, so that what runs for a moment only writes no reserve.
  const maintaining = setInterval(() => void maintain().catch(() => {}), everyMs);
  maintaining.unref();
  watch();

  async function maintain(): Promise<void> {
    await rotateLog(server.logFile);
    const wasReleased = await reserve.isReleased();
    if (!(await reserve.keep()) || !wasReleased) return;
    log?.('the disk of the embedded PostgreSQL has space again: it accepts changes');
    await writeSettings(server, settings);
    await reloadSettings(server);
  }

  // The presence connection ends when the server dies (killed, out of memory), which then has to be restarted.
  function watch(): void {
    presence.once('end', () => {
      if (!released) restarting = restart();
    });
  }

  async function restart(): Promise<void> {
    log?.('the embedded PostgreSQL has gone away: starting it again');
    while (!released) {
      try {
        presence = await attach(server, address, settings);
        watch();
        return;
      } catch (error) {
        log?.(errorMessage(error));
        if (await reserve.releaseAfter(error)) {
          log?.(
            'the disk of the embedded PostgreSQL is full: it starts with the space that was kept for it, read-only',
          );
        } else await delay(RESTART_RETRY_MS);
      }
    }
  }

  return {
    address,
    async release() {
      if (released) return;
      released = true;
      clearInterval(maintaining);
      await restarting;
      // A process that arrives meanwhile waits for the lock that we hold exclusively, and the stopping server rejects
      // it.
      if (await isLast(presence)) await stop(server);
      await presence.end();
    },
  };
}

/**
 * Starts the server of a folder that was used before, and does not wait until it is ready: so it starts while the caller
 * loads the rest of the program. Whoever opens it then finds it running or starting, and reports what goes wrong.
 */
export async function startEmbeddedAhead(dataFolder: string): Promise<void> {
  try {
    if (!(await exists(path.join(dataFolder, 'postgres')))) return;
    const server = await prepareServerFolder(dataFolder);
    if ((await exists(server.cluster)) && !(await isRunning(server))) await start(server, {});
  } catch {}
}

/** A start has to write. Until there is space, the server of a full disk would refuse that less clearly. */
async function requireSpace(server: ServerFolder, reserve: Reserve): Promise<void> {
  if (!(await reserve.isReleased()) || (await isRunning(server)) || (await reserve.keep())) return;
  throw Object.assign(new Error('the disk of the embedded PostgreSQL is full'), { code: 'ENOSPC' });
}

/** Attaches to the server, and initializes and starts it when that is needed. */
async function attach(
  server: ServerFolder,
  address: PostgresAddress,
  settings: Record<string, string | number>,
): Promise<pg.Client> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  let started: StartedServer | undefined;
  for (;;) {
    if (!(await isRunning(server))) {
      // When two servers start at once, one of them ends by itself, and both processes attach to the other.
      if (started && hasEnded(started.child)) {
        const reason = await findStartError(server, started.logBytes);
        // The processes of a killed server are still there.
        if (!reason.includes('shared memory') || Date.now() > deadline) {
          throw new EmbeddedPostgresError(`PostgreSQL does not start: ${reason}`);
        }
        await endOrphans(server.cluster, pid => isServer(server, pid));
        started = undefined;
        await delay(RETRY_MS);
      }
      if (!(await exists(server.cluster))) await initialize(server);
      started ??= await start(server, settings);
    }
    try {
      return await registerPresence(server, address);
    } catch (error) {
      // The server is starting, stopping or has just ended: retry until its state is clear.
      if (!isTransient(error) || Date.now() > deadline) throw error;
      await delay(RETRY_MS);
    }
  }
}

interface StartedServer {
  child: ChildProcess;
  /** The size of the log before the start. */
  logBytes: number;
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

async function initialize(server: ServerFolder): Promise<void> {
  const draft = path.join(server.folder, `initdb-${process.pid}-${randomBytes(6).toString('hex')}`);
  await runProgram(server, 'initdb', [
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
  // The rename makes the cluster appear as a whole or not at all, however the process ends. One of two first starts
  // wins.
  await rename(draft, server.cluster).catch(async error => {
    await rm(draft, { recursive: true });
    if (!(await exists(server.cluster))) throw error;
  });
}

/** Removes what killed first starts left behind: drafts of processes that have ended. */
async function removeDrafts(server: ServerFolder): Promise<void> {
  for (const name of await readdir(server.folder)) {
    const [prefix, pid] = name.split('-');
    if (prefix !== 'initdb' || isAlive(Number(pid))) continue;
    // An initdb that outlived its process may still be writing. The next start removes the rest.
    const draft = path.join(server.folder, name);
    await rm(draft, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }).catch(() => {});
  }
}

/** Starts the server in its own session, so that it outlives us and ignores a Ctrl-C in our terminal. */
async function start(server: ServerFolder, settings: Record<string, string | number>): Promise<StartedServer> {
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

/** PostgreSQL trusts a lock file whose process id is alive, even when that id now belongs to another program. */
async function removeStaleSocket(server: ServerFolder): Promise<void> {
  const socket = path.join(server.socketFolder, `.s.PGSQL.${SOCKET_PORT}`);
  const pid = await readFirstNumber(`${socket}.lock`);
  if (!pid || (await isServer(server, pid))) return;
  await rm(`${socket}.lock`, { force: true });
  await rm(socket, { force: true });
}

/**
 * Stops the server with a fast shutdown, which ends connections and keeps committed data. Does not wait for a
 * successor.
 */
async function stop(server: ServerFolder): Promise<void> {
  const pid = await postmasterPid(server);
  if (!pid || !(await isServer(server, pid))) return;
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    return; // it has just ended by itself
  }
  // A zombie process no longer counts as a server.
  for (const deadline = Date.now() + STOP_TIMEOUT_MS; await isServer(server, pid); await delay(RETRY_MS)) {
    if (Date.now() > deadline) throw new EmbeddedPostgresError(`PostgreSQL (process ${pid}) does not stop`);
  }
}

async function reloadSettings(server: ServerFolder): Promise<void> {
  const pid = await postmasterPid(server);
  if (pid && (await isServer(server, pid))) process.kill(pid, 'SIGHUP');
}

async function runProgram(server: ServerFolder, program: string, command: string[]): Promise<void> {
  try {
    await run(path.join(server.programs, program), command, environment(server));
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
    throw new EmbeddedPostgresError(`PostgreSQL's ${program} failed: ${findErrorLine(output) ?? output.trim()}`, {
      cause: error,
    });
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

/** Process ids are reused, so where the system shows it, the command line identifies the server. */
async function isServer(server: ServerFolder, pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  return command === undefined || command.split('\0').includes(server.cluster);
}

function postmasterPid(server: ServerFolder): Promise<number> {
  return readFirstNumber(pidFile(server));
}

async function readFirstNumber(file: string): Promise<number> {
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
    return errorCode(error) === 'EPERM';
  }
}

/** Opens the connection that tells other processes that this one uses the server. */
async function registerPresence(server: ServerFolder, address: PostgresAddress): Promise<pg.Client> {
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

/** Another process has created the database meanwhile: 42P04, or 23505 at the very same moment. */
function ignoreExistingDatabase(error: Error & { code?: string }): void {
  if (error.code !== '42P04' && error.code !== '23505') throw error;
}

async function connect(address: PostgresAddress): Promise<pg.Client> {
  const client = new pg.Client({ ...address, application_name: 'heddle presence' });
  client.on('error', () => {}); // 'end' follows
  await client.connect();
  return client;
}

async function isLast(presence: pg.Client): Promise<boolean> {
  try {
    await presence.query('SELECT pg_advisory_unlock_shared($1)', [PRESENCE_LOCK]);
    const { rows } = await presence.query('SELECT pg_try_advisory_lock($1) AS alone', [PRESENCE_LOCK]);
    return rows[0].alone;
  } catch {
    return false; // the server has already ended
  }
}

function isTransient(error: unknown): boolean {
  // 57P01 to 57P03 mean shutting down, crashed and starting up. The client has words of its own, and no code, for a
  // server that ended during a statement, or before the first one.
  return (
    ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03'].includes(errorCode(error) ?? '') ||
    /terminated unexpectedly|is not queryable/.test(errorMessage(error))
  );
}

/** Searches only the part of the log that belongs to this start. */
async function findStartError(server: ServerFolder, logBytes: number): Promise<string> {
  const log = await readFile(server.logFile).catch(() => Buffer.alloc(0));
  return findErrorLine(log.subarray(logBytes).toString()) ?? `see ${server.logFile}`;
}

/** Finds the last line that reports an error, without its prefix. */
function findErrorLine(output: string): string | undefined {
  const lines = output.split('\n').filter(line => ERROR_PREFIX.test(line));
  return lines.at(-1)?.replace(ERROR_PREFIX, '');
}

/** A log level, or the name of the program while it can not log yet. */
const ERROR_PREFIX = /^(.*\b(?:FATAL|PANIC|ERROR|error)|postgres):\s*/;
