/** Makes a test from a run: its input, the results of its effects, which steps ran, what effects were asked, and how it ended. */
import { sql } from 'kysely';
import type { Query } from '../../database.ts';
import { ApiError, dataOutputCut, runCanNotBecomeTest, tooManyRuns } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import { parseJson } from '../../platform/json/parse.ts';
import { requireWorkflow } from '../../workflows/access.ts';
import type { Expectation, TestFromRun, WorkflowTest } from '../../workflows/tests/schemas.ts';
import { createTest } from '../../workflows/tests/store.ts';
import { valueWithoutWorkingLinks } from '../../workflows/working-links.ts';
import { pinKey } from '../executing/run-variation.ts';
import { chooseTrigger } from '../plans/choose-trigger.ts';
import type { Step } from '../schemas.ts';
import { readPins, type SentPin } from '../starting/pins.ts';
import { readExecutedDefinition, readStoredSteps, type StoredStep } from '../store/replays.ts';
import { requireSeenRun } from '../store/team-runs.ts';
import { readRunVariables } from '../store/variables.ts';
import { findCommon } from './anything.ts';
import type { TestServices } from './execution.ts';
import { type Rehearsed, rehearseInTime } from './rehearsal.ts';

export async function createTestFromRun(
  services: TestServices & { isEffect(type: string): boolean },
  caller: Caller,
  { run_id, name }: TestFromRun,
  signal: AbortSignal,
): Promise<WorkflowTest> {
  const { query: db } = services.database;
  const run = await requireSeenRun(db, caller, run_id, runs => runs);
  const { status } = run;
  if (status !== 'success' && status !== 'failed') throw runCanNotBecomeTest(status);
  const pins: Record<string, SentPin> = {};
  for (const step of await readStoredSteps(db, run_id)) {
    if (!services.isEffect(step.step.node_type)) continue;
    const pin = await toPin(db, run_id, step);
    if (pin) pins[pinKey(step.nodeId, step.iteration)] = pin;
  }
  const input = (await parseJson(run.input)) as Record<string, unknown>;
  const ended = { ...run, steps: (await parseJson(run.steps)) as Step[] };
  const rehearsals = await rehearseTwice(services, caller, { ...run, input, pins }, signal);
  return createTest(db, caller, {
    workflow_id: run.workflow_id,
    name: name ?? `Run ${run_id.slice(-8)}`,
    trigger_node_id: run.trigger_node_id,
    input,
    pins,
    expect: await expectSame(ended, rehearsals),
  });
}

/**
 * How long after the first rehearsal the second one seems to take place: every part of a date and of a time differs.
 */
const LATER_MS = ((400 * 24 + 5) * 60 + 7) * 60_000 + 11_000;

interface RehearsedRun {
  id: string;
  workflow_id: string;
  trigger_node_id: string;
  input: Record<string, unknown>;
  pins: Record<string, SentPin>;
}

type Rehearsals = readonly [Rehearsed, Rehearsed];

/**
 * Executes what the run executed, twice, as its test will be: so the test expects what it can repeat, and what differs
 * between the two is a time, a secret or a random value. Returns undefined when that is not possible any more.
 */
