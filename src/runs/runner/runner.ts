/**
 * Executes runs in this process.
 *
 *   a run that a request begins ───────────────────────────┐
 *   queued, or left by a dead or stopped process ── claim ──┴─▶ executed here, under a lease ──▶ ended or paused
 *
 * A process without a heartbeat counts as dead, and others claim its runs with the next lease. If it is alive after all,
 * every write that it makes under the old lease fails, and it abandons the run.
 */
import type { Notify } from '../../accounts/notifications.ts';
import type { HeddleDatabase } from '../../database.ts';
import { serviceStopping } from '../../errors.ts';
import { settledWithin } from '../../platform/concurrency/promises.ts';
import { runPeriodically } from '../../platform/concurrency/run-periodically.ts';
import { passPoint } from '../../platform/crash-points.ts';
import type { Liveness } from '../../platform/heartbeat/liveness.ts';
import type { Logger } from '../../platform/logging/log.ts';
import type { Listener, Subscription } from '../../platform/postgres/listener.ts';
import { Execution, type ExecutionOptions } from '../executing/execution.ts';
import type { RunObserver, RunServices } from '../executing/run-services.ts';
import { type RunSlot, RunSlots } from '../executing/run-slots.ts';
import type { RunState } from '../executing/run-state.ts';
import type { RunEnd, RunPause } from '../executing/saved-run.ts';
import type { RunPlans } from '../plans/run-plans.ts';
import { type Admitter, createAdmitter } from '../store/admitter.ts';
import type { BatchedWrites } from '../store/batched-writes.ts';
import { CANCEL_CHANNEL } from '../store/cancelling.ts';
import { Claimer } from '../store/claimer.ts';
import { type ClaimedRun, findAssignedRuns, releaseRuns } from '../store/claims.ts';
import { createLeasedStorage, type OpenLeasedStorage } from '../store/leased-storage.ts';
import { PLACES_FREED, QUEUE_CHANNEL } from '../store/queueing.ts';
import { ActiveRuns } from './active-runs.ts';
import { ClaimedRuns, type NewExecution } from './claimed-runs.ts';

/** How many runs one process executes at once. */
export interface RunnerLimits {
  /** The number of runs that compute at once. */
  atOnce: number;
  /** The number of runs that compute or wait for their effects. */
  inMemory: number;
  /** What their values may take. */
  memoryMegabytes: number;
}

/** The interval of polling, which finds queued runs whose notification was lost. */
const POLL_MS = 1_000;

/** How long a stopping process waits for the database to release its runs. */
const LEAVE_MS = 3_000;

type RehearsalOptions = Pick<ExecutionOptions, 'storage' | 'signal' | 'onAsked'>;

interface RunnerOptions {
  database: HeddleDatabase;
  writes: BatchedWrites;
  liveness: Liveness;
  listener: Listener;
  notify: Notify;
  services: RunServices;
  plans: RunPlans;
  log: Logger;
  limits: RunnerLimits;
  /** Whether the runner claims runs. Otherwise it executes only those that its own requests begin. */
  claims: boolean;
  onTakenOver(): void;
}

export class Runner {
  readonly id: string;
  /** Opens the storage of a run that is inserted already. */
  readonly openStorage: OpenLeasedStorage;
  readonly #options: RunnerOptions;
  readonly #active = new ActiveRuns();
  readonly #claimed: ClaimedRuns;
  readonly #slots: RunSlots;
  readonly #claimer: Claimer;
  readonly #admitter: Admitter;
  readonly #periodic: ReturnType<typeof runPeriodically>[];
  readonly #subscriptions: Promise<Subscription[]>;
  readonly #onError = (err: unknown) => this.#options.log.error({ err }, 'while looking after runs');
  /** Runs that the database assigns to this process but that it does not execute. */
  #orphans = new Set<string>();
  /** The number of heartbeat lapses after which this process has abandoned the runs that others claimed. */
  #lapsesHandled = 0;

