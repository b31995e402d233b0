/**
 * Replies that are sent as they come about: JSON objects one after another with nothing between them. While there is
 * nothing to say, a chunk without data about every second shows that the connection lives.
 */
import { STATUS_CODES } from 'node:http';
import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import { ApiError } from '../errors.ts';
import { jsonIsSmall } from '../platform/json/head.ts';
import { stringifyJson } from '../platform/json/stringify.ts';
import { currentOwner } from '../platform/owner.ts';
import type { Release } from '../platform/semaphore.ts';
import { ourError } from './failures.ts';
import { AT_ONCE_CHARACTERS, finished, watchReader } from './large-answer.ts';

const KEEP_ALIVE_MS = 1_000;
/** What may wait for a client without being counted. */
const FREE_BYTES = 256 * 1024;

/**
 * Answers with what `produce` tells, until it is done. It goes on when the client goes away. What it throws before it
 * told anything is an ordinary error; after that it ends the stream as its last chunk.
 */
export async function replyWithStream<Data>(
  response: FastifyReply,
  log: FastifyBaseLogger,
  produce: (tell: (data: Data) => void) => Promise<void>,
): Promise<void> {
  const { raw, server } = response;
  const owner = currentOwner();
  let keepAlive: NodeJS.Timeout | undefined;
  let watching: { close(): void } | undefined;
  let longer: Promise<void> | undefined;
  /** For what waits for the client; given back when it has taken all of it. */
  const reserved: Release[] = [];
  const giveBack = () => {
    for (const release of reserved.splice(0)) release();
  };

  function open(): void {
    response.hijack();
    raw.writeHead(200, {
      ...Object.fromEntries(Object.entries(response.getHeaders()).filter(([, value]) => value !== undefined)),
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no', // a proxy would hold the events back to send them together
    });
    raw.on('drain', giveBack).on('close', giveBack);
    watching = watchReader(raw);
    keepAlive = setInterval(() => send('', null), KEEP_ALIVE_MS);
  }

  function send(data: Data | '', error: { status: number; text: string; detail: string } | null): void {
    if (!keepAlive) open();
    const chunk = { timestamp: Date.now(), data, error };
    // A long one is made in slices, and what comes after it follows it.
    if (!longer && jsonIsSmall(chunk, AT_ONCE_CHARACTERS)) write(JSON.stringify(chunk));
    else longer = (longer ?? Promise.resolve()).then(() => writeSlices(chunk));
  }

  async function writeSlices(chunk: object): Promise<void> {
    if (!raw.destroyed) write(await stringifyJson(chunk));
  }

  function write(text: string): void {
    if (raw.destroyed) return;
    // What happens waits for no client: where there is no memory for what waits for one, that one is cut off.
    if (raw.writableLength + text.length > FREE_BYTES) {
      const release = server.answerMemory.tryAcquire(owner, text.length);
      if (!release) return void raw.destroy();
      reserved.push(release);
    }
    if (raw.write(text)) giveBack();
    keepAlive?.refresh();
  }

  try {
    await produce(data => send(data, null));
  } catch (error) {
    if (!keepAlive) throw error;
    if (!(error instanceof ApiError)) log.error({ err: error }, 'a stream broke off');
    const { status, message } = error instanceof ApiError ? error : ourError(error);
    send('', { status, text: STATUS_CODES[status] ?? '', detail: message });
  } finally {
    clearInterval(keepAlive);
    await longer;
    if (keepAlive) {
      raw.end();
      await finished(raw);
    }
    watching?.close();
    giveBack();
  }
}
