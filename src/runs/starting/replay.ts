/**
 * Repeats an ended run as a new run.
 *
 *   failed, cancelled, success ── prepareReplay: what is adopted, what is executed ── queueReplay ──▶ a queued run
 *
 * The steps that are adopted are given to the new run as if it had executed them before a crash, so the execution of a
 * replay has no rules of its own. The ended run stays as it was.
 */
import type { Query } from '../../database.ts';
import {
  notAStepOfRun,
  notATrigger,
  replayOnlyAsItWas,
  runDefinitionGone,
  runDidNotFail,
  runNotFound,
  runNotReplayable,
  stepOutputCut,
  workflowNotPublished,
} from '../../errors.ts';
import { discardFiles, insertFiles, type PreparedFile } from '../../files/store.ts';
import type { Caller } from '../../http/caller.ts';
import type { Call } from '../../http/endpoint.ts';
import { passPoint } from '../../platform/crash-points.ts';
import { newId } from '../../platform/ids.ts';
import { requireWorkflow, requireWorkflowOrganization } from '../../workflows/access.ts';
import { runOfKeys } from '../executing/run-variation.ts';
import { type Adoption, planAdoption, type ReplayFrom } from '../plans/adoption.ts';
import type { RunPlan } from '../plans/run-plans.ts';
import { type NewRun, queueNewRun } from '../store/new-runs.ts';
import type { QueueRules } from '../store/queueing.ts';
import {
  adoptSteps,
  lockRunForKeyShare,
  type RepeatableRun,
  readExecutedDefinition,
  readRepeatableRun,
  readStoredSteps,
  readVersionText,
  type StoredStep,
  shareFiles,
} from '../store/replays.ts';
import { dropRetry } from '../store/retries.ts';
import { requireRunControl } from '../store/run-changes.ts';
import { prepareInput, requireValidDraft, type StartServices } from './start.ts';

export interface ReplayServices extends StartServices, QueueRules {
  isEffect(nodeType: string): boolean;
}

export interface RequestedReplay {
  runId: string;
  /** `failed`, `start`, or the id of a step. */
  from: string;
  version: 'same' | 'published' | 'draft';
  input: Record<string, unknown> | undefined;
  /** By default, a replay from the start has new keys, and any other has the same ones. */
  keys: 'same' | 'new' | undefined;
  /** Set for an automatic retry: which try of the first run it is. */
  attempt?: number;
}

export interface PreparedReplay {
  run: NewRun & Required<Pick<NewRun, 'repeats'>>;
  adoption: Adoption<StoredStep>;
  files: readonly PreparedFile[];
}

type ReplayCall = Pick<Call, 'signal' | 'longTexts'>;

interface DecidedReplay {
  run: RepeatableRun;
  target: Target;
  adoption: Adoption<StoredStep>;
}

/** Decides what a replay would adopt and execute. Throws when the run can not be replayed. */
export async function decideReplay(
  services: ReplayServices,
  caller: Caller,
  request: RequestedReplay,
): Promise<DecidedReplay> {
  const { query: db } = services.database;
  await requireRunControl(db, caller, request.runId);
  const run = await readRepeatableRun(db, request.runId);
  requireEnded(run, request);
  const target = await resolveTarget(services, caller, run, request);
  const adoption = await planSteps(services, run, request, target);
  const { missing } = adoption;
  if (missing) throw stepOutputCut(missing.nodeId);
  return { run, target, adoption };
}

/** Stores the files of a new input, and changes nothing else. */
export async function prepareReplay(
  services: ReplayServices,
  caller: Caller,
  request: RequestedReplay,
  call: ReplayCall,
): Promise<PreparedReplay> {
  const { run, target, adoption } = await decideReplay(services, caller, request);
  const runId = newId();
  const triggerNode = target.plan.steps[target.trigger]?.node;
  const resolved =
    request.input &&
    (await prepareInput(services, {
      ...call,
      params: triggerNode?.params,
      input: request.input,
      owner: { userId: target.userId, organizationId: target.workflow.organizationId },
      runId,
    }));
  const { attempt } = request;
  const keys = request.keys ?? (request.from === 'start' ? 'new' : 'same');
  return {
    adoption,
    files: resolved?.prepared ?? [],
    run: {
      id: runId,
      workflow: target.workflow,
      version: target.version,
      definition: target.version === null ? target.plan.text : null,
      revisionId: target.revisionId,
      trigger: { nodeId: run.triggerNodeId, type: triggerNode?.type ?? '', depth: run.triggerDepth },
      automatic: run.automatic,
      input: resolved?.text ?? run.input,
      userId: target.userId,
      traceContext: null,
      repeats: {
        runId: run.id,
        variation: keys === 'same' ? { keysOf: runOfKeys(run), ...(attempt !== undefined && { attempt }) } : null,
      },
    },
  };
}

function requireEnded({ status }: RepeatableRun, { from }: RequestedReplay): void {
  if (status === 'success') {
    if (from === 'failed') throw runDidNotFail();
  } else if (status !== 'failed' && status !== 'cancelled') throw runNotReplayable(status);
}

