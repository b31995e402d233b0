/**
 * Runs a draft for its author: some steps get given results instead of being executed, and only a part of the draft may be
 * executed. A published version is never executed like this.
 *
 *   pins   the step is not executed, and has this result
 *   until  only the steps before this one are executed, and the step itself
 *   only   only this step is executed; the steps whose results it uses have those of another run, or of pins
 */
import { sql } from 'kysely';
import { fixedLimits } from '../../configuration/limits.ts';
import type { Query } from '../../database.ts';
import {
  dataOutputCut,
  notAStepOfRun,
  pinsTooLarge,
  runNotFound,
  tooManyRuns,
  validationError,
  workflowHasNoTrigger,
  workflowLocked,
  workflowNotValid,
} from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import { isUuid } from '../../platform/ids.ts';
import { jsonHead } from '../../platform/json/head.ts';
import { withoutWorkingLinks } from '../../workflows/working-links.ts';
import type { Watch } from '../executing/events.ts';
import { stepKey } from '../executing/run-records.ts';
import { type Pin, pinKey, pinnedNode, type RunVariation } from '../executing/run-variation.ts';
import { chooseTrigger } from '../plans/choose-trigger.ts';
import { definitionOfStep, definitionUntil, type SingleStep } from '../plans/partial.ts';
import type { RunPlan } from '../plans/run-plans.ts';
import type { RunRequest } from '../schemas.ts';
import { adoptSteps, lockRunForKeyShare, readStoredSteps, type StoredStep, shareFiles } from '../store/replays.ts';
import { isOfOther } from '../store/runs-of-others.ts';
import { seenRuns } from '../store/team-runs.ts';
import type { Draft } from './drafts.ts';
import { readPins, type SentPin } from './pins.ts';
import {
  executeRun,
  ignoreDraftChange,
  MAX_ATTEMPTS,
  type PreparedRun,
  prepareFor,
  requireValidDraft,
  type SettledRun,
  type StartingCall,
  type StartServices,
} from './start.ts';

export interface TestRunRequest extends RunRequest {
  pins?: Record<string, SentPin>;
  until?: string;
  only?: string;
  iteration?: number[];
  data_run_id?: string;
  effects?: boolean;
}

/** Resolves when the run has ended or paused. */
export async function startTestRun(
  services: StartServices,
  caller: Caller,
  request: TestRunRequest,
  { call, watch }: { call: StartingCall; watch: Watch | undefined },
): Promise<SettledRun> {
  requireConsistent(request);
  for (let attempt = 1; ; attempt++) {
    const draft = await services.drafts.read(caller, request.workflow_id);
    if (!services.runner.hasRoom(caller.userId)) throw tooManyRuns();
    const prepared = await prepareTest(services, caller, request, draft, call);
    const run = await executeRun(services, prepared, call, watch).catch(ignoreDraftChange);
    if (run) return run;
    if (attempt === MAX_ATTEMPTS) throw workflowLocked();
  }
}

function requireConsistent({ pins = {}, until, only, iteration, data_run_id }: TestRunRequest): void {
  if (until !== undefined && only !== undefined) throw validationError('until', 'can not be combined with only');
  if (only === undefined && data_run_id !== undefined) throw validationError('data_run_id', 'needs only');
  if (only === undefined && iteration !== undefined) throw validationError('iteration', 'needs only');
  const { pinCharacters } = fixedLimits.run;
  if (jsonHead(pins, pinCharacters).cut) throw pinsTooLarge(pinCharacters);
}

async function prepareTest(
  services: StartServices,
  caller: Caller,
  request: TestRunRequest,
  draft: Draft,
  call: StartingCall,
): Promise<PreparedRun> {
  const { pins: sentPins = {}, effects = false } = request;
  const part = await choosePart(services, caller, request, draft);
  const data = part.single && (await readData(services.database.query, caller, request, part.whole, part.single));
  const pins = readPins(part.whole, sentPins);
  const isExecutedPin = ([id]: [string, Pin]) =>
    part.plan.graph.index(pinnedNode(id)) !== undefined && !part.executed.has(pinnedNode(id));
  const variation: RunVariation = {
    test: { pins: Object.fromEntries(Object.entries(pins).filter(isExecutedPin)), effects, items: data?.items ?? {} },
  };
  const trigger = part.plan.graph.index(part.triggerId) ?? 0;
  const input = request.input ?? data?.input ?? pinnedInput(pins[part.triggerId]);
  const prepared = await prepareFor(services, caller, {
    draft,
    plan: part.plan,
    trigger,
    input,
    key: undefined,
    call,
    variation,
  });
  return { ...prepared, insertTest: transaction => insertTest(transaction, caller, prepared, data) };
}

