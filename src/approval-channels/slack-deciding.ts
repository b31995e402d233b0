/** Decides in the name of the user to whom the address of a Slack account belongs. Whoever clicked in vain is told why. */
import { findApproval } from '../approvals/approvals.ts';
import { type DecidingServices, decide } from '../approvals/deciding.ts';
import { fixedLimits } from '../configuration/limits.ts';
import { ApiError } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import { defineJob, type JobHandler } from '../platform/jobs/jobs.ts';
import { chooseLanguage } from '../platform/languages.ts';
import { NO_LONG_TEXTS } from '../platform/memory/long-text.ts';
import type { OutboundHttp } from '../platform/outbound/outbound.ts';
import { describeOutcome, escapeSlack } from './chat-message.ts';
import { findPerson } from './find-own.ts';
import { findMessage, isFinal, openSlack, type PostingServices } from './posting.ts';
import { type SlackApi, textAt } from './slack-api.ts';
import { type Words, wordsOf } from './words.ts';

export interface SlackClick {
  message_id: string;
  /** Whose signature the click has. */
  credential_id: string;
  /** Of the account in Slack. */
  user_id: string;
  decision: 'approve' | 'reject';
  response_url: string;
}

/** An address for answers works for half an hour. */
export const decideClick = defineJob<SlackClick>('approvals.decide-click', { attempts: 8, maxDelaySeconds: 300 });

export interface SlackDecidingServices extends PostingServices {
  deciding: DecidingServices;
  http: Pick<OutboundHttp, 'request'>;
}

export function decideClicks(services: SlackDecidingServices): JobHandler<SlackClick> {
  return async (click, { signal }) => {
    const message = await findMessage(services.database.query, click.message_id);
    // A credential signs only for its own messages.
    if (!message || message.credential?.id !== click.credential_id) return;
    const account = await openSlack(services, message, signal)
      .then(slack => readAccount(slack, click.user_id))
      .catch(error => {
        // The credential may not be used any more, or the app may not read addresses.
        if (!isFinal(error)) throw error;
        return undefined;
      });
    if (!account) return answerClick(services, click, wordsOf('en').needsConsole, signal);
    const words = wordsOf(chooseLanguage(undefined, account.locale));
    const answer = await decideAs(services, account.email, { click, approvalId: message.approval.id, words, signal });
    if (answer !== undefined) await answerClick(services, click, answer, signal);
  };
}

interface Account {
  /** Undefined when it proves nothing. */
  email: string | undefined;
  locale: string;
}

/**
 * In channels that are shared with other companies, their administrators decide which addresses their people have. So only
 * accounts of the bot's own workspace count, or of its organization.
 */
async function readAccount(slack: SlackApi, id: string): Promise<Account> {
  const [own, { user }] = await Promise.all([
    slack.post('auth.test', {}),
    slack.get('users.info', { user: id, include_locale: 'true' }),
  ]);
  const [team, organization] = [textAt(own, 'team_id'), textAt(own, 'enterprise_id')];
  const isOfTeam = team !== '' && textAt(user, 'team_id') === team;
  const isOfOrganization = organization !== '' && textAt(user, 'enterprise_user', 'enterprise_id') === organization;
  const { deleted, is_bot, is_stranger, is_email_confirmed } = Object(user);
  const isProven =
    (isOfTeam || isOfOrganization) && !deleted && !is_bot && !is_stranger && is_email_confirmed !== false;
  const email = textAt(user, 'profile', 'email');
  return { email: isProven && email !== '' ? email : undefined, locale: textAt(user, 'locale') };
}

interface Deciding {
  click: SlackClick;
  approvalId: string;
  words: Words;
  signal: AbortSignal;
}

/** Returns what the one who clicked is told; undefined when the message itself will say it. */
async function decideAs(
  services: SlackDecidingServices,
  email: string | undefined,
  { click, approvalId, words, signal }: Deciding,
): Promise<string | undefined> {
  if (email === undefined) return words.noAddress;
  const caller = await findByAddress(services, email);
  if (!caller) return words.unknownUser(email);
  const request = { approval_id: approvalId, decision: click.decision, comment: '' };
  try {
    const decided = await decide(services.deciding, caller, request, { signal, longTexts: NO_LONG_TEXTS });
    return decided.status === 'pending' ? `${words.voted}. ${words.votedText}` : undefined;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    if (error.status === 404) return words.notYours;
    if (error.code === 'approval_voted') return `${words.voted}. ${words.votedText}`;
    if (error.code === 'approval_expired') return `${words.expired}.`;
    if (error.code !== 'approval_already_ended') return words.needsConsole;
    const row = await findApproval(services.database.query, approvalId);
    return row && words.decidedAlready(describeOutcome(row, words));
  }
}

async function findByAddress({ database: { query: db } }: SlackDecidingServices, email: string) {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where(({ fn }) => fn('lower', ['email']), '=', email.toLowerCase())
    .executeTakeFirst();
  const person = user && (await findPerson(db, user.id));
  return person && ({ ...person, channel: 'slack' } satisfies Caller);
}

/** Nobody but the one who clicked sees it. An answer that can not be delivered changes nothing. */
async function answerClick(
  { http }: SlackDecidingServices,
  { response_url: url }: SlackClick,
  text: string,
  signal: AbortSignal,
): Promise<void> {
  if (url === '') return;
  const { timeoutMs, replyBytes: limitBytes } = fixedLimits.approval.chat;
  const body = JSON.stringify({ response_type: 'ephemeral', replace_original: false, text: escapeSlack(text) });
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  await http
    .request({ method: 'POST', url, body, headers, timeoutMs, limitBytes, maxRedirects: 0, signal })
    .catch(() => {
      signal.throwIfAborted();
    });
}
