/**
 * Posts messages about approvals, and changes those of bots when the approval has ended:
 *
 *   waiting ── posted by a bot ──▶ shows the question ── the approval ends ──▶ shows what was decided
 *      │    ── posted by a webhook ──▶ done
 *      └──── refused, or the approval has ended ──▶ done; whoever runs the workflow is told of a refusal
 *
 * A message is posted twice only if a process dies between the answer of the chat and the record of it.
 */
import type { Notify } from '../accounts/notifications.ts';
import type { ApprovalRow } from '../approvals/approvals.ts';
import { postMessage, showOutcome } from '../approvals/messages.ts';
import { approvalPath } from '../approvals/page.ts';
import { fixedLimits } from '../configuration/limits.ts';
import type { CredentialUse, CredentialUses } from '../credentials/contract.ts';
import type { HeddleDatabase, Query } from '../database.ts';
import { StepError } from '../nodes/step.ts';
import { insertJobs } from '../platform/jobs/job-table.ts';
import type { JobHandler } from '../platform/jobs/jobs.ts';
import { OutboundError } from '../platform/outbound/outbound.ts';
import { isTransientStatus } from '../platform/outbound/transient-status.ts';
import { slackOutcome, slackQuestion, teamsQuestion } from './chat-message.ts';
import { ChatError, createSlackApi, type SlackApi, textAt } from './slack-api.ts';

export interface PostingServices {
  database: HeddleDatabase;
  uses: CredentialUses;
  notify: Notify;
  /** The beginning of links. */
  publicUrl(): string;
}

interface Message {
  id: string;
  channel: 'slack' | 'teams';
  recipient: string;
  postedAs: string | null;
  postedAt: Date | null;
  approval: ApprovalRow;
  credential: { id: string; kind: string; hosts: string[]; fields: Readonly<Record<string, unknown>> } | undefined;
}

type Handler = JobHandler<{ message_id: string }>;

export function postMessages(services: PostingServices): Handler {
  const db = services.database.query;
  return async ({ message_id }, { attempt, signal }) => {
    const message = await findMessage(db, message_id);
    if (message?.postedAt !== null || message.approval.status !== 'pending') return;
    try {
      const postedAs = await post(services, message, signal);
      await markPosted(db, message.id, postedAs);
      // The approval may have ended while its message was under way.
      const ended = await findMessage(db, message_id);
      if (postedAs !== null && ended?.approval.status !== 'pending') await enqueueUpdate(db, message_id);
    } catch (error) {
      signal.throwIfAborted();
      if (!isFinal(error) && attempt < postMessage.attempts) throw error;
      await giveUp(services, message, error);
    }
  };
}

export function updateMessages(services: PostingServices): Handler {
  const db = services.database.query;
  return async ({ message_id }, { attempt, signal }) => {
    const message = await findMessage(db, message_id);
    if (!message || message.postedAs === null || message.approval.status === 'pending') return;
    try {
      const [channel = '', ts = ''] = message.postedAs.split(' ');
      const slack = await openSlack(services, message, signal);
      await slack.post('chat.update', { channel, ts, ...slackOutcome(message.approval) });
    } catch (error) {
      signal.throwIfAborted();
      // A message that was deleted, or whose credential was, stays as it is.
      if (!isFinal(error) && attempt < showOutcome.attempts) throw error;
    }
    const { status } = message.approval;
    await db.updateTable('approval_messages').set({ shown_status: status }).where('id', '=', message_id).execute();
  };
}

/** Finds what was posted while the approval ended, and approvals that ended with their runs. */
export async function findOutdated(db: Query): Promise<void> {
  const rows = await db
    .selectFrom('approval_messages')
    .innerJoin('approvals', 'approvals.id', 'approval_messages.approval_id')
    .select('approval_messages.id')
    .where('shown_status', '=', 'pending')
    .where('posted_as', 'is not', null)
    .where('approvals.status', '<>', 'pending')
    .orderBy('approval_messages.id')
    .limit(BATCH)
    .execute();
  for (const { id } of rows) await enqueueUpdate(db, id);
}

/** With a key, a job that waits is not added a second time. */
async function enqueueUpdate(db: Query, id: string): Promise<void> {
  await insertJobs(db, { kind: showOutcome.name, payloads: [{ message_id: id }], key: id });
}

const BATCH = 200;

