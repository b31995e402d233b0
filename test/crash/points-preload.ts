/**
 * Loaded into a real `heddle` process before its own code: when the process passes a named point (see
 * `platform/crash-points.ts`) it dies, or stands still until a file appears: all of it, as by SIGSTOP, or its event loop
 * alone. Which point and what to do stands in the address by which this file is imported: see `support/points.ts`.
 */
import { subscribe } from 'node:diagnostics_channel';
import { existsSync, writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const LOOK_AGAIN_MS = 5;

const { searchParams: told } = new URL(import.meta.url);
// Its threads load this too.
if (isMainThread) halt(Object.fromEntries(told));

interface Halt {
  /** Without it: any point. */
  point?: string;
  /** Without it: every passing. */
  passing?: string;
  /** Without it: the process dies. */
  release?: string;
  /** What stands still. */
  still?: string;
}

function halt({ point, passing, release, still }: Halt): void {
  let passings = 0;
  subscribe('heddle.points', name => {
    if (point !== undefined && name !== point) return;
    passings++;
    if (passing !== undefined && passings !== Number(passing)) return;
    if (release === undefined) process.kill(process.pid, 'SIGKILL');
    else standStill(passings, `${release}-${passings}`, { isProcess: still === 'process' });
  });
}

function standStill(passing: number, untilThereIs: string, { isProcess }: { isProcess: boolean }): void {
  writeSync(process.stdout.fd, `stands still at passing ${passing}\n`);
  const nothing = new Int32Array(new SharedArrayBuffer(4));
  while (!existsSync(untilThereIs)) {
    // Whoever makes the file sends SIGCONT as well.
    if (isProcess) process.kill(process.pid, 'SIGSTOP');
    Atomics.wait(nothing, 0, 0, LOOK_AGAIN_MS);
  }
  writeSync(process.stdout.fd, `goes on from passing ${passing}\n`);
}
