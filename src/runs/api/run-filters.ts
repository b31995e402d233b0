/**
 * What lists of runs are filtered by. Some filters find their runs by an index. The others have to look at every run that
 * the indexes give: `list-runs.ts` and `count-runs.ts` bound how long that takes.
 */
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Query } from '../../database.ts';
import type { Caller } from '../../http/caller.ts';
import { isUuid } from '../../platform/ids.ts';
import type { RunStatus } from '../store/tables.ts';
import type { RunFilters } from './list-schemas.ts';

/** The runs that a caller may see: the same as those of `visibleRuns`. */
export interface RunScope {
  userId: string;
  deletedWorkflowIds: readonly string[];
}

/**
 * Reads what limits the runs that the caller may see. As a part of the query itself, the deleted workflows would keep the
 * planner from knowing how many runs are left, and it would sort all of them instead of reading an index in its order.
 */
export async function readRunScope(db: Query, { userId }: Caller): Promise<RunScope> {
  const deleted = await db.selectFrom('workflows').select('id').where('deleted_at', 'is not', null).execute();
  return { userId, deletedWorkflowIds: deleted.map(({ id }) => id) };
}

/** Selects the runs that the caller may see and that the indexed filters match, of one status or of any. */
export function selectIndexed(db: Query, scope: RunScope, filters: RunFilters, status?: RunStatus) {
  const { workflow_id, from, to, text, replay_of, parent_run_id, parent_node_id, parent_iteration } = filters;
  const { userId, deletedWorkflowIds } = scope;
  let runs = db.selectFrom('runs').where('runs.created_by', '=', userId);
  if (deletedWorkflowIds.length > 0) runs = runs.where('runs.workflow_id', 'not in', deletedWorkflowIds);
  if (workflow_id !== undefined) runs = runs.where('runs.workflow_id', '=', workflow_id);
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
export function indexedStatuses({ status }: RunFilters): readonly (RunStatus | undefined)[] {
  return status?.every(each => INDEXED.includes(each)) ? [...new Set(status)] : [undefined];
}

/** Returns the conditions that no index answers. The options say what is selected already. */
export function otherConditions(
  filters: RunFilters,
  { selectsStatus, selectsLabels = false }: { selectsStatus: boolean; selectsLabels?: boolean },
) {
  const { status, trigger_type, version, automatic, is_test, text } = filters;
  const conditions: Expression<SqlBool>[] = [];
  if (hasLabels(filters) && !selectsLabels) conditions.push(haveLabels(filters));
  if (status !== undefined && !selectsStatus) conditions.push(sql`runs.status = ANY (${status}::text[])`);
  if (trigger_type !== undefined) conditions.push(sql`runs.trigger_type = ANY (${trigger_type}::text[])`);
  if (version === 'draft') conditions.push(sql`runs.version IS NULL`);
  else if (version !== undefined) conditions.push(sql`runs.version = ${version}`);
  if (automatic !== undefined) conditions.push(sql`runs.automatic = ${automatic}`);
  if (is_test !== undefined) conditions.push(sql`runs.is_test = ${is_test}`);
  if (text !== undefined && text !== '' && !isUuid(text)) conditions.push(containsText(text));
  return conditions;
}

/** Labels that fewer runs have than this are looked up first. Of more, a page is found quickly by looking at the newest. */
const FEW_LABELLED = 2_000;

/**
 * Returns the ids of the runs that have the labels of the filters, if these are few. The planner does not know how many
 * have a label, so it could read all runs of a user in their order to find one.
 */
export async function findLabelled(
  db: Query,
  { userId }: RunScope,
  filters: RunFilters,
): Promise<string[] | undefined> {
  if (!hasLabels(filters)) return undefined;
  const { rows } = await sql<{ id: string }>`
    SELECT runs.id FROM runs WHERE runs.created_by = ${userId} AND ${haveLabels(filters)}
    LIMIT ${FEW_LABELLED}`.execute(db);
  return rows.length < FEW_LABELLED ? rows.map(({ id }) => id) : undefined;
}

function hasLabels({ labels = {} }: RunFilters): boolean {
  return Object.keys(labels).length > 0;
}

function haveLabels({ labels = {} }: RunFilters): Expression<SqlBool> {
  return sql`runs.labels IS NOT NULL AND runs.labels @> ${JSON.stringify(labels)}::jsonb`;
}

function containsText(text: string): Expression<SqlBool> {
  const wanted = sql`lower(${text}::text)`;
  const contains = (column: Expression<string>) => sql<SqlBool>`strpos(lower(${column}), ${wanted}) > 0`;
  return sql`(${contains(sql`runs.id::text`)} OR ${contains(sql`runs.error`)} OR ${contains(sql`runs.input`)})`;
}
