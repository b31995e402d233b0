/**
 * Answers of any length. What is made of an answer before its client has taken it is memory, so a long answer is made
 * piece by piece, each when the one before it is on its way. A piece is taken from an amount of memory that all share,
 * and of which no user has all: who asks for much and reads slowly waits for themselves. A client that takes nothing for
 * a while is cut off, for its memory is wanted by others.
 */
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { jsonIsSmall } from '../platform/json/head.ts';
import { stringifyJson } from '../platform/json/stringify.ts';
import { currentOwner } from '../platform/owner-context.ts';
import { createSemaphore, type Release, type Semaphore } from '../platform/semaphore.ts';
import { closeSignal } from './close-signal.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Bytes of answers that are under way. */
    responseMemory: ResponseMemory;
  }
}

export interface ResponseMemory extends Pick<Semaphore, 'acquire' | 'tryAcquire'> {
  /** A client that takes nothing for so long is cut off. */
  idleMs: number;
}

/** One answer that is longer than one user may have waits until nothing else of the user is under way. */
export function createResponseMemory({ bytes, idleMs }: { bytes: number; idleMs: number }): ResponseMemory {
  const perOwner = Math.ceil((2 / 3) * bytes);
  const { acquire, tryAcquire } = createSemaphore({ total: bytes, perOwner });
  return { acquire, tryAcquire: (owner, amount) => tryAcquire(owner, Math.min(amount, perOwner)), idleMs };
}

export interface ResponseChunk {
  /** About how long the text is. */
  bytes: number;
  text(): Promise<string>;
}

/** An answer whose JSON comes about piece by piece. */
export class LargeResponse {
  readonly pieces: AsyncIterable<ResponseChunk>;

  constructor(pieces: AsyncIterable<ResponseChunk>) {
    this.pieces = pieces;
  }
}

/** Longer answers are written in slices: others get their turn in between. */
export const AT_ONCE_CHARACTERS = 500_000;
/** Up to this length an answer is sent as a whole, and its memory counts as nothing. */
const SMALL_CHARACTERS = 64 * 1024;
const JSON_TYPE = 'application/json; charset=utf-8';

export async function sendResponse(reply: FastifyReply, answer: unknown): Promise<FastifyReply> {
  if (answer instanceof LargeResponse) return sendPieces(reply, answer.pieces);
  const text = jsonIsSmall(answer, AT_ONCE_CHARACTERS) ? JSON.stringify(answer) : await stringifyJson(answer);
  if (text.length <= SMALL_CHARACTERS) return reply.type(JSON_TYPE).send(text);
  return sendPieces(reply, wholeText(text));
}

async function* wholeText(text: string): AsyncGenerator<ResponseChunk> {
  yield { bytes: text.length, text: async () => text };
}

async function sendPieces(reply: FastifyReply, pieces: AsyncIterable<ResponseChunk>): Promise<FastifyReply> {
  let beginning = '';
  let writer: Writer | undefined;
  // What goes wrong before the first byte was sent is an ordinary error.
  try {
    for await (const piece of pieces) {
      if (!writer && beginning.length + piece.bytes <= SMALL_CHARACTERS) {
        beginning += await piece.text();
        continue;
      }
      writer ??= new Writer(reply, beginning);
      if (!(await writer.write(piece))) break;
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
  #held: { bytes: number; release: Release } | undefined;

  constructor(reply: FastifyReply, beginning: string) {
    this.#reply = reply;
    this.#raw = reply.raw;
    this.#signal = closeSignal(reply);
    this.#beginning = beginning;
  }

  /** False: the client is gone. */
  async write(piece: ResponseChunk): Promise<boolean> {
    if (!(await this.#reserve(piece.bytes))) return false;
    try {
      const text = this.#beginning + (await piece.text());
      this.#beginning = '';
      if (!this.#raw.headersSent) this.#begin();
      return await writeWithBackpressure(this.#raw, text, this.#reply.server.responseMemory);
    } catch (error) {
      if (!this.#raw.headersSent) throw error;
      // The client can not be told any more; that the answer ends too early, it can see.
      this.#reply.log.error({ err: error, reqId: this.#reply.request.id }, 'an answer broke off');
      this.#raw.destroy();
      return false;
    }
  }

  end(): void {
    this.#held?.release();
    if (this.#raw.headersSent) this.#raw.end();
  }

  /**
   * What was reserved for one piece serves the next: an answer that is being read must not wait for those that are not.
   */
  async #reserve(bytes: number): Promise<boolean> {
    if (this.#held && bytes <= this.#held.bytes) return true;
    // Given back first, so that no two answers wait for each other.
    this.#held?.release();
    const { responseMemory } = this.#reply.server;
    const release = await responseMemory.acquire(this.#owner, bytes, this.#signal).catch(() => undefined);
    this.#held = release && { bytes, release };
    return release !== undefined;
  }

  #begin(): void {
    const headers = Object.entries(this.#reply.getHeaders()).filter(([, value]) => value !== undefined);
    this.#reply.hijack();
    this.#raw.writeHead(200, { ...Object.fromEntries(headers), 'content-type': JSON_TYPE });
  }
}

/** What a client must take in its time. */
const SLICE_BYTES = 64 * 1024;

/** Writes a text as the client takes it. False: the client is gone, or was cut off because it takes nothing. */
export async function writeWithBackpressure(
  raw: ServerResponse,
  text: string,
  { idleMs }: ResponseMemory,
): Promise<boolean> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
    if (raw.writableNeedDrain) await taken(raw, idleMs);
    if (raw.destroyed) return false;
    raw.write(bytes.subarray(start, start + SLICE_BYTES));
  }
  if (raw.writableNeedDrain) await taken(raw, idleMs);
  return !raw.destroyed;
}

async function taken(raw: ServerResponse, idleMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const cutOff = setTimeout(() => raw.destroy(), idleMs);
  raw.once('drain', resolve).once('close', resolve);
  await promise;
  clearTimeout(cutOff);
  raw.off('drain', resolve).off('close', resolve);
}
