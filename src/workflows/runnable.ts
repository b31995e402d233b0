/** Finds out about the workflows that the steps of a definition run, and that its triggers watch. */
import { sql } from 'kysely';
import { findGroupIds } from '../accounts/memberships.ts';
import type { Query } from '../database.ts';
import type { RunnableWorkflow } from '../engine/details.ts';
import type { Caller } from '../http/caller.ts';
import { isUuid } from '../platform/ids.ts';
import { calculateAccess } from './access.ts';

/** How far recursion is looked for: levels, and workflows in all. What is beyond ends at the limits of runs. */
const LEVELS = 10;
const WORKFLOWS = 200;

/**
 * Returns those of the workflows that the caller may read or run, by id. `ownId` is the workflow of the definition, if it is saved
 * already and recursion matters.
 */
export async function findRunnableWorkflows(
  db: Query,
  caller: Caller,
  ids: readonly string[],
  ownId: string | undefined,
): Promise<ReadonlyMap<string, RunnableWorkflow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('workflows')
    .select(['id', 'name', 'created_by', 'group_id', 'sharing', 'group_sharing', 'published_version'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute();
  const groups = await findGroupIds(db, caller);
  const readable = rows.flatMap(row => {
    const access = calculateAccess(row, caller, groups);
    return access ? [{ ...row, mayRun: access.run }] : [];
  });
  const runnable = readable.filter(({ mayRun }) => mayRun);
  const calls = ownId === undefined ? new Map<string, string[]>() : await readCalls(db, runnable, ownId);
  return new Map(
    readable.map(({ id, name, published_version, mayRun }) => {
      const recursion = id === ownId ? 'direct' : leadsTo(calls, id, ownId) ? 'indirect' : undefined;
      return [id, { name, isPublished: published_version !== null, recursion, isReadOnly: !mayRun }];
    }),
  );
}

/** Returns which workflows the published versions of these and of those below them run. */
async function readCalls(
  db: Query,
  workflows: readonly { id: string }[],
  ownId: string,
): Promise<ReadonlyMap<string, string[]>> {
  const calls = new Map<string, string[]>();
  let next = workflows.map(({ id }) => id);
  for (let level = 0; level < LEVELS; level++) {
    const wanted = [...new Set(next)].filter(id => id !== ownId && !calls.has(id)).slice(0, WORKFLOWS - calls.size);
    if (wanted.length === 0) break;
    for (const id of wanted) calls.set(id, []);
    const { rows } = await sql<{ caller: string; called: string }>`
      SELECT workflows.id AS caller, lower(node #>> '{params,workflow_id}') AS called
      FROM workflows JOIN workflow_versions AS version
        ON version.workflow_id = workflows.id AND version.version = workflows.published_version,
      LATERAL json_array_elements(version.definition -> 'nodes') AS node
      WHERE workflows.id = ANY (${wanted}::uuid[]) AND workflows.deleted_at IS NULL
        AND node ->> 'type' = 'workflow.run'`.execute(db);
    const found = rows.filter(({ called }) => isUuid(called));
    for (const { caller, called } of found) calls.get(caller)?.push(called);
    next = found.map(({ called }) => called);
  }
  return calls;
}

function leadsTo(calls: ReadonlyMap<string, readonly string[]>, from: string, to: string | undefined): boolean {
  const seen = new Set([from]);
  // A set that grows is walked through to its end.
  for (const id of seen) {
    for (const called of calls.get(id) ?? []) seen.add(called);
  }
  return to !== undefined && seen.has(to);
}
