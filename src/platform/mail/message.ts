import MailComposer from 'nodemailer/lib/mail-composer';
import { type Mailbox, oneLine, parseMailbox } from './addresses.ts';

export interface Mail {
  /** One mailbox, `ada@example.org` or `Ada Lovelace <ada@example.org>`. */
  to: string;
  subject: string;
  text: string;
  html?: string;
  attachments?: { filename: string; contentType: string; content: Buffer }[];
  /** `id@domain`, becomes the Message-ID. Equal for every attempt at the same mail. */
  messageId?: string;
}

/** A mail as it travels: the envelope and the bytes. */
export interface Message {
  envelope: { from: string | false; to: string[] };
  messageId: string;
  content: Buffer;
}

/**
 * What people wrote can break no header: text that a header carries becomes one line, and an address or id that
 * is not exactly one is an error.
 */
export async function composeMessage(mail: Mail, from: Mailbox): Promise<Message> {
  const composer = new MailComposer({
    from,
    to: parseMailbox(mail.to),
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    attachments: mail.attachments?.map(attachment => ({
      filename: oneLine(attachment.filename),
      contentType: oneLine(attachment.contentType),
      content: attachment.content,
    })),
    messageId: mail.messageId === undefined ? undefined : `<${checkMessageId(mail.messageId)}>`,
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const node = composer.compile();
  const content = await node.build();
  return { envelope: node.getEnvelope(), messageId: node.messageId(), content };
}

function checkMessageId(text: string): string {
  const [, id] = /^<?([\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+)>?$/.exec(text) ?? [];
  if (id === undefined) throw new Error(`'${oneLine(text)}' is not a message id`);
  return id;
}
