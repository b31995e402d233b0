/**
 * What somebody has typed for a conversation. It is kept until it is answered, so that neither a reload nor a model that
 * fails loses it. PURE.
 *
 *   typed ── send ──▶ sent ── answered ──▶ gone
 *     ▲                 └─ not answered ──▶ typed again, before what was typed meanwhile
 *     └───────────────────────────────────────┘
 */
import type { ConsoleConversation, MessageFile } from '../api/chat.ts';

export interface Draft {
  readonly text: string;
  readonly files: readonly MessageFile[];
  /** What was sent and is not answered yet. */
  readonly sent: Sent | null;
}

interface Sent {
  readonly text: string;
  readonly files: readonly MessageFile[];
  /** The position of the message before it. */
  readonly after: number;
  readonly at: number;
}

/** A new draft, or how to change the present one: several files may arrive at the same time. */
export type DraftChange = Draft | ((draft: Draft) => Draft);

export const EMPTY_DRAFT: Draft = { text: '', files: [], sent: null };

/** A message that was just sent may not be stored yet. */
const STORED_WITHIN_MS = 15_000;

export function isEmpty({ text, files }: Pick<Draft, 'text' | 'files'>): boolean {
  return text.trim() === '' && files.length === 0;
}

export function sendDraft(message: Pick<Draft, 'text' | 'files'>, after: number, at: number): Draft {
  const { text, files } = message;
  return { ...EMPTY_DRAFT, sent: { text, files, after, at } };
}

/** What was sent has an answer. */
export function settleDraft(draft: Draft): Draft {
  return { ...draft, sent: null };
}

/** What was sent has no answer, and is typed again. */
export function takeBackDraft({ text, files, sent }: Draft): Draft {
  if (!sent) return { text, files, sent };
  const texts = [sent.text, text].filter(each => each.trim() !== '');
  return { text: texts.join('\n\n'), files: [...sent.files, ...files], sent: null };
}

/** Reads what the browser has kept, which may be of an older version of the console. */
export function readDraft(stored: unknown): Draft {
  if (typeof stored !== 'object' || stored === null) return EMPTY_DRAFT;
  const { text, files, sent } = stored as Partial<Record<keyof Draft, unknown>>;
  return {
    ...readMessage({ text, files }),
    sent: isSent(sent) ? { ...readMessage(sent), after: sent.after, at: sent.at } : null,
  };
}

function readMessage({ text, files }: { text?: unknown; files?: unknown }): Pick<Draft, 'text' | 'files'> {
  return { text: typeof text === 'string' ? text : '', files: Array.isArray(files) ? files.filter(isFile) : [] };
}

function isFile(value: unknown): value is MessageFile {
  if (typeof value !== 'object' || value === null) return false;
  const { file_id, filename, content_type, file_url, size } = value as Partial<Record<keyof MessageFile, unknown>>;
  return (
    [file_id, filename, content_type, file_url].every(text => typeof text === 'string') && typeof size === 'number'
  );
}

function isSent(value: unknown): value is Sent {
  if (typeof value !== 'object' || value === null) return false;
  const { after, at } = value as Partial<Record<keyof Sent, unknown>>;
  return typeof after === 'number' && typeof at === 'number';
}

/**
 * What became of a draft that was sent, as the conversation tells it. A conversation without any answer does not exist
 * once its first question has failed.
 */
export function judgeSent(
  { sent }: Pick<Draft, 'sent'>,
  conversation: Pick<ConsoleConversation, 'messages' | 'answering'> | undefined,
  now: number,
): 'typed' | 'pending' | 'answered' | 'unanswered' {
  if (!sent) return 'typed';
  if (!conversation) return now - sent.at < STORED_WITHIN_MS ? 'pending' : 'unanswered';
  const later = conversation.messages.filter(({ position }) => position > sent.after);
  const question = later.findIndex(({ role, content }) => role === 'user' && content === sent.text);
  if (question >= 0 && later[question + 1]?.role === 'assistant') return 'answered';
  if (conversation.answering !== null) return 'pending';
  return question < 0 && now - sent.at < STORED_WITHIN_MS ? 'pending' : 'unanswered';
}
