/** Performs one effect, with the retries and the timeout that its params ask for. */
import { setTimeout as delay } from 'node:timers/promises';
import type { CredentialUse } from '../../credentials/contract.ts';
import { withRedaction } from '../../credentials/use/redaction.ts';
import type { Params } from '../../engine/definition.ts';
import type { FAILURE_SCOPE } from '../../engine/node-rules.ts';
import type { NodeExecution, NodeType } from '../../nodes/node.ts';
import { readRetryPolicy, readTimeoutMs } from '../../nodes/retry.ts';
import { refusalToStepError, type StepContext, StepError, type StepOutcome } from '../../nodes/step.ts';
import { unlessAborted } from '../../platform/concurrency/promises.ts';
import { ownDatabaseProblem } from '../../platform/postgres/connection-error.ts';
import { isTruthy, TemplateError } from '../../templates/template.ts';
import type { StepTry } from '../schemas.ts';

export interface Effect {
  type: NodeType;
  params: Params;
  execution: Extract<NodeExecution, { kind: 'effect' }>;
  /** Creates the context of one attempt, and what removes the secrets of the attempt from its result. */
  open(signal: AbortSignal): { context: StepContext } & Pick<CredentialUse, 'redact'>;
  /** Evaluates an expression on what is known of a failure. Throws `TemplateError`. */
  evaluate(expression: string, failure: Readonly<Record<(typeof FAILURE_SCOPE)[number], unknown>>): unknown;
  /** Aborts when the run ends. */
  signal: AbortSignal;
  /** Receives every attempt, for those who look at the run. */
  tries: StepTry[];
}

export async function performStep(effect: Effect): Promise<StepOutcome> {
  const { params, signal, tries } = effect;
  const { attempts, when, delayMs } = readRetryPolicy(params);
  for (let attempt = 1; ; attempt++) {
    const current: StepTry = { started_at: Date.now(), finished_at: null, error: '' };
    tries.push(current);
    try {
      return await tryUntilDatabaseIsBack(effect);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof StepError) current.error = error.message;
      if (!(error instanceof StepError) || attempt >= attempts || !mayTryAgain(effect, error, when, attempt))
        throw error;
      current.finished_at = Date.now();
      const pauseMs = delayMs(attempt, error.retryAfterMs);
      await delay(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    } finally {
      current.finished_at ??= Date.now();
    }
  }
}

/** The expression of the author also decides about answers of other servers that are final without it. */
function mayTryAgain({ evaluate }: Effect, failure: StepError, when: string | undefined, attempt: number): boolean {
  const { message: error, status = null, headers = null, retryable } = failure;
  if (when === undefined || (!retryable && status === null)) return retryable;
  try {
    return isTruthy(evaluate(when, { error, status, headers, attempt }));
  } catch (problem) {
    if (!(problem instanceof TemplateError)) throw problem;
    const message = `${error} (and 'retry.when' can not be evaluated: ${problem.message})`;
    throw new StepError(message, { cause: failure, status: failure.status });
  }
}

/** The pauses between tries while our own database is away. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/**
 * A step does not fail because our own database can not be reached. It is tried again with the same key, as after a crash,
 * and this does not count as a try that its author allows.
 */
async function tryUntilDatabaseIsBack(effect: Effect): Promise<StepOutcome> {
  const { signal } = effect;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await tryOnce(effect);
    } catch (error) {
      signal.throwIfAborted();
      if (!ownDatabaseProblem(error)) throw error;
      await delay(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}

async function tryOnce({ type, params, execution, open, signal }: Effect): Promise<StepOutcome> {
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
    const { context, ...use } = open(ending);
    return await withRedaction(use, () => unlessAborted(execution.perform(params, context), ending));
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
