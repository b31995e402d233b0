/** Real processes that die or stand still at named points of the product (see `src/platform/crash-points.ts`). */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type HeddleProcess, ROOT, until } from './process.ts';

const PRELOAD = path.join(ROOT, 'test', 'crash', 'points-preload.ts');

/** The environment of a process that dies, as by `kill -9`, when it passes the point for the so-many-eth time. */
export function dyingAt(point: string, passing: number): Record<string, string> {
  return haltingAt({ point, passing: String(passing) });
}

export interface StandStill {
  environment: Record<string, string>;
  /** Until the process has come there. */
  reached(process: HeddleProcess, passing?: number): Promise<unknown>;
  release(passing?: number): Promise<void>;
}

/** For a process that stands still there, not dead but doing nothing at all, until it is released. */
export function standingStillAt(folder: string, point: string, passing: number): StandStill {
  return standingStill(folder, { point, passing: String(passing), still: 'process' }, passing);
}

/** For a process whose event loop is held there, while its threads go on, until it is released. */
export function holdingLoopAt(folder: string, point: string, passing: number): StandStill {
  return standingStill(folder, { point, passing: String(passing), still: 'loop' }, passing);
}

/** For a process that stands still at every point that it passes, until it is released from that one. */
export function standingStillAlways(folder: string): StandStill {
  return standingStill(folder, { still: 'process' }, 1);
}

function standingStill(folder: string, where: Record<string, string>, usual: number): StandStill {
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
      // A signal that comes before the process has stopped itself is lost.
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
