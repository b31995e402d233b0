/** What those who may decide an approval decide. */
import { readDatabaseTime } from '../database.ts';
import { approvalAlreadyEnded, approvalNotFound, approvalNotRejectable, approvalExpired, stepNotWaiting } from '../errors.ts';
import { discardFiles, type FileServices, insertFiles } from '../files/store.ts';
import type { Caller } from '../http/caller.ts';
import type { Call } from '../http/endpoint.ts';
import { passPoint } from '../platform/crash-points.ts';
import type { ThreadPool } from '../platform/threads/thread-pool.ts';
import type { RunLimits } from '../runs/run-limits.ts';
import { type ApprovalRow, approvalOf, findApproval, isAssignee } from './approvals.ts';
import { endStep, type HeldApproval, holdApproval, outputOf, writeEnd } from './ending.ts';
import { type FilledForm, fillIn } from './forms.ts';
import type { Approval, ApprovalLimits, DecideRequest } from './schemas.ts';

export interface DecidingServices {
  files: FileServices;
  threads: ThreadPool;
  runLimits: RunLimits;
  limits: ApprovalLimits;
}

/** What a decision takes of the request that makes it. */
export type DecidingCall = Pick<Call, 'signal' | 'longTexts'>;

/**
 * Everything is looked at first, and files are stored, while nobody is held up; then again, with the approval held.
 * Of two at once the second waits for the first, and is told of its decision.
 */
export async function decide(
  services: DecidingServices,
  caller: Caller,
  request: DecideRequest,
  call: DecidingCall,
): Promise<Approval> {
  const db = services.files.database.query;
  const row = await findApproval(db, request.approval_id);
  if (!row) throw approvalNotFound();
  requireDecidable({ row, now: await readDatabaseTime(db) }, caller, request);
  const filled = await filledForm(services, row, caller, request, call);
  try {
    const decided = await db.transaction().execute(async transaction => {
      const held = await holdApproval(transaction, row);
      if (!held) throw approvalNotFound();
      requireDecidable(held, caller, request);
      const isApproved = request.decision === 'approve';
      const status = isApproved ? 'approved' : 'rejected';
      const decidedBy = { id: caller.userId, email: caller.email, name: caller.name };
      const { data, files } = filled;
      const end = { status, data, comment: request.comment ?? '', decidedBy } as const;
      const ended = await writeEnd(transaction, held, end);
      const stored = await insertFiles(transaction, files);
      const waited = await endStep(transaction, ended, {
        status: 'success',
        handle: status,
        output: outputOf(ended),
        text: `${isApproved ? 'Approved' : 'Rejected'} by ${caller.name}`,
        fileIds: stored.map(({ id }) => id),
      });
      if (!waited) throw stepNotWaiting(ended.node_id);
      passPoint('approval.deciding');
      return ended;
    });
    passPoint('approval.decided');
    return approvalOf(decided, caller.userId);
  } catch (error) {
    await discardFiles(services.files, filled.files);
    throw error;
  }
}

function requireDecidable({ row, now }: HeldApproval, caller: Caller, { decision }: DecideRequest): void {
  if (!isAssignee(row, caller)) throw approvalNotFound();
  if (row.status !== 'pending') throw approvalAlreadyEnded(row.status);
  if (row.expires_at <= now) throw approvalExpired();
  if (decision === 'reject' && !row.allow_reject) throw approvalNotRejectable();
}

/** Who rejects fills in nothing. */
async function filledForm(
  { files, threads, limits }: DecidingServices,
  row: ApprovalRow,
  caller: Caller,
  { decision, data = {} }: DecideRequest,
  { signal, longTexts }: DecidingCall,
): Promise<FilledForm> {
  if (decision === 'reject') return { data: {}, files: [] };
  return fillIn({ ...files, threads }, row, {
    sent: data,
    characters: limits.dataCharacters,
    owner: caller.userId,
    signal,
    longTexts,
  });
}
