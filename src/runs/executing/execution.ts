/**
 * Executes one run, from its present state to its end.
 *
 *   take a step ──▶ known from before a crash: settled as it was
 *               ──▶ pure: evaluated at once
 *               ──▶ computation: computed in a thread beside the others, with nothing saved before
 *               ──▶ effect: what has settled so far is saved, then the effect is performed beside the others
 *   no step to take ──▶ save, and wait until an effect ends ──▶ take a step
 *   only people are waited for ──▶ the run pauses, unless one of them has just decided
 *   over ──▶ the end is written
 *
 * A step that is saved is never executed again. As long as nobody outside can know of the run (no effect began, no
 * event was sent), nothing needs to be saved: a run of pure steps is written once, with its end.
 */
import { fixedLimits } from '../../configuration/limits.ts';
import type { Params } from '../../engine/definition.ts';
import type { RenderedParams } from '../../engine/printed-params.ts';
import type { Frame, StepPlace } from '../../engine/settlement.ts';
import type { NodeType } from '../../nodes/node.ts';
import { StepError, type StepOutcome } from '../../nodes/step.ts';
import { TimeSlice } from '../../platform/concurrency/time-slice.ts';
import { Effects, type LaunchedEffect } from './effects.ts';
import { loopOutcome, requireItems } from './evaluation.ts';
import { joinWatches, type Watch } from './events.ts';
import type { OpenLoop } from './open-loop.ts';
import { Repeats } from './repeats.ts';
import { RunClock } from './run-clock.ts';
import { RunEnding } from './run-ending.ts';
import { buildRunPause } from './run-ends.ts';
import { requireInput } from './run-input.ts';
import { RunReporter } from './run-reporter.ts';
import type { RunServices } from './run-services.ts';
import type { RunSlot } from './run-slots.ts';
import type { RunState } from './run-state.ts';
import { RunCancelled, RunLost, type RunStorage } from './run-storage.ts';
import { findOnlyItem, findPin, NOT_PERFORMED } from './run-variation.ts';
import type { KnownStep, RunEnd, RunPause, StepKey } from './saved-run.ts';
import { SourceLoops } from './sources/source-loops.ts';
import { StepEvaluator } from './step-evaluator.ts';
import type { StepRecord } from './step-record.ts';
import { type Settling, StepSettler } from './step-settler.ts';
import { StepValues } from './step-values.ts';

export interface ExecutionOptions {
  state: RunState;
  services: RunServices;
  storage: RunStorage;
  /** The steps that had settled before this process took over the run, by `stepKey`. */
  known?: ReadonlyMap<string, KnownStep>;
  /** Whether the database has the run already. */
  isSaved: boolean;
  /** How long the run was executed before. */
  activeMs: number;
  watch?: Watch | undefined;
  slot: Pick<RunSlot, 'enter' | 'leave'>;
  /** Aborts when the run is to continue elsewhere. */
  signal: AbortSignal;
  /**
   * Receives what each effect is asked to do, for tests that check it. Then the params of effects are rendered even if
   * their results are given, and an effect whose params can not be rendered fails as in a run.
   */
  onAsked?: ((step: StepKey, params: Params) => void) | undefined;
}

/** The error of an effect in a test that performs none. */

/** The interval at which the progress of a run is published. */
const PROGRESS_MS = 1_000;

export class Execution {
  readonly #options: ExecutionOptions;
  readonly #state: RunState;
  readonly #services: RunServices;
  readonly #clock: RunClock;
  readonly #values: StepValues;
  readonly #effects: Effects;
  readonly #slice: TimeSlice;
  readonly #evaluator: StepEvaluator;
  readonly #reporter: RunReporter;
  readonly #settler: StepSettler;
  readonly #ending: RunEnding;
  readonly #repeats: Repeats;
  readonly #sources: SourceLoops;

