/** The messages about approvals in chats, as Slack and Microsoft Teams want them. Pure. Texts are never read as markup. */
import type { ApprovalRow } from '../approvals/approvals.ts';
import { fixedLimits } from '../configuration/limits.ts';
import { type Words, wordsOf } from './words.ts';

/** Many people read one message, so it is in the language of the mails. */
const words: Words = wordsOf('en');

export const APPROVE = 'heddle_approve';
export const REJECT = 'heddle_reject';

/** What a message shows of an approval. */
export type MessageRow = Pick<
  ApprovalRow,
  'title' | 'message' | 'workflow_name' | 'expires_at' | 'form_schema' | 'allow_reject' | 'status' | 'decided_by'
>;

interface Shown {
  row: MessageRow;
  /** Where it can be decided after signing in. */
  url: string;
}

/** `value` names the message; without it, nobody could tell who has clicked, and the message only has a link. */
export function slackQuestion({ row, url }: Shown, value?: string) {
  const open = { type: 'button', action_id: 'heddle_open', text: plain(words.open), url };
  const decide =
    value === undefined
      ? []
      : [
          // A form is filled in where it is shown.
          ...(hasForm(row) ? [] : [button(row, value, APPROVE)]),
          ...(row.allow_reject ? [button(row, value, REJECT)] : []),
        ];
  return {
    text: `${words.needsDecision}: ${escapeSlack(shorten(row.title, SLACK_HEADER))}`,
    blocks: [...slackHead(row), { type: 'actions', elements: [...decide, open] }],
  };
}

export function slackOutcome(row: MessageRow) {
  const outcome = describeOutcome(row, words);
  const blocks = [...slackHead(row), { type: 'context', elements: [plain(outcome)] }];
  return { text: `${escapeSlack(shorten(row.title, SLACK_HEADER))}: ${escapeSlack(outcome)}`, blocks };
}

function slackHead(row: MessageRow) {
  const message = shorten(row.message, fixedLimits.approval.chat.textCharacters);
  const facts = `${words.workflow}: ${shorten(row.workflow_name, 200)} · ${words.until} ${toTime(row.expires_at)}`;
  return [
    { type: 'header', text: plain(shorten(row.title, SLACK_HEADER)) },
    ...(message.trim() === '' ? [] : [{ type: 'section', text: plain(message) }]),
    { type: 'context', elements: [plain(facts)] },
  ];
}

const SLACK_HEADER = 149;
const SHORT_TITLE = 250;

/** A slip of the finger on a phone decides nothing. */
function button(row: MessageRow, value: string, action: typeof APPROVE | typeof REJECT) {
  const isApproval = action === APPROVE;
  const text = isApproval ? (row.allow_reject ? words.approve : words.send) : words.reject;
  return {
    ...{ type: 'button', action_id: action, value, text: plain(text), style: isApproval ? 'primary' : 'danger' },
    confirm: {
      title: plain(`${text}?`),
      text: plain(shorten(row.title, SHORT_TITLE)),
      confirm: plain(text),
      deny: plain(words.cancel),
    },
  };
}

function plain(text: string) {
  return { type: 'plain_text', text: text === '' ? ' ' : text, emoji: false };
}

/** `text` is what notifications show, and the only part that Slack reads as markup. */
export function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** An Adaptive Card. A `TextRun` is plain text, unlike a `TextBlock`. */
export function teamsQuestion({ row, url }: Shown) {
  const run = (text: string, style: object = {}) => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text, ...style }],
  });
  const message = shorten(row.message, fixedLimits.approval.chat.textCharacters);
  const facts = `${words.workflow}: ${shorten(row.workflow_name, 200)} · ${words.until} ${toTime(row.expires_at)}`;
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.2',
    body: [
      run(shorten(row.title, SHORT_TITLE), { weight: 'bolder', size: 'medium' }),
      ...(message.trim() === '' ? [] : [run(message)]),
      run(facts, { isSubtle: true, size: 'small' }),
    ],
    actions: [{ type: 'Action.OpenUrl', title: words.open, url }],
  };
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  };
}

export function describeOutcome({ status, decided_by }: MessageRow, { approved, rejected, ...rest }: Words): string {
  const name = decided_by?.name || decided_by?.email || '';
  if (status === 'approved') return approved(name);
  if (status === 'rejected') return rejected(name);
  if (status === 'cancelled') return rest.cancelled;
  return status === 'expired' ? rest.expired : rest.voted;
}

function hasForm({ form_schema }: MessageRow): boolean {
  return Object.keys(Object(form_schema?.properties)).length > 0;
}

function shorten(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;
}

function toTime(time: Date): string {
  return `${time.toISOString().replace('T', ' ').slice(0, 16)} UTC`;
}
