/**
 * Starts the runs of calls that wait for their result, in this process and without a way through the queue. Such a run is
 * inserted when it has ended, or before it has an effect (`deferred-storage.ts`), under the same rules as one that is
 * queued: whether the call is accepted is decided then. Until then nothing has happened that anybody could notice.
 */
import { ApiError, serviceStopping } from '../../errors.ts';
import { discardFiles } from '../../files/store.ts';
import { runAsOwner } from '../../platform/concurrency/owner-context.ts';
import { newId } from '../../platform/ids.ts';
import type { Logger } from '../../platform/logging/log.ts';
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
  type AcceptQueuedRun,
  type AcceptServices,
  createAcceptQueuedRun,
  createBatchedAccept,
  findEarlierRun,
  type QueuedRunRequest,
} from './accept-queued-runs.ts';
import { type AcceptedRun, TriggerChanged } from './admission.ts';
import { createRequireCondition, type RequireCondition } from './decide.ts';
import { createDeferredStorage } from './deferred-storage.ts';
import { ownerOf, type PreparedCall, prepareCall } from './prepare-call.ts';

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

export class DirectRuns {
  readonly #services: DirectServices;
  readonly #acceptQueued: AcceptQueuedRun;
  readonly #accept: ReturnType<typeof createBatchedAccept>;
  readonly #requireCondition: RequireCondition;
  readonly #getPlan: ReturnType<typeof createGetPublishedPlan>;
  /** Triggers whose limits are reached. Their calls are decided about before anything is computed for them. */
  readonly #refusing = new Set<string>();

  constructor(services: DirectServices) {
    this.#services = services;
    this.#acceptQueued = createAcceptQueuedRun(services);
    this.#accept = createBatchedAccept(services);
    this.#requireCondition = createRequireCondition(services.database, services.limits.decide);
    this.#getPlan = createGetPublishedPlan(services.database.query, services.plans);
  }

  /** Resolves when the run is durable. Throws like `AcceptQueuedRun`. */
  async start(request: DirectRunRequest): Promise<StartedRun> {
    const { database, runner } = this.#services;
    const { trigger, direct } = request;
    // A full process leaves the run to others, and the queue decides at once about calls that are probably refused.
    if (this.#refusing.has(trigger.id) || !runner.hasRoom(direct.user.id)) return this.#queue(request);
    const facts = { workflowId: trigger.workflowId, user: direct.user };
    // Whoever executes a queued run that must not be executed tells its owners.
    const problem = await findAuthorizationProblem(database.query, facts, direct.authorization);
    if (problem !== undefined) return this.#queue(request);
    const plan = await this.#getPlan({ workflowId: trigger.workflowId, version: direct.version }, direct.user.id);
    if (!plan) throw new TriggerChanged(trigger.id);
    const earlier = await findEarlierRun(database, request);
    if (earlier) return { run: earlier, execution: undefined };
    await runner.register();
    return this.#execute(request, plan);
  }

  async #queue(request: DirectRunRequest): Promise<StartedRun> {
    const run = await this.#acceptQueued(request);
    this.#refusing.delete(request.trigger.id);
    return { run, execution: undefined };
  }

  async #execute(request: DirectRunRequest, plan: RunPlan): Promise<StartedRun> {
    const { files } = this.#services;
    const call = await prepareCall(this.#services, request, ownerOf(request), newId());
    try {
      await this.#requireCondition(request, call.text);
      const state = await this.#begin(request, call, plan);
      return await this.#untilDurable(request, call, state);
    } catch (error) {
      await discardFiles(files, call.files);
      if (error instanceof CallRepeated) return { run: error.run, execution: undefined };
      if (error instanceof ApiError && error.status === 429) this.#noteRefusal(request.trigger.id);
      // The process stops, and the run was inserted nowhere.
      if (error instanceof RunLost) throw serviceStopping();
      throw error;
    }
  }

  #noteRefusal(triggerId: string): void {
    if (this.#refusing.size >= MAX_REFUSING) this.#refusing.clear();
    this.#refusing.add(triggerId);
  }

  async #begin(
    { direct, trigger, traceContext }: DirectRunRequest,
    { runId, text }: PreparedCall,
    plan: RunPlan,
  ): Promise<RunState> {
    const { database, runLimits } = this.#services;
    const now = new Date();
    const facts: RunFacts = {
      id: runId,
      workflowId: trigger.workflowId,
      workflowName: direct.workflowName,
      organizationId: trigger.organizationId,
      version: direct.version,
      revisionId: null,
      triggerNodeId: direct.nodeId,
      triggerType: direct.triggerType,
      triggerDepth: 0,
      automatic: true,
      traceContext,
      // A process that takes the run over reads it from this text as well.
      input: JSON.parse(text),
      inputText: text,
      variables: await readRunVariables(database.query, plan, trigger.workflowId),
      user: direct.user,
      createdAt: now,
      startedAt: now,
      variation: null,
    };
    return new RunState(facts, plan, plan.graph.index(direct.nodeId) ?? 0, runLimits);
  }

  /** Executes the run until it is inserted, and goes on with it afterwards. */
  async #untilDurable(
    { over, ...request }: DirectRunRequest,
    call: PreparedCall,
    state: RunState,
  ): Promise<StartedRun> {
    const { runner, log } = this.#services;
    const { runId } = call;
    const later = runner.openStorage(runId, 1);
    const { promise: accepted, resolve, reject } = Promise.withResolvers<AcceptedRun>();
    accepted.catch(() => {}); // The execution fails with the same error.

    const storage = createDeferredStorage(later, async (steps, end) => {
      const isSmall = end !== undefined && end.stepsText.length + end.output.length <= LARGE_CHARACTERS;
      const inserting = this.#insert(request, call, state.facts, isSmall ? end : undefined);
      inserting.then(resolve, reject);
      // The workflow limits its runs since the call came.
      if ((await inserting).status === 'queued') throw new RunLost(`run ${runId} waits in the queue`);
      if (steps.length > 0) await later.save(steps);
      if (end && !isSmall) await later.end(end);
    });
    const insertNow = () => void storage.insert().catch(() => {});
    over.addEventListener('abort', insertNow, { once: true });
    if (over.aborted) insertNow();
    const execution = runAsOwner(state.facts.user.id, () =>
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

  async #insert(
    { direct, trigger, key, traceContext }: Omit<DirectRunRequest, 'over'>,
    { runId, text: input, files }: PreparedCall,
    { startedAt, variables }: RunFacts,
    end: RunEnd | undefined,
  ): Promise<AcceptedRun> {
    const begun = { runnerId: this.#services.runner.id, version: direct.version, startedAt, variables, end };
    const run = await this.#accept({ runId, trigger, input, files, key, traceContext, begun });
    if (run.run_id !== runId) throw new CallRepeated(run);
    return run;
  }
}
