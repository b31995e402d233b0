/** The run whose step starts another one, as far as the started run depends on it. */
import type { Query } from '../../database.ts';
import type { RunFacts } from '../executing/run-state.ts';

export interface ParentRun {
  id: string;
  /** Null in a run of a draft. */
  version: number | null;
  automatic: boolean;
  /** The `trigger_depth` of the runs that its steps start. */
  nextTriggerDepth: number;
  /** The run with which it all began, which may be this one. */
  rootRunId: string;
  /** The number of runs above this one. */
  depth: number;
  user: RunFacts['user'];
}

export function toParentRun(facts: RunFacts): ParentRun {
  const { id, version, automatic, triggerDepth, triggerType, parent, user } = facts;
  return {
    id,
    version,
    automatic,
    nextTriggerDepth: triggerDepth + (triggerType.startsWith('trigger.booster_') ? 1 : 0),
    rootRunId: parent?.rootRunId ?? id,
    depth: parent?.depth ?? 0,
    user,
  };
}

/** Returns undefined when the run is gone. */
export async function findParentRun(db: Query, id: string): Promise<ParentRun | undefined> {
  const row = await db
    .selectFrom('runs')
    .innerJoin('users', 'users.id', 'runs.created_by')
    .select(['runs.version', 'runs.automatic', 'runs.trigger_depth', 'runs.trigger_type'])
    .select(['runs.root_run_id', 'runs.depth', 'runs.created_by', 'users.email', 'users.name'])
    .where('runs.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    id,
    version: row.version,
    automatic: row.automatic,
    nextTriggerDepth: row.trigger_depth + (row.trigger_type.startsWith('trigger.booster_') ? 1 : 0),
    rootRunId: row.root_run_id ?? id,
    depth: row.depth ?? 0,
    user: { id: row.created_by, email: row.email, name: row.name },
  };
}
