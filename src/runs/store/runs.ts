/** Reads runs in the form that clients see. */
import { sql } from 'kysely';
import type { Query } from '../../database.ts';
import { entityNotFound } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import { parseJson } from '../../platform/json/parse.ts';
import type { SelectedRow } from '../../platform/postgres/column-types.ts';
import { SHOWN_TEXT_CHARACTERS, stepKey, toShownStep, type UnsettledStep } from '../executing/run-records.ts';
import type { RunFacts } from '../executing/run-state.ts';
import type { RunEnd, RunPause } from '../executing/saved-run.ts';
import type { RunLimits } from '../run-limits.ts';
import type { Run, Step } from '../schemas.ts';
import type { RunTables } from './tables.ts';

/** The columns whose values are short in every run. */
export const SHORT_COLUMNS = [
  'runs.id',
  'runs.workflow_id',
  'runs.organization_id',
  'runs.version',
  'runs.trigger_node_id',
  'runs.trigger_type',
  'runs.trigger_depth',
  'runs.automatic',
  'runs.status',
  'runs.started_at',
  'runs.active_since',
  'runs.active_ms',
  'runs.finished_at',
  'runs.settled_at',
  'runs.credits',
  'runs.runner_id',
  'runs.lease',
  'runs.created_at',
  'runs.created_by',
  'runs.updated_at',
  'runs.due_at',
  'runs.order_at',
  'runs.parent_run_id',
  'runs.root_run_id',
  'runs.depth',
  'runs.labels',
  'runs.next_retry_at',
] as const;

export const RUN_COLUMNS = [...SHORT_COLUMNS, 'runs.input', 'runs.steps', 'runs.output', 'runs.error'] as const;

export type RunRow = SelectedRow<RunTables['runs'], typeof RUN_COLUMNS>;

export async function readRun(db: Query, limits: RunLimits, caller: Caller, id: string): Promise<Run> {
  const row = await visibleRuns(db, caller).where('runs.id', '=', id).executeTakeFirst();
  if (!row) throw entityNotFound();
  return withSteps(db, limits, row);
}

/** Selects the runs that executed on behalf of the caller. */
export function visibleRuns(db: Query, { userId }: Caller) {
  return (
    db
      .selectFrom('runs')
      .select(RUN_COLUMNS)
      .where('runs.created_by', '=', userId)
      // The subquery is evaluated once, as a filter. With NOT EXISTS the planner would join, and not use the index that
      // the page needs.
      .where(sql<boolean>`runs.workflow_id <> ALL (ARRAY(SELECT id FROM workflows WHERE deleted_at IS NOT NULL))`)
  );
}

/** Converts a row together with the steps of the run. */
export async function withSteps(db: Query, limits: RunLimits, row: RunRow): Promise<Run> {
  if (row.finished_at !== null) return toRun(row, (await parseJson(row.steps)) as Step[]);
  return toRun(row, await combineSteps(row, await selectSettledSteps(db, limits, [row.id]), limits));
}

/** Reads the settled steps of those runs that have not ended. Ended runs contain their steps. */
export async function readSettledSteps(
  db: Query,
  limits: RunLimits,
  rows: readonly Pick<RunRow, 'id' | 'finished_at'>[],
): Promise<SettledStep[]> {
  const open = rows.filter(({ finished_at }) => finished_at === null).map(({ id }) => id);
  return open.length === 0 ? [] : selectSettledSteps(db, limits, open);
}

type SettledStep = Awaited<ReturnType<typeof selectSettledSteps>>[number];

/** Returns the settled and the unsettled steps of a run that has not ended, in the order of their start. */
export async function combineSteps(
  { id, steps }: Pick<RunRow, 'id' | 'steps'>,
  settled: readonly SettledStep[],
  limits: RunLimits,
): Promise<Step[]> {
  const ownSettled = settled.filter(({ run_id }) => run_id === id);
  const settledKeys = new Set(ownSettled.map(({ node_id, iteration }) => stepKey({ nodeId: node_id, iteration })));
  const unsettled = ((await parseJson(steps)) as UnsettledStep[]).filter(
    ({ node_id, iteration }) => !settledKeys.has(stepKey({ nodeId: node_id, iteration })),
  );
  return [
    ...ownSettled.map(step => ({ position: step.position, step: toShownStep(step, limits) })),
    ...unsettled.map(({ position, ...step }) => ({ position, step })),
  ]
    .toSorted((one, other) => one.position - other.position)
    .map(({ step }) => step);
}

