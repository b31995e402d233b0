/** Decisions on approvals. */
import type { Notify } from '../accounts/notifications.ts';
import { recordAudit } from '../audit/record.ts';
import { type Query, readDatabaseTime } from '../database.ts';
import {
  approvalAlreadyEnded,
  approvalExpired,
  approvalNotFound,
  approvalNotRejectable,
  approvalVoted,
} from '../errors.ts';
import { discardFiles, type FileServices, insertFiles } from '../files/store.ts';
import type { Caller } from '../http/caller.ts';
import type { Call } from '../http/endpoint.ts';
import { passPoint } from '../platform/crash-points.ts';
import type { ThreadPool } from '../platform/threads/thread-pool.ts';
import type { RunLimits } from '../runs/run-limits.ts';
import { type ApprovalRow, findApproval, hasVoted, isAssignee, toApproval } from './approvals.ts';
import { type NewDecision, storeDecision } from './decisions.ts';
import { endDecidedStep, type LockedApproval, lockApprovalForUpdate, saveEnd } from './ending.ts';
import { type FilledForm, fillIn } from './forms.ts';
import type { Approval, ApprovalLimits, DecideRequest } from './schemas.ts';
import { settle } from './settling.ts';

export interface DecidingServices {
  files: FileServices;
  threads: ThreadPool;
  runLimits: RunLimits;
  limits: ApprovalLimits;
  notify: Notify;
  /** The beginning of links. */
  publicUrl(): string;
}

/** The part of a request that a decision needs. */
export type DecidingCall = Pick<Call, 'signal' | 'longTexts'>;

/**
 * Checks everything and stores files before it locks the approval, so that nobody waits for that; then it checks again
 * with the lock. The second of two concurrent decisions waits for the first, and is refused with its result.
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
  const filled = await fillForm(services, row, caller, request, call);
  try {
    const decided = await db.transaction().execute(async transaction => {
      const locked = await lockApprovalForUpdate(transaction, row);
      if (!locked) throw approvalNotFound();
      requireDecidable(locked, caller, request);
      const decision = request.decision === 'approve' ? 'approved' : 'rejected';
      const decidedBy = { id: caller.userId, email: caller.email, name: caller.name };
      const stored = await insertFiles(transaction, filled.files);
      const fileIds = stored.map(({ id }) => id);
      const made = { decision, data: filled.data, comment: request.comment ?? '', decidedBy, fileIds } as const;
      const ended = await take(transaction, locked, made);
      await recordAudit(transaction, caller, {
        action: decision === 'approved' ? 'approval.approve' : 'approval.reject',
        subject: { kind: 'approval', id: ended.id, name: ended.title },
        details: { workflow_id: ended.workflow_id, run_id: ended.run_id, node_id: ended.node_id },
      });
      passPoint('approval.deciding');
      return ended;
    });
    passPoint('approval.decided');
    return toApproval(decided, caller.userId);
  } catch (error) {
    await discardFiles(services.files, filled.files);
    throw error;
  }
}

/** Ends the approval with the decision, or stores it when others have to decide too. */
async function take(transaction: Query, locked: LockedApproval, made: NewDecision): Promise<ApprovalRow> {
  if (locked.row.several) {
    const row = await storeDecision(transaction, locked.row, made, locked.now);
    return settle(transaction, { ...locked, row });
  }
  const { decision: status, fileIds } = made;
  const ended = await saveEnd(transaction, locked, { status, ...made });
  await endDecidedStep(transaction, ended, { decisions: [], names: [made.decidedBy.name], fileIds });
  return ended;
}

function requireDecidable({ row, now }: LockedApproval, caller: Caller, { decision }: DecideRequest): void {
  if (!isAssignee(row, caller)) throw approvalNotFound();
  if (row.status !== 'pending') throw approvalAlreadyEnded(row.status);
  if (hasVoted(row, caller.userId)) throw approvalVoted();
  if (row.expires_at <= now) throw approvalExpired();
  if (decision === 'reject' && !row.allow_reject) throw approvalNotRejectable();
}

/** A rejection needs no form. */
async function fillForm(
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
