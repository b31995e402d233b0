/**
 * How approvals end, each in one transaction with the step that waits for it:
 *
 *   pending ── decide ──▶ approved, rejected
 *           ── its time passes ──▶ expired
 *           ── its run fails or is cancelled ──▶ cancelled (`cancel_approvals`, in the database)
 *
 * Whoever ends one holds its run first and then the approval itself, and looks again at what it is by then.
 */
import { readDatabaseTime, type Query } from '../database.ts';
import type { WaitingEnd } from '../runs/executing/saved-run.ts';
import { endWaiting, lockRunForNoKeyUpdate } from '../runs/store/waiting.ts';
import type { ApprovalRow } from './approvals.ts';
import type { Decider } from './tables.ts';

/** As it is while it is held. */
export interface HeldApproval {
  row: ApprovalRow;
  /** The database's time when it was held. */
  now: Date;
}

export type ApprovalEnd = {
  status: 'approved' | 'rejected' | 'expired';
  data: Readonly<Record<string, unknown>>;
  comment: string;
  decidedBy: Decider | null;
};

/** Undefined: it is gone. Waits for others who end it, or the run. */
export async function holdApproval(
  transaction: Query,
  { id, run_id }: Pick<ApprovalRow, 'id' | 'run_id'>,
): Promise<HeldApproval | undefined> {
  if (!(await lockRunForNoKeyUpdate(transaction, run_id))) return undefined;
  const row = await transaction.selectFrom('approvals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row && { row, now: await readDatabaseTime(transaction) };
}

export async function writeEnd(
  transaction: Query,
  { row, now }: HeldApproval,
  { status, data, comment, decidedBy }: ApprovalEnd,
): Promise<ApprovalRow> {
  return transaction
    .updateTable('approvals')
    .set({
      status,
      decision_data: JSON.stringify(data),
      comment,
      decided_by: decidedBy && JSON.stringify(decidedBy),
      decided_at: now,
      updated_at: now,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** False: the step does not wait any more. */
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

/** What the steps after it see. */
export function outputOf(row: ApprovalRow): Record<string, unknown> {
  return {
    decision: row.status,
    data: row.decision_data,
    comment: row.comment,
    decided_by: row.decided_by,
    decided_at: row.decided_at?.getTime() ?? null,
    approval_id: row.id,
  };
}
