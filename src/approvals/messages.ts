/**
 * Messages about approvals in chats. They are posted by jobs, which the transaction that opens the approval enqueues; so is
 * what changes them when the approval ends. `approval-channels/` does both.
 */

import { fixedLimits } from '../configuration/limits.ts';
import type { CredentialUses, UsableCredential } from '../credentials/contract.ts';
import type { Query } from '../database.ts';
import { type ApprovalNotice, StepError } from '../nodes/step.ts';
import { newId } from '../platform/ids.ts';
import { insertJobs } from '../platform/jobs/job-table.ts';
import { defineJob } from '../platform/jobs/jobs.ts';

/** The delays are 5 s, 10 s, 20 s, ... up to half an hour: some hours in all. */
const patient = { attempts: 14, delaySeconds: 5, maxDelaySeconds: 1800 } as const;
export const postMessage = defineJob<{ message_id: string }>('approvals.post-message', patient);
export const showOutcome = defineJob<{ message_id: string }>('approvals.show-outcome', patient);

interface NewMessages {
  approvalId: string;
  /** Whose credentials are used. */
  user: { id: string; email: string };
  notices: readonly ApprovalNotice[] | undefined;
  /** Those of the assignees. */
  emails: readonly string[];
}

export async function createMessages(
  transaction: Query,
  findUsable: CredentialUses['findUsable'],
  { approvalId, user, notices = [], emails }: NewMessages,
): Promise<void> {
  if (notices.length === 0) return;
  const names = notices.map(({ credential }) => credential);
  const credentials = await findUsable(transaction, user, names);
  const messages = notices.flatMap(notice => {
    const credential = requireFitting(notice, credentials.get(notice.credential));
    const recipients = credential.kind === 'slack' ? [...new Set(notice.to ?? emails)] : [''];
    return recipients.map(recipient => ({
      ...{ id: newId(), approval_id: approvalId, channel: notice.channel, credential_id: credential.id, recipient },
    }));
  });
  const most = fixedLimits.approval.assignees;
  if (messages.length > most) throw new StepError(`'notify' has too many recipients (at most ${most})`);
  if (messages.length === 0) return;
  await transaction.insertInto('approval_messages').values(messages).execute();
  const payloads = messages.map(({ id }) => ({ message_id: id }));
  await insertJobs(transaction, { kind: postMessage.name, payloads });
}

function requireFitting({ channel, credential, to }: ApprovalNotice, found?: UsableCredential): UsableCredential {
  if (!found) throw new StepError(`The credential '${credential}' does not exist or may not be used by this user`);
  const isBot = channel === 'slack' && found.kind === 'slack';
  if (!isBot && found.kind !== 'incoming_webhook') {
    const kinds = channel === 'slack' ? 'a Slack app or an incoming webhook' : 'an incoming webhook';
    throw new StepError(`The credential '${credential}' is not one of ${kinds}, which 'notify' needs for ${channel}`);
  }
  if (!isBot && to !== undefined)
    throw new StepError("'to' needs a credential of a Slack app: a webhook has its channel");
  return found;
}

/** Called in the transaction that ends an approval, which the messages then show. */
export async function showOutcomes(transaction: Query, approvalId: string): Promise<void> {
  const rows = await transaction
    .selectFrom('approval_messages')
    .select('id')
    .where('approval_id', '=', approvalId)
    .where('posted_as', 'is not', null)
    .where('shown_status', '=', 'pending')
    .execute();
  if (rows.length === 0) return;
  const payloads = rows.map(({ id }) => ({ message_id: id }));
  await insertJobs(transaction, { kind: showOutcome.name, payloads });
}
