/**
 * Loaded into a real `heddle` process before its own code: when the process passes a named point (see
 * `platform/points.ts`) it dies, or stands still, timers and all, until a file appears. Which point and what to do
 * stands in the address by which this file is imported: see `support/points.ts`.
 */
import { subscribe } from 'node:diagnostics_channel';
import { existsSync, writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const LOOK_AGAIN_MS = 5;

const { searchParams: told } = new URL(import.meta.url);
// Its threads load this too.
if (isMainThread) halt({ point: told.get('point'), passing: told.get('passing'), release: told.get('release') });

/** Null is any point, and every passing. */
function halt({ point, passing, release }: Record<'point' | 'passing' | 'release', string | null>): void {
  let passings = 0;
  subscribe('heddle.points', name => {
    if (point !== null && name !== point) return;
    passings++;
    if (passing !== null && passings !== Number(passing)) return;
    if (release === null) process.kill(process.pid, 'SIGKILL');
    else standStill(passings, `${release}-${passings}`);
  });
}

function standStill(passing: number, untilThereIs: string): void {
  writeSync(process.stdout.fd, `stands still at passing ${passing}\n`);
  const nothing = new Int32Array(new SharedArrayBuffer(4));
  while (!existsSync(untilThereIs)) Atomics.wait(nothing, 0, 0, LOOK_AGAIN_MS);
}
