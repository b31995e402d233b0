/**
 * Runs commands of the bundle in one process, one after another. Most of the time of a command is that of loading the
 * product, which this process does once for all test files of its worker. A test of what a command does needs no more than
 * this. One of signals, of terminals, or of several commands at the same time starts processes.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export interface CommandLine {
  words: readonly string[];
  environment: Record<string, string>;
  input: string;
}

export interface CommandResult {
  code: number;
  stdout: string;
  stderr: string;
}

export class CommandHost {
  readonly #environment: Record<string, string | undefined>;
  #child: ChildProcess | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(environment: Record<string, string | undefined>) {
    this.#environment = environment;
  }

  run(line: CommandLine): Promise<CommandResult> {
    const result = this.#last.then(() => this.#run(line));
    this.#last = result.catch(() => {});
    return result;
  }

  async #run(line: CommandLine): Promise<CommandResult> {
    const child = this.#start();
    const abort = new AbortController();
    const { signal } = abort;
    const ended = once(child, 'exit', { signal }).then(([code]) => {
      this.#child = undefined;
      throw new Error(`heddle ${line.words.join(' ')} ended the process of all commands with ${code}`);
    });
    child.ref();
    child.channel?.ref();
    child.send(line);
    try {
      const [result] = await Promise.race([once(child, 'message', { signal }), ended]);
      return result;
    } finally {
      ended.catch(() => {});
      abort.abort();
      // Between two commands it keeps nobody from ending, and ends with the process that started it.
      child.unref();
      child.channel?.unref();
    }
  }

  #start(): ChildProcess {
    this.#child ??= fork(path.join(import.meta.dirname, 'command-host-process.ts'), {
      execArgv: ['--max-semi-space-size=16'],
      env: this.#environment,
    });
    return this.#child;
  }

  /** Ends a command that does not end by itself. The next one starts another process. */
  giveUp(): void {
    this.#child?.kill('SIGKILL');
  }
}
