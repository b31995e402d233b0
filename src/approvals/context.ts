/**
 * What somebody who decides an approval should know beside the approval: who else may decide it, and how far its run
 * has come. They see names and states of steps, but neither inputs nor outputs, because these may not be meant for them.
 */
import { sql } from 'kysely';
import { type Query, readDatabaseTime } from '../database.ts';
import { approvalNotFound } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import { isObject } from '../platform/is-object.ts';
import { parseJson } from '../platform/json/parse.ts';
import { searchableJson } from '../platform/postgres/storable-text.ts';
import type { Step } from '../runs/schemas.ts';
import { readExecutedDefinition } from '../runs/store/replays.ts';
import { type ApprovalRow, requireReadable } from './approvals.ts';
import { askedLater, readDecisions, readVotes, rulesOf, showDecision } from './decisions.ts';
import type { ApprovalContext } from './schemas.ts';
import { requiredOf } from './votes.ts';

/** A run may repeat a loop ten thousand times, but nobody reads more steps than these. */
const MOST_STEPS = 500;

export async function readContext(db: Query, caller: Caller, id: string): Promise<ApprovalContext> {
  const approval = await requireReadable(db, caller, id);
  const run = await db
    .selectFrom('runs')
    .innerJoin('users', 'users.id', 'runs.created_by')
    .select(['runs.id', 'runs.started_at', 'runs.created_by', 'runs.finished_at', 'users.name', 'users.email'])
    .where('runs.id', '=', approval.run_id)
    .executeTakeFirst();
  if (!run) throw approvalNotFound();
  return {
    assignees: await readPeople(db, approval.assignee_user_ids),
    ...(await readProgress(db, approval)),
    delegations: approval.delegations,
    ...(await readAttention(db, approval)),
    run: {
      id: run.id,
      started_at: run.started_at?.getTime() ?? null,
      asked_by: { id: run.created_by, name: run.name, email: run.email },
      may_read: run.created_by === caller.userId && caller.workflowPermission !== 'none',
    },
    steps: await readSteps(db, approval, { isEnded: run.finished_at !== null }),
    now: (await readDatabaseTime(db)).getTime(),
  };
}

/** An approval that one decision ends has that one. */
async function readProgress(
  db: Query,
  row: ApprovalRow,
): Promise<Pick<ApprovalContext, 'required' | 'reject_after' | 'decisions'>> {
  const decisions = await readDecisions(db, row);
  const { asked } = await readVotes(db, row, decisions);
  return {
    required: requiredOf(rulesOf(row), asked),
    reject_after: row.reject_after,
    decisions: row.several ? decisions.map(showDecision) : showOnlyDecision(row),
  };
}

function showOnlyDecision({ status, decided_by, decided_at, comment, decision_data: data }: ApprovalRow) {
  if ((status !== 'approved' && status !== 'rejected') || !decided_by || !decided_at) return [];
  return [{ decision: status, decided_by, decided_at: decided_at.getTime(), comment, data }];
}

async function readAttention(db: Query, row: ApprovalRow): Promise<Pick<ApprovalContext, 'remind_at' | 'escalation'>> {
  if (row.status !== 'pending') return { remind_at: null, escalation: null };
  const people = await readPeople(db, askedLater(row));
  const escalation = row.escalate_at && people.length > 0 ? { at: row.escalate_at.getTime(), people } : null;
  return { remind_at: row.remind_at?.getTime() ?? null, escalation };
}

/** Users who were disabled since can not decide any more. */
async function readPeople(db: Query, ids: readonly string[]): Promise<ApprovalContext['assignees']> {
  const { rows } = await sql<ApprovalContext['assignees'][number]>`
    SELECT id, name, email FROM users WHERE id = ANY (${ids}::uuid[]) AND enabled
    ORDER BY array_position(${ids}::uuid[], id)`.execute(db);
  return rows;
}

/** The fields of a step as JSON. */
interface StepRow {
  node_id: string;
  node_type: string;
  status: string;
  started_at: string;
  finished_at: string;
}

type ShownStep = Pick<Step, 'node_id' | 'node_type' | 'status' | 'started_at' | 'finished_at'>;

/**
 * Reads the steps around the approval: those of the run itself, and those of the items of loops that the approval is
 * in. Only these fields leave the database, because outputs may have megabytes.
 */
async function readSteps(
  db: Query,
  { run_id, iteration }: ApprovalRow,
  { isEnded }: { isEnded: boolean },
): Promise<ApprovalContext['steps']> {
  const around = [...iteration.keys(), iteration.length].map(length => JSON.stringify(iteration.slice(0, length)));
  const field = (name: string) => sql`(step -> ${sql.lit(name)})::text AS ${sql.ref(name)}`;
  const fields = ['node_id', 'node_type', 'status', 'started_at', 'finished_at'].map(field);
  // The row of a run that has ended has all steps; before, it has those under way, and the others have rows.
  const settled = sql`
    SELECT position, ${searchableJson(sql`step::text`)} AS step FROM run_steps WHERE run_id = ${run_id} AND NOT ${isEnded}::boolean
    UNION ALL`;
  const { rows } = await sql<StepRow>`
    SELECT ${sql.join(fields)} FROM (
      ${settled}
      SELECT coalesce((element -> 'position')::text::integer, ordinality::integer), element
      FROM runs, json_array_elements(${searchableJson(sql`runs.steps`)}) WITH ORDINALITY AS elements (element, ordinality)
      WHERE runs.id = ${run_id}
    ) AS steps
    WHERE (step -> 'iteration')::text = ANY (${around}::text[]) ORDER BY position LIMIT ${MOST_STEPS}`.execute(db);
  const steps = rows.map(toShownStep);
  // A step that was settled a moment ago may still be among those under way.
  const settledIds = new Set(steps.flatMap(step => (step.finished_at === null ? [] : [step.node_id])));
  const names = await readNames(db, run_id);
  return steps
    .filter(({ node_id, finished_at }) => finished_at !== null || !settledIds.has(node_id))
    .map(({ node_id, node_type, ...times }) => ({
      node_id,
      name: names.get(node_id) || node_id,
      type: node_type,
      ...times,
    }));
}

function toShownStep({ node_id, node_type, status, started_at, finished_at }: StepRow): ShownStep {
  return {
    node_id: JSON.parse(node_id),
    node_type: JSON.parse(node_type),
    status: JSON.parse(status),
    started_at: JSON.parse(started_at),
    finished_at: JSON.parse(finished_at),
  };
}

/** Revisions of drafts are deleted in time. Then steps have no names but their ids. */
async function readNames(db: Query, runId: string): Promise<ReadonlyMap<string, string>> {
  const text = await readExecutedDefinition(db, runId);
  const definition: unknown = text === undefined ? undefined : await parseJson(text);
  const nodes = isObject(definition) && Array.isArray(definition.nodes) ? definition.nodes : [];
  return new Map(
    nodes.flatMap((node: unknown) =>
      isObject(node) && typeof node.id === 'string' && typeof node.name === 'string' ? [[node.id, node.name]] : [],
    ),
  );
}
