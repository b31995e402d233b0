/**
 * Replies that are sent as they come about: JSON objects one after another with nothing between them. While there is
 * nothing to say, a chunk without data about every second shows that the connection lives.
 */
import { STATUS_CODES } from 'node:http';
import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import { ApiError } from '../errors.ts';
import { jsonIsSmall } from '../platform/json/head.ts';
import { stringifyJson } from '../platform/json/stringify.ts';
import { currentOwner } from '../platform/owner-context.ts';
import type { Release } from '../platform/semaphore.ts';
import { toServerError } from './failures.ts';
import { AT_ONCE_CHARACTERS, writeWithBackpressure } from './large-response.ts';

const KEEP_ALIVE_MS = 1_000;

/**
 * Answers with what `produce` tells, until it is done. It goes on when the client goes away. What it throws before it
 * told anything is an ordinary error; after that it ends the stream as its last chunk.
 */
export async function replyWithStream<Data>(
  response: FastifyReply,
  log: FastifyBaseLogger,
  produce: (send: (data: Data) => void) => Promise<void>,
): Promise<void> {
  const { raw } = response;
  const outbox = new Outbox(response);
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
    keepAlive?.refresh();
    outbox.send({ timestamp: Date.now(), data, error });
  }

  try {
    await produce(data => send(data, null));
  } catch (error) {
    if (!keepAlive) throw error;
    if (!(error instanceof ApiError)) log.error({ err: error }, 'a stream broke off');
    const { status, message } = error instanceof ApiError ? error : toServerError(error);
    send('', { status, text: STATUS_CODES[status] ?? '', detail: message });
  } finally {
    clearInterval(keepAlive);
    if (keepAlive) {
      await outbox.empty();
      raw.end();
    }
  }
}

/** What may wait for a client without being counted. */
const FREE_BYTES = 256 * 1024;

/**
 * What waits for a client that reads slower than things happen. Nothing that happens waits for a client: where there is
 * no memory for what waits for one, that one is cut off.
 */
class Outbox {
  readonly #response: FastifyReply;
  readonly #owner = currentOwner();
  readonly #waiting: { text: string; release: Release | undefined }[] = [];
  #waitingBytes = 0;
  #made: Promise<void> | undefined;
  #sent: Promise<void> | undefined;

  constructor(response: FastifyReply) {
    this.#response = response;
  }

  send(chunk: object): void {
    if (this.#response.raw.destroyed) return;
    // A long one is made in slices, and what comes after it follows it.
    if (!this.#made && jsonIsSmall(chunk, AT_ONCE_CHARACTERS)) this.#put(JSON.stringify(chunk));
    else this.#made = (this.#made ?? Promise.resolve()).then(async () => this.#put(await stringifyJson(chunk)));
  }

  async empty(): Promise<void> {
    await this.#made;
    await this.#sent;
  }

  #put(text: string): void {
    const { raw, server } = this.#response;
    if (raw.destroyed) return;
    if (!this.#sent && !raw.writableNeedDrain && text.length <= FREE_BYTES) {
      raw.write(text);
      return;
    }
    const isFree = this.#waitingBytes + text.length <= FREE_BYTES;
    const release = isFree ? undefined : server.responseMemory.tryAcquire(this.#owner, text.length);
    if (!isFree && !release) {
      raw.destroy();
      return;
    }
    this.#waiting.push({ text, release });
    this.#waitingBytes += text.length;
    this.#sent ??= this.#sendWaiting();
  }

  async #sendWaiting(): Promise<void> {
    const { raw, server } = this.#response;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      if (!raw.destroyed) await writeWithBackpressure(raw, next.text, server.responseMemory);
      next.release?.();
      this.#waitingBytes -= next.text.length;
    }
    this.#sent = undefined;
  }
}
