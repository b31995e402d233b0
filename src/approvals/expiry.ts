/** Ends the approvals that nobody decided in time. */
import { type SqlBool, sql } from 'kysely';
import type { Query } from '../database.ts';
import { passPoint } from '../platform/crash-points.ts';
import type { ApprovalRow } from './approvals.ts';
import { endStep, lockApprovalForUpdate, saveEnd, toStepOutput } from './ending.ts';

type DueApproval = Pick<ApprovalRow, 'id' | 'run_id' | 'expires_at'>;

const BATCH = 200;

/** Ends each approval in a transaction of its own, so that a failure does not affect the others. */
export async function expireDue(db: Query, signal: AbortSignal): Promise<void> {
  const problems: unknown[] = [];
  let last: DueApproval | undefined;
  do {
    const batch = await findDueAfter(db, last);
    for (const due of batch) {
      signal.throwIfAborted();
      await expire(db, due).catch(error => problems.push(error));
    }
    last = batch.length === BATCH ? batch.at(-1) : undefined;
  } while (last);
  if (problems.length > 0) throw new AggregateError(problems, `${problems.length} approvals could not be ended`);
}

/** Searches after the last one, so that an approval that could not be ended is not found again at once. */
async function findDueAfter(db: Query, last?: DueApproval): Promise<DueApproval[]> {
  let due = db
    .selectFrom('approvals')
    .select(['id', 'run_id', 'expires_at'])
    .where('status', '=', 'pending')
    .where('expires_at', '<=', sql<Date>`now()`);
  if (last) due = due.where(sql<SqlBool>`(expires_at, id) > (${last.expires_at}, ${last.id})`);
  return due.orderBy('expires_at').orderBy('id').limit(BATCH).execute();
}

async function expire(db: Query, due: DueApproval): Promise<void> {
  await db.transaction().execute(async transaction => {
    const locked = await lockApprovalForUpdate(transaction, due);
    // It may have been decided, cancelled, or ended by another process meanwhile.
    if (locked?.row.status !== 'pending') return;
    const ended = await saveEnd(transaction, locked, { status: 'expired', data: {}, comment: '', decidedBy: null });
    await endStep(
      transaction,
      ended,
      ended.timeout_continues
        ? {
            status: 'success',
            handle: 'timeout',
            output: toStepOutput(ended),
            text: 'Not decided in time',
            fileIds: [],
          }
        : { status: 'failed', error: 'The approval was not decided in time' },
    );
    passPoint('approval.expiring');
  });
}
