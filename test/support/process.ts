/**
 * Real `heddle` processes, each installation with its own data folder, and the removal of everything that they start.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, readlink, realpath, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { EXIT_CODES, type ExitReason } from '../../src/commands/exit-codes.ts';
import { CommandHost } from './command-host.ts';
import { createTestDatabase } from './database.ts';
import { pauseMs } from './pauses.ts';

export const ROOT = path.join(import.meta.dirname, '..', '..');
/** The command as people start it. It runs the sources when they are newer than the bundle. */
export const HEDDLE = path.join(ROOT, 'bin', 'heddle');
/**
 * What `bin/heddle` starts, with the bundle that the set-up of the tests has built, whatever has changed since. The young
 * generation is as large from the beginning as it may become: most of these processes end while it would still grow.
 */
export const BUNDLE = [
  process.execPath,
  '--max-semi-space-size=16',
  '--min-semi-space-size=16',
  path.join(ROOT, 'dist', 'main.js'),
] as const;
/** Processes share compiled code, which halves the time that a start takes. */
const COMPILE_CACHE = path.join(ROOT, 'node_modules', '.cache', 'heddle-test');
const OF_ALL_PROCESSES = { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILE_CACHE };
/** The process for commands of all installations that name it. It starts with the first command. */
export const commandHost = new CommandHost(OF_ALL_PROCESSES);
export const FIRST_KEY = 'the-first-key-of-real-processes';

/** Long enough for a machine that is busy with other tests. A process that hangs fails its test, not the whole run. */
const PATIENCE_MS = 180_000;
const LOOK_AGAIN_MS = 10;

export interface Finished {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface StartOptions {
  environment?: Record<string, string>;
  /** The program and its first arguments, if not the bundle. */
  program?: readonly string[];
  /** What the process reads from its standard input. With true, the test types it later. */
  input?: string | true;
  /** The account that runs the process. */
  user?: { uid: number; gid: number };
}

export class HeddleProcess {
  readonly pid: number;
  readonly finished: Promise<Finished>;
  readonly #child: ChildProcess;
  stdout = '';
  stderr = '';

