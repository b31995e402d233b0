/**
 * This process as one that executes runs.
 *
 *   a run that a request begins ───────────────────────────┐
 *   queued, or left by a dead or stopped process ── claim ──┴─▶ executed here, under a lease ──▶ ended or paused
 *
 * Every few seconds it renews its time. Whoever lets it pass counts as dead, and others claim its runs with the next
 * lease; should it live after all, every write of it under the old lease fails, and it lets go of the run.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Tell } from '../accounts/notifications.ts';
import type { HeddleDatabase } from '../database.ts';
import { stopping } from '../errors.ts';
import { newId } from '../platform/ids.ts';
import { repeat } from '../platform/jobs/repeat.ts';
import type { Logger } from '../platform/log.ts';
import { actFor } from '../platform/owner.ts';
import { pass } from '../platform/points.ts';
import type { Listener } from '../platform/postgres/listener.ts';
import { settledWithin } from '../platform/waiting.ts';
import {
  ALIVE_MS,
  type ClaimedRun,
  claimRuns,
  heldRuns,
  releaseRuns,
  removeRunner,
  renewRunner,
  savedSteps,
} from './claims.ts';
import { Execution, type ExecutionOptions } from './execution.ts';
import { QUEUE_CHANNEL } from './queueing.ts';
import type { RunKeeper } from './run-keeper.ts';
import type { RunPlans } from './run-plans.ts';
import { type KnownStep, keyOf, knownStep } from './run-records.ts';
import type { RunServices } from './run-services.ts';
import { RunState } from './run-state.ts';
import {
  endRuns,
  holdsRun,
  loadOutput,
  pauseRun,
  type RunEnd,
  type RunPause,
  type StepKey,
  saveSteps,
  showProgress,
  within,
} from './run-store.ts';
import type { RunWrites } from './run-writes.ts';
import { brokenOff } from './runs.ts';
import type { Step } from './schemas.ts';
import { standingProblem, tellOwners } from './standing.ts';
import { SMALL_CHARACTERS } from './step-values.ts';

/** A dead process's runs are another's after its time, and one such pause of the other. */
const BEAT_MS = 4_000;
/** Queued runs that nobody told of are found by looking. */
const LOOK_MS = 1_000;

/** Between two claims, while there is something to claim all the time. */
const GATHER_MS = 10;

/** The run is, or is to be, executed by another process; or there is no such run any more. */
export class RunLost extends Error {
  override readonly name = 'RunLost';
}

export interface Runner {
  readonly id: string;
  /** Aborts when the process will not wait for its runs any longer. */
  readonly handingOn: AbortSignal;
  /** To be waited for before a run is written as this process's own: one whose process is not known is anybody's. */
  register(): Promise<void>;
  /** Executes a run of this process until it ends or pauses. Rejects with `RunLost` when it goes on elsewhere. */
  execute(options: Omit<ExecutionOptions, 'services' | 'signal'>): Promise<RunEnd | RunPause>;
  /** How later writes of a run under a lease are made. */
  keeper(runId: string, lease: number): RunKeeper;
  /** Claims no more runs; those under way may go on for so long, and are then handed on. */
  stop(options: { drainMs: number }): Promise<void>;
}

export interface RunnerOptions {
  database: HeddleDatabase;
  writes: RunWrites;
  listener: Listener;
  tell: Tell;
  services: RunServices;
  plans: RunPlans;
  log: Logger;
  /** How many runs it claims at once; 0: it executes only what it begins itself. */
  claimAtOnce: number;
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
  const { database, listener, services, plans, log, claimAtOnce } = options;
  const id = newId();
  const underWay = new Map<string, UnderWay>();
  const handingOn = new AbortController();
  const onError = (err: unknown) => log.error({ err }, 'while looking after runs');
  /** Held by this process, it is said, although it executes no such run. */
  let suspects = new Set<string>();
  let claimed = 0;
  let isStopped = false;
  const repetitions = claimAtOnce > 0 ? [repeat(LOOK_MS, claimQueued, onError)] : [];
  const wake = () => void claimQueued().catch(onError);
  const hearing = claimAtOnce > 0 ? listener.subscribe(QUEUE_CHANNEL, wake, wake) : undefined;
  hearing?.catch(onError);

