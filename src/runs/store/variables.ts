/**
 * The variables of a run are those of the moment at which it begins. They are stored with the run, so that it sees the same
 * values after a crash, and when its pure steps are computed again.
 */
import type { HeddleDatabase, Query } from '../../database.ts';
import { passPoint } from '../../platform/crash-points.ts';
import { readVariableValues, type VariableValues } from '../../variables/reading.ts';
import { RunLost } from '../executing/run-storage.ts';
import type { RunPlan } from '../plans/run-plans.ts';

/** Returns null when the plan refers to no variables. Then the database is not asked. */
export async function readRunVariables(
  db: Query,
  { variables: names }: RunPlan,
  workflowId: string,
): Promise<VariableValues | null> {
  return names === null ? null : readVariableValues(db, workflowId, names);
}

/** For a run that was queued: it begins when it is first claimed. */
export async function beginWithVariables(
  { query, pool }: HeddleDatabase,
  plan: RunPlan,
  { id, lease, workflowId }: { id: string; lease: number; workflowId: string },
): Promise<VariableValues | null> {
  const variables = await readRunVariables(query, plan, workflowId);
  if (variables === null) return null;
  const { rowCount } = await pool.query({
    name: 'runs.save-variables',
    text: `UPDATE runs SET variables = $3 WHERE id = $1 AND lease = $2 AND status = 'running'`,
    values: [id, lease, JSON.stringify(variables)],
  });
  if (rowCount === 0) throw new RunLost(`run ${id} belongs to another process now`);
  passPoint('run.variables-saved');
  return variables;
}
