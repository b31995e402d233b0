/** What a run has under way beside its loop: effects, and values that are being loaded. */
import type { RenderedParams } from '../../engine/printed-params.ts';
import type { StepOutcome } from '../../nodes/step.ts';
import { passPoint } from '../../platform/crash-points.ts';
import { stepProgress, type Watch } from './events.ts';
import { type Effect, performStep } from './perform-step.ts';
import { stepKey } from './run-records.ts';
import type { RunServices } from './run-services.ts';
import type { RunSlot } from './run-slots.ts';
import type { RunState } from './run-state.ts';
import type { StepRecord } from './step-record.ts';

export interface LaunchedEffect extends Pick<Effect, 'type' | 'params' | 'execution'> {
  record: StepRecord;
  printed: RenderedParams['printed'];
}

export class Effects {
  readonly #state: RunState;
  readonly #services: RunServices;
  readonly #watch: Watch | undefined;
  /** What the loop is to do with what has ended. */
  readonly #ended: (() => Promise<void> | undefined)[] = [];
  /** Memory that steps have in hand. */
  readonly #held = new Map<StepRecord, (() => void)[]>();
  /** Made with the first effect: most runs have none. */
  #ending: AbortController | undefined;
  #onEnd = () => {};

  constructor(state: RunState, services: RunServices, watch: Watch | undefined) {
    this.#state = state;
    this.#services = services;
    this.#watch = watch;
  }

  /** Begins an effect. All that has settled so far must be saved. */
  launch(effect: LaunchedEffect, settle: (result: PromiseSettledResult<StepOutcome>) => Promise<void>): void {
    const { record, type, params, printed, execution } = effect;
    const { facts } = this.#state;
    const { id: runId, workflowId, user, startedAt } = facts;
    const idempotencyKey = `${runId}-${stepKey(record)}`;
    const progress = (text: string) => this.#watch?.(stepProgress(runId, record, text));
    const hold = (release: () => void) => this.hold(record, release);
    this.#ending ??= new AbortController();
    passPoint('step.starting');
    const performing = performStep({
      type,
      params,
      execution,
      signal: this.#ending.signal,
      context: signal => ({
        ...this.#services.capabilities(this.#state, { record, printed, idempotencyKey, signal, progress, hold }),
        signal,
        idempotencyKey,
        progress,
        workflowId,
        runId,
        user,
        startedAt,
      }),
    });
    this.await(performing, result => {
      passPoint('step.performed');
      return settle(result);
    });
  }

  /** Has the loop go on with the result, when it is there. */
  await<Result>(
    work: Promise<Result>,
    goOn: (result: PromiseSettledResult<Result>) => Promise<void> | undefined,
  ): void {
    const end = (result: PromiseSettledResult<Result>) => {
      this.#ended.push(() => goOn(result));
      this.#onEnd();
    };
    work.then(
      value => end({ status: 'fulfilled', value }),
      reason => end({ status: 'rejected', reason }),
    );
  }

  takeEnded(): (() => Promise<void> | undefined)[] {
    return this.#ended.splice(0);
  }

  /** Until one has ended. Meanwhile the run has no place: it does nothing but wait. */
  async next(signal: AbortSignal, place: Pick<RunSlot, 'enter' | 'leave'>): Promise<void> {
    if (this.#ended.length > 0) return;
    place.leave();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onAbort = () => reject(signal.reason);
    this.#onEnd = resolve;
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
    try {
      await promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
    await place.enter(signal);
  }

  /** Memory that a step has in hand until it has ended and what it gave is saved. */
  hold(record: StepRecord, release: () => void): void {
    const held = this.#held.get(record) ?? [];
    held.push(release);
    this.#held.set(record, held);
  }

  holdsMemory(record: StepRecord): boolean {
    return this.#held.has(record);
  }

  release(record: StepRecord): void {
    for (const release of this.#held.get(record) ?? []) release();
    this.#held.delete(record);
  }

  /** Breaks off what is under way: each ends with this error. */
  abort(reason: unknown): void {
    this.#ending?.abort(reason);
  }

  /** The run is over, or goes on elsewhere. */
  close(reason: unknown): void {
    this.#ending?.abort(reason ?? new Error('the run is over'));
    for (const record of this.#held.keys()) this.release(record);
  }
}
