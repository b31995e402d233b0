import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { errorMessage } from '../error-details.ts';
import type { MailMessage } from './message.ts';

interface SmtpServer {
  /** `smtp://user:password@host:port`, which uses STARTTLS where the server supports it, or `smtps://`. */
  url: string;
  /** The limit of lookup, connection, TLS and greeting together. */
  connectTimeoutMs: number;
  /** The limit of every silence after that. */
  silenceTimeoutMs: number;
}

/** Uses one connection for each mail. Resolves when the server has accepted the mail. */
export async function sendBySmtp(server: SmtpServer, message: MailMessage, signal?: AbortSignal): Promise<void> {
  try {
    await withConnection(server, signal, async (connection, auth) => {
      await greet(connection, auth);
      await fromCallback(callback => connection.send(message.envelope, message.content, callback));
    });
  } catch (error) {
    signal?.throwIfAborted();
    throw new Error(`The mail could not be sent: ${removeSecrets(error, parseConnectionUrl(server.url).auth)}`);
  }
}

/** Greets the server and signs in, and then leaves. Throws the error of the connection, whose text may have secrets. */
export async function checkSmtp(server: SmtpServer, signal: AbortSignal): Promise<void> {
  await withConnection(server, signal, greet);
}

async function withConnection(
  server: SmtpServer,
  signal: AbortSignal | undefined,
  act: (connection: SMTPConnection, auth: Credentials | undefined) => Promise<void>,
): Promise<void> {
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
    await Promise.race([failure.promise, act(connection, options.auth)]);
  } finally {
    signal?.removeEventListener('abort', onAbort);
    connection.close();
  }
}

interface Credentials {
  user: string;
  pass: string;
}

async function greet(connection: SMTPConnection, auth: Credentials | undefined): Promise<void> {
  await fromCallback(callback => connection.connect(callback));
  if (auth && connection.allowsAuth) await fromCallback(callback => connection.login(auth, callback));
}

function fromCallback(start: (callback: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => start(error => (error ? reject(error) : resolve())));
}

/** The message contains the server's reply, which may repeat what was sent to it. */
function removeSecrets(error: unknown, auth: Credentials | undefined): string {
  const text = errorMessage(error);
  if (!auth?.pass) return text;
  const secrets = [`\0${auth.user}\0${auth.pass}`, auth.pass].map(secret => Buffer.from(secret).toString('base64'));
  return [...secrets, auth.pass].reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
}