  constructor(options: ExecutionOptions) {
    const { state, services, storage, known, isSaved, watch, slot, signal } = options;
    const { limits, memory, blobs } = services;
    const owner = state.facts.user.id;
    const values = new StepValues({ storage, limits, memory, blobs, isSaved, owner, signal });
    const slice = new TimeSlice(owner, signal);
    const watchers = () => joinWatches(watch, services.localEvents.watchOf(state.facts.id));
    const reporter = new RunReporter(state, services, watchers);
    const settler = new StepSettler({ state, values, reporter, known });
    this.#options = options;
    this.#state = state;
    this.#services = services;
    this.#clock = new RunClock(limits.seconds, options.activeMs);
    this.#values = values;
    this.#effects = new Effects(state, services, watchers);
    this.#slice = slice;
    this.#evaluator = new StepEvaluator({ state, services, values, slice, signal });
    const launch = (effect: LaunchedEffect) => this.#launch(effect);
    this.#repeats = new Repeats({ state, services, evaluator: this.#evaluator, settler, reporter, launch });
    const shared = { state, services, settler, reporter };
    this.#sources = new SourceLoops({ ...shared, storage, values, effects: this.#effects, signal });
    this.#reporter = reporter;
    this.#settler = settler;
    this.#ending = new RunEnding({ state, limits, values, settler, reporter, storage, slot, signal });
  }

