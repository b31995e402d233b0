/**
 * Replies that are sent as they come about: JSON objects one after another with nothing between them. While there is
 * nothing to say, a chunk without data about every second shows that the connection lives.
 */
import { STATUS_CODES } from 'node:http';
import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import { ApiError } from '../errors.ts';
import { ourError } from './failures.ts';

const KEEP_ALIVE_MS = 1_000;
/** A client that reads slower than things happen is cut off when so much waits for it. */
const WAITING_BYTES = 64 * 2 ** 20;

/**
 * Answers with what `produce` tells, until it is done. It goes on when the client goes away. What it throws before it
 * told anything is an ordinary error; after that it ends the stream as its last chunk.
 */
export async function replyWithStream<Data>(
  response: FastifyReply,
  log: FastifyBaseLogger,
  produce: (tell: (data: Data) => void) => Promise<void>,
): Promise<void> {
  const { raw } = response;
  let keepAlive: NodeJS.Timeout | undefined;

  function open(): void {
    response.hijack();
    raw.writeHead(200, {
      ...Object.fromEntries(Object.entries(response.getHeaders()).filter(([, value]) => value !== undefined)),
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no', // a proxy would hold the events back to send them together
    });
    keepAlive = setInterval(() => send('', null), KEEP_ALIVE_MS);
  }

  function send(data: Data | '', error: { status: number; text: string; detail: string } | null): void {
    if (!keepAlive) open();
    if (raw.destroyed) return;
    raw.write(JSON.stringify({ timestamp: Date.now(), data, error }));
    if (raw.writableLength > WAITING_BYTES) raw.destroy();
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
    if (keepAlive) raw.end();
  }
}
