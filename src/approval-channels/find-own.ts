/** Finds the approval of a link, and who it was made for. Everything that does not fit looks the same. */
import type { OpenOwnLinks } from '../accounts/own-links.ts';
import { type ApprovalRow, findApproval, isAssignee } from '../approvals/approvals.ts';
import { ownApprovalPath } from '../approvals/page.ts';
import type { HeddleDatabase, Query } from '../database.ts';
import { approvalNotFound } from '../errors.ts';
import { type Caller, callerOf } from '../http/caller.ts';
import { isUuid } from '../platform/ids.ts';

export interface OwnApproval {
  row: ApprovalRow;
  /** In whose name the link decides. */
  caller: Caller;
}

export interface OwnLinkAddress {
  id: string;
  proof: string;
  /** The IP address of the request. */
  address: string;
}

/** Who has passed their part on, or was disabled since, counts as a stranger. */
export async function findOwnApproval(
  { database: { query: db }, openOwnLinks }: { database: HeddleDatabase; openOwnLinks: OpenOwnLinks },
  { id, proof, address }: OwnLinkAddress,
): Promise<OwnApproval> {
  if (!isUuid(id)) throw approvalNotFound();
  const userId = (await openOwnLinks()).read(ownApprovalPath(id), proof);
  const caller = userId === undefined ? undefined : await findPerson(db, userId);
  const row = caller && (await findApproval(db, id));
  if (!caller || !row?.by_link || !isAssignee(row, caller)) throw approvalNotFound();
  return { row, caller: { ...caller, channel: 'link', address } };
}

export async function findPerson(db: Query, userId: string): Promise<Caller | undefined> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'workflow_permission'])
    .where('id', '=', userId)
    .where('enabled', '=', true)
    .executeTakeFirst();
  return user && { ...callerOf(user), workflowPermission: user.workflow_permission };
}
