/**
 * A machine that runs the code of one step: QuickJS, compiled to WebAssembly.
 *
 * There are two fences, and always both. Inside, QuickJS counts the memory that it allocates, and asks now and then
 * whether it has to stop. Outside, the memory of the WebAssembly has a maximum, and the thread has limits of time and
 * memory, because some calls of QuickJS do not ask. A machine is used once and thrown away, however it ended: globals
 * of one step must not be seen by the next, and a machine that ran out of stack or memory may be broken.
 *
 * The machine has no clock, no chance, no files and no network of its own. The few functions that it imports from the
 * host are answered here.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { EvalFlags, type JSValueHandle, MAX_STACK_SIZE, QuickJS, type QuickJSOptions } from 'quickjs-wasi';
import { MEGABYTE } from '../configuration/limits.ts';
import { keepNewest } from '../platform/keep-newest.ts';
import { withMaximum } from '../platform/threads/wasm-memory.ts';
import type { HostFunction, HostValue } from './host-functions.ts';
import { NotCode } from './not-code.ts';
import { prelude } from './prelude.ts';

export interface MachineOptions {
  memoryMb: number;
  nowMs: number;
  seed: string;
  /** Asked now and then while code runs. */
  isOver(): boolean;
}

/** The name of the author's source in stacks. */
const FILENAME = 'code';
/** The stack and the static data of the engine, and what its allocator can not use. */
const OVERHEAD_MB = 16;
const KEPT_MODULES = 4;
const ENGINE = new Uint8Array(readFileSync(new URL(import.meta.resolve('quickjs-wasi/quickjs.wasm'))));
/** The engine by the megabytes that it may use. */
const engines = new Map<number, WebAssembly.Module>();
const PRELUDE = `(${prelude.toString()})`;
const compiled: { prelude?: Uint8Array } = {};

export async function openMachine(options: MachineOptions): Promise<QuickJS> {
  return QuickJS.create({
    wasm: engineWith(options.memoryMb),
    wasi: fixedWorld(options),
    memoryLimit: options.memoryMb * MEGABYTE,
    maxStackSize: MAX_STACK_SIZE,
    interruptHandler: options.isOver,
    timezoneOffset: 0,
  });
}

/** Makes the functions of the prelude available, and returns the one that starts the code. */
export function installPrelude(machine: QuickJS, functions: ReadonlyMap<string, HostFunction>): JSValueHandle {
  compiled.prelude ??= machine.compile(PRELUDE, 'prelude');
  const install = machine.evalBytecode(compiled.prelude);
  return machine.callFunction(install, machine.undefined, createHost(machine, functions));
}

/** Evaluates a module. The handle is a promise of what it exports. Throws `NotCode`. */
export function loadModule(machine: QuickJS, source: string): JSValueHandle {
  return evaluate(machine, source, EvalFlags.TYPE_MODULE);
}

/** Throws `NotCode`. Nothing of the source is executed. */
export function checkModule(machine: QuickJS, source: string): void {
  evaluate(machine, source, EvalFlags.TYPE_MODULE | EvalFlags.COMPILE_ONLY);
}

/** Finds the line of the author's source in the stack of an error. */
export function findLine(stack: string): number | undefined {
  const [, line] = /\bcode:(\d+)/.exec(stack) ?? [];
  return line === undefined ? undefined : Number(line);
}

function evaluate(machine: QuickJS, source: string, flags: number): JSValueHandle {
  try {
    return machine.evalCode(source, FILENAME, flags);
  } catch (error) {
    if (!(error instanceof Error) || !('handle' in error)) throw error;
    const { name, message, stack = '' } = error;
    if (message.startsWith('could not load module')) throw new NotCode('can not import anything', undefined);
    if (name === 'SyntaxError') {
      const line = findLine(stack);
      throw new NotCode(line === undefined ? `is not valid: ${message}` : message, line);
    }
    throw error;
  }
}

function engineWith(memoryMb: number): WebAssembly.Module {
  const known = engines.get(memoryMb);
  if (known) return known;
  const engine = new WebAssembly.Module(withMaximum(ENGINE, (memoryMb + OVERHEAD_MB) * MEGABYTE));
  keepNewest(engines, memoryMb, engine, KEPT_MODULES);
  return engine;
}

/**
 * The clock stands still. The first time that the engine asks, it seeds its random numbers with the answer, so that
 * answer follows from the seed.
 */
function fixedWorld({ nowMs, seed }: MachineOptions): NonNullable<QuickJSOptions['wasi']> {
  const seedNs = createHash('sha256').update(seed).digest().readBigUInt64LE();
  const nowNs = BigInt(Math.floor(nowMs)) * 1_000_000n;
  return memory => {
    let isSeeded = false;
    return {
      clock_time_get(_clock: number, _precision: bigint, address: number) {
        new DataView(memory.buffer).setBigUint64(address, isSeeded ? nowNs : seedNs, true);
        isSeeded = true;
        return 0;
      },
      random_get(address: number, length: number) {
        new Uint8Array(memory.buffer, address, length).fill(0);
        return 0;
      },
      fd_write: () => 52,
    };
  };
}

/** The only function of the host that the machine knows. Only the prelude can call it. */
function createHost(machine: QuickJS, functions: ReadonlyMap<string, HostFunction>): JSValueHandle {
  // The machine has its own reference to an answer when the next call comes.
  let last: JSValueHandle | undefined;
  return machine.newFunction('host', (name, ...args) => {
    last?.dispose();
    const answer = answerCall(functions.get(name?.toString() ?? ''), args);
    last = typeof answer === 'string' ? machine.newString(answer) : machine.newUint8Array(answer);
    return last;
  });
}

/** Code may pass anything. What is neither a number nor a text nor bytes is refused without an error of the host. */
function answerCall(act: HostFunction | undefined, args: readonly JSValueHandle[]): string | Uint8Array {
  const values = args.map(toHostValue);
  if (values.includes(undefined)) return '!The value is not valid';
  return act?.(...values.filter(value => value !== undefined)) ?? '';
}

function toHostValue(handle: JSValueHandle): HostValue | undefined {
  if (handle.isNumber) return handle.toNumber();
  if (handle.isString) return handle.toString();
  try {
    return handle.toUint8Array();
  } catch {
    return undefined;
  }
}
