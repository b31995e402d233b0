/** One effect: its params rendered and checked, then tried as often, and for as long, as they say. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Params } from '../../engine/definition.ts';
import { ApiError } from '../../errors.ts';
import type { Execution, NodeType } from '../../nodes/node.ts';
import { retryPolicy, timeoutMs } from '../../nodes/retry.ts';
import { type StepContext, StepError, type StepOutcome } from '../../nodes/step.ts';
import { unlessAborted } from '../../platform/promises.ts';

export interface Effect {
  type: NodeType;
  params: Params;
  execution: Extract<Execution, { kind: 'effect' }>;
  /** Made anew for each try. */
  context(signal: AbortSignal): StepContext;
  /** Of the run. */
  signal: AbortSignal;
}

export async function performStep(effect: Effect): Promise<StepOutcome> {
  const { params, signal } = effect;
  const { attempts, delayMs } = retryPolicy(params);
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
  const limitMs = execution.timesItself ? undefined : timeoutMs(params, type);
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
    // Whatever broke after the abort, broke because of it.
    ending.throwIfAborted();
    throw toStepError(error);
  } finally {
    clearTimeout(timer);
  }
}

function tooLong(limitMs: number): string {
  return `The step took longer than ${limitMs / 1000} seconds`;
}

/** A refusal of the service itself, such as a full quota, is the step's error; anything else is a fault of ours. */
function toStepError(error: unknown): unknown {
  return error instanceof ApiError ? new StepError(error.message, { cause: error }) : error;
}
