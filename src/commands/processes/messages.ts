/** What the supervisor of several processes and its processes tell each other. */
import { isObject } from '../../platform/is-object.ts';
import type { Counts } from '../../platform/metrics.ts';

export type ToSupervisor =
  /** The process answers requests, or works. */
  | { kind: 'ready'; runnerId: string }
  | { kind: 'introduction'; text: string }
  | { kind: 'pulse' }
  /** Somebody asked this process for the metrics of all. */
  | { kind: 'collect'; request: number }
  | { kind: 'counted'; request: number; counts: Counts };

export type ToMember =
  | { kind: 'state'; isComplete: boolean }
  /** Say what a start says, and make the first administrator if there is none. */
  | { kind: 'introduce' }
  /** Say that you are not stuck. */
  | { kind: 'pulse' }
  | { kind: 'count'; request: number }
  | { kind: 'collected'; request: number; counts: readonly Counts[] }
  /** Another process has ended without saying so to the database. */
  | { kind: 'died'; runnerId: string }
  | { kind: 'stop'; signal: NodeJS.Signals };

/** Both sides are this program in the same version, so the kind is enough to tell our messages from those of others. */
export function isToMember(value: unknown): value is ToMember {
  return isObject(value) && typeof value.kind === 'string';
}

export function isToSupervisor(value: unknown): value is ToSupervisor {
  return isObject(value) && typeof value.kind === 'string';
}
