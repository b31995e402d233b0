/**
 * Which runs a user sees beside those that execute on their own behalf: all runs of the workflows that they may change,
 * unless the published settings of the workflow say `"runs": "own"`.
 *
 * In an organization only its members see them: a share that somebody kept when they left shows no runs. `/api/v3` shows
 * everybody their own runs alone (`visibleRuns`).
 */
import { type SqlBool, sql } from 'kysely';
import { findGroupIds } from '../../accounts/memberships.ts';
import { isAccessibleTo } from '../../accounts/sharing/shares.ts';
import type { Query } from '../../database.ts';
import { runNotFound } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import { RUN_COLUMNS } from './runs.ts';

/** Returns the ids of the workflows all of whose runs the caller sees. */
export async function findTeamWorkflowIds(db: Query, caller: Caller): Promise<string[]> {
  if (!mayBeInTeam(caller)) return [];
  const groups = await findGroupIds(db, caller);
  const rows = await db.selectFrom('workflows').select('workflows.id').where(isOfTeam(caller, groups)).execute();
  return rows.map(({ id }) => id);
}

/** Reads what is selected of a run that the caller sees. To anybody else the run does not exist. */
export async function requireSeenRun<Row>(
  db: Query,
  caller: Caller,
  id: string,
  select: (run: SeenRuns) => { executeTakeFirst(): Promise<Row | undefined> },
): Promise<Row> {
  const { runs } = await seenRuns(db, caller);
  const row = await select(runs.where('runs.id', '=', id)).executeTakeFirst();
  if (row === undefined) throw runNotFound();
  return row;
}

type SeenRuns = Awaited<ReturnType<typeof seenRuns>>['runs'];

/** Selects the runs that the caller sees. It is made for finding runs by their ids. */
export async function seenRuns(db: Query, caller: Caller) {
  const groups = mayBeInTeam(caller) ? await findGroupIds(db, caller) : undefined;
  const isOwn = sql<SqlBool>`runs.created_by = ${caller.userId} AND workflows.deleted_at IS NULL`;
  // The builder can be awaited, so it is returned in an object.
  return {
    runs: db
      .selectFrom('runs')
      .innerJoin('workflows', 'workflows.id', 'runs.workflow_id')
      .select(RUN_COLUMNS)
      .where(groups ? sql<SqlBool>`(${isOwn} OR ${isOfTeam(caller, groups)})` : isOwn),
  };
}

/** Whoever may only read workflows may change none, whatever is shared with them. */
function mayBeInTeam({ workflowPermission }: Caller): boolean {
  return workflowPermission === 'write';
}

function isOfTeam(caller: Caller, groups: ReadonlySet<string>) {
  const mayWrite = isAccessibleTo('workflows', caller, groups, { write: true });
  return sql<SqlBool>`(workflows.deleted_at IS NULL AND ${mayWrite}
    AND workflows.settings ->> 'runs' IS DISTINCT FROM 'own'
    AND (workflows.organization_id IS NULL OR EXISTS (
      SELECT FROM organization_members AS member
      WHERE member.organization_id = workflows.organization_id AND member.user_id = ${caller.userId})))`;
}
