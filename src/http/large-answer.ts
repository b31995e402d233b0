/**
 * Answers of any length. What is made of an answer before its client has taken it is memory, so a long answer is made
 * piece by piece, each when the one before it is on its way. A piece is taken from an amount of memory that all share,
 * and of which no user has all: who asks for much and reads slowly waits for themselves. A client that takes nothing for
 * a while is cut off, for its memory is wanted by others.
 */
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { limits } from '../limits.ts';
import { jsonIsSmall } from '../platform/json/head.ts';
import { stringifyJson } from '../platform/json/stringify.ts';
import { currentOwner } from '../platform/owner.ts';
import { createSemaphore, type Semaphore } from '../platform/semaphore.ts';
import { closing } from './closing.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Bytes of answers that are under way. */
    answerMemory: AnswerMemory;
  }
}

/** One answer that is longer than one user may have waits until nothing else of the user is under way. */
export type AnswerMemory = Pick<Semaphore, 'acquire' | 'tryAcquire'>;

export function createAnswerMemory(bytes: number): AnswerMemory {
  const perOwner = Math.ceil((2 / 3) * bytes);
  const { acquire, tryAcquire } = createSemaphore({ total: bytes, perOwner });
  return { acquire, tryAcquire: (owner, amount) => tryAcquire(owner, Math.min(amount, perOwner)) };
}

export interface Piece {
  /** About how long the text is. */
  bytes: number;
  text(): Promise<string>;
}

/** An answer whose JSON comes about piece by piece. */
export class LargeAnswer {
  readonly pieces: AsyncIterable<Piece>;

  constructor(pieces: AsyncIterable<Piece>) {
    this.pieces = pieces;
  }
}

/** Longer answers are written in slices: others get their turn in between. */
export const AT_ONCE_CHARACTERS = 500_000;
/** Up to this length an answer is sent as a whole, and its memory counts as nothing. */
const SMALL_CHARACTERS = 64 * 1024;
const JSON_TYPE = 'application/json; charset=utf-8';

export async function sendAnswer(reply: FastifyReply, answer: unknown): Promise<FastifyReply> {
  if (answer instanceof LargeAnswer) return sendPieces(reply, answer.pieces);
  const text = jsonIsSmall(answer, AT_ONCE_CHARACTERS) ? JSON.stringify(answer) : await stringifyJson(answer);
  if (text.length <= SMALL_CHARACTERS) return reply.type(JSON_TYPE).send(text);
  return sendPieces(reply, wholeText(text));
}

async function* wholeText(text: string): AsyncGenerator<Piece> {
  yield { bytes: text.length, text: async () => text };
}

async function sendPieces(reply: FastifyReply, pieces: AsyncIterable<Piece>): Promise<FastifyReply> {
  let beginning = '';
  let writer: Writer | undefined;
  // What goes wrong before the first byte was sent is an ordinary error.
  for await (const piece of pieces) {
    if (!writer && beginning.length + piece.bytes <= SMALL_CHARACTERS) {
      beginning += await piece.text();
      continue;
    }
    writer ??= new Writer(reply, beginning);
    if (!(await writer.write(piece))) break;
  }
  if (!writer) return reply.type(JSON_TYPE).send(beginning);
  await writer.end();
  return reply;
}

class Writer {
  readonly #reply: FastifyReply;
  readonly #raw: ServerResponse;
  readonly #signal: AbortSignal;
  readonly #owner = currentOwner();
  #beginning: string;
  #watching: { close(): void } | undefined;

  constructor(reply: FastifyReply, beginning: string) {
    this.#reply = reply;
    this.#raw = reply.raw;
    this.#signal = closing(reply);
    this.#beginning = beginning;
  }

  /** False: the client is gone. */
  async write(piece: Piece): Promise<boolean> {
    const release = await this.#reserve(piece.bytes);
    if (!release) return false;
    try {
      const text = this.#beginning + (await piece.text());
      this.#beginning = '';
      if (!this.#raw.headersSent) this.#begin();
      if (!this.#raw.write(text)) await taken(this.#raw);
      return !this.#raw.destroyed;
    } catch (error) {
      if (!this.#raw.headersSent) throw error;
      // The client can not be told any more; that the answer ends too early, it can see.
      this.#reply.log.error({ err: error, reqId: this.#reply.request.id }, 'an answer broke off');
      this.#raw.destroy();
      return false;
    } finally {
      release();
    }
  }

  async end(): Promise<void> {
    this.#raw.end();
    await finished(this.#raw);
    this.#watching?.close();
  }

  async #reserve(bytes: number): Promise<(() => void) | undefined> {
    const { answerMemory } = this.#reply.server;
    return answerMemory.acquire(this.#owner, bytes, this.#signal).catch(() => undefined);
  }

  #begin(): void {
    const headers = Object.entries(this.#reply.getHeaders()).filter(([, value]) => value !== undefined);
    this.#reply.hijack();
    this.#raw.writeHead(200, { ...Object.fromEntries(headers), 'content-type': JSON_TYPE });
    this.#watching = watchReader(this.#raw);
  }
}

const LOOK_MS = 1_000;

/** Waits until the client has taken what was written, or is gone. */
async function taken(raw: ServerResponse): Promise<void> {
  if (raw.destroyed) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  raw.once('drain', resolve).once('close', resolve);
  await promise;
  raw.off('drain', resolve).off('close', resolve);
}

/** Waits until the client has taken the end of an answer, or is gone. */
export async function finished(raw: ServerResponse): Promise<void> {
  if (raw.destroyed || raw.writableFinished) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  raw.once('finish', resolve).once('close', resolve);
  await promise;
}

/** Cuts a client off that takes nothing of what waits for it. */
export function watchReader(raw: ServerResponse): { close(): void } {
  let takenBytes = raw.socket?.bytesWritten;
  let takenAt = performance.now();
  const timer = setInterval(() => {
    const bytes = raw.socket?.bytesWritten;
    if (bytes !== takenBytes || raw.writableLength === 0) {
      takenBytes = bytes;
      takenAt = performance.now();
    } else if (performance.now() - takenAt > limits.answers.idleSeconds * 1000) {
      raw.destroy();
    }
  }, LOOK_MS);
  const close = () => clearInterval(timer);
  raw.once('close', close);
  return { close };
}