  constructor(options: RunnerOptions) {
    const { database, liveness, services, limits } = options;
    this.#options = options;
    this.id = liveness.id;
    this.#slots = new RunSlots({ ...limits, onLeave: () => this.#claimer.claimCrowded() });
    this.#claimer = new Claimer({
      database,
      runnerId: this.id,
      slots: this.#slots,
      silenceSeconds: liveness.silenceSeconds,
      register: liveness.register,
      isRegistered: () => liveness.isRegistered,
      begin: run => void this.#continue(run).catch(this.#onError),
      onError: this.#onError,
    });
    this.#admitter = createAdmitter({ database, limits: services.limits, onAdmitted: () => this.#claimQueued() });
    this.openStorage = createLeasedStorage({
      database,
      writes: options.writes,
      limits: services.limits,
      shutdownSignal: this.shutdownSignal,
      isTrusted: () => liveness.isAlive && liveness.lapses === this.#lapsesHandled,
      isEffect: type => services.nodeType(type)?.execution.kind === 'effect',
    });
    this.#claimed = new ClaimedRuns({
      ...options,
      openStorage: this.openStorage,
      shutdownSignal: this.shutdownSignal,
    });
    this.#periodic = [runPeriodically(liveness.beatMs, () => this.#maintain(), this.#onError)];
    if (options.claims) {
      this.#periodic.push(runPeriodically(POLL_MS, () => this.#claimer.claimQueued(), this.#onError));
      this.#periodic.push(runPeriodically(POLL_MS, this.#admitter.admit, this.#onError));
    }
    this.#subscriptions = this.#subscribe();
    this.#subscriptions.catch(this.#onError);
  }

  /** Aborts when the process stops waiting for its runs, which then continue elsewhere. */
  get shutdownSignal(): AbortSignal {
    return this.#active.shutdownSignal;
  }

  /** Must be awaited before a run is inserted for this process: any process may claim the runs of an unknown one. */
  register(): Promise<void> {
    return this.#options.liveness.register();
  }

  /** Whether there is room for a new run of this user. */
  hasRoom(userId: string): boolean {
    return this.#slots.hasRoom(userId);
  }

  /** Resolves when this process stops executing the run. Undefined when it does not execute the run. */
  execution(runId: string): Promise<unknown> | undefined {
    return this.#active.execution(runId);
  }

  /** Executes a run of this process until it ends or pauses. Rejects with `RunLost` when it continues elsewhere. */
  async execute(execution: NewExecution): Promise<RunEnd | RunPause> {
    const slot = this.#slots.add(execution.state.facts.user.id);
    return this.#executeIn(slot, execution).finally(() => slot.close());
  }

  /** Executes a run of which nothing is stored or counted. */
  async rehearse(state: RunState, { storage, signal, onAsked }: RehearsalOptions): Promise<RunEnd | RunPause> {
    if (this.shutdownSignal.aborted) throw serviceStopping();
    const slot = this.#slots.add(state.facts.user.id);
    const services = { ...this.#options.services, observer: UNOBSERVED };
    const ending = AbortSignal.any([signal, this.shutdownSignal]);
    const options = { state, storage, services, slot, isSaved: false, activeMs: 0, signal: ending, onAsked };
    return new Execution(options).run().finally(() => slot.close());
  }

  /** Claims queued runs at once, if this process executes queued runs and has room. */
  claimSoon(): void {
    if (this.#options.claims) this.#claimQueued();
  }

  /** Lets this process claim runs that were queued, and notifies all others. The runs must be committed. */
  announceQueued(): void {
    this.claimSoon();
    this.#options.database.pool.notify(QUEUE_CHANNEL, this.id);
  }

  /** Stops claiming runs. Active runs may continue for `drainMs` and are then left to other processes. */
  async stop({ drainMs }: { drainMs: number }): Promise<void> {
    this.#claimer.stop();
    this.#admitter.stop();
    const { remaining, ended } = await this.#active.stop(drainMs);
    const releasing = ended.then(() => this.#release(remaining));
    const unsubscribing = this.#subscriptions.then(all => Promise.all(all.map(each => each.close())));
    // A database that does not respond must not keep the process alive. Others detect its death by themselves.
    await settledWithin(LEAVE_MS, [releasing, unsubscribing, ...this.#periodic.map(each => each.stop())]);
  }

  #claimQueued(): void {
    void this.#claimer.claimQueued().catch(this.#onError);
  }

  async #subscribe(): Promise<Subscription[]> {
    const { listener, claims } = this.#options;
    const wake = (payload: string) => {
      // This process was told directly.
      if (payload === this.id) return;
      if (payload === PLACES_FREED) void this.#admitter.admit().catch(this.#onError);
      else this.#claimQueued();
    };
    const queue = claims ? [await listener.subscribe(QUEUE_CHANNEL, wake, () => this.#claimQueued())] : [];
    // When a notification is lost, the next heartbeat finds the runs that no longer belong to this process.
    return [
      ...queue,
      await listener.subscribe(
        CANCEL_CHANNEL,
        id => this.#active.cancel(id),
        () => {},
      ),
    ];
  }

  async #continue(run: ClaimedRun): Promise<void> {
    if (run.isTakenOver) this.#options.onTakenOver();
    const slot = this.#slots.add(run.facts.user.id, { isClaimed: !run.isTakenOver });
    return this.#claimed.continue(run, execution => this.#executeIn(slot, execution)).finally(() => slot.close());
  }

  async #executeIn(slot: RunSlot, execution: NewExecution): Promise<RunEnd | RunPause> {
    await this.register();
    return this.#active.execute({ ...execution, services: this.#options.services, slot });
  }

  async #maintain(): Promise<void> {
    if (this.#options.liveness.isRegistered) await this.#abandonLostRuns();
    if (this.#options.claims) await this.#claimer.claimDead();
  }

  async #abandonLostRuns(): Promise<void> {
    const { database, liveness } = this.#options;
    const { lapses } = liveness;
    const assigned = await this.#active.abandonLost(() => findAssignedRuns(database, this.id));
    // Only now, because the runs that others claimed during a lapse must be abandoned first.
    this.#lapsesHandled = lapses;
    // A run that was claimed or begun just now may not be active yet, so a run is released only the second time.
    const inactive = [...assigned].filter(runId => !this.#active.has(runId));
    const released = inactive.filter(runId => this.#orphans.has(runId));
    this.#orphans = new Set(inactive);
    if (released.length > 0) await releaseRuns(database, this.id, released);
  }

  /** Leaves the remaining runs to other processes. */
  async #release(runIds: readonly string[]): Promise<void> {
    if (runIds.length === 0) return;
    passPoint('run.releasing');
    await releaseRuns(this.#options.database, this.id, runIds).catch(this.#onError);
    passPoint('run.released');
  }
}

/** For runs that appear in no metrics, logs and traces. */
const UNOBSERVED: RunObserver = { stepEnded() {}, stepCrashed() {}, runEnded() {} };
