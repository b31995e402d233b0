/**
 * Executes runs in this process.
 *
 *   a run that a request begins ───────────────────────────┐
 *   queued, or left by a dead or stopped process ── claim ──┴─▶ executed here, under a lease ──▶ ended or paused
 *
 * A process without a heartbeat counts as dead, and others claim its runs with the next lease. If it is alive after all,
 * every write that it makes under the old lease fails, and it abandons the run.
 */
import type { Notify } from '../accounts/notifications.ts';
import type { HeddleDatabase } from '../database.ts';
import { serviceStopping } from '../errors.ts';
import { passPoint } from '../platform/crash-points.ts';
import type { Liveness } from '../platform/heartbeat/liveness.ts';
import type { Logger } from '../platform/log.ts';
import { runAsOwner } from '../platform/owner-context.ts';
import { ownDatabaseProblem } from '../platform/postgres/connection-error.ts';
import type { Listener } from '../platform/postgres/listener.ts';
import { settledWithin } from '../platform/promises.ts';
import { runPeriodically } from '../platform/run-periodically.ts';
import { Execution, type ExecutionOptions } from './executing/execution.ts';
import type { RunObserver, RunServices } from './executing/run-services.ts';
import { createRunSlots, type RunSlot } from './executing/run-slots.ts';
import { RunState } from './executing/run-state.ts';
import { RunCancelled, RunLost, type RunStorage } from './executing/run-storage.ts';
import type { RunEnd, RunPause } from './executing/saved-run.ts';
import type { RunPlans } from './plans/run-plans.ts';
import type { Step } from './schemas.ts';
import { createAdmitter } from './store/admitter.ts';
import { findAuthorizationProblem, notifyOwners } from './store/authorization.ts';
import type { BatchedWrites } from './store/batched-writes.ts';
import { CANCEL_CHANNEL } from './store/cancelling.ts';
import { endAwaiting } from './store/child-ends.ts';
import { createClaimer } from './store/claimer.ts';
import { type ClaimedRun, findAssignedRuns, releaseRuns } from './store/claims.ts';
import { createLeasedStorage, type OpenLeasedStorage, readKnownSteps } from './store/leased-storage.ts';
import { PLACES_FREED, QUEUE_CHANNEL } from './store/queueing.ts';
import { endRuns, within } from './store/run-store.ts';
import { failOpenSteps } from './store/runs.ts';
import { beginWithVariables } from './store/variables.ts';
import { lockRunForNoKeyUpdate } from './store/waiting.ts';

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

type NewExecution = Omit<ExecutionOptions, 'services' | 'signal' | 'slot'>;

export interface Runner {
  readonly id: string;
  /** Aborts when the process stops waiting for its runs, which then continue elsewhere. */
  readonly shutdownSignal: AbortSignal;
  /** Must be awaited before a run is inserted for this process: any process may claim the runs of an unknown one. */
  register(): Promise<void>;
  /** Whether there is room for a new run of this user. */
  hasRoom(userId: string): boolean;
  /** Executes a run of this process until it ends or pauses. Rejects with `RunLost` when it continues elsewhere. */
  execute(execution: NewExecution): Promise<RunEnd | RunPause>;
  /** Executes a run of which nothing is stored or counted. */
  rehearse(state: RunState, options: RehearsalOptions): Promise<RunEnd | RunPause>;
  /** Resolves when this process stops executing the run. Undefined when it does not execute the run. */
  execution(runId: string): Promise<unknown> | undefined;
  /** Claims queued runs at once, if this process executes queued runs and has room. */
  claimSoon(): void;
  /** Lets this process claim runs that were queued, and notifies all others. The runs must be committed. */
  announceQueued(): void;
  /** Opens the storage of a run that is inserted already. */
  openStorage: OpenLeasedStorage;
  /** Stops claiming runs. Active runs may continue for `drainMs` and are then left to other processes. */
  stop(options: { drainMs: number }): Promise<void>;
}

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

interface ActiveExecution {
  stop: AbortController;
  ended: Promise<unknown>;
  /** Whether the database has the run. */
  isSaved: boolean;
}

/** How long a stopping process waits for the database to release its runs. */
const LEAVE_MS = 3_000;

/** A run during which more processes than this died is assumed to kill them. */
export const MAX_INTERRUPTIONS = 20;

