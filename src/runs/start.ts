/** Runs of the draft that a request begins, and waits for. */
import type { HeddleDatabase } from '../database.ts';
import { readDefinition } from '../engine/definition.ts';
import { notATrigger, runInputTooLarge, workflowHasNoTrigger } from '../errors.ts';
import { resolveInputFiles } from '../files/input-files.ts';
import { discardFiles, type FileServices, insertFiles, type PreparedFile } from '../files/store.ts';
import type { Caller } from '../http/authentication.ts';
import type { Call } from '../http/endpoint.ts';
import { newId } from '../platform/ids.ts';
import { pass } from '../platform/points.ts';
import { requireOrganization, seeWorkflow, type WorkflowRow } from '../workflows/access.ts';
import type { Checker } from '../workflows/checking.ts';
import { runStarted, type Watch } from './events.ts';
import type { RunKeeper } from './execution.ts';
import { findKeptRun, KeyTaken, keepKey, type RequestKey } from './idempotency.ts';
import type { RunLimits } from './run-limits.ts';
import type { RunPlan, RunPlans } from './run-plans.ts';
import { type RunFacts, RunState } from './run-state.ts';
import { insertRun, type NewRun, persistently, type SavedStep, within } from './run-store.ts';
import { RunLost, type Runner } from './runner.ts';
import { endedRun, followRun } from './runs.ts';
import type { Run, RunRequest } from './schemas.ts';

export interface StartServices {
  database: HeddleDatabase;
  files: FileServices;
  checker: Checker;
  plans: RunPlans;
  runner: Runner;
  limits: RunLimits;
}

/** A run that may begin: everything that a request can be refused for has been looked at. */
export interface ReadyRun {
  facts: RunFacts;
  plan: RunPlan;
  trigger: number;
  files: PreparedFile[];
  key: RequestKey | undefined;
}

/** How long a request waits for a database that does not answer when the run is first written. */
const PATIENCE_MS = 5_000;

/** The run that the request asks for; or the one that an earlier request with the same key began. */
export async function readyRun(
  services: StartServices,
  caller: Caller,
  request: RunRequest,
  { key, call }: { key: RequestKey | undefined; call: Pick<Call, 'signal'> },
): Promise<ReadyRun | { begunBefore: string }> {
  const { database, files, limits } = services;
  const { workflow } = await seeWorkflow(database.query, caller, request.workflow_id, 'run');
  await requireOrganization(database.query, caller, workflow);
  const begunBefore = key && (await findKeptRun(database.query, key));
  if (begunBefore) return { begunBefore };
  const plan = await validPlan(services, caller, workflow);
  const trigger = chosenTrigger(plan, request.trigger_node_id);
  const { id: triggerNodeId, type: triggerType, params } = nodeOf(plan, trigger);
  const id = newId();
  const owner = { userId: caller.userId, organizationId: workflow.organization_id };
  const { input_schema: schema } = params;
  const resolved =
    schema === undefined
      ? { input: request.input ?? {}, prepared: [] }
      : await resolveInputFiles(files, { schema, input: request.input ?? {}, owner, runId: id, signal: call.signal });
  const inputText = JSON.stringify(resolved.input);
  if (inputText.length > limits.inputCharacters) {
    await discardFiles(files, resolved.prepared);
    throw runInputTooLarge(limits.inputCharacters);
  }
  const now = new Date();
  const facts: RunFacts = {
    id,
    workflowId: workflow.id,
    workflowName: workflow.name,
    organizationId: workflow.organization_id,
    version: null,
    triggerNodeId,
    triggerType,
    triggerDepth: 0,
    automatic: false,
    input: resolved.input,
    inputText,
    user: { id: caller.userId, email: caller.email, name: caller.name },
    createdAt: now,
    startedAt: now,
  };
  return { facts, plan, trigger, files: resolved.prepared, key };
}

/** To its end. A watched run is written before its first event: what was told of must go on. */
export async function executeRun(services: StartServices, ready: ReadyRun, watch?: Watch): Promise<Run> {
  const { facts, plan, trigger } = ready;
  const { database, runner, limits } = services;
  const state = new RunState(facts, plan, trigger, limits);
  const keeper = keeperOf(services, ready);
  try {
    if (watch) {
      await runner.register();
      await keeper.save([]);
      watch(runStarted(facts));
    }
    const end = await runner.execute({ state, keeper, watch, isSaved: watch !== undefined, activeMs: 0 });
    return endedRun(facts, end);
  } catch (error) {
    if (error instanceof KeyTaken) return followRun(database.query, limits, error.runId, runner.handingOn);
    if (error instanceof RunLost) return followRun(database.query, limits, facts.id, runner.handingOn);
    throw error;
  }
}

/** The first write is the run itself, in one transaction with its files and its key. */
function keeperOf(
  { database, files, runner }: StartServices,
  { facts, plan, key, files: prepared }: ReadyRun,
): RunKeeper {
  const later = runner.keeper(facts.id, 1);
  let isWritten = false;

  async function write(
    run: Pick<NewRun, 'definition' | 'runnerId' | 'end'>,
    steps: readonly SavedStep[],
  ): Promise<void> {
    pass('run.accepting');
    try {
      await persistently(() => insert({ facts, ...run }, steps), { signal: runner.handingOn, patienceMs: PATIENCE_MS });
    } catch (error) {
      await discardFiles(files, prepared);
      throw error;
    }
    isWritten = true;
    pass('run.accepted');
  }

  async function insert(run: NewRun, steps: readonly SavedStep[]): Promise<void> {
    if (prepared.length === 0 && !key) return insertRun(database.pool, run, steps);
    await database.query.transaction().execute(async transaction => {
      if (key) await keepKey(transaction, key, facts.id);
      await insertRun(within(transaction), run, steps);
      await insertFiles(transaction, prepared);
    });
  }

  return {
    save: steps => (isWritten ? later.save(steps) : write({ definition: plan.text, runnerId: runner.id }, steps)),
    load: later.load,
    confirm: later.confirm,
    progress: later.progress,
    end: end => (isWritten ? later.end(end) : write({ definition: null, runnerId: null, end }, [])),
  };
}

async function validPlan({ database, checker, plans }: StartServices, caller: Caller, workflow: WorkflowRow) {
  const { definition } = workflow;
  const text = JSON.stringify(definition);
  if (!plans.isValidForAnyone(text)) {
    if (!readDefinition(definition).nodes.some(({ type }) => type.startsWith('trigger.'))) throw workflowHasNoTrigger();
    const { forAnyone } = await checker.requireValid(database.query, caller, definition);
    if (forAnyone) plans.markValidForAnyone(text);
  }
  return plans.of(text);
}

/** The one that is asked for; otherwise the first manual one, otherwise the first. */
function chosenTrigger(plan: RunPlan, id: string | undefined): number {
  const triggers = plan.triggers();
  const wanted = (index: number) => {
    const node = nodeOf(plan, index);
    return id === undefined ? node.type === 'trigger.manual' : node.id === id;
  };
  const trigger = triggers.find(wanted) ?? (id === undefined ? triggers[0] : undefined);
  if (trigger !== undefined) return trigger;
  throw id === undefined ? workflowHasNoTrigger() : notATrigger(id);
}

function nodeOf(plan: RunPlan, index: number) {
  const step = plan.steps[index];
  if (!step) throw new Error(`there is no step number ${index}`);
  return step.node;
}
