/** Determines how often a step is attempted, how long it waits between attempts, and how long an attempt may take. */
import { fixedLimits } from '../configuration/limits.ts';
import type { Params } from '../engine/definition.ts';
import { isObject } from '../platform/is-object.ts';
import type { NodeType } from './node.ts';

interface RetryPolicy {
  /** The number of attempts, including the first one. */
  readonly attempts: number;
  /** The expression that decides whether a failure is worth another attempt. */
  readonly when: string | undefined;
  /**
   * Returns the delay after a failed attempt, counted from 1. `retryAfterMs` is the delay that the other server
   * requested.
   */
  delayMs(attempt: number, retryAfterMs?: number): number;
}

const MOST_MS = fixedLimits.run.retryDelaySeconds * 1000;

/** Reads the policy from rendered params that fit their schema. */
export function readRetryPolicy({ retry }: Params, random = Math.random): RetryPolicy {
  const settings = isObject(retry) ? retry : {};
  const firstDelayMs = numberOr(settings.delay_seconds, 1) * 1000;
  const backoff = numberOr(settings.backoff, 2);
  const jitter = numberOr(settings.jitter, 0);
  return {
    attempts: numberOr(settings.attempts, 1),
    when: typeof settings.when === 'string' ? settings.when : undefined,
    delayMs(attempt, retryAfterMs = 0) {
      const most = Math.min(firstDelayMs * backoff ** (attempt - 1), MOST_MS);
      return Math.min(Math.max(most * (1 - jitter * random()), retryAfterMs), MOST_MS);
    },
  };
}

/** Returns how long an attempt may take. Undefined means as long as the run. */
export function readTimeoutMs(params: Params, { paramsSchema }: Pick<NodeType, 'paramsSchema'>): number | undefined {
  const schema: unknown = paramsSchema.properties.timeout_seconds;
  const seconds = params.timeout_seconds ?? (isObject(schema) ? schema.default : undefined);
  return typeof seconds === 'number' ? Math.ceil(seconds * 1000) : undefined;
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}
