/** Mail goes to an SMTP server, or without one into a folder where it can be read. */
import { checkSmtpUrl, parseMailbox } from './addresses.ts';
import type { Mail, Message } from './message.ts';
import { writeToOutbox } from './outbox.ts';

export type { Mail } from './message.ts';

export interface Mailer {
  /** Resolves when the mail is handed over; rejects with one sentence, or with the reason of the signal. */
  send(mail: Mail, signal?: AbortSignal): Promise<void>;
  /** Resolves when what is being sent has been sent or has failed. */
  close(): Promise<void>;
}

export interface MailerOptions {
  /** `smtp://user:password@host:port` or `smtps://...`; without it mail is written into `outboxFolder`. */
  smtpUrl?: string;
  from: string;
  outboxFolder: string;
}

/** A server that stops answering, at whatever point, is given up after the sum of these. */
const connectTimeoutMs = 10_000;
const silenceTimeoutMs = 20_000;

export function createMailer({ smtpUrl, from, outboxFolder }: MailerOptions): Mailer {
  const sender = parseMailbox(from);
  if (smtpUrl !== undefined) checkSmtpUrl(smtpUrl);
  const sending = new Set<Promise<void>>();

  // nodemailer is loaded with the first mail: an idle process is smaller by it.
  async function deliver(message: Message, signal?: AbortSignal): Promise<void> {
    if (smtpUrl === undefined) return writeToOutbox(outboxFolder, message, signal);
    const { sendBySmtp } = await import('./smtp.ts');
    return sendBySmtp({ url: smtpUrl, connectTimeoutMs, silenceTimeoutMs }, message, signal);
  }

  async function composeAndDeliver(mail: Mail, signal?: AbortSignal): Promise<void> {
    const { composeMessage } = await import('./message.ts');
    signal?.throwIfAborted();
    await deliver(await composeMessage(mail, sender), signal);
  }

  return {
    async send(mail, signal) {
      const work = composeAndDeliver(mail, signal);
      sending.add(work);
      try {
        await work;
      } finally {
        sending.delete(work);
      }
    },
    async close() {
      await Promise.allSettled(sending);
    },
  };
}
