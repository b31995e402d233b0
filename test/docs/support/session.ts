/** One bash session in a folder of its own, in which the examples of a page run one after another. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BUNDLE, ROOT } from '../../support/process.ts';

/** An example that takes longer than this hangs. */
const BLOCK_MS = 60_000;

export interface Result {
  succeeded: boolean;
  printed: string;
  errors: string;
}

export class Session {
  readonly folder: string;
  readonly #bash: ChildProcess;
  #blocks = 0;

  constructor(folder: string, bash: ChildProcess) {
    this.folder = folder;
    this.#bash = bash;
  }

  async write(name: string, text: string): Promise<void> {
    const file = path.join(this.folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }

  async run(language: 'sh' | 'ts', text: string): Promise<Result> {
    const block = path.join(this.folder, '.blocks', String(++this.#blocks));
    const program = `example-${this.#blocks}.ts`;
    if (language === 'ts') await this.write(program, text);
    await this.write(path.relative(this.folder, `${block}.sh`), language === 'ts' ? `node ${program}` : text);
    const answered = this.#nextLine();
    this.#bash.stdin?.write(`source '${block}.sh' >'${block}.out' 2>'${block}.err' </dev/null; echo\n`);
    const succeeded = await answered;
    const read = (ending: string) => readFile(`${block}.${ending}`, 'utf8').catch(() => '');
    return { succeeded, printed: await read('out'), errors: await read('err') };
  }

  /** Ends the session with everything that it started in the background. */
  async close(): Promise<void> {
    const { pid, exitCode, signalCode } = this.#bash;
    if (pid === undefined) return;
    const running = exitCode === null && signalCode === null;
    const closed = running ? once(this.#bash, 'close') : Promise.resolve();
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // Nothing is left of the group.
    }
    await closed;
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Bash says a line after each block, or ends because a command of the block failed. */
  #nextLine(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const said = () => end(true);
    const ended = () => end(false);
    const end = (succeeded: boolean) => {
      clearTimeout(timer);
      this.#bash.stdout?.off('data', said);
      this.#bash.off('exit', ended);
      resolve(succeeded);
    };
    const timer = setTimeout(ended, BLOCK_MS);
    this.#bash.stdout?.on('data', said);
    this.#bash.on('exit', ended);
    if (this.#bash.exitCode !== null) ended();
    return promise;
  }
}

export async function openSession(variables: Record<string, string>): Promise<Session> {
  const folder = await mkdtemp(path.join(tmpdir(), 'heddle-docs-'));
  const programs = path.join(folder, '.programs');
  await mkdir(programs);
  await symlink(process.execPath, path.join(programs, 'node'));
  await writeFile(path.join(programs, 'heddle'), `#!/bin/sh\nexec '${BUNDLE.join("' '")}' "$@"\n`);
  await chmod(path.join(programs, 'heddle'), 0o755);
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  await writeFile(path.join(folder, 'package.json'), '{"type": "module"}');
  const bash = spawn('bash', ['--noprofile', '--norc'], {
    cwd: folder,
    detached: true, // A group of its own, so that what runs in the background ends with it.
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {
      PATH: `${programs}:${process.env.PATH}`,
      HOME: folder,
      NO_COLOR: '1',
      NODE_NO_WARNINGS: '1',
      NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules', '.cache', 'docs'),
      ...variables,
    },
  });
  bash.stdin?.on('error', () => undefined); // Bash has ended, which `run` reports.
  // A failed command ends the session, a missing variable is an error, and programs see the variables of the page. A program
  // whose reader has seen enough (`| head -n 1`) has not failed, so only the last one of a pipe counts.
  bash.stdin?.write('set -eua\n');
  return new Session(folder, bash);
}
