/** How many processes a command runs as. */
import { availableParallelism, totalmem } from 'node:os';
import { type Config, ConfigError, readConfig } from '../../configuration/config.ts';

/** What a process takes that moves large values. */
const PROCESS_BYTES = 1.5 * 2 ** 30;

/** As many processes stay below the 100 connections that a PostgreSQL server allows unless it is told otherwise. */
const MOST = 6;

/** The number of the settings, or as many as help on this machine. Throws `ConfigError` when a limit is too small for it. */
export function countProcesses(environment: NodeJS.ProcessEnv, { service: { processes } }: Config): number {
  if (processes !== undefined) {
    readConfig(environment, { processes, number: 1 });
    return processes;
  }
  let count = helpfulProcesses(availableParallelism(), usableMemory());
  // A limit that somebody has set for one process must not keep the service from starting.
  while (count > 1 && !isEnoughFor(environment, count)) count--;
  return count;
}

/** The database, and threads for tools and images, have the other half of the processors. */
export function helpfulProcesses(processors: number, memoryBytes: number): number {
  const most = Math.min(Math.floor(processors / 2), Math.floor(memoryBytes / PROCESS_BYTES), MOST);
  return Math.max(1, most);
}

/** A container may have less than the machine. */
function usableMemory(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

function isEnoughFor(environment: NodeJS.ProcessEnv, processes: number): boolean {
  try {
    readConfig(environment, { processes, number: 1 });
    return true;
  } catch (error) {
    if (error instanceof ConfigError) return false;
    throw error;
  }
}