  constructor(child: ChildProcess) {
    this.#child = child;
    this.pid = child.pid ?? 0;
    child.stdout?.setEncoding('utf8').on('data', text => {
      this.stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', text => {
      this.stderr += text;
    });
    this.finished = once(child, 'close').then(([code, signal]) => {
      return { code, signal, stdout: this.stdout, stderr: this.stderr };
    });
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Returns the address in the ready line. */
  async ready(): Promise<string> {
    return this.printed(/is ready: (\S+)/);
  }

  /** Waits until standard output matches the pattern, and returns its first group. */
  async printed(pattern: RegExp): Promise<string> {
    const abort = new AbortController();
    const waiting = AbortSignal.any([abort.signal, AbortSignal.timeout(PATIENCE_MS)]);
    void this.finished.then(() => abort.abort());
    for (;;) {
      const found = pattern.exec(this.stdout);
      if (found) return found[1] ?? found[0];
      if (waiting.aborted) throw new Error(`${pattern} was not printed\n${this.stdout}${this.stderr}`);
      if (this.#child.stdout) await once(this.#child.stdout, 'data', { signal: waiting }).catch(() => {});
    }
  }

  /** Writes to the standard input. */
  type(text: string): void {
    this.#child.stdin?.write(text);
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Sends a signal and waits for the end. */
  async end(signal: NodeJS.Signals): Promise<Finished> {
    this.signal(signal);
    return within(this.finished, () => `the process goes on after ${signal}\n${this.stdout}${this.stderr}`);
  }
}

export interface Reply {
  status: number;
  body: unknown;
}

/** A data folder and the processes that use it. */
export class Installation {
  readonly dataFolder: string;
  readonly #environment: Record<string, string>;
  readonly #host: CommandHost | undefined;
  readonly #processes: HeddleProcess[] = [];

  /** With a host, commands that run to their end do so in its process. */
  constructor(dataFolder: string, environment: Record<string, string> = {}, host?: CommandHost) {
    this.dataFolder = dataFolder;
    this.#environment = environment;
    this.#host = host;
  }

  start(
    words: readonly string[],
    { environment = {}, program = BUNDLE, user, input }: StartOptions = {},
  ): HeddleProcess {
    const [command = '', ...first] = program;
    const child = spawn(command, [...first, ...words], {
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      cwd: '/',
      env: { ...OF_ALL_PROCESSES, ...this.#settings(environment) },
      ...user,
    });
    child.stdin?.on('error', () => {}); // A process that refuses its options reads nothing.
    if (typeof input === 'string') child.stdin?.end(input);
    const started = new HeddleProcess(child);
    this.#processes.push(started);
    return started;
  }

  #settings(environment: Record<string, string>): Record<string, string> {
    return {
      HEDDLE_DATA: this.dataFolder,
      HEDDLE_HOST: '127.0.0.1',
      HEDDLE_PORT: '0',
      HEDDLE_LOG_LEVEL: 'warn',
      // A test that kills a process knows which one, on every machine.
      HEDDLE_PROCESSES: '1',
      ...this.#environment,
      ...environment,
    };
  }

  /** Starts a service with the first key set, and waits until it is ready. */
  async serve(
    options: StartOptions & { words?: readonly string[] } = {},
  ): Promise<{ process: HeddleProcess; url: string }> {
    const environment = { HEDDLE_ADMIN_KEY: FIRST_KEY, ...options.environment };
    const started = this.start(['serve', ...(options.words ?? [])], { ...options, environment });
    return { process: started, url: await started.ready() };
  }

  /** Runs a command to its end. */
  async run(words: readonly string[], options: StartOptions = {}): Promise<Finished> {
    if (this.#host) return this.#runIn(this.#host, words, options);
    const started = this.start(words, options);
    return within(started.finished, () => `heddle ${words.join(' ')} does not end\n${started.stdout}${started.stderr}`);
  }

  async #runIn(host: CommandHost, words: readonly string[], options: StartOptions): Promise<Finished> {
    const { environment = {}, input = '', program, user } = options;
    assert.ok(typeof input === 'string' && !program && !user, 'only a process can do this');
    const running = host.run({ words, environment: this.#settings(environment), input });
    const result = await within(running, () => {
      host.giveUp();
      return `heddle ${words.join(' ')} does not end`;
    });
    return { ...result, signal: null };
  }

  /** Runs a command that must succeed, and returns what it prints. */
  async ask(words: readonly string[], options: StartOptions = {}): Promise<unknown> {
    const finished = await this.run([...words, '--json'], options);
    assert.deepEqual({ code: finished.code, stderr: finished.stderr }, { code: 0, stderr: '' }, finished.stdout);
    return JSON.parse(finished.stdout);
  }

  /** Runs a command that must fail with this one line. */
  async refuse(line: string | RegExp, words: readonly string[], options: StartOptions = {}): Promise<Finished> {
    const finished = await this.run(words, options);
    assertRefused(finished, line);
    return finished;
  }

  /** Opens a connection to the embedded server. */
  async connect({ database = 'heddle' } = {}): Promise<pg.Client> {
    const host = await realpath(path.join(this.dataFolder, 'postgres'));
    const password = await readFile(path.join(host, 'password'), 'utf8');
    const client = new pg.Client({ host, password, user: 'heddle', database });
    client.on('error', () => {}); // The test may end the server first.
    await client.connect();
    return client;
  }

  /**
   * The process ids of the embedded server, with the postmaster first. The list is empty when the server does not run.
   */
  async serverPids(): Promise<number[]> {
    const cluster = await realpath(path.join(this.dataFolder, 'postgres', 'cluster')).catch(() => undefined);
    if (cluster === undefined) return [];
    const pidFile = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
    const postmaster = Number(pidFile.split('\n')[0]);
    const inCluster: number[] = [];
    for (const pid of await pidsIn(cluster)) if (!(await isEnding(pid))) inCluster.push(pid);
    return inCluster.sort((one, other) => Number(other === postmaster) - Number(one === postmaster));
  }

  /**
   * Kills the whole server with SIGKILL, as when the machine stops. Also kills an initdb, which survives its parent,
   * but not a new server that services may have started meanwhile.
   */
  async killServer(): Promise<void> {
    const folder = await realpath(path.join(this.dataFolder, 'postgres')).catch(() => undefined);
    if (folder === undefined) return;
    const pids = new Set(await pidsIn(folder));
    while (pids.size > 0) {
      for (const pid of pids) kill(pid, 'SIGKILL');
      await delay(LOOK_AGAIN_MS);
      const left = new Set(await pidsIn(folder));
      for (const pid of pids) if (!left.has(pid)) pids.delete(pid);
    }
  }

  /** Ends all processes, and removes the folder and the folders that it links to. */
  async remove(): Promise<void> {
    for (const started of this.#processes) if (started.isRunning) await started.end('SIGKILL');
    const server = await realpath(path.join(this.dataFolder, 'postgres')).catch(() => undefined);
    if (server !== undefined) {
      while ((await pidsIn(server)).length > 0) await this.killServer();
      await rm(server, { recursive: true, force: true });
      // A start as root created this folder. It stays if it contains anything else.
      if (!server.startsWith(this.dataFolder)) await rmdir(path.dirname(server)).catch(() => {});
    }
    await rm(this.dataFolder, { recursive: true, force: true });
  }
}

export interface Hooks {
  after(act: () => Promise<void>): void;
}

/**
 * Test hooks run from first to last and stop at the first that fails, so dependent resources must be released first.
 */
export function inReverse(hooks: Hooks): Hooks {
  const stack = new AsyncDisposableStack();
  hooks.after(() => stack.disposeAsync());
  return { after: act => stack.defer(act) };
}

/** Creates an empty folder that every account may traverse. It is removed after the test, or after the given suite. */
export async function temporaryFolder(hooks: Hooks): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'heddle-process-'));
  await chmod(folder, 0o755);
  hooks.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates an installation with an empty data folder. It is removed after the test, with all its processes. */
export async function newInstallation(
  hooks: Hooks,
  environment: Record<string, string> = {},
  host?: CommandHost,
): Promise<Installation> {
  const { installation, remove } = await install(environment, host);
  hooks.after(remove);
  return installation;
}

/** Creates an installation on an external database, which is dropped after the processes have ended. */
export async function newInstallationOnDatabase(
  hooks: Hooks,
  { host, ...options }: { template?: string; host?: CommandHost } = {},
) {
  const database = await createTestDatabase(options);
  const { installation, remove } = await install({ HEDDLE_DATABASE_URL: database.url }, host);
  hooks.after(async () => {
    await remove();
    await database.drop();
  });
  return { heddle: installation, database };
}

async function install(environment: Record<string, string>, host?: CommandHost) {
  const folder = await mkdtemp(path.join(tmpdir(), 'heddle-process-'));
  await chmod(folder, 0o755);
  const installation = new Installation(path.join(folder, 'data'), environment, host);
  const remove = async () => {
    await installation.remove();
    await rm(folder, { recursive: true });
  };
  return { installation, remove };
}

export async function call(
  url: string,
  endpoint: string,
  body: unknown = {},
  key = FIRST_KEY,
  panelId?: string,
): Promise<Reply> {
  const response = await fetch(url + endpoint, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: {
      'content-type': 'application/json',
      'uni-api-key': key,
      ...(panelId !== undefined && { 'panel-id': panelId }),
    },
  });
  return { status: response.status, body: await response.json() };
}

/** Asks again while the service is too busy, as clients do. On a busy machine it may be, above all when it has just started. */
export async function admitted(ask: () => Promise<Reply>): Promise<Reply> {
  let reply = await ask();
  await until(async () => {
    if (reply.status !== 503) return true;
    reply = await ask();
    return false;
  }, 'the service is not too busy');
  return reply;
}

/** Without a reason, any exit code will do that says what is wrong and is no fault of Heddle. */
export function assertRefused({ code, stdout, stderr }: Finished, line: string | RegExp, reason?: ExitReason): void {
  const expected = typeof line === 'string' ? new RegExp(`^heddle: ${RegExp.escape(line)}\n$`) : line;
  assert.match(stderr, expected);
  assert.equal(stderr.trimEnd().split('\n').length, 1, `more than a line: ${stderr}`);
  assert.equal(stdout, '');
  if (reason) assert.equal(code, EXIT_CODES[reason].code);
  else assert.ok(code !== null && code > EXIT_CODES.bad.code && code < EXIT_CODES.fault.code, `the code is ${code}`);
}

/** Polls until the condition is true. */
export async function until(isSo: () => Promise<boolean> | boolean, what: string): Promise<void> {
  const begun = performance.now();
  while (!(await isSo())) {
    const waitedMs = performance.now() - begun;
    if (waitedMs > PATIENCE_MS) throw new Error(`waited in vain: ${what}`);
    await delay(pauseMs(waitedMs));
  }
}

export function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}

/**
 * Finds processes of PostgreSQL by their working folder: the cluster for the server, the folder above for the others.
 */
export async function pidsIn(folder: string): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(name)) continue;
    const place = await readlink(path.join('/proc', name, 'cwd')).catch(() => '');
    if (place === folder || place.startsWith(`${folder}/`)) found.push(Number(name));
  }
  return found;
}

/** A process that is ending has no command any more, but for a moment it still has a working folder. */
async function isEnding(pid: number): Promise<boolean> {
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')) === '';
}

async function within<Value>(promise: Promise<Value>, complaint: () => string): Promise<Value> {
  const abort = new AbortController();
  const late = delay(PATIENCE_MS, undefined, { signal: abort.signal }).then(
    () => Promise.reject(new Error(complaint())),
    () => promise,
  );
  try {
    return await Promise.race([promise, late]);
  } finally {
    abort.abort();
  }
}
