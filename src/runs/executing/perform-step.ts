/** Performs one effect, with the retries and the timeout that its params ask for. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Params } from '../../engine/definition.ts';
import type { Execution, NodeType } from '../../nodes/node.ts';
import { readRetryPolicy, readTimeoutMs } from '../../nodes/retry.ts';
import { refusalToStepError, type StepContext, StepError, type StepOutcome } from '../../nodes/step.ts';
import { unlessAborted } from '../../platform/promises.ts';

export interface Effect {
  type: NodeType;
  params: Params;
  execution: Extract<Execution, { kind: 'effect' }>;
  /** Creates the context of one attempt. */
  context(signal: AbortSignal): StepContext;
  /** Aborts when the run ends. */
  signal: AbortSignal;
}

export async function performStep(effect: Effect): Promise<StepOutcome> {
  const { params, signal } = effect;
  const { attempts, delayMs } = readRetryPolicy(params);
  for (let attempt = 1; ; attempt++) {
    try {
      return await tryOnce(effect);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof StepError && error.retryable) || attempt >= attempts) throw error;
      const pauseMs = delayMs(attempt, error.retryAfterMs);
      await delay(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}

async function tryOnce({ type, params, execution, context, signal }: Effect): Promise<StepOutcome> {
  const limitMs = execution.timesItself ? undefined : readTimeoutMs(params, type);
  const overtime = new AbortController();
  const timer =
    limitMs === undefined
      ? undefined
      : setTimeout(
          () => overtime.abort(new StepError(tooLong(limitMs), { kind: 'timeout', retryable: true })),
          limitMs,
        );
  const ending = AbortSignal.any([signal, overtime.signal]);
  try {
    return await unlessAborted(execution.perform(params, context(ending)), ending);
  } catch (error) {
    // An error after the abort is a consequence of the abort.
    ending.throwIfAborted();
    throw refusalToStepError(error);
  } finally {
    clearTimeout(timer);
  }
}

function tooLong(limitMs: number): string {
  return `The step took longer than ${limitMs / 1000} seconds`;
}
