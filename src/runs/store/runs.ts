/** Runs as records: what clients see of them, and what they may do with them. */

import { type Selectable, sql } from 'kysely';
import { findGroupIds } from '../../accounts/memberships.ts';
import { fixedLimits } from '../../configuration/limits.ts';
import { explainLockConflict, type Query } from '../../database.ts';
import { entityNotFound, runLocked, runNotCancellable, runNotFound } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import { parseJson } from '../../platform/json/parse.ts';
import { stringifyJson } from '../../platform/json/stringify.ts';
import { accessOf } from '../../workflows/access.ts';
import { stepKey, toShownStep, type UnsettledStep } from '../executing/run-records.ts';
import type { RunFacts } from '../executing/run-state.ts';
import type { RunEnd, RunPause } from '../executing/saved-run.ts';
import type { RunLimits } from '../run-limits.ts';
import type { Run, Step } from '../schemas.ts';
import type { RunTables } from './tables.ts';

export type RunRow = Omit<
  Selectable<RunTables['runs']>,
  'definition' | 'workflow_name' | 'interruptions' | 'root_id' | 'trace_context'
>;

/** Those that are short, whatever the run did. */
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
] as const;

const COLUMNS = [...SHORT_COLUMNS, 'runs.input', 'runs.steps', 'runs.output', 'runs.error'] as const;

/** One of them, as clients see it. */
export async function readRun(db: Query, limits: RunLimits, caller: Caller, id: string): Promise<Run> {
  const [run] = await toRuns(db, limits, await visibleRuns(db, caller).where('runs.id', '=', id).execute());
  if (!run) throw entityNotFound();
  return run;
}

/** The runs that executed on behalf of the caller. */
export function visibleRuns(db: Query, { userId }: Caller) {
  return (
    db
      .selectFrom('runs')
      .select(COLUMNS)
      .where('runs.created_by', '=', userId)
      // Evaluated once, as a filter: NOT EXISTS would be a join, for which the planner leaves the index of the page.
      .where(sql<boolean>`runs.workflow_id <> ALL (ARRAY(SELECT id FROM workflows WHERE deleted_at IS NOT NULL))`)
  );
}

/** What clients see. */
export async function toRuns(db: Query, limits: RunLimits, rows: readonly RunRow[]): Promise<Run[]> {
  const settled = await settledStepsOfOpen(db, limits, rows);
  const runs: Run[] = [];
  for (const row of rows) {
    const isEnded = row.finished_at !== null;
    runs.push(toRun(row, isEnded ? await readSteps(row.steps) : await stepsSoFar(row, settled, limits)));
  }
  return runs;
}

/** The steps of a run that has not ended are looked up. */
export async function settledStepsOfOpen(
  db: Query,
  limits: RunLimits,
  rows: readonly RunRow[],
): Promise<SettledStep[]> {
  const open = rows.filter(({ finished_at }) => finished_at === null).map(({ id }) => id);
  return open.length === 0 ? [] : settledSteps(db, limits, open);
}

type SettledStep = Awaited<ReturnType<typeof settledSteps>>[number];

/** Those that have settled and those that are under way, in the order of their start. */
export async function stepsSoFar(
  { id, steps }: Pick<RunRow, 'id' | 'steps'>,
  settled: readonly SettledStep[],
  limits: RunLimits,
): Promise<Step[]> {
  const over = settled.filter(({ run_id }) => run_id === id);
  const isOver = new Set(over.map(({ node_id, iteration }) => stepKey({ nodeId: node_id, iteration })));
  const unsettled = ((await parseJson(steps)) as UnsettledStep[]).filter(
    ({ node_id, iteration }) => !isOver.has(stepKey({ nodeId: node_id, iteration })),
  );
  return [
    ...over.map(step => ({ position: step.position, step: toShownStep(step, limits) })),
    ...unsettled.map(({ position, ...step }) => ({ position, step })),
  ]
    .toSorted((one, other) => one.position - other.position)
    .map(({ step }) => step);
}

/** What a run that ended or paused just now looks like. */
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
    },
    [...end.steps],
  );
}

/** Whoever it executes for. Undefined: there is no such run. */
export async function readAnyRun(db: Query, limits: RunLimits, id: string): Promise<Run | undefined> {
  const [run] = await toRuns(db, limits, await db.selectFrom('runs').select(COLUMNS).where('id', '=', id).execute());
  return run;
}

/**
 * Ends a run that waits or is queued; a waiting step of it fails. Those who may: the user for whom it executes, and
 * whoever may change the workflow. Everybody else learns nothing of it.
 */