export function createRunner(options: RunnerOptions): Runner {
  const { database, liveness, listener, services, plans, log, claims } = options;
  const { atOnce, inMemory } = options.limits;
  const { id, register } = liveness;
  const active = new Map<string, ActiveExecution>();
  const shutdown = new AbortController();
  const onError = (err: unknown) => log.error({ err }, 'while looking after runs');
  /** Runs that the database assigns to this process but that it does not execute. */
  let orphans = new Set<string>();
  /** The number of heartbeat lapses after which this process has abandoned the runs that others claimed. */
  let lapsesSettled = 0;
  const slots = createRunSlots({ atOnce, inMemory, onLeave: () => claimer.claimCrowded() });
  const claimer = createClaimer({
    database,
    runnerId: id,
    slots,
    silenceSeconds: liveness.silenceSeconds,
    register,
    isRegistered: () => liveness.isRegistered,
    begin(run) {
      if (run.isTakenOver) options.onTakenOver();
      void continueRun(run, slots.add(run.facts.user.id, { isClaimed: !run.isTakenOver }));
    },
    onError,
  });
  const openStorage = createLeasedStorage({
    database,
    writes: options.writes,
    limits: services.limits,
    shutdownSignal: shutdown.signal,
    isTrusted: () => liveness.isAlive && liveness.lapses === lapsesSettled,
    isEffect: type => services.nodeType(type)?.execution.kind === 'effect',
  });
  const periodicTasks = [runPeriodically(liveness.beatMs, maintainRuns, onError)];
  const admitter = createAdmitter({
    database,
    limits: services.limits,
    onAdmitted: () => void claimer.claimQueued().catch(onError),
  });
  if (claims) {
    periodicTasks.push(runPeriodically(POLL_MS, claimer.claimQueued, onError));
    periodicTasks.push(runPeriodically(POLL_MS, admitter.admit, onError));
  }
  const wake = (payload?: string) => {
    // This process was told directly.
    if (payload === id) return;
    void (payload === PLACES_FREED ? admitter.admit() : claimer.claimQueued()).catch(onError);
  };
  const subscribing = claims ? listener.subscribe(QUEUE_CHANNEL, wake, () => wake()) : undefined;
  subscribing?.catch(onError);
  const cancel = (runId: string) => active.get(runId)?.stop.abort(new RunCancelled(`run ${runId} was cancelled`));
  // When a notification is lost, the next heartbeat finds the runs that no longer belong to this process.
  const subscribeToCancels = () => listener.subscribe(CANCEL_CHANNEL, cancel, () => {});
  const cancelling = subscribing ? subscribing.then(subscribeToCancels) : subscribeToCancels();
  cancelling.catch(onError);

  async function execute(options: NewExecution): Promise<RunEnd | RunPause> {
    const slot = slots.add(options.state.facts.user.id);
    try {
      return await executeIn(slot, options);
    } finally {
      slot.close();
    }
  }

  async function rehearse(state: RunState, { storage, signal, onAsked }: RehearsalOptions): Promise<RunEnd | RunPause> {
    if (shutdown.signal.aborted) throw serviceStopping();
    const slot = slots.add(state.facts.user.id);
    const ending = AbortSignal.any([signal, shutdown.signal]);
    const unobserved = { ...services, observer: UNOBSERVED };
    try {
      const options = {
        state,
        storage,
        services: unobserved,
        slot,
        isSaved: false,
        activeMs: 0,
        signal: ending,
        onAsked,
      };
      return await new Execution(options).run();
    } finally {
      slot.close();
    }
  }

  async function executeIn(slot: RunSlot, options: NewExecution): Promise<RunEnd | RunPause> {
    await register();
    // `stop` has already released the runs of this process, and would miss this one.
    if (shutdown.signal.aborted) throw serviceStopping();
    const { id: runId } = options.state.facts;
    const entry: ActiveExecution = { stop: new AbortController(), ended: Promise.resolve(), isSaved: options.isSaved };
    const storage: RunStorage = {
      ...options.storage,
      async save(steps) {
        await options.storage.save(steps);
        entry.isSaved = true;
      },
    };
    const execution = new Execution({ ...options, storage, services, slot, signal: entry.stop.signal });
    active.set(runId, entry);
    try {
      const running = execution.run();
      entry.ended = running.catch(() => {});
      return await running;
    } finally {
      // The run may have returned here from another process before this execution noticed that it had lost it.
      if (active.get(runId) === entry) active.delete(runId);
    }
  }

  async function maintainRuns(): Promise<void> {
    if (liveness.isRegistered) await abandonLostRuns();
    if (claims) await claimer.claimDead();
  }

  async function abandonLostRuns(): Promise<void> {
    const { lapses } = liveness;
    const saved = [...active].filter(([, { isSaved }]) => isSaved);
    const assigned = await findAssignedRuns(database, id);
    for (const [runId, { stop }] of saved) {
      if (!assigned.has(runId)) stop.abort(new RunLost(`run ${runId} belongs to another process now`));
    }
    // Only now, because the runs that others claimed during a lapse must be abandoned first.
    lapsesSettled = lapses;
    // A run that was claimed or begun just now may not be active yet, so a run is released only the second time.
    const inactive = [...assigned].filter(runId => !active.has(runId));
    const released = inactive.filter(runId => orphans.has(runId));
    orphans = new Set(inactive);
    if (released.length > 0) await releaseRuns(database, id, released);
  }

  /** Resolves with undefined when the run was ended without being executed, or continues elsewhere. */
  async function continueRun(run: ClaimedRun, slot: RunSlot): Promise<RunEnd | RunPause | undefined> {
    try {
      return await runAsOwner(run.facts.user.id, () => executeClaimed(run, slot));
    } catch (error) {
      if (error instanceof RunLost || shutdown.signal.aborted) return undefined;
      log.error({ err: error, run: run.facts.id }, 'a run could not be executed');
      // A run does not fail because of the database. It is released as one that nobody executes, and claimed again.
      if (ownDatabaseProblem(error)) return undefined;
      await failRun(run, INTERNAL).catch(onError);
      return undefined;
    } finally {
      slot.close();
    }
  }

  async function executeClaimed(run: ClaimedRun, slot: RunSlot): Promise<RunEnd | RunPause | undefined> {
    const { facts, lease, interruptions, authorization } = run;
    if (interruptions > MAX_INTERRUPTIONS) return failRun(run, INTERRUPTED).then(nothing);
    const authorize = () => findAuthorizationProblem(database.query, facts, authorization);
    const problem = run.isTakenOver ? undefined : await database.retry(authorize, { signal: shutdown.signal });
    if (problem !== undefined) return failRun(run, problem, { notifiesOwners: true }).then(nothing);
    // With the first lease, nobody has executed the run before.
    const read = () => readKnownSteps(database, services.limits, facts.id);
    const known = lease === 1 ? undefined : await database.retry(read, { signal: shutdown.signal });
    const plan = await plans.get(run.definition, facts.user.id);
    const begin = () => beginWithVariables(database, plan, { id: facts.id, lease, workflowId: facts.workflowId });
    const variables = facts.variables ?? (plan.variables && (await database.retry(begin, { signal: shutdown.signal })));
    const trigger = plan.graph.index(facts.triggerNodeId) ?? 0;
    const state = new RunState({ ...facts, variables }, plan, trigger, services.limits);
    return executeIn(slot, {
      state,
      storage: openStorage(facts.id, lease, facts.parent),
      known,
      isSaved: true,
      activeMs: run.activeMs,
    });
  }

  /** Ends a claimed run that cannot be executed. */
  async function failRun({ facts, lease }: ClaimedRun, error: string, { notifiesOwners = false } = {}): Promise<void> {
    const end = async () =>
      database.query.transaction().execute(async transaction => {
        if (facts.parent?.isAwaited) await lockRunForNoKeyUpdate(transaction, facts.parent.runId);
        const steps = await failOpenSteps(transaction, services.limits, facts.id, error);
        const ended = await endRuns(within(transaction), [{ id: facts.id, lease, end: buildFailedEnd(error, steps) }]);
        if (ended.size === 0) return;
        if (facts.parent?.isAwaited) await endAwaiting(transaction, facts.id, { status: 'failed', error });
        if (notifiesOwners) await notifyOwners(transaction, options.notify, facts, error);
      });
    await database.retry(end, { signal: shutdown.signal });
  }

  /** Leaves the remaining runs to other processes. */
  async function release(runIds: readonly string[]): Promise<void> {
    if (runIds.length === 0) return;
    passPoint('run.releasing');
    await releaseRuns(database, id, runIds).catch(onError);
    passPoint('run.released');
  }

  return {
    id,
    shutdownSignal: shutdown.signal,
    register,
    hasRoom: slots.hasRoom,
    execute,
    rehearse,
    execution: runId => active.get(runId)?.ended,
    claimSoon: () => (claims ? wake() : undefined),
    announceQueued() {
      if (claims) wake();
      database.pool.notify(QUEUE_CHANNEL, id);
    },
    openStorage,
    async stop({ drainMs }) {
      claimer.stop();
      admitter.stop();
      const ends = () => [...active.values()].map(({ ended }) => ended);
      await settledWithin(drainMs, ends());
      const remaining = [...active.keys()];
      shutdown.abort();
      for (const { stop } of active.values()) stop.abort(new RunLost('the process stops'));
      // A database that does not respond must not keep the process alive. Others detect its death by themselves.
      const releasing = Promise.all(ends()).then(() => release(remaining));
      const unsubscribing = Promise.all([subscribing, cancelling]).then(subscriptions =>
        Promise.all(subscriptions.map(subscription => subscription?.close())),
      );
      await settledWithin(LEAVE_MS, [releasing, unsubscribing, ...periodicTasks.map(each => each.stop())]);
    },
  };
}

/** For runs that appear in no metrics, logs and traces. */
const UNOBSERVED: RunObserver = { stepEnded() {}, stepCrashed() {}, runEnded() {} };

const nothing = () => undefined;

const INTERNAL = 'The run failed because of an internal error';
const INTERRUPTED = `The run was interrupted more than ${MAX_INTERRUPTIONS} times`;

function buildFailedEnd(error: string, steps: readonly Step[]): RunEnd {
  const stepsText = JSON.stringify(steps);
  return { status: 'failed', finishedAt: new Date(), steps, stepsText, isLarge: false, output: '', error, credits: 0 };
}
