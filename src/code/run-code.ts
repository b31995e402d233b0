/** Runs the code of a step, from its source to its result. */

import type { QuickJS } from 'quickjs-wasi';
import { fixedLimits } from '../configuration/limits.ts';
import type { CodeResult, CodeSource, CodeTask } from './contract.ts';
import { createHostFunctions, type HostFunction } from './host-functions.ts';
import { findLine, installPrelude, loadModule, openMachine } from './machine.ts';
import { BROKEN, needsTooMuch, tookTooLong } from './messages.ts';
import { NotCode } from './not-code.ts';
import { stripTypes } from './typescript.ts';

type Outcome = { value: string } | { error: string };

const { logLines, logCharacters, outputCharacters, errorCharacters } = fixedLimits.code;

/** `clock` returns processor time in milliseconds. */
export async function runCode(task: CodeTask, clock: () => number): Promise<CodeResult> {
  const endMs = clock() + task.timeoutMs;
  const log = new Log();
  const observed: { outcome?: Outcome; isOver: boolean } = { isOver: false };
  const isOver = () => {
    observed.isOver ||= clock() > endMs;
    return observed.isOver;
  };
  using machine = await openMachine({ ...task, isOver });
  const outcomes = toFunctions(log, outcome => {
    observed.outcome ??= outcome;
  });
  const failure = execute(machine, task, new Map([...createHostFunctions(task.seed), ...outcomes]));
  return { log: log.text, ...conclude(task, observed, failure) };
}

/** Returns what was thrown, if anything was. The outcome itself comes through a function of the host. */
function execute(machine: QuickJS, task: CodeTask, functions: ReadonlyMap<string, HostFunction>): unknown {
  try {
    const start = installPrelude(machine, functions);
    const loading = loadModule(machine, toJavaScript(task));
    const args = [task.input, JSON.stringify(task.run)].map(text => machine.newString(text));
    machine.callFunction(start, machine.undefined, loading, ...args);
    machine.executePendingJobs();
    return undefined;
  } catch (error) {
    return error;
  }
}

function toJavaScript({ language, source }: CodeSource): string {
  return language === 'typescript' ? stripTypes(source) : source;
}

function conclude(
  { timeoutMs, memoryMb }: CodeTask,
  { outcome, isOver }: { outcome?: Outcome; isOver: boolean },
  failure: unknown,
): Outcome {
  if (isOver) return { error: tookTooLong(timeoutMs) };
  if (failure instanceof NotCode) return { error: describeMistake(failure) };
  if (failure !== undefined && !outcome) return { error: isOutOfMemory(failure) ? needsTooMuch(memoryMb) : BROKEN };
  if (!outcome) return { error: 'The promise that the code returned is never fulfilled' };
  if ('error' in outcome) return OUT_OF_MEMORY.test(outcome.error) ? { error: needsTooMuch(memoryMb) } : outcome;
  return outcome.value.length > outputCharacters ? { error: TOO_LONG } : outcome;
}

const TOO_LONG = `The result is longer than ${outputCharacters.toLocaleString('en')} characters of JSON`;

/** The texts of the engine, of the copy of a value into it, and of the job that could not go on. */
const OUT_OF_MEMORY = /\bout of memory\b|\bmalloc failed\b/;

function isOutOfMemory(failure: unknown): boolean {
  return failure instanceof Error && OUT_OF_MEMORY.test(failure.message);
}

function describeMistake({ message, line }: NotCode): string {
  return line === undefined ? `The code ${message}` : withLine(`SyntaxError: ${message}`, line);
}

function toFunctions(log: Log, settle: (outcome: Outcome) => void): ReadonlyMap<string, HostFunction> {
  const functions: Record<string, (...args: string[]) => void> = {
    log: line => log.add(line ?? ''),
    succeed: value => settle({ value: value ?? 'null' }),
    fail: (message = '', stack = '') =>
      settle({ error: withLine(message.slice(0, errorCharacters) || 'The code threw nothing', findLine(stack)) }),
    refuse: () => settle({ error: 'The code exports no function: it needs `export default function (input) { … }`' }),
  };
  return new Map(
    Object.entries(functions).map(([name, act]) => [
      name,
      (...args) => {
        act(...args.map(String));
        return '=';
      },
    ]),
  );
}

function withLine(message: string, line: number | undefined): string {
  return line === undefined ? message : `${message} (line ${line})`;
}

/** The lines that code has logged, as far as they are kept. */
class Log {
  #text = '';
  #lines = 0;
  #isFull = false;

  get text(): string {
    return this.#isFull ? `${this.#text}… (the rest was left out)` : this.#text.replace(/\n$/, '');
  }

  add(line: string): void {
    if (this.#isFull) return;
    this.#isFull = this.#lines >= logLines || this.#text.length + line.length > logCharacters;
    if (!this.#isFull) this.#text += `${line}\n`;
    this.#lines += 1;
  }
}