  /** Resolves when the run has ended, or waits only for people. Rejects when the run belongs to another process. */
  async run(): Promise<RunEnd | RunPause> {
    const { signal, slot } = this.#options;
    const { settlement } = this.#state;
    try {
      await slot.enter(signal);
      if (this.#state.plan.calledSteps.length > 0) this.#state.useLinks(await this.#services.openLinks(signal));
      for (;;) {
        await this.#advance();
        if (settlement.phase === 'finished') return await this.#ending.end();
        if (await this.#waitUnsaved()) continue;
        await this.#values.save();
        const pause = settlement.phase === 'waiting' ? await this.#pause() : await this.#waitForEffect();
        if (pause) return pause;
      }
    } catch (error) {
      // A write may fail because of the cancellation before the notification of it arrives.
      const mayBeCancelled = signal.aborted ? signal.reason instanceof RunCancelled : error instanceof RunLost;
      if (mayBeCancelled) {
        // Otherwise the run would wait for memory that it has itself.
        this.#close();
        await this.#ending.addCancelled();
      }
      throw error;
    } finally {
      this.#close();
    }
  }

  /** Aborts what is in progress, and gives all memory back. */
  #close(): void {
    this.#effects.close(this.#options.signal.reason);
    this.#values.close();
  }

  /** Settles everything that has ended, and starts every step that may start. */
  async #advance(): Promise<void> {
    const { settlement } = this.#state;
    for (;;) {
      const continuations = this.#effects.takeEnded();
      for (const continueStep of continuations) await continueStep();
      // A step that starts now finds what was skipped by the end of an effect among the steps before it.
      if (continuations.length > 0) this.#skip();
      const place = settlement.startNext();
      const settling = place && this.#start(place);
      if (settling) await settling;
      this.#skip();
      const items = settlement.drainFinishedItems();
      for (const item of items) await this.#closeItem(item);
      if (!place && items.length === 0 && continuations.length === 0) return;
      if (this.#values.isFull) await this.#values.save();
      if (this.#slice.isOver) await this.#yield();
    }
  }

  #skip(): void {
    for (const skipped of this.#state.settlement.drainSkipped()) this.#settler.skip(skipped);
  }

  /** Lets other work use the event loop. A run that takes long becomes visible to others at this point. */
  async #yield(): Promise<void> {
    if (!this.#values.isSaved && this.#clock.isLong) await this.#values.save();
    await this.#slice.next();
    if (this.#clock.leftMs() <= 0) this.#timeOut();
  }

  #start(place: StepPlace): Settling {
    const record = this.#state.add(place, Date.now());
    const type = this.#services.nodeType(record.nodeType);
    // The result of a loop may be known too, but the items of a list are walked through for the steps in them.
    const isLoop = type?.execution.kind === 'loop' || type?.execution.kind === 'repeat';
    const isWalked = isLoop && !this.#state.plan.readsSource(place.node);
    if (this.#settler.restore(record, { ifPinned: isWalked })) return undefined;
    this.#reporter.stepStarted(record);
    const pin = findPin(this.#state.facts.variation, record);
    const isAsked = this.#options.onAsked !== undefined && type?.execution.kind === 'effect';
    if (pin && !isAsked) return this.#settler.settlePinned(record, pin);
    if (type && this.#evaluator.isSlow(record)) return this.#attempt(record, type);
    const used = this.#state.usedBy(place);
    if (!used.some(({ isEvicted }) => isEvicted)) return this.#attempt(record, type);
    // Loading may wait for memory that other steps of this run release, so the loop must not wait for it.
    this.#effects.track(this.#values.load(used), loading => this.#attemptWith(loading, record, type));
    return undefined;
  }

  #attempt(record: StepRecord, type: NodeType | undefined): Settling {
    try {
      return this.#execute(record, type);
    } catch (error) {
      return this.#settler.failBecauseOf(record, error);
    }
  }

  /** Attempts a step whose inputs were loaded into memory. An effect needs them until it has ended. */
  async #attemptWith(
    loading: PromiseSettledResult<() => void>,
    record: StepRecord,
    type: NodeType | undefined,
  ): Promise<void> {
    if (loading.status === 'rejected') throw loading.reason;
    const release = loading.value;
    try {
      await this.#attempt(record, type);
      // The output may share memory with the inputs.
      if (record.isSettled) await this.#values.save();
    } finally {
      if (record.isSettled || this.#state.isOpenLoop(record)) release();
      else this.#effects.holdMemory(record, release);
    }
  }

  #execute(record: StepRecord, type: NodeType | undefined): Settling {
    if (!type) throw new StepError(`There are no steps of the type '${record.nodeType}'`);
    if (type.execution.kind === 'input') return this.#acceptInput(record);
    const evaluated = this.#evaluator.evaluateStep(record, type);
    if (!(evaluated instanceof Promise)) return this.#continueWith(record, type, evaluated);
    this.#effects.track(evaluated, result => this.#continueWithResult(record, type, result));
    return undefined;
  }

  #acceptInput(record: StepRecord): Settling {
    const { plan, facts } = this.#state;
    const output = requireInput(plan.inputSchema(record.place.node), facts, this.#services, this.#options.signal);
    if (!(output instanceof Promise)) return this.#settler.succeed(record, { output });
    const checking = output.then(input => ({ output: input }));
    this.#effects.trackComputation(checking, result => this.#settleComputation(record, result));
    return undefined;
  }

  /** Continues a step with the result of its templates. */
  #continueWith(record: StepRecord, type: NodeType, evaluated: unknown): Settling {
    const { execution } = type;
    if (execution.kind === 'pure') return this.#settler.succeed(record, evaluated as StepOutcome);
    if (execution.kind === 'loop') {
      const readsSource = this.#state.plan.readsSource(record.place.node);
      return readsSource ? this.#sources.open(record, evaluated) : this.#openLoop(record, evaluated);
    }
    if (execution.kind === 'repeat') return this.#repeats.open(record, execution);
    if (execution.kind === 'input') return undefined;
    const rendered = evaluated as RenderedParams;
    const {
      params,
      problems: [problem],
    } = this.#services.fitParams(type, rendered);
    if (problem !== undefined) throw new StepError(problem, { kind: 'params' });
    if (execution.kind === 'compute') {
      this.#effects.compute({ record, params, execution }, result => this.#settleComputation(record, result));
      return undefined;
    }
    if (this.#options.onAsked) {
      this.#options.onAsked(record, params);
      const pin = findPin(this.#state.facts.variation, record);
      if (pin) return this.#settler.settlePinned(record, pin);
    }
    if (this.#state.facts.variation?.test?.effects === false) throw new StepError(NOT_PERFORMED, { kind: 'test' });
    return this.#launch({ record, type, params, printed: rendered.printed, execution });
  }

  /** Continues a step whose templates a thread has evaluated. */
  async #continueWithResult(record: StepRecord, type: NodeType, result: PromiseSettledResult<unknown>): Promise<void> {
    this.#options.signal.throwIfAborted();
    let settling: Settling;
    try {
      if (result.status === 'rejected') throw result.reason;
      settling = this.#continueWith(record, type, result.value);
    } catch (error) {
      settling = this.#settler.failBecauseOf(record, error);
    }
    await settling;
    if (record.isSettled || this.#state.isOpenLoop(record)) await this.#releaseMemory(record);
  }

  /** Waits only for what must be saved before the effect begins. The effect itself runs beside the loop. */
  async #launch(effect: LaunchedEffect): Promise<void> {
    await this.#values.save();
    await this.#options.storage.confirmLease();
    this.#effects.launch(effect, result => this.#settleEffect(effect.record, result));
  }

  async #settleEffect(record: StepRecord, result: PromiseSettledResult<StepOutcome>): Promise<void> {
    if (result.status === 'rejected') this.#settler.failBecauseOf(record, result.reason);
    else await this.#settler.succeed(record, result.value);
    await this.#releaseMemory(record);
  }

  async #settleComputation(record: StepRecord, result: PromiseSettledResult<StepOutcome>): Promise<void> {
    // Threads also end their work because the process stops. The run continues elsewhere then.
    this.#options.signal.throwIfAborted();
    await this.#settleEffect(record, result);
  }

  /** The output may share the memory that the step holds, so it is saved first. */
  async #releaseMemory(record: StepRecord): Promise<void> {
    if (this.#effects.holdsMemory(record)) await this.#values.save();
    this.#effects.releaseMemory(record);
  }

  #openLoop(record: StepRecord, items: unknown): Settling {
    const list = requireItems(items, this.#services.limits.loopItems);
    if (list.length === 0) return this.#settler.succeed(record, loopOutcome(0, []));
    const only = findOnlyItem(this.#state.facts.variation, record.nodeId);
    if (only !== undefined && only >= list.length) {
      throw new StepError(`The loop has ${list.length} items, so there is no item with the index ${only}`);
    }
    const { concurrency } = this.#state.stepParams(record);
    const atOnce = typeof concurrency === 'number' ? concurrency : fixedLimits.run.openItems;
    this.#state.openLoop(record, list, { only, atOnce });
    return undefined;
  }

  /** Collects the result of an item. The last item closes its loop. */
  async #closeItem(item: Frame): Promise<void> {
    const loop = this.#state.enclosingLoop(item);
    if (loop.isOfSource) return this.#sources.closeItem(item, loop);
    const type = this.#services.nodeType(loop.record.nodeType);
    if (type?.execution.kind === 'repeat') return this.#repeats.endRound(item, loop, type, type.execution);
    const isCollected = type !== undefined && Object.hasOwn(this.#state.stepParams(loop.record), 'collect');
    if (isCollected) await this.#evaluator.collectItem(item, type, error => this.#settler.describeError(error));
    if (this.#state.closeItem(item)) await this.#closeLoop(loop, isCollected);
  }

  #closeLoop({ record, items, results, problem }: OpenLoop, isCollected: boolean): Settling {
    if (this.#settler.restore(record)) return undefined;
    if (problem) return this.#settler.fail(record, problem.message);
    return this.#settler.succeed(record, loopOutcome(items.length, isCollected ? results : []));
  }

  async #pause(): Promise<RunPause | undefined> {
    const { storage } = this.#options;
    const { waitingSteps } = this.#settler;
    const pause = buildRunPause(this.#state, this.#services.limits);
    if (!(await storage.pause(pause, waitingSteps))) {
      return this.#settler.endWaiting(await storage.readResults(waitingSteps));
    }
    this.#reporter.runWaits(pause);
    return pause;
  }

  /**
   * Waits a moment for what only computes, without saving the run before: so a run of code and templates is written
   * once. Returns whether something has ended. What takes longer is saved, so that others can see how far it is.
   */
  async #waitUnsaved(): Promise<boolean> {
    const isOnlyComputing = this.#state.settlement.phase !== 'waiting' && this.#effects.isOnlyComputing;
    if (!isOnlyComputing || this.#settler.waitingSteps.length > 0) return false;
    const { signal, slot } = this.#options;
    const begunMs = performance.now();
    const hasEnded = await this.#effects.waitForNext(signal, slot, Math.min(PROGRESS_MS, this.#clock.leftMs()));
    this.#clock.leaveOut(performance.now() - begunMs);
    return hasEnded;
  }

  /** Waits until an effect has ended, or a waiting step has its result. Meanwhile the progress is published. */
  async #waitForEffect(): Promise<undefined> {
    const lost = new AbortController();
    const polling = setInterval(() => this.#poll().catch(error => lost.abort(error)), PROGRESS_MS);
    const deadline = setTimeout(() => this.#timeOut(), this.#clock.leftMs());
    try {
      await this.#effects.waitForNext(AbortSignal.any([this.#options.signal, lost.signal]), this.#options.slot);
    } finally {
      clearInterval(polling);
      clearTimeout(deadline);
    }
  }

  async #poll(): Promise<void> {
    const { storage } = this.#options;
    await this.#reporter.saveProgress(storage);
    const { waitingSteps } = this.#settler;
    if (waitingSteps.length === 0) return;
    const results = await storage.readResults(waitingSteps);
    if (results.size > 0) this.#effects.track(Promise.resolve(), () => this.#settler.endWaiting(results));
  }

  /** The timer decides, even when it fires a fraction of a millisecond early: nobody would check the clock again. */
  #timeOut(): void {
    const message = `The run took longer than ${this.#services.limits.seconds} seconds`;
    this.#settler.failRun(message);
    this.#state.settlement.stop();
    this.#effects.abort(new StepError(this.#settler.runFailure ?? message));
  }
}
