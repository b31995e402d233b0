/**
 * Ends approvals, each in one transaction with the step that waits for it:
 *
 *   pending ── decide ──▶ approved, rejected; or still pending, when others have to decide too (`votes.ts`)
 *           ── its time passes ──▶ expired
 *           ── its run fails or is cancelled ──▶ cancelled (`run_ended`, in the database)
 *
 * Every transaction that ends an approval locks the run first and then the approval, and checks its status again.
 */
import { type Query, readDatabaseTime } from '../database.ts';
import { stepNotWaiting } from '../errors.ts';
import { toStorableJson } from '../platform/postgres/storable-text.ts';
import type { WaitingEnd } from '../runs/executing/saved-run.ts';
import { endWaiting, lockRunForNoKeyUpdate } from '../runs/store/waiting.ts';
import type { ApprovalRow } from './approvals.ts';
import { type StoredDecision, showDecision } from './decisions.ts';
import { showOutcomes } from './messages.ts';
import type { Decider } from './tables.ts';

export interface LockedApproval {
  row: ApprovalRow;
  /** The time of the database after the row was locked. */
  now: Date;
}

type ApprovalOutcome = {
  status: 'approved' | 'rejected' | 'expired';
  data: Readonly<Record<string, unknown>>;
  comment: string;
  decidedBy: Decider | null;
};

/** Waits for other transactions that end the approval or its run. Returns undefined when the approval was deleted. */
export async function lockApprovalForUpdate(
  transaction: Query,
  { id, run_id }: Pick<ApprovalRow, 'id' | 'run_id'>,
): Promise<LockedApproval | undefined> {
  if (!(await lockRunForNoKeyUpdate(transaction, run_id))) return undefined;
  const row = await transaction.selectFrom('approvals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row && { row, now: await readDatabaseTime(transaction) };
}

export async function saveEnd(
  transaction: Query,
  { row, now }: LockedApproval,
  { status, data, comment, decidedBy }: ApprovalOutcome,
): Promise<ApprovalRow> {
  await showOutcomes(transaction, row.id);
  return transaction
    .updateTable('approvals')
    .set({
      status,
      decision_data: toStorableJson(data),
      comment,
      decided_by: decidedBy && toStorableJson(decidedBy),
      decided_at: now,
      updated_at: now,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns false when the step does not wait any more. */
export async function endStep(
  transaction: Query,
  { run_id, node_id, iteration, position, started_at }: ApprovalRow,
  end: WaitingEnd,
): Promise<boolean> {
  const step = {
    runId: run_id,
    nodeId: node_id,
    nodeType: 'human.approval',
    iteration,
    position,
    startedAt: started_at,
  };
  return endWaiting(transaction, step, end);
}

/** How the step of an approval that people have decided ends. Throws when it does not wait any more. */
export async function endDecidedStep(
  transaction: Query,
  row: ApprovalRow,
  { decisions, names, fileIds }: { decisions: readonly StoredDecision[]; names: readonly string[]; fileIds: string[] },
): Promise<void> {
  const isApproved = row.status === 'approved';
  const wasWaiting = await endStep(transaction, row, {
    status: 'success',
    handle: row.status,
    output: toStepOutput(row, decisions),
    text: `${isApproved ? 'Approved' : 'Rejected'} by ${names.join(', ')}`,
    fileIds,
  });
  if (!wasWaiting) throw stepNotWaiting(row.node_id);
}

/** The output of the step, which later steps can use. */
export function toStepOutput(row: ApprovalRow, decisions: readonly StoredDecision[]): Record<string, unknown> {
  return {
    decision: row.status,
    data: row.decision_data,
    comment: row.comment,
    decided_by: row.decided_by,
    decided_at: row.decided_at?.getTime() ?? null,
    approval_id: row.id,
    ...(row.several && { decisions: decisions.map(showDecision) }),
  };
}
