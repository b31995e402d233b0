/**
 * This process as one that executes runs.
 *
 *   a run that a request begins ───────────────────────────┐
 *   queued, or left by a dead or stopped process ── claim ──┴─▶ executed here, under a lease ──▶ ended or paused
 *
 * A process that shows no sign of life counts as dead, and others claim its runs with the next lease; should it live
 * after all, every write of it under the old lease fails, and it lets go of the run.
 */
import type { Notify } from '../accounts/notifications.ts';
import type { HeddleDatabase } from '../database.ts';
import { serviceStopping } from '../errors.ts';
import { passPoint } from '../platform/crash-points.ts';
import type { Liveness } from '../platform/heartbeat/liveness.ts';
import type { Logger } from '../platform/log.ts';
import { runAsOwner } from '../platform/owner-context.ts';
import type { Listener } from '../platform/postgres/listener.ts';
import { settledWithin } from '../platform/promises.ts';
import { runPeriodically } from '../platform/run-periodically.ts';
import { Execution, type ExecutionOptions } from './executing/execution.ts';
import type { RunServices } from './executing/run-services.ts';
import { createRunSlots, type RunSlot } from './executing/run-slots.ts';
import { RunState } from './executing/run-state.ts';
import { RunLost, type RunStorage } from './executing/run-storage.ts';
import type { RunEnd, RunPause } from './executing/saved-run.ts';
import type { RunPlans } from './plans/run-plans.ts';
import type { Step } from './schemas.ts';
import { authorizationProblem, notifyOwners } from './store/authorization.ts';
import type { BatchedWrites } from './store/batched-writes.ts';
import { createClaimer } from './store/claimer.ts';
import { type ClaimedRun, findAssignedRuns, releaseRuns } from './store/claims.ts';
import { createLeasedStorage, type OpenLeasedStorage, readKnownSteps } from './store/leased-storage.ts';
import { QUEUE_CHANNEL } from './store/queueing.ts';
import { endRuns, within } from './store/run-store.ts';
import { failOpenSteps } from './store/runs.ts';

/** How many runs a process has at once. */
export interface RunnerLimits {
  /** Runs that compute at once. */
  atOnce: number;
  /** Runs that compute, or wait for their effects. */
  inMemory: number;
}

/** Queued runs that nobody told of are found by looking. */
const LOOK_MS = 1_000;

/** What is given by those who begin a run. */
export type NewExecution = Omit<ExecutionOptions, 'services' | 'signal' | 'place'>;

export interface Runner {
  readonly id: string;
  /** Aborts when the process will not wait for its runs any longer. */
  readonly shutdownSignal: AbortSignal;
  /** To be waited for before a run is written as this process's own: one whose process is not known is anybody's. */
  register(): Promise<void>;
  /** Whether a request of this user may begin a run here now. */
  hasRoom(userId: string): boolean;
  /** Executes a run of this process until it ends or pauses. Rejects with `RunLost` when it goes on elsewhere. */
  execute(options: NewExecution): Promise<RunEnd | RunPause>;
  /** Resolves when this process executes the run no longer. Undefined: it does not execute it. */
  execution(runId: string): Promise<unknown> | undefined;
  /** How later writes of a run under a lease are made. */
  storage: OpenLeasedStorage;
  /** Claims no more runs; those under way may go on for so long, and are then handed on. */
  stop(options: { drainMs: number }): Promise<void>;
}

export interface RunnerOptions {
  database: HeddleDatabase;
  writes: BatchedWrites;
  liveness: Liveness;
  listener: Listener;
  notify: Notify;
  services: RunServices;
  plans: RunPlans;
  log: Logger;
  limits: RunnerLimits;
  /** Whether it claims runs. Otherwise it executes only what it begins itself. */
  claims: boolean;
  onTakenOver(): void;
}

interface UnderWay {
  stop: AbortController;
  ended: Promise<unknown>;
  /** Whether the database knows of it. */
  isWritten: boolean;
}