function pinnedInput(pin: Pin | undefined): Record<string, unknown> | undefined {
  const output = pin && 'output' in pin ? pin.output : undefined;
  return typeof output === 'object' && output !== null && !Array.isArray(output) ? { ...output } : undefined;
}

interface TestedPart {
  whole: RunPlan;
  /** What is executed. */
  plan: RunPlan;
  triggerId: string;
  single: SingleStep | undefined;
  /** The ids of the steps that are executed whatever is pinned: the single step, and the loops around it. */
  executed: ReadonlySet<string>;
}

async function choosePart(
  services: StartServices,
  caller: Caller,
  request: TestRunRequest,
  draft: Draft,
): Promise<TestedPart> {
  const { until, only, trigger_node_id } = request;
  const last = until ?? only;
  if (last === undefined) {
    const whole = await requireValidDraft(services, caller, draft);
    const triggerId = whole.graph.id(chooseTrigger(whole, trigger_node_id));
    return { whole, plan: whole, triggerId, single: undefined, executed: new Set() };
  }
  const { plans } = services;
  const whole = await plans.get(draft.text, caller.userId);
  const { trigger, node } = findStep(whole, last, trigger_node_id);
  const single = only === undefined ? undefined : definitionOfStep(whole, trigger, node);
  const definition = single?.definition ?? definitionUntil(whole, trigger, node);
  const ids = new Set(definition.nodes.map(({ id }) => id));
  await requireValidPart(services, caller, draft, ids);
  return {
    whole,
    plan: await plans.get(JSON.stringify(definition), caller.userId),
    triggerId: whole.graph.id(trigger),
    single,
    executed: new Set(single ? [node, ...single.loops].map(each => whole.graph.id(each)) : []),
  };
}

/** Without a chosen trigger, it takes the first manual one that leads to the step, or else the first of any type. */
function findStep(plan: RunPlan, id: string, triggerId: string | undefined): { trigger: number; node: number } {
  const node = plan.graph.index(id);
  if (plan.triggers().length === 0) throw workflowHasNoTrigger();
  if (node === undefined) throw notAStepOfRun(id);
  const leads = (trigger: number) => plan.reachableFrom(trigger).isReachable(node);
  if (triggerId !== undefined) {
    const trigger = chooseTrigger(plan, triggerId);
    if (!leads(trigger)) throw notAStepOfRun(id);
    return { trigger, node };
  }
  const leading = plan.triggers().filter(leads);
  const isManual = (trigger: number) => plan.steps[trigger]?.node.type === 'trigger.manual';
  const trigger = leading.find(isManual) ?? leading[0];
  if (trigger === undefined) throw notAStepOfRun(id);
  return { trigger, node };
}

/** What is wrong with other steps does not matter. */
async function requireValidPart(
  { database, checker, plans }: StartServices,
  caller: Caller,
  { text }: Draft,
  ids: ReadonlySet<string>,
): Promise<void> {
  if (plans.isValidForAnyone(text)) return;
  const issues = await checker.findIssues(database.query, caller, JSON.parse(text));
  const errors = issues.filter(({ severity, node_id, edge }) => {
    if (severity !== 'error') return false;
    if (edge) return ids.has(edge.source) && ids.has(edge.target);
    return node_id === null || ids.has(node_id);
  });
  if (errors.length > 0) throw workflowNotValid(errors.map(({ message }) => message).join('; '));
}

/** What a single step uses. */
interface StepData {
  runId: string | undefined;
  /** Whether the other run is somebody else's. */
  isForeign: boolean;
  input: Record<string, unknown> | undefined;
  /** By the ids of the loops around the step: the item that is executed. */
  items: Record<string, number>;
  /** The results of the other run. */
  adopted: StoredStep[];
  /** Steps without a result, which count as skipped. */
  skipped: { id: string; type: string; iteration: number[] }[];
}

