/** Starts the run of a draft. The request that starts it also waits for it. */
import { type HeddleDatabase, isForeignKeyViolation, type Query } from '../../database.ts';
import type { Params } from '../../engine/definition.ts';
import { readDefinition } from '../../engine/definition.ts';
import { ApiError, runInputTooLarge, tooManyRuns, workflowHasNoTrigger, workflowLocked } from '../../errors.ts';
import { LongTextIsNotAFile, type ResolvedInput, resolveInputFiles } from '../../files/input-files.ts';
import { discardFiles, type FileServices, insertFiles, type PreparedFile } from '../../files/store.ts';
import type { Caller } from '../../http/caller.ts';
import type { Call } from '../../http/endpoint.ts';
import { passPoint } from '../../platform/crash-points.ts';
import { newId } from '../../platform/ids.ts';
import { isObject } from '../../platform/is-object.ts';
import type { TraceContext, Tracer } from '../../platform/traces/tracer.ts';
import type { Checker } from '../../workflows/checking.ts';
import { runStarted, type Watch } from '../executing/events.ts';
import { serialiseInput } from '../executing/run-input.ts';
import { type RunFacts, RunState } from '../executing/run-state.ts';
import { RunLost, type RunStorage } from '../executing/run-storage.ts';
import type { RunVariation } from '../executing/run-variation.ts';
import type { RunEnd, SavedStep } from '../executing/saved-run.ts';
import { chooseTrigger } from '../plans/choose-trigger.ts';
import type { RunPlan, RunPlans } from '../plans/run-plans.ts';
import { requireValidPlan } from '../plans/valid-plan.ts';
import type { RunLimits } from '../run-limits.ts';
import type { Runner } from '../runner/runner.ts';
import type { Run, RunRequest } from '../schemas.ts';
import type { BatchedWrites } from '../store/batched-writes.ts';
import { readKnownSteps } from '../store/leased-storage.ts';
import { type DirectRun, insertRun, runExists, type StatementRunner, within } from '../store/run-store.ts';
import { toSettledRun } from '../store/runs.ts';
import type { StartOf } from '../store/start-row.ts';
import { readRunVariables } from '../store/variables.ts';
import { createDeferredStorage } from './deferred-storage.ts';
import { type Draft, DraftChanged, type Drafts } from './drafts.ts';
import type { Followers } from './followers.ts';
import { findRunByRequestKey, type RequestKey, RequestKeyConflict, saveRequestKey } from './idempotency.ts';

export interface StartServices {
  database: HeddleDatabase;
  /** The connections that save and claim runs. */
  background: HeddleDatabase;
  files: FileServices;
  checker: Checker;
  plans: RunPlans;
  drafts: Drafts;
  writes: BatchedWrites;
  runner: Runner;
  followers: Followers;
  limits: RunLimits;
  tracer: Tracer;
  startOf: StartOf;
}

interface RunToPrepare {
  draft: Draft;
  /** The draft, or the part of it that a test executes. */
  plan: RunPlan;
  trigger: number;
  input: Record<string, unknown> | undefined;
  key: RequestKey | undefined;
  call: StartingCall;
  variation?: RunVariation | null;
  /** The published version that the plan is of. Null for a draft. */
  version?: number | null;
}

/** A run that may begin: every reason to refuse the request has been checked. */
export interface PreparedRun {
  facts: RunFacts;
  plan: RunPlan;
  trigger: number;
  rowVersion: number;
  files: PreparedFile[];
  key: RequestKey | undefined;
  /** Inserts what belongs to a test, in the transaction that inserts the run. */
  insertTest?(transaction: Query): Promise<void>;
}

/**
 * A run that has ended or paused. The long outputs of a large run are missing, because it is too large to stay in memory:
 * who needs them reads the run.
 */
export interface SettledRun {
  run: Run;
  isLarge: boolean;
}

/** The parts of the request that starting a run needs. */
export interface StartingCall extends Pick<Call, 'signal' | 'longTexts'> {
  traceContext: TraceContext | null;
}

/** How long a request waits for a database that does not respond when the run is inserted. */
const PATIENCE_MS = 5_000;

/** How often a workflow may change between reading it and inserting the run before the request is refused. */
export const MAX_ATTEMPTS = 5;

