/**
 * One run, from where it stands to its end.
 *
 *   take a step ──▶ known from before a crash: settled as it was
 *               ──▶ pure: evaluated here and now
 *               ──▶ effect: what has settled so far is saved, then it is performed beside the others
 *   nothing to take ──▶ save, and wait for an effect to end ──▶ take a step
 *   only people are waited for ──▶ the run pauses, unless one of them was faster
 *   over ──▶ the end is written
 *
 * What is saved is never executed again. What nobody outside can know of yet (no effect began, no event was sent)
 * need not be saved: a run of pure steps is written once, with its end.
 */
import type { RenderedParams } from '../../engine/printed-params.ts';
import type { Frame, StepPlace } from '../../engine/settlement.ts';
import type { NodeType } from '../../nodes/node.ts';
import { StepError, type StepOutcome } from '../../nodes/step.ts';
import { JsonTooDeep, JsonTooLarge } from '../../platform/json/errors.ts';
import { toStorableText } from '../../platform/postgres/storable-text.ts';
import { TimeSlice } from '../../platform/time-slice.ts';
import { TemplateError } from '../../templates/template.ts';
import { Effects, type LaunchedEffect } from './effects.ts';
import { loopOutcome, requireItems } from './evaluation.ts';
import type { Watch } from './events.ts';
import { classifyFailure } from './failure.ts';
import { RunClock } from './run-clock.ts';
import { requireInput } from './run-input.ts';
import { adopt, buildRunPause, endOf, findLastOutput, KnownSteps } from './run-records.ts';
import { RunReporter } from './run-reporter.ts';
import type { RunServices } from './run-services.ts';
import type { RunSlot } from './run-slots.ts';
import type { OpenLoop, RunState } from './run-state.ts';
import type { RunStorage } from './run-storage.ts';
import type { KnownStep, RunEnd, RunPause } from './saved-run.ts';
import { StepEvaluator } from './step-evaluator.ts';
import type { StepRecord } from './step-record.ts';
import { StepValues } from './step-values.ts';
import { WaitingSteps } from './waiting-steps.ts';

export interface ExecutionOptions {
  state: RunState;
  services: RunServices;
  storage: RunStorage;
  /** What had settled before the run came here, by `keyOf`. */
  known?: ReadonlyMap<string, KnownStep>;
  /** Whether the run is written already. */
  isSaved: boolean;
  /** How long it was executed before. */
  activeMs: number;
  watch?: Watch | undefined;
  place: Pick<RunSlot, 'enter' | 'leave'>;
  /** Aborts when the run is to go on elsewhere. */
  signal: AbortSignal;
}

/** How old what others see of a running run may be. */
const PROGRESS_MS = 1_000;
/** Settling waits only for what is long: a turn of the event loop for every step would be most of a step's time. */
type Settling = Promise<void> | undefined;

export class Execution {
  readonly #options: ExecutionOptions;
  readonly #state: RunState;
  readonly #services: RunServices;
  readonly #clock: RunClock;
  readonly #known: KnownSteps;
  readonly #values: StepValues;
  readonly #effects: Effects;
  readonly #slice: TimeSlice;
  readonly #evaluations: StepEvaluator;
  readonly #waiting = new WaitingSteps();
  readonly #announcer: RunReporter;
  #failure: string | undefined;

  constructor(options: ExecutionOptions) {
    this.#options = options;
    this.#state = options.state;
    this.#services = options.services;
    this.#known = new KnownSteps(options.known);
    this.#clock = new RunClock(options.services.limits.seconds, options.activeMs);
    const { state, services, storage, isSaved, signal } = options;
    const { limits, loading, blobs } = services;
    const owner = state.facts.user.id;
    const values = new StepValues({ storage, limits, loading, blobs, isSaved, owner, signal });
    this.#values = values;
    this.#effects = new Effects(state, services, options.watch);
    this.#slice = new TimeSlice(owner, signal);
    this.#evaluations = new StepEvaluator({ state, services, values, slice: this.#slice, signal });
    this.#announcer = new RunReporter(options.state, options.services, options.watch);
  }

