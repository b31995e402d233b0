/**
 * Starts the runs of calls that wait for their result, in this process and without a way through the queue. Such a run is
 * inserted when it has ended, or before it has an effect (`deferred-storage.ts`), under the same rules as one that is
 * queued: whether the call is accepted is decided then. Until then nothing has happened that anybody could notice.
 */
import { ApiError, serviceStopping } from '../../errors.ts';
import { discardFiles } from '../../files/store.ts';
import { newId } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import { runAsOwner } from '../../platform/owner-context.ts';
import { type RunFacts, RunState } from '../executing/run-state.ts';
import { RunLost } from '../executing/run-storage.ts';
import type { RunEnd, RunPause } from '../executing/saved-run.ts';
import { createGetPublishedPlan } from '../plans/published-plans.ts';
import type { RunPlan, RunPlans } from '../plans/run-plans.ts';
import type { RunLimits } from '../run-limits.ts';
import type { Runner } from '../runner/runner.ts';
import { findAuthorizationProblem, type RunAuthorization } from '../store/authorization.ts';
import { readRunVariables } from '../store/variables.ts';
import {
  type AcceptServices,
  createAcceptQueuedRun,
  createBatchedAccept,
  findEarlierRun,
  type PreparedCall,
  prepareCall,
  type QueuedRunRequest,
} from './accept-queued-runs.ts';
import { type AcceptedRun, TriggerChanged } from './admission.ts';
import { createDeferredStorage } from './deferred-storage.ts';

export interface DirectServices extends AcceptServices {
  plans: Pick<RunPlans, 'get'>;
  runner: Pick<Runner, 'id' | 'register' | 'hasRoom' | 'execute' | 'openStorage'>;
  runLimits: RunLimits;
  log: Logger;
}

/** What a call needs to know of a published workflow in order to begin its run. */
export interface DirectStart {
  version: number;
  workflowName: string;
  nodeId: string;
  triggerType: string;
  user: RunFacts['user'];
  authorization: RunAuthorization;
}

export interface DirectRunRequest extends QueuedRunRequest {
  direct: DirectStart;
  /** Aborts when the caller has waited long enough. The run is inserted then, and continues. */
  over: AbortSignal;
}

export interface StartedRun {
  run: AcceptedRun;
  /** Resolves when this process stops executing the run: with undefined when it continues elsewhere. */
  execution: Promise<RunEnd | RunPause | undefined> | undefined;
}

/** Resolves when the run is durable. Throws like `AcceptQueuedRun`. */
export type StartDirectRun = (request: DirectRunRequest) => Promise<StartedRun>;

/** An earlier call with the same key has made its run. */
class CallRepeated extends Error {
  override readonly name = 'CallRepeated';
  readonly run: AcceptedRun;

  constructor(run: AcceptedRun) {
    super(`the call belongs to run ${run.run_id}`);
    this.run = run;
  }
}

/** A run with more characters is inserted before it ends, because escaping them would block the event loop. */
const LARGE_CHARACTERS = 1_000_000;
/** How many triggers are remembered that have refused their last call. */
const MAX_REFUSING = 10_000;

export function createStartDirectRun(services: DirectServices): StartDirectRun {
  const { database, files: fileServices, runner, log } = services;
  const acceptQueued = createAcceptQueuedRun(services);
  const accept = createBatchedAccept(services);
  const getPlan = createGetPublishedPlan(database.query, services.plans);
  /** Triggers whose limits are reached. Their calls are decided about before anything is computed for them. */
  const refusing = new Set<string>();

  async function begin(
    { direct, trigger, key, traceContext, over }: DirectRunRequest,
    { runId, text, files }: PreparedCall,
    plan: RunPlan,
  ): Promise<StartedRun> {
    const { version, user } = direct;
    const now = new Date();
    const variables = await readRunVariables(database.query, plan, trigger.workflowId);
    const facts: RunFacts = {
      id: runId,
      workflowId: trigger.workflowId,
      workflowName: direct.workflowName,
      organizationId: trigger.organizationId,
      version,
      revisionId: null,
      triggerNodeId: direct.nodeId,
      triggerType: direct.triggerType,
      triggerDepth: 0,
      automatic: true,
      traceContext,
      // A process that takes the run over reads it from this text as well.
      input: JSON.parse(text),
      inputText: text,
      variables,
      user,
      createdAt: now,
      startedAt: now,
      variation: null,
    };
    const state = new RunState(facts, plan, plan.graph.index(direct.nodeId) ?? 0, services.runLimits);
    const later = runner.openStorage(runId, 1);
    const { promise: accepted, resolve, reject } = Promise.withResolvers<AcceptedRun>();
    accepted.catch(() => {}); // The execution fails with the same error.

    async function insert(end?: RunEnd): Promise<void> {
      const begun = { runnerId: runner.id, version, startedAt: now, variables, end };
      const run = await accept({ runId, trigger, input: text, files, key, traceContext, begun });
      if (run.run_id !== runId) throw new CallRepeated(run);
      resolve(run);
      // The workflow limits its runs since the call came.
      if (run.status === 'queued') throw new RunLost(`run ${runId} waits in the queue`);
    }

    const storage = createDeferredStorage(later, async (steps, end) => {
      const isSmall = end !== undefined && end.stepsText.length + end.output.length <= LARGE_CHARACTERS;
      await insert(isSmall ? end : undefined).catch(error => {
        reject(error);
        throw error;
      });
      if (steps.length > 0) await later.save(steps);
      if (end && !isSmall) await later.end(end);
    });
    const insertNow = () => void storage.insert().catch(() => {});
    over.addEventListener('abort', insertNow, { once: true });
    if (over.aborted) insertNow();
    const execution = runAsOwner(user.id, () =>
      runner.execute({ state, storage, isSaved: false, activeMs: 0 }),
    ).finally(() => over.removeEventListener('abort', insertNow));
    await Promise.race([accepted, execution]);
    return {
      run: await accepted,
      execution: execution.catch(error => {
        // Others continue a run that this process has lost, or could not execute.
        if (!(error instanceof RunLost)) log.error({ err: error, run: runId }, 'a run could not be executed');
        return undefined;
      }),
    };
  }

  return async request => {
    const { trigger, direct } = request;
    const queue = async () => {
      const run = await acceptQueued(request);
      refusing.delete(trigger.id);
      return { run, execution: undefined };
    };
    if (refusing.has(trigger.id)) return queue();
    // A full process leaves the run to others.
    if (!runner.hasRoom(direct.user.id)) return queue();
    const facts = { workflowId: trigger.workflowId, user: direct.user };
    // Whoever executes a queued run that must not be executed tells its owners.
    if ((await findAuthorizationProblem(database.query, facts, direct.authorization)) !== undefined) return queue();
    const plan = await getPlan({ workflowId: trigger.workflowId, version: direct.version }, direct.user.id);
    if (!plan) throw new TriggerChanged(trigger.id);
    const earlier = await findEarlierRun(database, request);
    if (earlier) return { run: earlier, execution: undefined };
    await runner.register();
    const call = await prepareCall(services, request, newId());
    try {
      return await begin(request, call, plan);
    } catch (error) {
      await discardFiles(fileServices, call.files);
      if (error instanceof CallRepeated) return { run: error.run, execution: undefined };
      if (error instanceof ApiError && error.status === 429) {
        if (refusing.size >= MAX_REFUSING) refusing.clear();
        refusing.add(trigger.id);
      }
      // The process stops, and the run was inserted nowhere.
      if (error instanceof RunLost) throw serviceStopping();
      throw error;
    }
  };
}
