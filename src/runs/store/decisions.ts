/**
 * Whether triggers make runs of what they meet (`when`), and how often they did not in the last day. What is decided is
 * counted in the transaction that would have queued the run, or before the call is answered.
 */
import { sql } from 'kysely';
import type { Query } from '../../database.ts';
import { toStorableText } from '../../platform/postgres/storable-text.ts';
import type { RunControl } from './start-row.ts';

/** The condition of a trigger, with what its expression sees beside the input. */
export interface StartCondition {
  readonly when: string;
  readonly triggerId: string;
  readonly trigger: { readonly node_id: string; readonly type: string };
  readonly workflow: { readonly id: string; readonly name: string };
}

export type Decision =
  | 'start'
  | 'filtered'
  /** The expression failed. The run starts all the same, because a lost event is worse than a run too many. */
  | { readonly problem: string };

/** Evaluates a condition on an input, which is JSON. */
export type Decide = (condition: StartCondition, input: string) => Decision;

export function conditionOf({
  trigger,
  nodeId,
  type,
  workflow,
}: Pick<RunControl, 'trigger' | 'nodeId' | 'type' | 'workflow'>): StartCondition | undefined {
  const { when }: { when?: unknown } = trigger?.params ?? {};
  if (!trigger || typeof when !== 'string') return undefined;
  return { when, triggerId: trigger.id, trigger: { node_id: nodeId, type }, workflow };
}

export interface MadeDecision {
  triggerId: string;
  decision: Decision;
}

/** Counts what was decided, but for what needs no count: that a condition was met. */
export async function recordDecisions(db: Query, decisions: readonly MadeDecision[]): Promise<void> {
  const counted = decisions.filter(({ decision }) => decision !== 'start');
  if (counted.length === 0) return;
  const rows = [...Map.groupBy(counted, ({ triggerId }) => triggerId)].map(([trigger_id, made]) => {
    const problems = made.flatMap(({ decision }) => (typeof decision === 'object' ? decision.problem : []));
    const problem = problems.at(-1);
    return {
      ...{ trigger_id, filtered: made.length - problems.length, failed: problems.length },
      problem: problem === undefined ? null : toStorableText(problem),
    };
  });
  await db.insertInto('trigger_decisions').values(rows).execute();
}

/** `readConditions` of workflows/publication.ts looks back a day. */
export async function deleteOldDecisions(db: Query): Promise<void> {
  await sql`DELETE FROM trigger_decisions WHERE decided_at < now() - interval '1 day'`.execute(db);
}
