/**
 * A real `heddle` process loads this file before its own code. When the process passes a named point (see
 * `platform/crash-points.ts`), it dies or stops until a file appears: either all of it, as by SIGSTOP, or only its
 * event loop. The query of the address that imports this file names the point and the action: see `support/points.ts`.
 *
 * It has no types, because a process that strips types takes a tenth longer to start.
 */
import { subscribe } from 'node:diagnostics_channel';
import { existsSync, writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const LOOK_AGAIN_MS = 5;

const { searchParams: settings } = new URL(import.meta.url);
// Threads load this file as well, and must not stop.
if (isMainThread) halt(Object.fromEntries(settings));

/**
 * @param {object} settings
 * @param {string} [settings.point] The name of the point; by default any point.
 * @param {string} [settings.passing] Which passing of the point; by default every one.
 * @param {string} [settings.release] The file to wait for; by default the process dies.
 * @param {string} [settings.still] What stops: the whole process or only its event loop.
 */
function halt({ point, passing, release, still }) {
  let passings = 0;
  subscribe('heddle.points', name => {
    if (point !== undefined && name !== point) return;
    passings++;
    if (passing !== undefined && passings !== Number(passing)) return;
    if (release === undefined) process.kill(process.pid, 'SIGKILL');
    else standStill(passings, `${release}-${passings}`, { isProcess: still === 'process' });
  });
}

function standStill(passing, untilThereIs, { isProcess }) {
  writeSync(process.stdout.fd, `stands still at passing ${passing}\n`);
  const nothing = new Int32Array(new SharedArrayBuffer(4));
  while (!existsSync(untilThereIs)) {
    // The test that creates the file also sends SIGCONT.
    if (isProcess) process.kill(process.pid, 'SIGSTOP');
    Atomics.wait(nothing, 0, 0, LOOK_AGAIN_MS);
  }
  writeSync(process.stdout.fd, `goes on from passing ${passing}\n`);
}
