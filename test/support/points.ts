/** Real processes that die or stop at named points of the program (see `src/platform/crash-points.ts`). */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type HeddleProcess, ROOT, until } from './process.ts';

const PRELOAD = path.join(ROOT, 'test', 'crash', 'points-preload.js');

/** The environment of a process that dies, as by `kill -9`, when it passes the point for the nth time. */
export function dyingAt(point: string, passing: number): Record<string, string> {
  return haltingAt({ point, passing: String(passing) });
}

export interface StoppingPoint {
  environment: Record<string, string>;
  /** Waits until the process has reached the point. */
  reached(process: HeddleProcess, passing?: number): Promise<unknown>;
  release(passing?: number): Promise<void>;
}

/** Stops the whole process at the point, as by SIGSTOP, until it is released. */
export function stoppingAt(folder: string, point: string, passing: number): StoppingPoint {
  return stopping(folder, { point, passing: String(passing), still: 'process' }, passing);
}

/** Blocks the event loop of a process at the point until it is released, while its threads continue. */
export function blockingLoopAt(folder: string, point: string, passing: number): StoppingPoint {
  return stopping(folder, { point, passing: String(passing), still: 'loop' }, passing);
}

/** Stops the process at every point that it passes, until it is released from that point. */
export function stoppingEverywhere(folder: string): StoppingPoint {
  return stopping(folder, { still: 'process' }, 1);
}

function stopping(folder: string, where: Record<string, string>, usual: number): StoppingPoint {
  const release = path.join(folder, `release-${randomUUID()}`);
  let stopped: HeddleProcess | undefined;
  return {
    environment: haltingAt({ ...where, release }),
    async reached(process, passing = usual) {
      await process.printed(new RegExp(`^stands still at passing ${passing}$`, 'm'));
      stopped = process;
    },
    async release(passing = usual) {
      const process = stopped;
      if (!process) throw new Error('it was not waited for until it stood still');
      await writeFile(`${release}-${passing}`, '');
      const isGone = () => !process.isRunning || process.stdout.includes(`goes on from passing ${passing}\n`);
      // A signal that arrives before the process has stopped itself is lost.
      await until(() => {
        process.signal('SIGCONT');
        return isGone();
      }, 'it goes on');
    },
  };
}

function haltingAt(halt: Record<string, string>): Record<string, string> {
  const preload = pathToFileURL(PRELOAD);
  preload.search = new URLSearchParams(halt).toString();
  return { NODE_OPTIONS: `--import=${preload}` };
}
