/** Approvals that nobody decided in time. */
import { type SqlBool, sql } from 'kysely';
import type { HeddleDatabase } from '../database.ts';
import { passPoint } from '../platform/crash-points.ts';
import { defineJob } from '../platform/jobs/jobs.ts';
import { defineTask, type Task } from '../platform/jobs/task.ts';
import type { ApprovalRow } from './approvals.ts';
import { endStep, holdApproval, outputOf, writeEnd } from './ending.ts';

interface ExpiryServices {
  database: HeddleDatabase;
}

type DueApproval = Pick<ApprovalRow, 'id' | 'run_id' | 'expires_at'>;

const BATCH = 200;

export function expiryTask(services: ExpiryServices): Task {
  return defineTask({
    kind: defineJob('approvals.expire', { repeat: { everyMinutes: 1 } }),
    concurrency: 1,
    run: (_payload, { signal }) => expireDue(services, signal),
  });
}

/** Each in a transaction of its own: one that fails keeps no other from its end. */
export async function expireDue(services: ExpiryServices, signal: AbortSignal): Promise<void> {
  const problems: unknown[] = [];
  let last: DueApproval | undefined;
  do {
    const batch = await dueAfter(services, last);
    for (const due of batch) {
      signal.throwIfAborted();
      await expire(services, due).catch(error => problems.push(error));
    }
    last = batch.length === BATCH ? batch.at(-1) : undefined;
  } while (last);
  if (problems.length > 0) throw new AggregateError(problems, `${problems.length} approvals could not be ended`);
}

/** Behind the last one, so that one that could not be ended is not found again at once. */
async function dueAfter({ database: { query: db } }: ExpiryServices, last?: DueApproval): Promise<DueApproval[]> {
  let due = db
    .selectFrom('approvals')
    .select(['id', 'run_id', 'expires_at'])
    .where('status', '=', 'pending')
    .where('expires_at', '<=', sql<Date>`now()`);
  if (last) due = due.where(sql<SqlBool>`(expires_at, id) > (${last.expires_at}, ${last.id})`);
  return due.orderBy('expires_at').orderBy('id').limit(BATCH).execute();
}

async function expire({ database }: ExpiryServices, due: DueApproval): Promise<void> {
  await database.query.transaction().execute(async transaction => {
    const held = await holdApproval(transaction, due);
    // Decided, cancelled, or ended by another process meanwhile.
    if (held?.row.status !== 'pending') return;
    const ended = await writeEnd(transaction, held, { status: 'expired', data: {}, comment: '', decidedBy: null });
    await endStep(
      transaction,
      ended,
      ended.timeout_continues
        ? { status: 'success', handle: 'timeout', output: outputOf(ended), text: 'Not decided in time', fileIds: [] }
        : { status: 'failed', error: 'The approval was not decided in time' },
    );
    passPoint('approval.expiring');
  });
}
