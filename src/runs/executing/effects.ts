/** The work that a run has in progress beside its loop: effects, evaluations in threads, and values that are loaded. */
import type { Params } from '../../engine/definition.ts';
import type { RenderedParams } from '../../engine/printed-params.ts';
import type { NodeExecution } from '../../nodes/node.ts';
import type { StepOutcome } from '../../nodes/step.ts';
import { passPoint } from '../../platform/crash-points.ts';
import { stepProgress, type Watch } from './events.ts';
import { type Effect, performStep } from './perform-step.ts';
import { createRenderer } from './rendering.ts';
import { stepKey } from './run-records.ts';
import type { RunServices } from './run-services.ts';
import type { RunSlot } from './run-slots.ts';
import type { RunState } from './run-state.ts';
import { runOfKeys } from './run-variation.ts';
import type { StepRecord } from './step-record.ts';

export interface LaunchedEffect extends Pick<Effect, 'type' | 'params' | 'execution'> {
  record: StepRecord;
  printed: RenderedParams['printed'];
}

/** A step that only computes, with its rendered params. */
export interface Computation {
  record: StepRecord;
  params: Params;
  execution: Extract<NodeExecution, { kind: 'compute' }>;
}

/** The processor time of the expression that decides whether a step is tried again, on the event loop. */
const EXPRESSION_MS = 4;

type Continuation = () => Promise<void> | undefined;

export class Effects {
  readonly #state: RunState;
  readonly #services: RunServices;
  readonly #watch: () => Watch | undefined;
  /** The continuations of the work that has ended, which the loop of the run has to call. */
  readonly #ended: Continuation[] = [];
  /** The functions that release the memory which steps hold. */
  readonly #heldMemory = new Map<StepRecord, (() => void)[]>();
  /** Created with the first effect, because most runs have none. */
  #abortController: AbortController | undefined;
  #onEnd = () => {};
  /** The work that is under way, and how much of it only computes. */
  #underWay = 0;
  #computing = 0;

  constructor(state: RunState, services: RunServices, watch: () => Watch | undefined) {
    this.#state = state;
    this.#services = services;
    this.#watch = watch;
  }

  /** Begins an effect. Everything that has settled before must be saved. */
  launch(effect: LaunchedEffect, settle: (result: PromiseSettledResult<StepOutcome>) => Promise<void>): void {
    const { record, type, params, printed, execution } = effect;
    const { facts } = this.#state;
    const { id: runId, workflowId, user, startedAt } = facts;
    const idempotencyKey = `${runOfKeys(facts)}-${stepKey(record)}`;
    const progress = (text: string) => this.#watch()?.(stepProgress(runId, record, text));
    const holdMemory = (release: () => void) => this.holdMemory(record, release);
    const attempt = { record, printed, idempotencyKey, progress, holdMemory };
    passPoint('step.starting');
    const performing = performStep({
      type,
      params,
      execution,
      signal: this.#signal,
      tries: record.tries,
      evaluate: (expression, failure) => {
        const { templates, clock } = this.#services;
        const rendering = { templates, clock, limitMs: EXPRESSION_MS, seed: idempotencyKey };
        return createRenderer(failure, rendering).expression(expression);
      },
      open: signal => {
        const { capabilities, redact } = this.#services.createCapabilities(this.#state, { ...attempt, signal });
        const facts = { signal, idempotencyKey, workflowId, runId, user, startedAt };
        return { context: { ...capabilities, ...facts }, redact };
      },
    });
    this.track(performing, result => {
      passPoint('step.performed');
      return settle(result);
    });
  }

  /** Begins a step that only computes. Nothing needs to be saved before: after a crash it computes the same again. */
  compute(
    { record, params, execution }: Computation,
    settle: (result: PromiseSettledResult<StepOutcome>) => Promise<void>,
  ): void {
    const { id, user, startedAt } = this.#state.facts;
    const computing = execution.compute(params, {
      signal: this.#signal,
      threads: this.#services.computeThreads,
      owner: user.id,
      run: { id },
      startedAt,
      seed: `${id} ${stepKey(record)}`,
    });
    this.trackComputation(computing, settle);
  }

  /** Lets the loop of the run continue when a thread has computed something. */
  trackComputation(
    computing: Promise<StepOutcome>,
    settle: (result: PromiseSettledResult<StepOutcome>) => Promise<void>,
  ): void {
    this.#computing += 1;
    this.track(computing, result => {
      this.#computing -= 1;
      return settle(result);
    });
  }

  /** Whether all that is under way only computes, so that nothing is lost when it has to be done again. */
  get isOnlyComputing(): boolean {
    return this.#computing > 0 && this.#underWay === this.#computing;
  }

  get #signal(): AbortSignal {
    this.#abortController ??= new AbortController();
    return this.#abortController.signal;
  }

  /** Lets the loop of the run continue with the result of this work when it has ended. */
  track<Result>(
    work: Promise<Result>,
    continueWith: (result: PromiseSettledResult<Result>) => Promise<void> | undefined,
  ): void {
    this.#underWay += 1;
    const end = (result: PromiseSettledResult<Result>) => {
      this.#ended.push(() => {
        this.#underWay -= 1;
        return continueWith(result);
      });
      this.#onEnd();
    };
    work.then(
      value => end({ status: 'fulfilled', value }),
      reason => end({ status: 'rejected', reason }),
    );
  }

  takeEnded(): Continuation[] {
    return this.#ended.splice(0);
  }

  /**
   * Waits until some work has ended, or for so long. Meanwhile the run gives up its slot, because the event loop has
   * nothing to do for it. Returns whether some work has ended.
   */
  async waitForNext(signal: AbortSignal, slot: Pick<RunSlot, 'enter' | 'leave'>, mostMs?: number): Promise<boolean> {
    if (this.#ended.length > 0) return true;
    slot.leave();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onAbort = () => reject(signal.reason);
    this.#onEnd = resolve;
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
    const timer = mostMs === undefined ? undefined : setTimeout(resolve, mostMs);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    }
    await slot.enter(signal);
    return this.#ended.length > 0;
  }

  /** Notes memory that a step holds until it has ended and its output is saved. */
  holdMemory(record: StepRecord, release: () => void): void {
    const releases = this.#heldMemory.get(record) ?? [];
    releases.push(release);
    this.#heldMemory.set(record, releases);
  }

  holdsMemory(record: StepRecord): boolean {
    return this.#heldMemory.has(record);
  }

  releaseMemory(record: StepRecord): void {
    for (const release of this.#heldMemory.get(record) ?? []) release();
    this.#heldMemory.delete(record);
  }

  /** Aborts all effects in progress. Each of them ends with this error. */
  abort(reason: unknown): void {
    this.#abortController?.abort(reason);
  }

  /** Called when the run is over, or continues elsewhere. */
  close(reason: unknown): void {
    // Most runs have nothing to abort, and an error would capture its stack for nothing.
    if (this.#abortController) this.abort(reason ?? new Error('the run is over'));
    for (const record of this.#heldMemory.keys()) this.releaseMemory(record);
  }
}
