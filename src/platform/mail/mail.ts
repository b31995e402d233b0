/** Sends mail to an SMTP server. Without a server, writes it to a folder where it can be read. */
import { createHash, randomUUID } from 'node:crypto';
import { access, chmod, constants, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkSmtpUrl, parseMailbox } from './addresses.ts';
import type { Mail, MailMessage } from './message.ts';

export type { Mail } from './message.ts';

export interface Mailer {
  /** Resolves when the server has accepted the mail. Rejects with one sentence, or with the reason of the signal. */
  send(mail: Mail, signal?: AbortSignal): Promise<void>;
  /** Throws when the server does not greet or refuses the credentials, or the folder can not be written. Sends nothing. */
  check(signal: AbortSignal): Promise<void>;
  /** Resolves when every mail that is being sent has been sent or has failed. */
  close(): Promise<void>;
}

interface MailerOptions {
  /** `smtp://user:password@host:port` or `smtps://...`. Without it, mail is written to `outboxFolder`. */
  smtpUrl?: string;
  from: string;
  outboxFolder: string;
}

/** A server that stops replying, at any point, fails the mail after at most the sum of these. */
const connectTimeoutMs = 10_000;
const silenceTimeoutMs = 20_000;

export function createMailer({ smtpUrl, from, outboxFolder }: MailerOptions): Mailer {
  const sender = parseMailbox(from);
  if (smtpUrl !== undefined) checkSmtpUrl(smtpUrl);
  const sending = new Set<Promise<void>>();

  // nodemailer is loaded with the first mail, so that an idle process needs less memory.
  async function deliver(message: MailMessage, signal?: AbortSignal): Promise<void> {
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
    async check(signal) {
      if (smtpUrl === undefined) return checkFolder(outboxFolder);
      const { checkSmtp } = await import('./smtp.ts');
      await checkSmtp({ url: smtpUrl, connectTimeoutMs, silenceTimeoutMs }, signal);
    },
    async close() {
      await Promise.allSettled(sending);
    },
  };
}

async function checkFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await access(folder, constants.W_OK);
}

/**
 * Writes `<time>-<hash of the message id>.eml`. A mail that already exists is not written again, so a repeated attempt
 * leaves one file. Attempts at the same mail must not overlap.
 */
async function writeToOutbox(folder: string, message: MailMessage, signal?: AbortSignal): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Mails are private, even in a folder that already existed.
  await chmod(folder, 0o700);
  const ending = `-${createHash('sha256').update(message.messageId).digest('hex').slice(0, 32)}.eml`;
  const names = await readdir(folder);
  if (names.some(name => name.endsWith(ending))) return;

  const time = new Date().toISOString().replaceAll(':', '-');
  // Readers look for *.eml and must never see half a mail.
  const unfinished = join(folder, `.${randomUUID()}.part`);
  try {
    await writeFile(unfinished, message.content, { mode: 0o600, flush: true, signal });
    await rename(unfinished, join(folder, time + ending));
  } catch (error) {
    await rm(unfinished, { force: true });
    signal?.throwIfAborted();
    throw error;
  }
}