/** What a stopping process gives the database to hear of it. */
const LEAVE_MS = 3_000;

/** A run during which so many processes died harms them. */
const MOST_INTERRUPTIONS = 20;

export function createRunner(options: RunnerOptions): Runner {
  const { database, liveness, listener, services, plans, log, claims } = options;
  const { atOnce, inMemory } = options.limits;
  const { id, register } = liveness;
  const underWay = new Map<string, UnderWay>();
  const shutdownSignal = new AbortController();
  const onError = (err: unknown) => log.error({ err }, 'while looking after runs');
  /** Held by this process, it is said, although it executes no such run. */
  let suspects = new Set<string>();
  /** Lapses of the heartbeat after which the runs that others took were let go. */
  let lapsesSettled = 0;
  const places = createRunSlots({ atOnce, inMemory, onLeave: () => claimer.claimCrowded() });
  const claimer = createClaimer({
    database,
    runnerId: id,
    places,
    silenceSeconds: liveness.silenceSeconds,
    register,
    isRegistered: () => liveness.isRegistered,
    begin(run) {
      if (run.isTakenOver) options.onTakenOver();
      void continueRun(run, places.add(run.facts.user.id, { isClaimed: !run.isTakenOver }));
    },
    onError,
  });
  const storage = createLeasedStorage({
    database,
    writes: options.writes,
    limits: services.limits,
    shutdownSignal: shutdownSignal.signal,
    isTrusted: () => liveness.isGood && liveness.lapses === lapsesSettled,
  });
  const repetitions = [runPeriodically(liveness.beatMs, lookAfterRuns, onError)];
  if (claims) repetitions.push(runPeriodically(LOOK_MS, claimer.claimQueued, onError));
  const wake = () => void claimer.claimQueued().catch(onError);
  const hearing = claims ? listener.subscribe(QUEUE_CHANNEL, wake, wake) : undefined;
  hearing?.catch(onError);

  async function execute(given: NewExecution): Promise<RunEnd | RunPause> {
    const place = places.add(given.state.facts.user.id);
    try {
      return await executeIn(place, given);
    } finally {
      place.close();
    }
  }

  async function executeIn(place: RunSlot, given: NewExecution): Promise<RunEnd | RunPause> {
    await register();
    // Nobody would hand it on any more.
    if (shutdownSignal.signal.aborted) throw serviceStopping();
    const { id: runId } = given.state.facts;
    const entry: UnderWay = { stop: new AbortController(), ended: Promise.resolve(), isWritten: given.isSaved };
    const storage: RunStorage = {
      ...given.storage,
      async save(steps) {
        await given.storage.save(steps);
        entry.isWritten = true;
      },
    };
    const execution = new Execution({ ...given, storage, services, place, signal: entry.stop.signal });
    underWay.set(runId, entry);
    try {
      const running = execution.run();
      entry.ended = running.catch(() => {});
      return await running;
    } finally {
      // It may have come back here from another process before this execution noticed that it was lost.
      if (underWay.get(runId) === entry) underWay.delete(runId);
    }
  }

  /** Lets go of what it lost, and takes what others left. */
  async function lookAfterRuns(): Promise<void> {
    if (liveness.isRegistered) await letGoOfLostRuns();
    if (claims) await claimer.claimDead();
  }

  async function letGoOfLostRuns(): Promise<void> {
    const { lapses } = liveness;
    const written = [...underWay].filter(([, { isWritten }]) => isWritten);
    const held = await findAssignedRuns(database, id);
    for (const [runId, { stop }] of written) {
      if (!held.has(runId)) stop.abort(new RunLost(`run ${runId} is another's by now`));
    }
    // Not before: what others took in a lapse had to be let go first.
    lapsesSettled = lapses;
    // Claimed or begun just now, it may not be known here yet: so twice in a row.
    const unknown = [...held].filter(runId => !underWay.has(runId));
    const forgotten = unknown.filter(runId => suspects.has(runId));
    suspects = new Set(unknown);
    if (forgotten.length > 0) await releaseRuns(database, id, forgotten);
  }

  async function continueRun(run: ClaimedRun, place: RunSlot): Promise<void> {
    try {
      await runAsOwner(run.facts.user.id, () => executeClaimed(run, place));
    } catch (error) {
      if (error instanceof RunLost || shutdownSignal.signal.aborted) return;
      log.error({ err: error, run: run.facts.id }, 'a run could not be executed');
      await breakOff(run, INTERNAL).catch(onError);
    } finally {
      place.close();
    }
  }

  async function executeClaimed(run: ClaimedRun, place: RunSlot): Promise<void> {
    const { facts, lease, interruptions, authorization } = run;
    if (interruptions > MOST_INTERRUPTIONS) return breakOff(run, INTERRUPTED);
    const look = () => authorizationProblem(database.query, facts, authorization);
    const problem = run.isTakenOver ? undefined : await database.retry(look, { signal: shutdownSignal.signal });
    if (problem !== undefined) return breakOff(run, problem, { notifiesOwners: true });
    // Of one that nobody had before there is nothing to know.
    const read = () => readKnownSteps(database, services.limits, facts.id);
    const known = lease === 1 ? undefined : await database.retry(read, { signal: shutdownSignal.signal });
    const plan = await plans.of(run.definition, facts.user.id);
    const state = new RunState(facts, plan, plan.graph.index(facts.triggerNodeId) ?? 0, services.limits);
    await executeIn(place, {
      state,
      storage: storage(facts.id, lease),
      known,
      isSaved: true,
      activeMs: run.activeMs,
    });
  }

  /** Ends a run that can not go on, for a reason of its own. */
  async function breakOff({ facts, lease }: ClaimedRun, error: string, { notifiesOwners = false } = {}): Promise<void> {
    const end = async () =>
      database.query.transaction().execute(async transaction => {
        const steps = await failOpenSteps(transaction, services.limits, facts.id, error);
        const ended = await endRuns(within(transaction), [{ id: facts.id, lease, end: failedRun(error, steps) }]);
        if (notifiesOwners && ended.size > 0) await notifyOwners(transaction, options.notify, facts, error);
      });
    await database.retry(end, { signal: shutdownSignal.signal });
  }

  /** Lets others have what is left. */
  async function leave(left: readonly string[]): Promise<void> {
    if (left.length === 0) return;
    passPoint('run.releasing');
    await releaseRuns(database, id, left).catch(onError);
    passPoint('run.released');
  }

  return {
    id,
    shutdownSignal: shutdownSignal.signal,
    register,
    hasRoom: places.hasRoom,
    execute,
    execution: runId => underWay.get(runId)?.ended,
    storage,
    async stop({ drainMs }) {
      claimer.stop();
      const ends = () => [...underWay.values()].map(({ ended }) => ended);
      await settledWithin(drainMs, ends());
      const left = [...underWay.keys()];
      shutdownSignal.abort();
      for (const { stop } of underWay.values()) stop.abort(new RunLost('the process stops'));
      // A database that does not answer must not keep the process from ending: others find out by themselves.
      const leaving = Promise.all(ends()).then(() => leave(left));
      const closing = Promise.resolve(hearing).then(subscription => subscription?.close());
      await settledWithin(LEAVE_MS, [leaving, closing, ...repetitions.map(each => each.stop())]);
    },
  };
}

const INTERNAL = 'The run failed because of an internal error';
const INTERRUPTED = `The run was interrupted more than ${MOST_INTERRUPTIONS} times`;

function failedRun(error: string, steps: readonly Step[]): RunEnd {
  const stepsText = JSON.stringify(steps);
  return { status: 'failed', finishedAt: new Date(), steps, stepsText, output: '', error, credits: 0 };
}
