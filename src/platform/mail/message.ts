import MailComposer from 'nodemailer/lib/mail-composer';
import { type Mailbox, parseMailbox, toOneLine } from './addresses.ts';

export interface Mail {
  /** Mailboxes: `ada@example.org` or `Ada Lovelace <ada@example.org>`. */
  to: string | readonly string[];
  subject: string;
  text: string;
  html?: string;
  attachments?: { filename: string; contentType: string; content: Buffer }[];
  /** Becomes the Message-ID: `id@domain`. It is the same for every attempt at the same mail. */
  messageId?: string;
}

/** A composed mail: the envelope and the bytes. */
export interface MailMessage {
  envelope: { from: string | false; to: string[] };
  messageId: string;
  content: Buffer;
}

/**
 * Text that people wrote can not add headers: the text of a header becomes one line, and an address or id must be
 * exactly one.
 */
export async function composeMessage(mail: Mail, from: Mailbox): Promise<MailMessage> {
  const composer = new MailComposer({
    from,
    to: [mail.to].flat().map(parseMailbox),
    subject: toOneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    attachments: mail.attachments?.map(attachment => ({
      filename: toOneLine(attachment.filename),
      contentType: toOneLine(attachment.contentType),
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
  if (id === undefined) throw new Error(`'${toOneLine(text)}' is not a message id`);
  return id;
}
