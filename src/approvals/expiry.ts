/**
 * Ends the approvals that nobody decided in time. A job looks each minute, and leaves a job for each moment of the next
 * minute in which a deadline passes. A deadline that is nearer than that leaves its job when the approval is opened.
 */
import { type SqlBool, sql } from 'kysely';
import type { Query } from '../database.ts';
import { passPoint } from '../platform/crash-points.ts';
import { insertJobs } from '../platform/jobs/job-table.ts';
import { defineJob } from '../platform/jobs/jobs.ts';
import type { ApprovalRow } from './approvals.ts';
import { readDecisions } from './decisions.ts';
import { BATCH, forEachDue } from './each-due.ts';
import { endStep, lockApprovalForUpdate, saveEnd, toStepOutput } from './ending.ts';

type DueApproval = Pick<ApprovalRow, 'id' | 'run_id' | 'expires_at'>;

export const expireJob = defineJob('approvals.expire', { repeat: { everyMinutes: 1 } });

/** The interval of the job, with some time for a job that is late. */
const SOON_SECONDS = 120;

/** Expires what is due, and what is due soon at its time. */
export async function expireInTime(db: Query, signal: AbortSignal): Promise<void> {
  const { rows } = await sql<{ second: Date }>`
    SELECT DISTINCT date_trunc('second', expires_at) AS second FROM approvals
    WHERE status = 'pending' AND expires_at > now() AND expires_at < now() + make_interval(secs => ${SOON_SECONDS})
  `.execute(db);
  for (const { second } of rows) await enqueueExpiry(db, second);
  await expireDue(db, signal);
}

/** Called in the transaction that opens an approval. */
export async function prepareExpiry(transaction: Query, expiresAt: Date): Promise<void> {
  if (expiresAt.getTime() - Date.now() < SOON_SECONDS * 1000) await enqueueExpiry(transaction, expiresAt);
}

/** The deadlines of one second share a job, which starts when all of them have passed. */
async function enqueueExpiry(db: Query, expiresAt: Date): Promise<void> {
  const startAfter = new Date((Math.floor(expiresAt.getTime() / 1000) + 1) * 1000);
  await insertJobs(db, { kind: expireJob.name, payloads: [{}], key: startAfter.toISOString(), startAfter });
}

export async function expireDue(db: Query, signal: AbortSignal): Promise<void> {
  await forEachDue<DueApproval>(
    last => findDueAfter(db, last),
    due => expire(db, due),
    signal,
  );
}

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
            output: toStepOutput(ended, await readDecisions(transaction, ended)),
            text: 'Not decided in time',
            fileIds: [],
          }
        : { status: 'failed', error: 'The approval was not decided in time' },
    );
    passPoint('approval.expiring');
  });
}