/** Starts the requested run, and resolves when it has ended or paused. */
export async function startRun(
  services: StartServices,
  caller: Caller,
  request: RunRequest,
  { key, call, watch }: { key: RequestKey | undefined; call: StartingCall; watch: Watch | undefined },
): Promise<SettledRun> {
  const { drafts, database, runner } = services;
  const cached = key ? undefined : drafts.getCached(caller, request.workflow_id);
  if (cached && runner.hasRoom(caller.userId)) {
    // The cached draft may be outdated, so a refusal because of it does not count.
    const prepared = await prepareRun(services, caller, request, { draft: cached, key, call }).catch(ignoreRefusal);
    const run = prepared && (await executeRun(services, prepared, call, watch).catch(ignoreDraftChange));
    if (run) return run;
  }
  for (let attempt = 1; ; attempt++) {
    const draft = await drafts.read(caller, request.workflow_id);
    const earlierRunId = key && (await findRunByRequestKey(database.query, key));
    if (earlierRunId) return followRun(services, earlierRunId, call.signal);
    if (!runner.hasRoom(caller.userId)) throw tooManyRuns();
    const prepared = await prepareRun(services, caller, request, { draft, key, call });
    const run = await executeRun(services, prepared, call, watch).catch(ignoreDraftChange);
    if (run) return run;
    if (attempt === MAX_ATTEMPTS) throw workflowLocked();
  }
}

function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof ApiError)) throw error;
}

export function ignoreDraftChange(error: unknown): undefined {
  if (!(error instanceof DraftChanged)) throw error;
}

/** Throws when the request must be refused. */
async function prepareRun(
  services: StartServices,
  caller: Caller,
  request: RunRequest,
  { draft, key, call }: { draft: Draft; key: RequestKey | undefined; call: StartingCall },
): Promise<PreparedRun> {
  const plan = await requireValidDraft(services, caller, draft);
  const trigger = chooseTrigger(plan, request.trigger_node_id);
  return prepareFor(services, caller, { draft, plan, trigger, input: request.input, key, call });
}

export async function prepareFor(
  services: StartServices,
  caller: Caller,
  { draft, plan, trigger, input = {}, key, call, variation = null, version = null }: RunToPrepare,
): Promise<PreparedRun> {
  const triggerNode = requireNode(plan, trigger);
  const { id: triggerNodeId, type: triggerType, params } = triggerNode;
  const id = newId();
  const owner = { userId: caller.userId, organizationId: draft.organizationId };
  const { signal, longTexts, traceContext } = call;
  const variables = await readRunVariables(services.database.query, plan, draft.workflowId);
  const resolved = await prepareInput(services, { params, input, owner, runId: id, signal, longTexts });
  const now = new Date();
  const facts: RunFacts = {
    id,
    workflowId: draft.workflowId,
    workflowName: draft.name,
    organizationId: draft.organizationId,
    version,
    revisionId: version === null ? draft.revisionId : null,
    triggerNodeId,
    triggerType,
    triggerDepth: 0,
    automatic: false,
    traceContext,
    input: resolved.input,
    inputText: resolved.text,
    variables,
    user: { id: caller.userId, email: caller.email, name: caller.name },
    createdAt: now,
    startedAt: now,
    variation,
    ...(plan.labels && { labels: evaluateLabels(services, plan.labels, draft, triggerNode, resolved.text) }),
  };
  return { facts, plan, trigger, rowVersion: draft.rowVersion, files: resolved.prepared, key };
}

/** The labels are those of the definition that is executed. */
function evaluateLabels(
  { startOf }: StartServices,
  labels: Readonly<Record<string, string>>,
  { workflowId, name, organizationId }: Draft,
  { id, type }: { id: string; type: string },
  input: string,
): RunFacts['labels'] {
  const workflow = { id: workflowId, name };
  const start = startOf({ settings: { labels }, trigger: null, nodeId: id, type, workflow, organizationId }, input);
  return start?.labels ?? null;
}

interface TriggerInput extends Omit<Parameters<typeof resolveInputFiles>[1], 'schema'> {
  /** The params of the trigger, which say where the input has files. */
  params: Params | undefined;
}

/** The input of a form has its fields in `values`. */
async function resolveTriggerFiles(files: FileServices, { params, ...options }: TriggerInput): Promise<ResolvedInput> {
  const { values } = options.input;
  if (!params || !isObject(params.form_schema) || !isObject(values)) {
    return resolveInputFiles(files, { ...options, schema: params?.input_schema });
  }
  const form = { ...options, schema: params.form_schema, input: values };
  const resolved = await resolveInputFiles(files, form).catch(error => {
    throw error instanceof ApiError ? error.within('values') : error;
  });
  return { ...resolved, input: { ...options.input, values: resolved.input } };
}

/** Stores the files of an input, which the caller must insert with the run or discard. */
export async function prepareInput(
  { files, limits }: Pick<StartServices, 'files' | 'limits'>,
  options: TriggerInput,
): Promise<ResolvedInput & { text: string }> {
  const resolved = await resolveTriggerFiles(files, options).catch(error => {
    if (error instanceof LongTextIsNotAFile) throw runInputTooLarge(limits.inputCharacters);
    throw error instanceof ApiError ? error.within('input') : error;
  });
  try {
    const text = await serialiseInput(resolved.input, limits.inputCharacters, options.owner.userId);
    return { ...resolved, text };
  } catch (error) {
    await discardFiles(files, resolved.prepared);
    throw error;
  }
}