/** Converts a run that has just ended or paused. */
export function toSettledRun(facts: RunFacts, end: RunEnd | RunPause): Run {
  const isPaused = end.status === 'waiting';
  const at = isPaused ? end.pausedAt : end.finishedAt;
  return toRun(
    {
      id: facts.id,
      workflow_id: facts.workflowId,
      organization_id: facts.organizationId,
      version: facts.version,
      trigger_node_id: facts.triggerNodeId,
      trigger_type: facts.triggerType,
      trigger_depth: facts.triggerDepth,
      automatic: facts.automatic,
      input: facts.inputText,
      status: end.status,
      started_at: facts.startedAt,
      active_since: facts.startedAt,
      finished_at: isPaused ? null : at,
      output: isPaused ? '' : end.output,
      error: isPaused ? '' : end.error,
      credits: end.credits,
      created_at: facts.createdAt,
      created_by: facts.user.id,
      updated_at: at,
      // The run of a request begins at once.
      due_at: null,
      order_at: null,
      // A request starts no run for a step of another run.
      parent_run_id: null,
      root_run_id: null,
      depth: null,
      labels: facts.labels ?? null,
      // Only automatic runs are tried again.
      next_retry_at: null,
    },
    [...end.steps],
  );
}

/** Reads a run of any user. Returns undefined when it does not exist. */
export async function readAnyRun(db: Query, limits: RunLimits, id: string): Promise<Run | undefined> {
  const row = await db.selectFrom('runs').select(RUN_COLUMNS).where('id', '=', id).executeTakeFirst();
  return row && withSteps(db, limits, row);
}

/** Returns the steps of a run that is ended from outside. Its unsettled steps fail with this error. */
export async function failOpenSteps(db: Query, limits: RunLimits, id: string, error: string): Promise<Step[]> {
  const run = await db.selectFrom('runs').select(['id', 'steps']).where('id', '=', id).executeTakeFirst();
  if (!run) return [];
  const steps = await combineSteps(run, await selectSettledSteps(db, limits, [id]), limits);
  return steps.map(step =>
    step.finished_at === null ? { ...step, status: 'failed', finished_at: Date.now(), error } : step,
  );
}

/** Returns which of these blobs contain outputs of steps. */
export async function referencedStepBlobs(db: Query, keys: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('run_steps').select('output_key').where('output_key', 'in', keys).execute();
  return rows.flatMap(({ output_key }) => output_key ?? []);
}

/** Reads no more of a long output than is shown of it. */
async function selectSettledSteps(db: Query, { shownCharacters }: RunLimits, ids: readonly string[]) {
  const most = Math.max(shownCharacters + 1, SHOWN_TEXT_CHARACTERS);
  return db
    .selectFrom('run_steps')
    .select([
      'run_id',
      'node_id',
      'iteration',
      'position',
      'step',
      sql<string | null>`left(output, ${most})`.as('output'),
    ])
    .where('run_id', 'in', ids)
    .orderBy('run_id')
    .orderBy('position')
    .execute();
}

export function toRun(
  row: Omit<RunRow, 'steps' | 'active_ms' | 'settled_at' | 'runner_id' | 'lease'>,
  steps: Step[],
): Run {
  return {
    id: row.id,
    created: { timestamp: row.created_at.getTime(), user_id: row.created_by },
    updated: { timestamp: row.updated_at.getTime(), user_id: row.created_by },
    permissions: {
      owner: { user_id: row.created_by, group_id: null },
      write: true,
      run: false,
      export: false,
      copy: false,
    },
    workflow_id: row.workflow_id,
    organization_id: row.organization_id,
    version: row.version,
    trigger_node_id: row.trigger_node_id,
    trigger_type: row.trigger_type,
    trigger_depth: row.trigger_depth,
    automatic: row.automatic,
    input_json: row.input,
    status: row.status,
    started_at: row.started_at?.getTime() ?? null,
    active_since: row.active_since?.getTime() ?? null,
    finished_at: row.finished_at?.getTime() ?? null,
    steps,
    output_json: row.output,
    error: row.error,
    credits: row.credits,
    ...(row.due_at && { due_at: row.due_at.getTime() }),
    ...(row.order_at && { order_at: row.order_at.getTime() }),
    ...(row.labels && { labels: row.labels }),
    ...(row.next_retry_at && { next_retry_at: row.next_retry_at.getTime() }),
    ...toAncestry(row),
  };
}

/** The runs above a run. Empty for a run that no other run started. */
export function toAncestry({
  parent_run_id,
  root_run_id,
  depth,
}: Pick<RunRow, 'parent_run_id' | 'root_run_id' | 'depth'>): Pick<Run, 'parent_run_id' | 'root_run_id' | 'depth'> {
  return {
    ...(parent_run_id !== null && { parent_run_id }),
    ...(root_run_id !== null && { root_run_id }),
    ...(depth !== null && { depth }),
  };
}