  /** To the end, or until it waits for people alone. Rejects when the run is, or is to be, another's. */
  async run(): Promise<RunEnd | RunPause> {
    const { signal, place } = this.#options;
    const { settlement } = this.#state;
    try {
      await place.enter(signal);
      for (;;) {
        await this.#advance();
        if (settlement.phase === 'over') return await this.#end();
        await this.#values.save();
        const pause = settlement.phase === 'waiting' ? await this.#pause() : await this.#nextEffect();
        if (pause) return pause;
      }
    } finally {
      this.#effects.close(signal.reason);
    }
  }

  /** Settles what has ended, and starts all that may start. */
  async #advance(): Promise<void> {
    const { settlement } = this.#state;
    for (;;) {
      const ended = this.#effects.takeEnded();
      for (const goOn of ended) await goOn();
      const place = settlement.take();
      const settling = place && this.#start(place);
      if (settling) await settling;
      this.#noteSkipped();
      const items = settlement.takeOverItems();
      for (const item of items) await this.#closeItem(item);
      if (!place && items.length === 0 && ended.length === 0) return;
      if (this.#values.isFull) await this.#values.save();
      if (this.#slice.isOver) await this.#yield();
    }
  }

  /** Others get their turn. Of a run that takes long, they may want to know as well. */
  async #yield(): Promise<void> {
    if (!this.#values.isSaved && this.#clock.isLong) await this.#values.save();
    await this.#slice.next();
    if (this.#clock.leftMs() <= 0) this.#endTime();
  }

  #start(place: StepPlace): Settling {
    const record = this.#state.add(place, Date.now());
    const type = this.#services.nodeType(record.nodeType);
    // What a loop gave may be known too, but its items are gone through for the steps in them.
    const known = type?.execution.kind === 'loop' ? undefined : this.#known.take(record);
    if (known) return this.#adopt(record, known);
    this.#announcer.stepStarted(record);
    if (type && this.#evaluations.isSlow(record)) return this.#attempt(record, type);
    const used = this.#state.usedBy(place);
    if (!used.some(({ isAway }) => isAway)) return this.#attempt(record, type);
    // Beside the loop: what frees the memory that it may have to wait for must go on.
    this.#effects.await(this.#values.use(used), loading => this.#attemptWith(loading, record, type));
    return undefined;
  }

  #attempt(record: StepRecord, type: NodeType | undefined): Settling {
    try {
      return this.#execute(record, type);
    } catch (error) {
      return this.#failBy(record, error);
    }
  }

  /** With outputs that are in memory only while they are used: by an effect, until it has ended. */
  async #attemptWith(
    loading: PromiseSettledResult<() => void>,
    record: StepRecord,
    type: NodeType | undefined,
  ): Promise<void> {
    if (loading.status === 'rejected') throw loading.reason;
    const putAway = loading.value;
    try {
      await this.#attempt(record, type);
      // What it gave may be made of what it used.
      if (record.isSettled) await this.#values.save();
    } finally {
      if (record.isSettled || this.#state.isOpen(record)) putAway();
      else this.#effects.hold(record, putAway);
    }
  }

  #execute(record: StepRecord, type: NodeType | undefined): Settling {
    if (!type) throw new StepError(`There are no steps of the type '${record.nodeType}'`);
    if (type.execution.kind === 'input') {
      return this.#succeed(record, { output: requireInput(this.#state.paramsOf(record), this.#state.facts.input) });
    }
    const evaluated = this.#evaluations.step(record, type);
    if (!(evaluated instanceof Promise)) return this.#goOn(record, type, evaluated);
    this.#effects.await(evaluated, result => this.#goOnWith(record, type, result));
    return undefined;
  }

