/**
 * Responses of any length. The part of a response that its client has not read yet is in memory, so a long response is
 * built chunk by chunk, each when the one before it has been sent. All responses share an amount of memory of which no
 * user gets everything: those who request much and read slowly only delay themselves. A client that reads nothing for
 * a while is disconnected, because others need its memory.
 */
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { currentOwner } from '../platform/concurrency/owner-context.ts';
import { createSemaphore, type Release, type Semaphore } from '../platform/concurrency/semaphore.ts';
import { TimeSlice } from '../platform/concurrency/time-slice.ts';
import { isJsonSmall } from '../platform/json/head.ts';
import { stringifyJson } from '../platform/json/stringify.ts';
import { closeSignal } from './close-signal.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts the bytes of responses in progress. */
    responseMemory: ResponseMemory;
  }
}

interface ResponseMemory extends Pick<Semaphore, 'acquire' | 'tryAcquire'> {
  /** A client that reads nothing for so long is disconnected. */
  idleMs: number;
}

/** A response that is larger than the share of one user waits until the user has no other response in progress. */
export function createResponseMemory({ bytes, idleMs }: { bytes: number; idleMs: number }): ResponseMemory {
  const perOwner = Math.ceil((2 / 3) * bytes);
  const semaphore = createSemaphore({ total: bytes, perOwner });
  return {
    acquire: (owner, amount, signal) => semaphore.acquire(owner, amount, signal),
    tryAcquire: (owner, amount) => semaphore.tryAcquire(owner, Math.min(amount, perOwner)),
    idleMs,
  };
}

export interface ResponseChunk {
  /** The approximate length of the text. */
  bytes: number;
  /** Returns the text, or the pieces of a long one: joining tens of megabytes would hold the event loop. */
  text(): Promise<string | readonly string[]>;
}

/** A response whose JSON is built chunk by chunk. */
export class LargeResponse {
  readonly chunks: AsyncIterable<ResponseChunk>;

  constructor(chunks: AsyncIterable<ResponseChunk>) {
    this.chunks = chunks;
  }

  /** A response of one chunk, which is built when there is room for it. */
  static of(chunk: ResponseChunk): LargeResponse {
    async function* chunks() {
      yield chunk;
    }
    return new LargeResponse(chunks());
  }
}

/** Longer responses are serialised in time slices, so that other requests proceed in between. */
export const AT_ONCE_CHARACTERS = 500_000;
/** A response up to this length is sent as a whole, and its memory is not counted. */
const SMALL_CHARACTERS = 64 * 1024;
const JSON_TYPE = 'application/json; charset=utf-8';

export async function sendResponse(reply: FastifyReply, result: unknown): Promise<FastifyReply> {
  if (result instanceof LargeResponse) return sendChunks(reply, result.chunks);
  const text = isJsonSmall(result, AT_ONCE_CHARACTERS) ? JSON.stringify(result) : await stringifyJson(result);
  if (text.length <= SMALL_CHARACTERS) return reply.type(JSON_TYPE).send(text);
  return sendChunks(reply, singleChunk(text));
}

async function* singleChunk(text: string): AsyncGenerator<ResponseChunk> {
  yield { bytes: text.length, text: async () => text };
}

async function sendChunks(reply: FastifyReply, chunks: AsyncIterable<ResponseChunk>): Promise<FastifyReply> {
  let beginning = '';
  let writer: Writer | undefined;
  // An error before the first byte was sent gets an ordinary error response.
  try {
    for await (const chunk of chunks) {
      if (!writer && beginning.length + chunk.bytes <= SMALL_CHARACTERS) {
        beginning += [await chunk.text()].flat().join('');
        continue;
      }
      writer ??= new Writer(reply, beginning);
      if (!(await writer.write(chunk))) break;
    }
  } finally {
    writer?.end();
  }
  return writer ? reply : reply.type(JSON_TYPE).send(beginning);
}

