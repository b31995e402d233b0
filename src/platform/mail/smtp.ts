import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { errorMessage } from '../error-message.ts';
import type { Message } from './message.ts';

export interface SmtpServer {
  /** `smtp://user:password@host:port`, with STARTTLS where the server has it, or `smtps://`. */
  url: string;
  /** Of look-up, connection, TLS and greeting together. */
  connectTimeoutMs: number;
  /** Of the longest silence after that. */
  silenceTimeoutMs: number;
}

/** One connection per mail. Resolves once the server has taken the mail over. */
export async function sendBySmtp(server: SmtpServer, message: Message, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  const options = parseConnectionUrl(server.url);
  const connection = new SMTPConnection({
    ...options,
    connectionTimeout: server.connectTimeoutMs,
    greetingTimeout: server.connectTimeoutMs,
    socketTimeout: server.silenceTimeoutMs,
    // Its log would contain the password.
    logger: false,
  });
  const failure = Promise.withResolvers<never>();
  const onAbort = () => failure.reject(signal?.reason);
  connection.on('error', failure.reject);
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    await Promise.race([failure.promise, deliver(connection, options.auth, message)]);
  } catch (error) {
    signal?.throwIfAborted();
    throw new Error(`The mail could not be sent: ${withoutSecrets(error, options.auth)}`);
  } finally {
    signal?.removeEventListener('abort', onAbort);
    connection.close();
  }
}

interface Credentials {
  user: string;
  pass: string;
}

async function deliver(connection: SMTPConnection, auth: Credentials | undefined, message: Message): Promise<void> {
  await finished(callback => connection.connect(callback));
  if (auth && connection.allowsAuth) await finished(callback => connection.login(auth, callback));
  await finished(callback => connection.send(message.envelope, message.content, callback));
}

function finished(start: (callback: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => start(error => (error ? reject(error) : resolve())));
}

/** A server's answer is part of the message, and may repeat what it was sent. */
function withoutSecrets(error: unknown, auth: Credentials | undefined): string {
  const text = errorMessage(error);
  if (!auth?.pass) return text;
  const secrets = [`\0${auth.user}\0${auth.pass}`, auth.pass].map(secret => Buffer.from(secret).toString('base64'));
  return [...secrets, auth.pass].reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
}
