/**
 * What lists of runs are filtered by. Some filters find their runs by an index. The others have to look at every run that
 * the indexes give: `list-runs.ts` and `count-runs.ts` bound how long that takes.
 */
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Query } from '../../database.ts';
import type { Caller } from '../../http/caller.ts';
import { isUuid } from '../../platform/ids.ts';
import { jsonb, toStorableJson } from '../../platform/postgres/storable-text.ts';
import type { Position } from '../../query/page-cursor.ts';
import type { RunStatus } from '../store/tables.ts';
import { findTeamWorkflowIds } from '../store/team-runs.ts';
import { hasFailureFilters, isFailureOf } from './failure-lists.ts';
import type { RunFilters } from './list-schemas.ts';

/** The runs that a caller may see: their own, and those of the workflows that they may change (`team-runs.ts`). */
export interface RunScope {
  userId: string;
  deletedWorkflowIds: readonly string[];
  /** The workflows whose runs are all listed, including those of other users. */
  teamWorkflowIds: readonly string[];
}

/**
 * Reads what limits the runs that the caller may see. If the query itself excluded the deleted workflows, the planner
 * could not know how many runs are left, and would sort all of them instead of reading an index in its order.
 */
export async function readRunScope(db: Query, caller: Caller, { whose = 'team' }: RunFilters): Promise<RunScope> {
  const teamWorkflowIds = whose === 'team' ? await findTeamWorkflowIds(db, caller) : [];
  const deleted = await db.selectFrom('workflows').select('id').where('deleted_at', 'is not', null).execute();
  return { userId: caller.userId, deletedWorkflowIds: deleted.map(({ id }) => id), teamWorkflowIds };
}

/** Selects the runs that the caller may see and that the indexed filters match, of one status or of any. */
export function selectIndexed(db: Query, scope: RunScope, filters: RunFilters, status?: RunStatus) {
  const { workflow_id } = filters;
  let runs = selectFiltered(db, filters, status);
  if (workflow_id !== undefined) runs = runs.where('runs.workflow_id', '=', workflow_id);
  if (isOfTeam(scope, workflow_id)) return runs;
  const { userId, deletedWorkflowIds, teamWorkflowIds } = scope;
  if (deletedWorkflowIds.length > 0) runs = runs.where('runs.workflow_id', 'not in', deletedWorkflowIds);
  return workflow_id !== undefined || teamWorkflowIds.length === 0
    ? runs.where('runs.created_by', '=', userId)
    : runs.where(isVisible(scope));
}

/** Whether all runs of the workflow are listed, so that nothing else has to be asked. */
function isOfTeam({ teamWorkflowIds }: RunScope, workflowId: string | undefined): boolean {
  return workflowId !== undefined && teamWorkflowIds.includes(workflowId);
}

function isVisible({ userId, teamWorkflowIds }: RunScope): Expression<SqlBool> {
  if (teamWorkflowIds.length === 0) return sql`runs.created_by = ${userId}`;
  return sql`(runs.created_by = ${userId} OR runs.workflow_id = ANY (${teamWorkflowIds}::uuid[]))`;
}

/**
 * Whether the newest runs have to be collected from the workflows of the team and from the caller's own runs. No index
 * gives both in one order. Filters that few runs match need no order.
 */
export function isMerged({ teamWorkflowIds }: RunScope, filters: RunFilters): boolean {
  const { workflow_id, text, replay_of, parent_run_id } = filters;
  if (teamWorkflowIds.length === 0 || workflow_id !== undefined) return false;
  return replay_of === undefined && parent_run_id === undefined && !(text !== undefined && isUuid(text));
}

/**
 * Returns the ids of the newest runs of the team's workflows. The newest run of each workflow is looked up first,
 * because the n newest runs belong to n workflows at most.
 */