  /** Until then nobody else can have taken a run of this process. */
  let trustedUntil = 0;

  let registered: Promise<void> | undefined;
  function register(): Promise<void> {
    const askedAt = performance.now();
    registered ??= renewRunner(database, id).then(() => {
      trustedUntil = askedAt + ALIVE_MS;
      // Stopped while it registered: nobody would stop the beat.
      if (!isStopped) repetitions.push(repeat(BEAT_MS, beat, onError));
    });
    registered.catch(() => {
      registered = undefined;
    });
    return registered;
  }

  async function execute(given: Omit<ExecutionOptions, 'services' | 'signal'>): Promise<RunEnd | RunPause> {
    await register();
    // Nobody would hand it on any more.
    if (handingOn.signal.aborted) throw stopping();
    const { id: runId } = given.state.facts;
    const entry: UnderWay = { stop: new AbortController(), ended: Promise.resolve(), isWritten: given.isSaved };
    const keeper: RunKeeper = {
      ...given.keeper,
      async save(steps) {
        await given.keeper.save(steps);
        entry.isWritten = true;
      },
    };
    const execution = new Execution({ ...given, keeper, services, signal: entry.stop.signal });
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

  function keeper(runId: string, lease: number): RunKeeper {
    const held = async (write: () => Promise<boolean>) => {
      if (!(await database.retry(write, { signal: handingOn.signal })))
        throw new RunLost(`run ${runId} is another's by now`);
    };
    return {
      async save(steps) {
        pass('run.saving');
        await held(() => saveSteps(database.pool, runId, lease, steps));
        pass('run.saved');
      },
      async load(step) {
        const output = await database.retry(() => loadOutput(database.pool, runId, step), { signal: handingOn.signal });
        if (output === undefined) throw new RunLost(`run ${runId} was ended by another`);
        return output;
      },
      async confirm() {
        if (performance.now() >= trustedUntil) await held(() => holdsRun(database.pool, runId, lease));
      },
      progress: steps => held(() => showProgress(database.pool, runId, lease, steps)),
      ended: keys => database.retry(() => knownSteps(runId, keys), { signal: handingOn.signal }),
      async pause(pause, waiting) {
        pass('run.pausing');
        const pausing = () => pauseRun(database.query, runId, lease, pause, waiting);
        const outcome = await database.retry(pausing, { signal: handingOn.signal });
        if (outcome === 'lost') throw new RunLost(`run ${runId} is another's by now`);
        pass('run.paused');
        return outcome === 'paused';
      },
      async end(end) {
        pass('run.ending');
        await held(() => options.writes.end({ id: runId, lease, end }));
        pass('run.ended');
      },
    };
  }

  /** Shows that this process lives, lets go of what it lost, and takes what others left. */
  async function beat(): Promise<void> {
    const askedAt = performance.now();
    await renewRunner(database, id);
    const written = [...underWay].filter(([, { isWritten }]) => isWritten);
    const held = await heldRuns(database, id);
    for (const [runId, { stop }] of written) {
      if (!held.has(runId)) stop.abort(new RunLost(`run ${runId} is another's by now`));
    }
    // Not before: its time may have passed before it was renewed, and what was taken meanwhile had to be let go first.
    trustedUntil = askedAt + ALIVE_MS;
    // Claimed or begun just now, it may not be known here yet: so twice in a row.
    const unknown = [...held].filter(runId => !underWay.has(runId));
    const forgotten = unknown.filter(runId => suspects.has(runId));
    suspects = new Set(unknown);
    if (forgotten.length > 0) await releaseRuns(database, id, forgotten);
    if (claimAtOnce === 0) return;
    await claim('dead');
  }

  let isClaiming = false;
  let isAskedAgain = false;
  /** Whether runs may be waiting for a place. */
  let isCrowded = false;
  /** One claim at a time; what comes meanwhile is claimed together, for a claim costs much more than a place in it. */
  async function claimQueued(): Promise<void> {
    isAskedAgain = true;
    if (isClaiming) return;
    isClaiming = true;
    try {
      while (isAskedAgain) {
        isAskedAgain = false;
        if (await claim('queue')) isAskedAgain = true;
        else if (isAskedAgain) await delay(GATHER_MS);
      }
    } finally {
      isClaiming = false;
    }
  }

  /** Whether there may be more to claim. */
  async function claim(from: 'queue' | 'dead'): Promise<boolean> {
    const count = claimAtOnce - claimed;
    isCrowded = count <= 0;
    if (isStopped || isCrowded) return false;
    await register();
    const runs = await claimRuns(database, { runnerId: id, count, from });
    if (runs.length > 0) pass('run.claimed');
    for (const run of runs) {
      if (run.isTakenOver) options.onTakenOver();
      void continueRun(run);
    }
    return runs.length === count;
  }

  async function continueRun(run: ClaimedRun): Promise<void> {
    claimed++;
    try {
      await actFor(run.facts.user.id, () => executeClaimed(run));
    } catch (error) {
      if (error instanceof RunLost || handingOn.signal.aborted) return;
      log.error({ err: error, run: run.facts.id }, 'a run could not be executed');
      await breakOff(run, INTERNAL).catch(onError);
    } finally {
      claimed--;
      if (isCrowded) wake();
    }
  }

  async function executeClaimed(run: ClaimedRun): Promise<void> {
    const { facts, lease, interruptions, standing } = run;
    if (interruptions > MOST_INTERRUPTIONS) return breakOff(run, INTERRUPTED);
    const look = () => standingProblem(database.query, facts, standing);
    const problem = run.isTakenOver ? undefined : await database.retry(look, { signal: handingOn.signal });
    if (problem !== undefined) return breakOff(run, problem, { isToldToOwners: true });
    // Of one that nobody had before there is nothing to know.
    const known =
      lease === 1 ? undefined : await database.retry(() => knownSteps(facts.id), { signal: handingOn.signal });
    const plan = await plans.of(run.definition, facts.user.id);
    const state = new RunState(facts, plan, plan.graph.index(facts.triggerNodeId) ?? 0, services.limits);
    await execute({ state, keeper: keeper(facts.id, lease), known, isSaved: true, activeMs: run.activeMs });
  }

  /** Ends a run that can not go on, for a reason of its own. */
  async function breakOff({ facts, lease }: ClaimedRun, error: string, { isToldToOwners = false } = {}): Promise<void> {
    const end = async () =>
      database.query.transaction().execute(async transaction => {
        const steps = await brokenOff(transaction, services.limits, facts.id, error);
        const ended = await endRuns(within(transaction), [{ id: facts.id, lease, end: failedRun(error, steps) }]);
        if (isToldToOwners && ended.size > 0) await tellOwners(transaction, options.tell, facts, error);
      });
    await database.retry(end, { signal: handingOn.signal });
  }

  async function knownSteps(runId: string, keys?: readonly StepKey[]): Promise<Map<string, KnownStep>> {
    const { limits } = services;
    const mostCharacters = Math.max(SMALL_CHARACTERS, limits.shownCharacters) + 1;
    const steps = await savedSteps(database, runId, mostCharacters, keys);
    return new Map(steps.map(step => [keyOf(step), knownStep(step, limits)]));
  }

  /** Lets others have what is left. */
  async function leave(left: readonly string[]): Promise<void> {
    if (!registered) return;
    await registered.catch(() => {});
    if (left.length > 0) {
      pass('run.releasing');
      await releaseRuns(database, id, left).catch(onError);
      pass('run.released');
    }
    await removeRunner(database, id).catch(onError);
  }

  return {
    id,
    handingOn: handingOn.signal,
    register,
    execute,
    keeper,
    async stop({ drainMs }) {
      isStopped = true;
      const ends = () => [...underWay.values()].map(({ ended }) => ended);
      await settledWithin(drainMs, ends());
      const left = [...underWay.keys()];
      handingOn.abort();
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