/** Returns where the message is; null when it can not be changed later. */
async function post(services: PostingServices, message: Message, signal: AbortSignal): Promise<string | null> {
  const { approval: row, channel, id, recipient, credential } = message;
  const shown = { row, url: services.publicUrl() + approvalPath(row.id) };
  if (credential?.kind !== 'slack') {
    const body = channel === 'slack' ? slackQuestion(shown) : teamsQuestion(shown);
    await postToWebhook(await openUse(services, message, signal), message, body, signal);
    return null;
  }
  const slack = await openSlack(services, message, signal);
  const to = recipient.includes('@') ? await findSlackUser(slack, recipient) : recipient;
  const posted = await slack.post('chat.postMessage', {
    channel: to,
    unfurl_links: false,
    ...slackQuestion(shown, id),
  });
  return `${textAt(posted, 'channel')} ${textAt(posted, 'ts')}`;
}

async function findSlackUser(slack: SlackApi, email: string): Promise<string> {
  return textAt(await slack.get('users.lookupByEmail', { email }), 'user', 'id');
}

async function postToWebhook(use: CredentialUse, { credential }: Message, body: object, signal: AbortSignal) {
  const [host] = credential?.hosts ?? [];
  if (!credential || host === undefined || host.includes('*')) {
    throw new ChatError('The credential of an incoming webhook must allow the host of its URL, without *');
  }
  const { timeoutMs, replyBytes } = fixedLimits.approval.chat;
  const reply = await use.request({
    ...{ method: 'POST', url: host.includes('://') ? host : `https://${host}`, body: JSON.stringify(body) },
    ...{ headers: { 'content-type': 'application/json' }, timeoutMs, limitBytes: replyBytes, maxRedirects: 0, signal },
    credentials: [credential.id],
  });
  if (reply.status >= 200 && reply.status < 300) return;
  throw new ChatError(`The webhook answered ${reply.status}`, { isTransient: isTransientStatus(reply.status) });
}

export async function openSlack(services: PostingServices, message: Message, signal: AbortSignal): Promise<SlackApi> {
  const { credential } = message;
  if (!credential) throw new ChatError('The credential was deleted');
  return createSlackApi(await openUse(services, message, signal), credential, signal);
}

/** The rights of the user of the run count, at the moment of each use. */
async function openUse({ database, uses }: PostingServices, { approval }: Message, signal: AbortSignal) {
  const { created_by, run_id, workflow_id, node_id } = approval;
  const user = await database.query
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', '=', created_by)
    .executeTakeFirst();
  if (!user) throw new ChatError('The user of the run was deleted');
  return uses.open({ user, runId: run_id, workflowId: workflow_id, nodeId: node_id, markers: new Map(), signal });
}

export async function findMessage(db: Query, id: string): Promise<Message | undefined> {
  const message = await db.selectFrom('approval_messages').selectAll().where('id', '=', id).executeTakeFirst();
  if (!message) return undefined;
  const { channel, recipient, posted_as: postedAs, posted_at: postedAt } = message;
  const approval = await db
    .selectFrom('approvals')
    .selectAll()
    .where('id', '=', message.approval_id)
    .executeTakeFirst();
  const credential = await db
    .selectFrom('credentials')
    .select(['id', 'kind', 'hosts', 'fields'])
    .where('id', '=', message.credential_id)
    .executeTakeFirst();
  return approval && { id, channel, recipient, postedAs, postedAt, approval, credential };
}

async function markPosted(db: Query, id: string, postedAs: string | null): Promise<void> {
  await db
    .updateTable('approval_messages')
    .set({ posted_as: postedAs, posted_at: new Date() })
    .where('id', '=', id)
    .execute();
}

/** Another attempt would end in the same way. */
export function isFinal(error: unknown): boolean {
  if (error instanceof ChatError) return !error.isTransient;
  return error instanceof StepError && !error.retryable;
}

async function giveUp({ database, notify }: PostingServices, message: Message, error: unknown): Promise<void> {
  const { approval, channel, recipient, id } = message;
  const isKnown = error instanceof ChatError || error instanceof StepError || error instanceof OutboundError;
  const why = isKnown ? error.message : 'The chat could not be reached';
  const where = `${channel === 'slack' ? 'Slack' : 'Microsoft Teams'}${recipient === '' ? '' : ` (${recipient})`}`;
  await database.query.transaction().execute(async transaction => {
    await markPosted(transaction, id, null);
    await notify(transaction, [approval.created_by], {
      event: `approval:${approval.id}:message:${id}`,
      kind: 'approval',
      title: `Not posted: ${approval.title}`,
      text: `The workflow '${approval.workflow_name}' could not post its approval in ${where}: ${why}`,
      link: `/runs/${approval.run_id}`,
    });
  });
}