export async function findNewestOfTeam(
  db: Query,
  { teamWorkflowIds }: RunScope,
  filters: RunFilters,
  { status, limit, start }: { status: RunStatus | undefined; limit: number; start: Position | undefined },
): Promise<string[]> {
  const newest = (workflow: RawBuilder<unknown>, most: number) => {
    const runs = selectFiltered(db, filters, status)
      .where(sql<SqlBool>`runs.workflow_id = ${workflow}`)
      .select(['runs.id', 'runs.created_at'])
      .orderBy('runs.created_at', 'desc')
      .orderBy('runs.id', 'desc')
      .limit(most);
    return start ? runs.where(isBefore(start)) : runs;
  };
  const { rows } = await sql<{ id: string }>`
    WITH heads AS MATERIALIZED (
      SELECT team.id FROM unnest(${teamWorkflowIds}::uuid[]) AS team (id)
      CROSS JOIN LATERAL (${newest(sql`team.id`, 1)}) AS head
      ORDER BY head.created_at DESC, head.id DESC LIMIT ${limit}
    )
    SELECT run.id FROM heads CROSS JOIN LATERAL (${newest(sql`heads.id`, limit)}) AS run
    ORDER BY run.created_at DESC, run.id DESC LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The runs of the list after this one. */
export function isBefore(start: Position): Expression<SqlBool> {
  return sql<SqlBool>`(runs.created_at, runs.id) < (${start.created_at}::timestamptz, ${start.id}::uuid)`;
}

/** Selects the runs that the indexed filters match, whoever may see them, of one status or of any. */
function selectFiltered(db: Query, filters: RunFilters, status: RunStatus | undefined) {
  const { from, to, text, replay_of, parent_run_id, parent_node_id, parent_iteration } = filters;
  let runs = db.selectFrom('runs');
  if (from !== undefined) runs = runs.where('runs.created_at', '>=', new Date(from));
  if (to !== undefined) runs = runs.where('runs.created_at', '<', new Date(to));
  if (text !== undefined && isUuid(text)) runs = runs.where('runs.id', '=', text);
  if (replay_of !== undefined) runs = runs.where('runs.replay_of', '=', replay_of);
  if (parent_run_id !== undefined) runs = runs.where('runs.parent_run_id', '=', parent_run_id);
  if (parent_node_id !== undefined) runs = runs.where('runs.parent_node_id', '=', parent_node_id);
  if (parent_iteration !== undefined) {
    runs = runs.where('runs.parent_iteration', '=', sql<number[]>`${parent_iteration}::integer[]`);
  }
  // The planner knows that a partial index applies only when the status is a part of the statement.
  if (status !== undefined) runs = runs.where('runs.status', '=', sql<RunStatus>`${sql.lit(status)}`);
  return runs;
}

/** The statuses that most runs do not have, or not for long. Indexes give their runs in order, one status at a time. */
const INDEXED: readonly RunStatus[] = ['queued', 'running', 'waiting', 'failed', 'cancelled'];

/** Returns the statuses whose runs are to be selected one by one. */
export function indexedStatuses({ status, ...filters }: RunFilters): readonly (RunStatus | undefined)[] {
  // Only failed runs have what people do about failures.
  if (status === undefined && hasFailureFilters(filters)) return ['failed'];
  return status?.every(each => INDEXED.includes(each)) ? [...new Set(status)] : [undefined];
}

/** Returns the conditions that no index answers. The options say what is selected already. */
export function otherConditions(
  filters: RunFilters,
  { selectsStatus, found }: { selectsStatus: boolean; found?: FewRuns | undefined },
) {
  const { status, trigger_type, version, automatic, is_test, text } = filters;
  const conditions: Expression<SqlBool>[] = [];
  if (hasLabels(filters) && found?.by !== 'labels') conditions.push(haveLabels(filters));
  if (hasFailureFilters(filters) && found?.by !== 'failures') {
    conditions.push(sql`EXISTS (
      SELECT FROM run_failures WHERE run_failures.run_id = runs.id AND ${isFailureOf(filters)})`);
  }
  if (status !== undefined && !selectsStatus) conditions.push(sql`runs.status = ANY (${status}::text[])`);
  if (trigger_type !== undefined) conditions.push(sql`runs.trigger_type = ANY (${trigger_type}::text[])`);
  if (version === 'draft') conditions.push(sql`runs.version IS NULL`);
  else if (version !== undefined) conditions.push(sql`runs.version = ${version}`);
  if (automatic !== undefined) conditions.push(sql`runs.automatic = ${automatic}`);
  if (is_test !== undefined) conditions.push(sql`runs.is_test = ${is_test}`);
  if (text !== undefined && text !== '' && !isUuid(text)) conditions.push(containsText(text));
  return conditions;
}

/** What fewer runs than this have is looked up first. With more runs, a page is found quickly among the newest. */
const FEW_RUNS = 2_000;

/** The few runs that have the labels of the filters, or the failures. */
export interface FewRuns {
  by: 'labels' | 'failures';
  ids: readonly string[];
}

/**
 * Returns the ids of the runs that have the labels of the filters, or the failures, if these are few. The planner does not
 * know how many have a label, so it could read all runs of a user in their order to find one.
 */
export async function findFew(db: Query, scope: RunScope, filters: RunFilters): Promise<FewRuns | undefined> {
  if (hasFailureFilters(filters)) {
    const { rows } = await sql<{ id: string }>`
      SELECT run_id AS id FROM run_failures
      WHERE ${isFailureOf(filters)} AND (run_user = ${scope.userId} OR workflow_id = ANY (${scope.teamWorkflowIds}::uuid[]))
      LIMIT ${FEW_RUNS}`.execute(db);
    if (rows.length < FEW_RUNS) return { by: 'failures', ids: rows.map(({ id }) => id) };
  }
  if (!hasLabels(filters)) return undefined;
  const { rows } = await sql<{ id: string }>`
    SELECT runs.id FROM runs WHERE ${isVisible(scope)} AND ${haveLabels(filters)}
    LIMIT ${FEW_RUNS}`.execute(db);
  return rows.length < FEW_RUNS ? { by: 'labels', ids: rows.map(({ id }) => id) } : undefined;
}

function hasLabels({ labels = {} }: RunFilters): boolean {
  return Object.keys(labels).length > 0;
}

function haveLabels({ labels = {} }: RunFilters): Expression<SqlBool> {
  return sql`runs.labels IS NOT NULL AND runs.labels @> ${jsonb(toStorableJson(labels))}`;
}

function containsText(text: string): Expression<SqlBool> {
  const wanted = sql`lower(${text}::text)`;
  const contains = (column: Expression<string>) => sql<SqlBool>`strpos(lower(${column}), ${wanted}) > 0`;
  return sql`(${contains(sql`runs.id::text`)} OR ${contains(sql`runs.error`)} OR ${contains(sql`runs.input`)})`;
}
