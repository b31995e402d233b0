/**
 * Reads the messages of a mailbox one after the other, without changing any of them. A message is known by its UID, as
 * long as UIDVALIDITY stays the same: when it changes, the server has numbered all messages anew, and a cursor from
 * before means nothing.
 */
import type { LookupFunction } from 'node:net';
import { ImapFlow } from 'imapflow';
import { StepError } from '../../nodes/step.ts';
import { connectionProblem } from '../contract/connection.ts';
import { toolLimits } from '../contract/tool-limits.ts';

export interface MailAccount {
  host: string;
  port: number;
  security: 'tls' | 'starttls' | 'none';
  /** Gives the addresses that were checked. */
  lookup: LookupFunction;
  auth: { user: string; pass: string } | { user: string; accessToken: string };
}

export interface MailCursor {
  /** As text, because it may be larger than numbers are exact. */
  uidvalidity: string;
  /** The last message that was read. */
  uid: number;
}

export interface MailRequest {
  mailbox: string;
  cursor: MailCursor | undefined;
  limit: number;
  /** Longer messages are cut. */
  messageBytes: number;
}

export interface ReadMessage {
  uid: number;
  uidvalidity: string;
  flags: string[];
  source: Buffer;
  isCut: boolean;
  receivedAt: string | null;
}

export interface ReadMailbox {
  cursor: MailCursor;
  hasMore: boolean;
}

const OVERHEAD_BYTES = 2 ** 20;
const SILENCE_MS = 30_000;

export async function readMailbox(
  account: MailAccount,
  request: MailRequest,
  signal: AbortSignal,
  use: (message: ReadMessage) => Promise<void>,
): Promise<ReadMailbox> {
  const client = createClient(account, request);
  // A connection that breaks rejects what waits for it as well.
  client.on('error', () => {});
  const abort = () => client.close();
  signal.addEventListener('abort', abort, { once: true });
  try {
    signal.throwIfAborted();
    await client.connect();
    const lock = await client.getMailboxLock(request.mailbox, { readOnly: true });
    try {
      return await readMessages(client, request, use);
    } finally {
      lock.release();
    }
  } catch (error) {
    signal.throwIfAborted();
    throw explain(error, account, request);
  } finally {
    signal.removeEventListener('abort', abort);
    client.close();
  }
}

function createClient({ host, port, security, lookup, auth }: MailAccount, { messageBytes }: MailRequest): ImapFlow {
  // The library passes these on to every connection, encrypted or not.
  const tls = { rejectUnauthorized: true, lookup, autoSelectFamily: true };
  return new ImapFlow({
    ...{ host, port, auth, secure: security === 'tls' },
    ...(security !== 'tls' && { doSTARTTLS: security === 'starttls' }),
    tls,
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    connectionTimeout: toolLimits.connectMs,
    greetingTimeout: toolLimits.connectMs,
    socketTimeout: SILENCE_MS,
    maxLineLength: OVERHEAD_BYTES,
    maxLiteralSize: messageBytes + OVERHEAD_BYTES,
    maxResponseSize: messageBytes + 2 * OVERHEAD_BYTES,
  });
}

async function readMessages(
  client: ImapFlow,
  { cursor, limit, messageBytes }: MailRequest,
  use: (message: ReadMessage) => Promise<void>,
): Promise<ReadMailbox> {
  const { mailbox } = client;
  if (!mailbox) throw new StepError('The mailbox could not be opened');
  const uidvalidity = String(mailbox.uidValidity);
  const known = cursor?.uidvalidity === uidvalidity ? cursor.uid : undefined;
  const uids = await findUids(client, mailbox.exists, known, limit);
  const wanted = uids.slice(0, limit);
  let last = known ?? Math.max(0, mailbox.uidNext - 1);
  let bytes = 0;
  let count = 0;
  for (const uid of wanted) {
    const query = { uid: true, flags: true, internalDate: true, size: true, source: { maxLength: messageBytes } };
    const found = await client.fetchOne(String(uid), query, { uid: true });
    // A message that was deleted meanwhile is passed over.
    const source = found ? found.source : undefined;
    if (found && source) {
      bytes += source.byteLength;
      // The rest is left for the next call.
      if (count > 0 && bytes > toolLimits.mail.bytes) break;
      await use({
        ...{ uid, uidvalidity, source, flags: [...(found.flags ?? [])] },
        isCut: (found.size ?? 0) > messageBytes,
        receivedAt: toIso(found.internalDate),
      });
    }
    count++;
    last = uid;
  }
  return { cursor: { uidvalidity, uid: last }, hasMore: count < uids.length };
}

/** In ascending order. Without a cursor these are the newest. */
async function findUids(client: ImapFlow, exists: number, known: number | undefined, limit: number): Promise<number[]> {
  if (exists === 0) return [];
  const query = known === undefined ? { seq: `${Math.max(1, exists - limit + 1)}:*` } : { uid: `${known + 1}:*` };
  const found = await client.search(query, { uid: true });
  // When there is none after the cursor, the server answers with the last one before.
  return (found || []).filter(uid => known === undefined || uid > known).sort((one, other) => one - other);
}

function toIso(value: Date | string | undefined): string | null {
  const time = value === undefined ? Number.NaN : new Date(value).getTime();
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** What the server says may help, and is shown without what it was sent. */
function explain(error: unknown, { host, port }: MailAccount, { mailbox }: MailRequest): unknown {
  if (error instanceof StepError || !(error instanceof Error)) return error;
  const problem = connectionProblem(error, `${host}:${port}`);
  if (problem !== undefined) return new StepError(problem, { retryable: true, cause: error });
  if ('authenticationFailed' in error && error.authenticationFailed) {
    return new StepError(`The mail server '${host}' did not accept the user name and the password`, { cause: error });
  }
  if ('mailboxMissing' in error && error.mailboxMissing) {
    return new StepError(`There is no mailbox '${mailbox}' on '${host}'`, { cause: error });
  }
  const said = 'responseText' in error && typeof error.responseText === 'string' ? error.responseText : error.message;
  return new StepError(`The mail server '${host}' could not be read: ${said.slice(0, 300)}`, {
    retryable: true,
    cause: error,
  });
}