async function rehearseTwice(
  services: TestServices,
  caller: Caller,
  { id, workflow_id, trigger_node_id, input, pins }: RehearsedRun,
  signal: AbortSignal,
): Promise<Rehearsals | undefined> {
  const { query: db } = services.database;
  const text = await readExecutedDefinition(db, id);
  if (text === undefined) return undefined;
  if (!services.runner.hasRoom(caller.userId)) throw tooManyRuns();
  const { workflow } = await requireWorkflow(db, caller, workflow_id, 'write');
  const plan = await services.plans.get(text, caller.userId);
  const variables = await readRunVariables(db, plan, workflow_id);
  const now = Date.now();
  const rehearseAt = (time: number) =>
    rehearseInTime(
      services,
      caller,
      {
        workflow: { id: workflow_id, name: workflow.name, organizationId: workflow.organization_id },
        plan,
        variables,
        trigger: chooseTrigger(plan, trigger_node_id),
        input: valueWithoutWorkingLinks(input),
        pins: readPins(plan, valueWithoutWorkingLinks(pins)),
        startedAt: new Date(time),
      },
      { signal, asks: true },
    );
  try {
    return [await rehearseAt(now), await rehearseAt(now + LATER_MS)];
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

async function toPin(db: Query, runId: string, stored: StoredStep): Promise<SentPin | undefined> {
  const { step, handle } = stored;
  if (step.status === 'failed') return { error: step.error };
  if (step.status !== 'success') return undefined;
  const text = step.output_truncated ? await readWholeOutput(db, runId, stored) : step.output_json;
  return { output: text === '' ? null : await parseJson(text), ...(handle !== null && { handle }) };
}

/** An output that is not in a row of its own any more, or that is so long that it is in a file, is too long for a test. */
async function readWholeOutput(db: Query, runId: string, { nodeId, iteration, isKept }: StoredStep): Promise<string> {
  const row = isKept
    ? await db
        .selectFrom('run_steps')
        .select(['output', 'output_key'])
        .where('run_id', '=', runId)
        .where('node_id', '=', nodeId)
        .where(sql<boolean>`iteration = ${[...iteration]}::integer[]`)
        .executeTakeFirst()
    : undefined;
  if (!row?.output || row.output_key !== null) throw dataOutputCut(nodeId);
  return row.output;
}

interface EndedRun {
  status: string;
  output: string;
  error: string;
  steps: readonly Step[];
}

async function expectSame(run: EndedRun, rehearsals: Rehearsals | undefined): Promise<Expectation> {
  const steps = expectSteps([run.steps, ...(rehearsals ?? []).map(({ end }) => end.steps)]);
  const effects = rehearsals && expectEffects(rehearsals);
  const further = { steps, ...(effects && { effects }) };
  if (run.status === 'failed') {
    const failed = run.steps.find(({ status }) => status === 'failed');
    return { status: 'failed', error: failed?.error ?? run.error, ...further };
  }
  return {
    status: 'success',
    ...(run.output !== '' && { output: await expectOutput(run.output, rehearsals) }),
    ...further,
  };
}

async function expectOutput(output: string, rehearsals: Rehearsals | undefined): Promise<unknown> {
  const outputs = (rehearsals ?? []).map(({ end }) => ('output' in end && end.status === 'success' ? end.output : ''));
  if (outputs.length === 0 || outputs.includes('')) return parseJson(output);
  const [first = '', second = ''] = outputs;
  return findCommon(await parseJson(first), await parseJson(second));
}

/** Effects that only one of the two performed depend on the time, and are left out. */
function expectEffects([first, second]: Rehearsals): Record<string, unknown> {
  const later = second.asked ?? {};
  const both = Object.entries(first.asked ?? {}).filter(([key]) => Object.hasOwn(later, key));
  return Object.fromEntries(both.map(([key, params]) => [key, findCommon(params, later[key])]));
}

type StepEnd = NonNullable<Expectation['steps']>[string];
const STEP_ENDS: ReadonlySet<string> = new Set<StepEnd>(['success', 'failed', 'skipped']);

/** Expects what is the same every time: which of the steps beside a failed one were reached can be a matter of time. */
function expectSteps(all: readonly (readonly Step[])[]): Record<string, StepEnd> {
  const [first = new Map<string, Step>(), ...others] = all.map(
    steps => new Map(steps.map(step => [pinKey(step.node_id, step.iteration), step])),
  );
  const isSame = ([key, { status }]: [string, Step]) =>
    STEP_ENDS.has(status) && others.every(each => each.get(key)?.status === status);
  const byNode = Map.groupBy(first, ([, { node_id }]) => node_id);
  const named = [...byNode].flatMap(([id, steps]): [string, string][] => {
    const isUniform = steps.every(step => isSame(step) && step[1].status === steps[0]?.[1].status);
    if (isUniform) return [[id, steps[0]?.[1].status ?? '']];
    return steps.filter(isSame).map(([key, { status }]) => [key, status]);
  });
  return Object.fromEntries(named) as Record<string, StepEnd>;
}
