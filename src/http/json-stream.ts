/**
 * Streams a response: JSON objects one after another, in the form that the client asks for (`stream-formats.ts`). While
 * there is no data, a chunk without data about every second shows that the connection is alive.
 */

import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import { ApiError } from '../errors.ts';
import { currentOwner } from '../platform/concurrency/owner-context.ts';
import type { Release } from '../platform/concurrency/semaphore.ts';
import { isJsonSmall } from '../platform/json/head.ts';
import { stringifyJson } from '../platform/json/stringify.ts';
import { STATUS_CODES } from '../platform/node-http.ts';
import { toBody, toServerError } from './failures.ts';
import { AT_ONCE_CHARACTERS, writeWithBackpressure } from './large-response.ts';
import { chooseStreamFormat, type StreamChunk, type StreamFormat } from './stream-formats.ts';

const KEEP_ALIVE_MS = 1_000;

/**
 * Sends what `produce` sends, until it ends. It continues when the client disconnects. An error before the first chunk
 * gets an ordinary error response; a later one is the last chunk of the stream.
 */
export async function replyWithStream<Data extends object>(
  response: FastifyReply,
  log: FastifyBaseLogger,
  produce: (send: (data: Data) => void) => Promise<void>,
): Promise<void> {
  const { raw } = response;
  const format = chooseStreamFormat(response.request);
  const outbox = new Outbox(response, format);
  let keepAlive: NodeJS.Timeout | undefined;

  function open(): void {
    response.hijack();
    raw.writeHead(200, {
      ...Object.fromEntries(Object.entries(response.getHeaders()).filter(([, value]) => value !== undefined)),
      'content-type': format.contentType,
      // A proxy that compresses would hold the chunks back until it has enough of them.
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no', // keeps a proxy from buffering the chunks
    });
    keepAlive = setInterval(() => send('', null), KEEP_ALIVE_MS);
  }

  function send(data: Data | '', error: StreamChunk['error']): void {
    if (!keepAlive) open();
    keepAlive?.refresh();
    outbox.send({ timestamp: Date.now(), data, error });
  }

  try {
    await produce(data => send(data, null));
  } catch (error) {
    if (!keepAlive) throw error;
    if (!(error instanceof ApiError)) log.error({ err: error }, 'a stream broke off');
    const refusal = error instanceof ApiError ? error : toServerError(error);
    // The field would be one of a request that was accepted.
    const { field: _, ...body } = toBody(refusal, response.request.url);
    send('', { status: refusal.status, text: STATUS_CODES[refusal.status] ?? '', ...body });
  } finally {
    clearInterval(keepAlive);
    if (keepAlive) {
      await outbox.empty();
      raw.end();
    }
  }
}

/** So many bytes may wait for a client without being counted. */
const FREE_BYTES = 256 * 1024;

/**
 * Buffers chunks for a client that reads more slowly than they are produced. The producer never waits for a client:
 * when there is no memory left to buffer for one, that client is disconnected.
 */
class Outbox {
  readonly #response: FastifyReply;
  readonly #format: StreamFormat;
  readonly #owner = currentOwner();
  readonly #waiting: { text: string; release: Release | undefined }[] = [];
  #waitingBytes = 0;
  #chunks = 0;
  #made: Promise<void> | undefined;
  #sent: Promise<void> | undefined;

  constructor(response: FastifyReply, format: StreamFormat) {
    this.#response = response;
    this.#format = format;
  }

  send(chunk: StreamChunk): void {
    if (this.#response.raw.destroyed) return;
    const { before, json, after } = this.#format.encode(chunk, ++this.#chunks);
    // A long chunk is serialised in time slices, and later chunks queue behind it.
    if (!this.#made && (!json || isJsonSmall(json, AT_ONCE_CHARACTERS))) {
      this.#put(before + (json ? JSON.stringify(json) : '') + after);
      return;
    }
    this.#made = (this.#made ?? Promise.resolve()).then(async () =>
      this.#put(before + (json ? await stringifyJson(json) : '') + after),
    );
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
      if (!raw.destroyed) await writeWithBackpressure(raw, [next.text], server.responseMemory);
      next.release?.();
      this.#waitingBytes -= next.text.length;
    }
    this.#sent = undefined;
  }
}