export async function cancelRun(db: Query, limits: RunLimits, caller: Caller, id: string): Promise<Run> {
  return db.transaction().execute(async transaction => {
    const found = await transaction
      .selectFrom('runs')
      .innerJoin('workflows', 'workflows.id', 'runs.workflow_id')
      .selectAll('workflows')
      .select('runs.created_by as run_user')
      .where('runs.id', '=', id)
      .where('workflows.deleted_at', 'is', null)
      .executeTakeFirst();
    if (!found) throw runNotFound();
    if (found.run_user !== caller.userId) {
      const access = accessOf(found, caller, await findGroupIds(transaction, caller));
      if (!access?.write) throw runNotFound();
    }
    const locked = await lockRun(transaction, id);
    if (!locked) throw runNotFound();
    const { status } = locked;
    if (status !== 'waiting' && status !== 'queued') throw runNotCancellable(status);
    const row = await transaction
      .updateTable('runs')
      .set({
        status: 'cancelled',
        finished_at: sql<Date>`now()`,
        settled_at: sql<Date>`now()`,
        updated_at: sql<Date>`now()`,
        definition: null,
        steps: await stringifyJson(await failOpenSteps(transaction, limits, id, 'The run was cancelled')),
      })
      .where('id', '=', id)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    await transaction.deleteFrom('run_steps').where('run_id', '=', id).execute();
    const [run] = await toRuns(transaction, limits, [row]);
    if (!run) throw runNotFound();
    return run;
  });
}

/** The steps of a run that is ended from outside: those that wait, or are under way, fail with it. */
export async function failOpenSteps(db: Query, limits: RunLimits, id: string, error: string): Promise<Step[]> {
  const run = await db.selectFrom('runs').select(['id', 'steps']).where('id', '=', id).executeTakeFirst();
  if (!run) return [];
  const steps = await stepsSoFar(run, await settledSteps(db, limits, [id]), limits);
  return steps.map(step =>
    step.finished_at === null ? { ...step, status: 'failed', finished_at: Date.now(), error } : step,
  );
}

async function readSteps(text: string): Promise<Step[]> {
  return (await parseJson(text)) as Step[];
}

/** With everything that belongs to it. Whoever executes it finds it gone, and lets go. */
export async function deleteRun(db: Query, caller: Caller, id: string): Promise<string> {
  return db.transaction().execute(async transaction => {
    const seen = await visibleRuns(transaction, caller).where('runs.id', '=', id).executeTakeFirst();
    if (!seen || (await lockRun(transaction, id)) === undefined) throw entityNotFound();
    await transaction.deleteFrom('runs').where('id', '=', id).execute();
    return id;
  });
}

/** The blobs that long outputs of steps are kept in. */
export async function referencedStepBlobs(db: Query, keys: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('run_steps').select('output_key').where('output_key', 'in', keys).execute();
  return rows.flatMap(({ output_key }) => output_key ?? []);
}

/** Finding expired runs reads much of the table, so many are found at a time. */
const FOUND_RUNS = 20_000;
/** In one transaction: short enough that nobody waits for it. */
const DELETED_RUNS = 500;

/** Deletes runs that ended longer ago than runs are kept. Paused ones are kept until they end. */
export async function deleteOldRuns(db: Query, retentionDays: number, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM runs WHERE finished_at < now() - make_interval(days => ${retentionDays})
      LIMIT ${FOUND_RUNS}`.execute(db);
    let deleted = 0;
    for (let from = 0; from < rows.length; from += DELETED_RUNS) {
      signal?.throwIfAborted();
      const ids = rows.slice(from, from + DELETED_RUNS).map(({ id }) => id);
      // A run that somebody else is just deleting is left to them.
      const { numAffectedRows } = await sql`
        DELETE FROM runs WHERE id IN (SELECT id FROM runs WHERE id = ANY (${ids}::uuid[]) FOR UPDATE SKIP LOCKED)`.execute(
        db,
      );
      deleted += Number(numAffectedRows ?? 0);
    }
    if (rows.length < FOUND_RUNS || deleted === 0) return;
  }
}

/** What one character may take in JSON. */
const LONGEST_ESCAPE = 6;

/** Waits for nobody: who comes second gets 423. */
async function lockRun(transaction: Query, id: string): Promise<{ status: string } | undefined> {
  const { rows } = await sql<{ status: string }>`SELECT status FROM runs WHERE id = ${id} FOR UPDATE NOWAIT`
    .execute(transaction)
    .catch(explainLockConflict(runLocked));
  return rows[0];
}

/** Of a long output no more is read than is shown of it. */
async function settledSteps(db: Query, { shownCharacters }: RunLimits, ids: readonly string[]) {
  const most = Math.max(shownCharacters, LONGEST_ESCAPE * fixedLimits.run.textCharacters) + 1;
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
  };
}
