/** Parses one message, whoever sent it. */
import PostalMime, { type Address, type Email } from 'postal-mime';
import { cleanFilename } from '../../files/names.ts';
import type { ThreadContext } from '../../platform/threads/thread-pool.ts';
import { BadInput } from '../contract/bad-input.ts';
import { toolLimits } from '../contract/tool-limits.ts';

export interface MailInput {
  content: Uint8Array;
  /** Whether the contents of attachments are needed. */
  attachments: boolean;
}

interface MailAddress {
  name: string;
  address: string;
}

export interface ParsedMail {
  message_id: string | null;
  in_reply_to: string | null;
  subject: string;
  from: MailAddress | null;
  to: MailAddress[];
  cc: MailAddress[];
  reply_to: MailAddress[];
  date: string | null;
  text: string;
  html: string | null;
  attachments: { filename: string; content_type: string; size: number; content?: Uint8Array }[];
}

const { textCharacters, attachments: mostAttachments } = toolLimits.mail;
const ADDRESSES = 200;

export default async function parseMail(input: MailInput, context: ThreadContext): Promise<ParsedMail> {
  const mail = await parse(input.content);
  return {
    message_id: mail.messageId ?? null,
    in_reply_to: mail.inReplyTo ?? null,
    subject: cut(mail.subject ?? ''),
    from: addresses(mail.from ? [mail.from] : [])[0] ?? null,
    to: addresses(mail.to),
    cc: addresses(mail.cc),
    reply_to: addresses(mail.replyTo),
    date: date(mail.date),
    text: cut(mail.text ?? ''),
    html: mail.html === undefined ? null : cut(mail.html),
    attachments: mail.attachments.slice(0, mostAttachments).map(({ filename, mimeType, content }, index) => {
      const bytes = new Uint8Array(typeof content === 'string' ? Buffer.from(content) : content);
      return {
        filename: filename ? cleanFilename(filename) : `attachment-${index + 1}`,
        content_type: mimeType,
        size: bytes.byteLength,
        ...(input.attachments && { content: context.transfer(bytes) }),
      };
    }),
  };
}

async function parse(content: Uint8Array): Promise<Email> {
  try {
    // Attached e-mails remain attachments.
    return await PostalMime.parse(content, { forceRfc822Attachments: true, maxNestingDepth: 100 });
  } catch (error) {
    throw new BadInput('A message is damaged', { cause: error });
  }
}

function cut(text: string): string {
  return text.length <= textCharacters ? text : text.slice(0, textCharacters).toWellFormed();
}

/** Groups of addresses become their members. */
function addresses(list: readonly Address[] = []): MailAddress[] {
  const flat = list.flatMap(({ name, address, group }) =>
    group ? addresses(group) : [{ name, address: address ?? '' }],
  );
  return flat.slice(0, ADDRESSES);
}

function date(value: string | undefined): string | null {
  const time = Date.parse(value ?? '');
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