/**
 * A watched run is inserted before its first event, because a run that somebody has heard of must continue. A test is
 * inserted before it begins as well, with the results that it is given.
 */
export async function executeRun(
  services: StartServices,
  prepared: PreparedRun,
  call: Pick<Call, 'signal'>,
  watch: Watch | undefined,
): Promise<SettledRun> {
  const { facts, plan, trigger, insertTest } = prepared;
  const { runner, limits, background } = services;
  const state = new RunState(facts, plan, trigger, limits);
  const storage = createDraftStorage(services, prepared);
  await runner.register().catch(async error => {
    await discardFiles(services.files, prepared.files);
    throw error;
  });
  try {
    const isSaved = watch !== undefined || insertTest !== undefined;
    if (isSaved) await storage.save([]);
    watch?.(runStarted(facts));
    const known = insertTest && (await readKnownSteps(background, limits, facts.id));
    const end = await runner.execute({ state, storage, watch, isSaved, activeMs: 0, ...(known && { known }) });
    return { run: toSettledRun(facts, end), isLarge: end.isLarge };
  } catch (error) {
    if (error instanceof RequestKeyConflict) return followRun(services, error.runId, call.signal);
    if (error instanceof RunLost) return followRun(services, facts.id, call.signal);
    throw error;
  }
}

/** Waits for a run that another request or another process executes. */
export async function followRun(
  { followers }: Pick<StartServices, 'followers'>,
  runId: string,
  signal: AbortSignal,
): Promise<SettledRun> {
  return { run: await followers.follow(runId, signal), isLarge: false };
}

/** The first write inserts the run, in one transaction with its files and its request key. */
function createDraftStorage(
  { database, background, files, runner, writes }: StartServices,
  { facts, plan, rowVersion, key, files: preparedFiles, insertTest }: PreparedRun,
): RunStorage {
  // A version that was published is kept, so its runs need no copy of it.
  const definition = facts.version === null ? plan.text : null;

  async function insertWithRetries(steps: readonly SavedStep[], end?: RunEnd): Promise<void> {
    const run = end ? { definition: null, runnerId: null, end } : { definition, runnerId: runner.id };
    passPoint('run.accepting');
    try {
      await database.retry(() => insert({ facts, rowVersion, ...run }, steps), {
        signal: runner.shutdownSignal,
        patienceMs: PATIENCE_MS,
      });
    } catch (error) {
      await discardFiles(files, preparedFiles);
      // The workflow was deleted in the meantime. Reading it again leads to the right refusal.
      throw isForeignKeyViolation(error) ? new DraftChanged(`workflow ${facts.workflowId} is gone`) : error;
    }
    passPoint('run.accepted');
  }

  async function insert(run: DirectRun, steps: readonly SavedStep[]): Promise<void> {
    const { pool } = background;
    if (preparedFiles.length === 0 && !key && !insertTest) {
      return requireRun(pool, steps.length === 0 ? await writes.insert(run) : await insertRun(pool, run, steps));
    }
    await database.query.transaction().execute(async transaction => {
      if (key) await saveRequestKey(transaction, key, facts.id);
      const connection = within(transaction);
      const wasInserted = await insertRun(connection, run, steps);
      await requireRun(connection, wasInserted);
      await insertFiles(transaction, preparedFiles);
      if (wasInserted) await insertTest?.(transaction);
    });
  }

  /** A run that was not inserted now was inserted by an earlier attempt whose reply was lost, or must not exist. */
  async function requireRun(connection: StatementRunner, wasInserted: boolean): Promise<void> {
    if (wasInserted || (await runExists(connection, facts.id))) return;
    throw new DraftChanged(`workflow ${facts.workflowId} has changed`);
  }

  return createDeferredStorage(runner.openStorage(facts.id, 1), insertWithRetries);
}

/** A draft without a trigger gets an error of its own, whatever else is wrong with it. */
export async function requireValidDraft(services: StartServices, caller: Caller, { text }: Draft): Promise<RunPlan> {
  if (!services.plans.isValidForAnyone(text)) {
    const { nodes } = readDefinition(JSON.parse(text));
    if (!nodes.some(({ type }) => type.startsWith('trigger.'))) throw workflowHasNoTrigger();
  }
  return requireValidPlan(services, services.database.query, caller, text);
}

function requireNode(plan: RunPlan, index: number) {
  const step = plan.steps[index];
  if (!step) throw new Error(`there is no step number ${index}`);
  return step.node;
}