/** What the replay executes, and on whose behalf. */
interface Target {
  plan: RunPlan;
  trigger: number;
  version: number | null;
  revisionId: string | null;
  userId: string;
  workflow: NewRun['workflow'];
}

/**
 * A replay executes on behalf of the user of the run. So somebody else, who may only change the workflow, can not choose
 * what is done in that user's name: neither the draft nor the input. What is published executes on behalf of the one who
 * published it, as it does when a trigger starts it.
 */
async function resolveTarget(
  services: ReplayServices,
  caller: Caller,
  run: RepeatableRun,
  { version, input }: RequestedReplay,
): Promise<Target> {
  const { database, drafts, plans } = services;
  const isOwn = run.userId === caller.userId;
  if (!isOwn && (version === 'draft' || input || (version === 'published' && !run.automatic))) {
    throw replayOnlyAsItWas();
  }
  const { workflow: found } = await requireWorkflow(database.query, caller, run.workflowId, 'run');
  await requireWorkflowOrganization(database.query, caller, found, 'operate');
  const { id, name, organization_id: organizationId, settings } = found;
  const find = async (plan: RunPlan, rest: Omit<Target, 'plan' | 'trigger' | 'workflow'>): Promise<Target> => ({
    plan,
    trigger: requireTrigger(plan, run.triggerNodeId),
    workflow: { id, name, organizationId, settings },
    ...rest,
  });
  if (version === 'draft') {
    const draft = await drafts.read(caller, run.workflowId);
    const plan = await requireValidDraft(services, caller, draft);
    return find(plan, { version: null, revisionId: draft.revisionId, userId: caller.userId });
  }
  if (version === 'published') {
    const { published_version: published, run_as } = found;
    if (published === null) throw workflowNotPublished();
    const plan = await plans.get(await readVersionText(database.query, run.workflowId, published), caller.userId);
    const userId = run.automatic ? (run_as ?? run.userId) : run.userId;
    return find(plan, { version: published, revisionId: null, userId });
  }
  const plan = await requireExecutedPlan(services, run);
  return find(plan, { version: run.version, revisionId: run.revisionId, userId: run.userId });
}

function requireTrigger(plan: RunPlan, id: string): number {
  const index = plan.graph.index(id);
  if (index === undefined || !plan.triggers().includes(index)) throw notATrigger(id);
  return index;
}

async function requireExecutedPlan({ database, plans }: ReplayServices, run: RepeatableRun): Promise<RunPlan> {
  const text = await readExecutedDefinition(database.query, run.id);
  if (text === undefined) throw runDefinitionGone();
  return plans.get(text, run.userId);
}

async function planSteps(
  services: ReplayServices,
  run: RepeatableRun,
  { from, input, version }: RequestedReplay,
  { plan, trigger }: Target,
): Promise<Adoption<StoredStep>> {
  const executedPlan = from === 'start' || version === 'same' ? plan : await requireExecutedPlan(services, run);
  return planAdoption({
    plan,
    trigger,
    executed: { plan: executedPlan, trigger: executedPlan.graph.index(run.triggerNodeId) ?? 0 },
    steps: from === 'start' ? [] : await readStoredSteps(services.database.query, run.id),
    from: readFrom(plan, trigger, from),
    isEffect: services.isEffect,
    hasNewInput: input !== undefined,
  });
}

function readFrom(plan: RunPlan, trigger: number, from: string): ReplayFrom {
  if (from === 'start' || from === 'failed') return { kind: from };
  const node = plan.graph.index(from);
  if (node === undefined || !plan.reachableFrom(trigger).isReachable(node)) throw notAStepOfRun(from);
  return { kind: 'step', node };
}

/** Inserts the prepared run, with the steps that it adopts, in the transaction of the caller. */
export async function queueReplay(
  transaction: Query,
  { run, adoption, files }: PreparedReplay,
  rules: QueueRules,
): Promise<void> {
  const [runId, from] = [run.id, run.repeats.runId];
  await lockRunForKeyShare(transaction, from);
  // A person who replays the run does not wait for the retry.
  await dropRetry(transaction, from);
  if (!(await queueNewRun(transaction, run, rules))) throw runNotFound();
  await adoptSteps(transaction, { runId, from }, { whole: adoption.adopted, withoutOutput: adoption.withoutOutput });
  await shareFiles(transaction, { runId, from });
  await insertFiles(transaction, files);
  passPoint('replay.queueing');
}

/** Queues a replay, and reads the new run before any process can claim it. */
export async function replayRun<Result>(
  services: ReplayServices,
  caller: Caller,
  request: RequestedReplay,
  call: ReplayCall,
  read: (transaction: Query, runId: string) => Promise<Result>,
): Promise<Result> {
  const prepared = await prepareReplay(services, caller, request, call);
  try {
    const result = await services.database.query.transaction().execute(async transaction => {
      await queueReplay(transaction, prepared, services);
      return read(transaction, prepared.run.id);
    });
    passPoint('replay.queued');
    return result;
  } catch (error) {
    await discardFiles(services.files, prepared.files);
    throw error;
  }
}
