/** How often a step is tried, how long it waits in between, and how long one try may take. Pure. */

import { limits } from '../configuration/limits.ts';
import { isObject, type Params } from '../engine/definition.ts';
import type { NodeType } from './node.ts';

export interface RetryPolicy {
  /** Tries in all. */
  readonly attempts: number;
  /** How long to wait after the try of this number (from 1) has failed. `retryAfterMs`: what the other side asked for. */
  delayMs(attempt: number, retryAfterMs?: number): number;
}

/** Of rendered params that fit their schema. */
export function retryPolicy({ retry }: Params): RetryPolicy {
  const given = isObject(retry) ? retry : {};
  const firstDelayMs = numberOr(given.delay_seconds, 1) * 1000;
  const backoff = numberOr(given.backoff, 2);
  return {
    attempts: numberOr(given.attempts, 1),
    delayMs: (attempt, retryAfterMs = 0) =>
      Math.min(Math.max(firstDelayMs * backoff ** (attempt - 1), retryAfterMs), limits.run.retryDelaySeconds * 1000),
  };
}

/** How long one try may take; undefined: as long as the run. */
export function timeoutMs(params: Params, { paramsSchema }: Pick<NodeType, 'paramsSchema'>): number | undefined {
  const schema: unknown = paramsSchema.properties.timeout_seconds;
  const seconds = params.timeout_seconds ?? (isObject(schema) ? schema.default : undefined);
  return typeof seconds === 'number' ? Math.ceil(seconds * 1000) : undefined;
}

/** What a `Retry-After` header asks for: seconds, or a date. */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  // Servers write one form of date; `Date.parse` alone would also read what is none.
  const dateMs = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/.test(header) ? Date.parse(header) : NaN;
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}