async function readData(
  db: Query,
  caller: Caller,
  { workflow_id, data_run_id, pins = {}, input, iteration }: TestRunRequest,
  plan: RunPlan,
  { loops, used }: SingleStep,
): Promise<StepData> {
  const item = iteration ?? loops.map(() => 0);
  if (item.length !== loops.length) throw validationError('iteration', `must have ${loops.length} numbers`);
  const run = data_run_id === undefined ? undefined : await requireDataRun(db, caller, workflow_id, data_run_id);
  const stored = run ? await readStoredSteps(db, run.id) : [];
  const byKey = new Map(stored.map(step => [stepKey(step), step]));
  const data: StepData = {
    runId: run?.id,
    isForeign: run !== undefined && isOfOther(caller, run),
    input: run && input === undefined ? readInput(run, caller) : undefined,
    items: Object.fromEntries(loops.map((loop, index) => [plan.graph.id(loop), item[index] ?? 0])),
    adopted: [],
    skipped: [],
  };
  for (const { node, depth } of used) {
    const { id: nodeId = '', type = '' } = plan.steps[node]?.node ?? {};
    const place = { nodeId, iteration: item.slice(item.length - depth) };
    if (Object.hasOwn(pins, nodeId) || Object.hasOwn(pins, pinKey(nodeId, place.iteration))) continue;
    const step = byKey.get(stepKey(place));
    if (step?.status === 'success' || step?.status === 'failed') {
      if (!step.isWhole) throw dataOutputCut(nodeId);
      data.adopted.push(step);
    } else data.skipped.push({ id: nodeId, type, iteration: place.iteration });
  }
  return data;
}

function readInput(run: { input: string; created_by: string }, caller: Caller): Record<string, unknown> {
  return JSON.parse(isOfOther(caller, run) ? withoutWorkingLinks(run.input) : run.input);
}

async function requireDataRun(db: Query, caller: Caller, workflowId: string, id: string) {
  const { runs } = await seenRuns(db, caller);
  const run = await runs
    .clearSelect()
    .select(['runs.id', 'runs.input', 'runs.created_by'])
    .where('runs.id', '=', id)
    .where('runs.workflow_id', '=', workflowId)
    .executeTakeFirst();
  if (!run) throw runNotFound();
  return run;
}

async function insertTest(
  transaction: Query,
  caller: Caller,
  { facts }: PreparedRun,
  data: StepData | undefined,
): Promise<void> {
  const { id: runId, variation } = facts;
  await transaction
    .updateTable('runs')
    .set({ is_test: true, options: variation && JSON.stringify(variation) })
    .where('id', '=', runId)
    .execute();
  await shareNamedFiles(transaction, caller, runId, variation?.test?.pins ?? {});
  if (!data) return;
  if (data.runId !== undefined) {
    await lockRunForKeyShare(transaction, data.runId);
    await adoptSteps(
      transaction,
      { runId, from: data.runId, isPinned: true, hidesLinks: data.isForeign },
      { whole: data.adopted, withoutOutput: [] },
    );
    await shareFiles(transaction, { runId, from: data.runId });
  }
  for (const step of data.skipped) await insertSkipped(transaction, runId, step);
}

async function insertSkipped(
  transaction: Query,
  runId: string,
  { id, type, iteration }: StepData['skipped'][number],
): Promise<void> {
  const summary = {
    node_id: id,
    node_type: type,
    status: 'skipped',
    started_at: null,
    finished_at: null,
    handle: null,
    text: '',
    error: '',
    file_ids: [],
    conversation_id: null,
    iteration,
    pinned: true,
    credits: 0,
  };
  await sql`
    INSERT INTO run_steps (run_id, node_id, iteration, position, step, output, output_characters)
    VALUES (${runId}, ${id}, ${iteration}, 0, ${JSON.stringify(summary)}, NULL, 0)`.execute(transaction);
}

/** The steps of the test may read the files of the caller that pinned outputs name. */
async function shareNamedFiles(
  transaction: Query,
  { userId }: Caller,
  runId: string,
  pins: Readonly<Record<string, Pin>>,
): Promise<void> {
  const ids = [...JSON.stringify(pins).matchAll(/"file_id":"([^"]{36})"/g)].flatMap(([, id = '']) =>
    isUuid(id) ? id : [],
  );
  if (ids.length === 0) return;
  await sql`
    INSERT INTO run_files (run_id, file_id)
    SELECT ${runId}::uuid, id FROM files WHERE id = ANY (${ids}::uuid[]) AND user_id = ${userId}
    ON CONFLICT DO NOTHING`.execute(transaction);
}