class Writer {
  readonly #reply: FastifyReply;
  readonly #raw: ServerResponse;
  readonly #signal: AbortSignal;
  readonly #owner = currentOwner();
  #beginning: string;
  #reserved: { bytes: number; release: Release } | undefined;

  constructor(reply: FastifyReply, beginning: string) {
    this.#reply = reply;
    this.#raw = reply.raw;
    this.#signal = closeSignal(reply);
    this.#beginning = beginning;
  }

  /** Returns false when the client has disconnected. */
  async write(chunk: ResponseChunk): Promise<boolean> {
    if (!(await this.#reserve(chunk.bytes))) return false;
    try {
      const pieces = [this.#beginning, await chunk.text()].flat();
      this.#beginning = '';
      if (!this.#raw.headersSent) this.#begin();
      return await writeWithBackpressure(this.#raw, pieces, this.#reply.server.responseMemory);
    } catch (error) {
      if (!this.#raw.headersSent) throw error;
      // It is too late for an error response, but the client can see that the response is incomplete.
      this.#reply.log.error({ err: error, reqId: this.#reply.request.id }, 'an answer broke off');
      this.#raw.destroy();
      return false;
    }
  }

  end(): void {
    this.#reserved?.release();
    if (this.#raw.headersSent) this.#raw.end();
  }

  /** Reuses the last reservation, because a response that is being read must not wait for others that are not. */
  async #reserve(bytes: number): Promise<boolean> {
    if (this.#reserved && bytes <= this.#reserved.bytes) return true;
    // Released before more is acquired, so that no two responses wait for each other.
    this.#reserved?.release();
    const { responseMemory } = this.#reply.server;
    const release = await responseMemory.acquire(this.#owner, bytes, this.#signal).catch(() => undefined);
    this.#reserved = release && { bytes, release };
    return release !== undefined;
  }

  #begin(): void {
    const headers = Object.entries(this.#reply.getHeaders()).filter(([, value]) => value !== undefined);
    this.#reply.hijack();
    this.#raw.writeHead(200, { ...Object.fromEntries(headers), 'content-type': JSON_TYPE });
  }
}

/** So much is encoded and written at once. A client must read it before it counts as idle. */
const SLICE_CHARACTERS = 64 * 1024;

/**
 * Writes a text as fast as the client reads it, in slices of time: a client on a fast connection reads as fast as we
 * write, and the event loop would do nothing else. Returns false when the client disconnects or is idle too long.
 */
export async function writeWithBackpressure(
  raw: ServerResponse,
  pieces: readonly string[],
  { idleMs }: ResponseMemory,
): Promise<boolean> {
  const time = new TimeSlice(currentOwner());
  for (const slice of sliceText(pieces, SLICE_CHARACTERS)) {
    if (raw.writableNeedDrain) await drained(raw, idleMs);
    if (time.isOver) await time.next();
    if (raw.destroyed) return false;
    raw.write(Buffer.from(slice));
  }
  if (raw.writableNeedDrain) await drained(raw, idleMs);
  return !raw.destroyed;
}

/** Cuts a text into slices of about this length. A surrogate pair is never cut in two. */
export function* sliceText(pieces: readonly string[], characters: number): Generator<string> {
  let slice = '';
  for (const piece of pieces) {
    for (let start = 0; start < piece.length; ) {
      const end = start + Math.max(1, characters - slice.length);
      const isHalfPair = isHighSurrogate(piece.charCodeAt(end - 1));
      const part = piece.slice(start, isHalfPair ? end + 1 : end);
      slice += part;
      start += part.length;
      if (slice.length < characters) continue;
      yield slice;
      slice = '';
    }
  }
  if (slice !== '') yield slice;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

async function drained(raw: ServerResponse, idleMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const cutOff = setTimeout(() => raw.destroy(), idleMs);
  raw.once('drain', resolve).once('close', resolve);
  await promise;
  clearTimeout(cutOff);
  raw.off('drain', resolve).off('close', resolve);
}
