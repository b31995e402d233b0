/** Runs as records: what clients see of them, and what they may do with them. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Selectable, sql } from 'kysely';
import { groupsOf } from '../accounts/memberships.ts';
import { explainLock, type Query } from '../database.ts';
import { entityNotFound, runGoesOn, runLocked, runNotCancellable, runNotFound } from '../errors.ts';
import type { Caller } from '../http/authentication.ts';
import { parseJson } from '../platform/json/parse.ts';
import { stringifyJson } from '../platform/json/stringify.ts';
import { accessOf } from '../workflows/access.ts';
import type { RunLimits } from './run-limits.ts';
import { shownStep } from './run-records.ts';
import type { RunFacts } from './run-state.ts';
import type { RunEnd } from './run-store.ts';
import type { Run, Step } from './schemas.ts';
import type { RunTables } from './tables.ts';

export type RunRow = Omit<Selectable<RunTables['runs']>, 'definition' | 'workflow_name'>;

const COLUMNS = [
  'runs.id',
  'runs.workflow_id',
  'runs.organization_id',
  'runs.version',
  'runs.trigger_node_id',
  'runs.trigger_type',
  'runs.trigger_depth',
  'runs.automatic',
  'runs.input',
  'runs.status',
  'runs.started_at',
  'runs.active_since',
  'runs.active_ms',
  'runs.finished_at',
  'runs.settled_at',
  'runs.steps',
  'runs.output',
  'runs.error',
  'runs.credits',
  'runs.runner_id',
  'runs.lease',
  'runs.created_at',
  'runs.created_by',
  'runs.updated_at',
] as const;

/** The runs that executed on behalf of the caller. */
export function visibleRuns(db: Query, { userId }: Caller) {
  return db.selectFrom('runs').select(COLUMNS).where('runs.created_by', '=', userId);
}

/** What clients see. The steps of a run under way are looked up. */
export async function runObjects(db: Query, limits: RunLimits, rows: readonly RunRow[]): Promise<Run[]> {
  const running = rows.filter(({ status }) => status === 'running').map(({ id }) => id);
  const settled = running.length === 0 ? [] : await settledSteps(db, running);
  const runs: Run[] = [];
  for (const row of rows) {
    const before = settled.filter(({ run_id }) => run_id === row.id).map(step => shownStep(step, limits));
    runs.push(runObject(row, [...before, ...(await readSteps(row.steps))]));
  }
  return runs;
}

/** What a run that ended just now looks like. */
export function endedRun(facts: RunFacts, end: RunEnd): Run {
  return runObject(
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
      finished_at: end.finishedAt,
      output: end.output,
      error: end.error,
      credits: end.credits,
      created_at: facts.createdAt,
      created_by: facts.user.id,
      updated_at: end.finishedAt,
    },
    [...end.steps],
  );
}

const LOOK_AGAIN_MS = 200;

/** A run that another process executes, or another request waits for, when it has ended or paused. */
export async function followRun(db: Query, limits: RunLimits, id: string, signal: AbortSignal): Promise<Run> {
  for (;;) {
    const row = await db.selectFrom('runs').select(COLUMNS).where('id', '=', id).executeTakeFirst();
    if (!row) throw runNotFound();
    if (row.status !== 'queued' && row.status !== 'running') {
      const [run] = await runObjects(db, limits, [row]);
      if (run) return run;
    }
    if (signal.aborted) throw runGoesOn(id);
    await delay(LOOK_AGAIN_MS, undefined, { signal }).catch(() => {});
  }
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
      .executeTakeFirst();
    if (!found) throw runNotFound();
    if (found.run_user !== caller.userId) {
      const access = accessOf(found, caller, await groupsOf(transaction, caller));
      if (!access?.write) throw runNotFound();
    }
    const locked = await lockRun(transaction, id);
    if (!locked) throw runNotFound();
    const { status, steps } = locked;
    if (status !== 'waiting' && status !== 'queued') throw runNotCancellable(status);
    const row = await transaction
      .updateTable('runs')
      .set({
        status: 'cancelled',
        finished_at: sql<Date>`now()`,
        settled_at: sql<Date>`now()`,
        updated_at: sql<Date>`now()`,
        definition: null,
        steps: await withoutWaiting(steps),
      })
      .where('id', '=', id)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    await transaction.deleteFrom('run_steps').where('run_id', '=', id).execute();
    const [run] = await runObjects(transaction, limits, [row]);
    if (!run) throw runNotFound();
    return run;
  });
}

/** Steps that wait fail with their run. */
async function withoutWaiting(steps: string): Promise<string> {
  const ended = (await readSteps(steps)).map(step =>
    step.status === 'waiting'
      ? { ...step, status: 'failed' as const, finished_at: Date.now(), error: 'The run was cancelled' }
      : step,
  );
  return stringifyJson(ended);
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
export async function keysOfSteps(db: Query, keys: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('run_steps').select('output_key').where('output_key', 'in', keys).execute();
  return rows.flatMap(({ output_key }) => output_key ?? []);
}

const BATCH = 200;

/** Those that ended longer ago than runs are kept, so many at a time; paused ones are kept until they end. */
export async function deleteOldRuns(db: Query, retentionDays: number): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      DELETE FROM runs WHERE id IN (
        SELECT id FROM runs WHERE finished_at < now() - make_interval(days => ${retentionDays})
        ORDER BY finished_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
      )`.execute(db);
    if (Number(numAffectedRows ?? 0) < BATCH) return;
  }
}

/** Waits for nobody: who comes second gets 423. */
async function lockRun(transaction: Query, id: string): Promise<{ status: string; steps: string } | undefined> {
  const { rows } = await sql<{
    status: string;
    steps: string;
  }>`SELECT status, steps FROM runs WHERE id = ${id} FOR UPDATE NOWAIT`
    .execute(transaction)
    .catch(explainLock(runLocked));
  return rows[0];
}

async function settledSteps(db: Query, ids: readonly string[]) {
  return db
    .selectFrom('run_steps')
    .select(['run_id', 'step', 'output'])
    .where('run_id', 'in', ids)
    .orderBy('run_id')
    .orderBy('position')
    .execute();
}

function runObject(
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