  /** With what its templates gave. */
  #goOn(record: StepRecord, type: NodeType, evaluated: unknown): Settling {
    const { execution } = type;
    if (execution.kind === 'pure') return this.#succeed(record, evaluated as StepOutcome);
    if (execution.kind === 'loop') return this.#openLoop(record, evaluated);
    if (execution.kind === 'input') return undefined;
    const rendered = evaluated as RenderedParams;
    const {
      params,
      problems: [problem],
    } = this.#services.fitParams(type, rendered);
    if (problem !== undefined) throw new StepError(problem, { kind: 'params' });
    return this.#launch({ record, type, params, printed: rendered.printed, execution });
  }

  /** With what a thread gave. */
  async #goOnWith(record: StepRecord, type: NodeType, evaluated: PromiseSettledResult<unknown>): Promise<void> {
    this.#options.signal.throwIfAborted();
    let settling: Settling;
    try {
      if (evaluated.status === 'rejected') throw evaluated.reason;
      settling = this.#goOn(record, type, evaluated.value);
    } catch (error) {
      settling = this.#failBy(record, error);
    }
    await settling;
    if (record.isSettled || this.#state.isOpen(record)) await this.#releaseMemory(record);
  }

  /** The effect goes on by itself; only what must be saved before it begins is waited for. */
  async #launch(effect: LaunchedEffect): Promise<void> {
    await this.#values.save();
    await this.#options.storage.confirm();
    this.#effects.launch(effect, result => this.#settleEffect(effect.record, result));
  }

  async #settleEffect(record: StepRecord, result: PromiseSettledResult<StepOutcome>): Promise<void> {
    if (result.status === 'rejected') this.#failBy(record, result.reason);
    else await this.#succeed(record, result.value);
    await this.#releaseMemory(record);
  }

  /** What it gave may be made of what it held, and is saved before. */
  async #releaseMemory(record: StepRecord): Promise<void> {
    if (this.#effects.holdsMemory(record)) await this.#values.save();
    this.#effects.release(record);
  }

  #openLoop(record: StepRecord, items: unknown): Settling {
    const list = requireItems(items, this.#services.limits.loopItems);
    if (list.length === 0) return this.#succeed(record, loopOutcome(0, []));
    this.#state.openLoop(record, list);
    return undefined;
  }

  /** What is kept of an item; the loop whose last item it was is done. */
  async #closeItem(item: Frame): Promise<void> {
    const loop = this.#state.loopOf(item);
    const type = this.#services.nodeType(loop.record.nodeType);
    const isCollected = type !== undefined && Object.hasOwn(this.#state.paramsOf(loop.record), 'collect');
    if (isCollected) await this.#evaluations.collect(item, type, error => this.#reasonOf(error));
    if (this.#state.settlement.closeItem(item)) await this.#closeLoop(loop, isCollected);
  }

  #closeLoop({ record, items, results, problem }: OpenLoop, isCollected: boolean): Settling {
    const known = this.#known.take(record);
    if (known) return this.#adopt(record, known);
    if (problem) return this.#fail(record, problem.message);
    return this.#succeed(record, loopOutcome(items.length, isCollected ? results : []));
  }

  /** As it was before the run came here. */
  #adopt(record: StepRecord, known: KnownStep): undefined {
    adopt(record, known);
    this.#values.adopt(record);
    this.#settle(record);
    return undefined;
  }

  #succeed(record: StepRecord, outcome: StepOutcome): Settling {
    record.receive(outcome);
    if (outcome.isWaiting) return this.#wait(record);
    const measuring = this.#values.measure(record);
    return measuring ? this.#succeedWithLong(record, measuring) : this.#settled(record, 'success');
  }

  #wait(record: StepRecord): undefined {
    record.status = 'waiting';
    this.#state.settlement.wait(record.place);
    this.#waiting.add(record);
    this.#announcer.stepWaits(record);
    return undefined;
  }

  /** Steps that waited go on with what they waited for. */
  #endWaiting(known: ReadonlyMap<string, KnownStep>): undefined {
    for (const { record, end } of this.#waiting.take(known)) {
      this.#state.settlement.resume(record.place);
      this.#adopt(record, end);
      this.#announcer.stepEnded(record);
    }
    return undefined;
  }

  async #pause(): Promise<RunPause | undefined> {
    const { storage } = this.#options;
    const { keys } = this.#waiting;
    const pause = buildRunPause(this.#state, this.#services.limits);
    if (!(await storage.pause(pause, keys))) return this.#endWaiting(await storage.ended(keys));
    this.#announcer.runWaits(pause);
    return pause;
  }

  async #succeedWithLong(record: StepRecord, measuring: Promise<void>): Promise<void> {
    try {
      await measuring;
      this.#settled(record, 'success');
    } catch (error) {
      if (!(error instanceof JsonTooLarge || error instanceof JsonTooDeep)) throw error;
      record.output = undefined;
      this.#fail(record, `The output can not be kept: ${error.message}`);
    }
  }

  #failBy(record: StepRecord, error: unknown): undefined {
    record.failure = classifyFailure(error);
    return this.#fail(record, this.#reasonOf(error));
  }

  #fail(record: StepRecord, error: string): undefined {
    record.error = toStorableText(error);
    return this.#settled(record, 'failed');
  }

  #settled(record: StepRecord, status: 'success' | 'failed'): undefined {
    record.end(status);
    this.#settle(record);
    this.#values.add(record);
    this.#announcer.stepEnded(record);
    return undefined;
  }

  #settle(record: StepRecord): void {
    if (this.#state.settle(record) === 'run failed') this.#failure ??= record.error;
  }

  #noteSkipped(): void {
    for (const place of this.#state.settlement.takeSkipped()) {
      const record = this.#state.add(place, null);
      const known = this.#known.take(record);
      if (known) adopt(record, known);
      if (known) continue;
      record.end('skipped');
      this.#values.add(record);
      this.#announcer.stepSkipped(record);
    }
  }

  /** Until an effect has ended, or a step got what it waited for. Meanwhile others can see how far the run is. */
  async #nextEffect(): Promise<undefined> {
    const lost = new AbortController();
    const showing = setInterval(() => this.#lookAround().catch(error => lost.abort(error)), PROGRESS_MS);
    const deadline = setTimeout(() => this.#endTime(), this.#clock.leftMs());
    try {
      await this.#effects.next(AbortSignal.any([this.#options.signal, lost.signal]), this.#options.place);
    } finally {
      clearInterval(showing);
      clearTimeout(deadline);
    }
  }

  async #lookAround(): Promise<void> {
    await this.#announcer.progress(this.#options.storage);
    if (this.#waiting.isEmpty) return;
    const ended = await this.#options.storage.ended(this.#waiting.keys);
    if (ended.size > 0) this.#effects.await(Promise.resolve(ended), () => this.#endWaiting(ended));
  }

  /** A timer may be early by a fraction of a millisecond, so it decides: nobody would look at the clock again. */
  #endTime(): void {
    this.#failure ??= `The run took longer than ${this.#services.limits.seconds} seconds`;
    this.#state.settlement.stop();
    this.#effects.abort(new StepError(this.#failure));
  }

  async #end(): Promise<RunEnd> {
    const { limits } = this.#services;
    if (this.#state.settlement.exhausted) this.#failure ??= `The run has more than ${limits.steps} steps`;
    // Loops that a failure cut short end with the run.
    const unfinished = this.#failure === undefined ? [] : this.#state.records.filter(({ isSettled }) => !isSettled);
    const last = this.#failure === undefined ? findLastOutput(this.#state) : undefined;
    const end = await endOf({
      state: this.#state,
      failure: this.#failure,
      output: last ? await this.#values.textOf(last) : '',
      // What had settled beside a failure is not come to again after it.
      settledBefore: this.#known.rest,
      limits,
    });
    await this.#options.storage.end(end);
    for (const record of unfinished) this.#announcer.stepEnded(record);
    this.#announcer.runEnded(end);
    return end;
  }

  /** Why a step failed, for the author of the workflow. Anything unforeseen is a fault of ours: told in the log alone. */
  #reasonOf(error: unknown): string {
    if (error instanceof StepError || error instanceof TemplateError) return error.message;
    this.#announcer.stepCrashed(error);
    return 'The step failed because of an internal error';
  }
}
