/**
 * Reads the bodies of requests without letting one of them cost the others their memory or their time.
 *
 *   small ──▶ collected and parsed at once
 *   large ──▶ looked through as it arrives (depth, values, keys), counted in the sender's share of the memory budget,
 *             its long strings written to disk where the endpoint takes files in JSON; then parsed in slices
 *
 * What is over a limit is refused as soon as that is known.
 */
import { createHash, type Hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { fixedLimits } from '../configuration/limits.ts';
import { type ApiError, bodyTooLarge, tooManyLargeRequests } from '../errors.ts';
import { JsonLimitExceeded, JsonScanner, type ScanLimits } from '../platform/json/scan.ts';
import {
  createLongTextStore,
  type LongTextLookup,
  type LongTextStore,
  type LongTexts,
  NO_LONG_TEXTS,
} from '../platform/memory/long-text.ts';
import { createMemoryBudget, type MemoryBudget, type MemoryReservation } from '../platform/memory/memory-budget.ts';
import { BODY_SCAN, parseJsonText, parseSmallJson, toBodyError } from './json-body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    response: ServerResponse;
    /** Whose share of the memory a large body takes. */
    bodyOwner: string;
    /** Set by a large body. */
    bodyResources: BodyResources | undefined;
    /** SHA-256 of the body, where the request has an `Idempotency-Key`. */
    bodyHash: Buffer | undefined;
  }
}

export interface BodyServices {
  memory: MemoryBudget;
  longTexts: LongTextStore;
}

export interface BodyServicesOptions {
  /** Where long strings are written. */
  folder: string;
  memoryBytes: number;
  diskBytes: number;
}

/** One user has half of the memory, and of the disk, at most. */
export function createBodyServices({ folder, memoryBytes, diskBytes }: BodyServicesOptions): BodyServices {
  const budget = (totalBytes: number) =>
    createMemoryBudget({ totalBytes, perOwnerBytes: Math.floor(totalBytes / 2), refuse: tooManyLargeRequests });
  return { memory: budget(memoryBytes), longTexts: createLongTextStore({ folder, disk: budget(diskBytes) }) };
}

/** The memory and the temporary files of a large body, until the request is answered and its handler is done. */
export class BodyResources {
  readonly memory: MemoryReservation;
  readonly longTexts: LongTexts;
  #holders = 1;

  constructor({ memory, longTexts }: BodyServices, owner: string) {
    this.memory = memory.open(owner);
    this.longTexts = longTexts.open(owner);
  }

  /** A handler may go on when the client is gone. */
  retain(): void {
    this.#holders++;
  }

  release(): void {
    if (--this.#holders > 0) return;
    this.memory.release();
    void this.longTexts.close();
  }
}

export function findLongTexts(request: FastifyRequest): LongTextLookup {
  return request.bodyResources?.longTexts ?? NO_LONG_TEXTS;
}

/** Makes the request hold what a large body needs, until its answer is sent or its client is gone. */
export function openBodyResources(services: BodyServices, request: FastifyRequest): BodyResources {
  if (!request.bodyResources) {
    const hold = new BodyResources(services, request.bodyOwner);
    request.bodyResources = hold;
    if (request.response.closed) hold.release();
    else request.response.once('close', () => hold.release());
  }
  return request.bodyResources;
}

/** The beginning of a body, or all of it. */
export interface BodyStart {
  bytes: Buffer;
  isWhole: boolean;
  /** Of these bytes, for whoever reads on. */
  hash: Hash | undefined;
}

export interface CollectOptions {
  limitBytes: number;
  /** It stops when there is more than this. */
  mostBytes: number;
  /** Told how much came beyond a small body. Throws to refuse it. */
  onLarge?(bytes: number): void;
}

/** A body of so many bytes is parsed at once, and counted in no budget: a few milliseconds' work. */
export const SMALL_BODY_BYTES = 64 * 1024;

/**
 * Collects the beginning of a body, with a callback and by events: for a small body, a promise and an iterator would be
 * a large part of its cost.
 */
export function collectBody(
  request: FastifyRequest,
  { limitBytes, mostBytes, onLarge }: CollectOptions,
  done: (error: Error | null, start?: BodyStart) => void,
): void {
  const payload = request.raw;
  if (Number(request.headers['content-length']) > limitBytes) {
    done(bodyTooLarge(limitBytes));
    return;
  }
  const hash = request.headers['idempotency-key'] === undefined ? undefined : createHash('sha256');
  const chunks: Buffer[] = [];
  let size = 0;

  function finish(isWhole: boolean): void {
    stop();
    if (isWhole) request.bodyHash = hash?.digest();
    done(null, { bytes: chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks), isWhole, hash });
  }

  function fail(error: Error): void {
    stop();
    done(error);
  }

  function onData(chunk: Buffer): void {
    chunks.push(chunk);
    size += chunk.length;
    hash?.update(chunk);
    try {
      if (size > limitBytes) throw bodyTooLarge(limitBytes);
      if (size > SMALL_BODY_BYTES) onLarge?.(chunk.length);
    } catch (error) {
      fail(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    if (size <= mostBytes) return;
    payload.pause();
    finish(false);
  }

  const onEnd = () => finish(true);
  const onError = (error: Error) => fail(bodyCutOff(error));
  const onClose = () => fail(bodyCutOff(new Error('the request was closed')));
  function stop(): void {
    payload.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
  }
  payload.on('data', onData).once('end', onEnd).once('error', onError).once('close', onClose);
}

/** As `clientError` knows it. */
function bodyCutOff(cause: Error): Error {
  return Object.assign(new Error('the body was cut off', { cause }), { code: 'ECONNRESET', statusCode: 400 });
}

export interface LargeJsonOptions {
  limitBytes: number;
  /** Of all that is not in long strings. */
  limitTextBytes: number;
  /** Strings with more bytes go to disk, and a placeholder stands for them; undefined: none does. */
  longStringBytes: number | undefined;
  scan: ScanLimits;
  tooManyValues?: (() => ApiError) | undefined;
}

/** What one value takes in memory beside its text. */
const VALUE_BYTES = 64;

/** Reads on after `start`, and answers what the JSON says. */
export async function readLargeJson(
  request: FastifyRequest,
  { memory, longTexts }: BodyResources,
  { bytes: firstBytes, isWhole, hash }: BodyStart,
  { limitBytes, limitTextBytes, longStringBytes, scan, tooManyValues }: LargeJsonOptions,
): Promise<unknown> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const parts: string[] = [];
  let bytes = firstBytes.length;
  let textBytes = 0;
  const scanner = new JsonScanner({
    limits: scan,
    ...(longStringBytes !== undefined && { longStringBytes }),
    onText(piece) {
      textBytes += piece.length;
      if (textBytes > limitTextBytes) throw bodyTooLarge(limitTextBytes);
      parts.push(decoder.decode(piece, { stream: true }));
    },
    onLongString: piece => longTexts.add(piece),
    endLongString: () => longTexts.end(),
  });
  const take = async (chunk: Buffer) => {
    const before = { values: scanner.values, textBytes };
    scanner.push(chunk);
    memory.grow((scanner.values - before.values) * VALUE_BYTES + 2 * (textBytes - before.textBytes));
    if (longStringBytes !== undefined) await longTexts.flush();
  };
  try {
    await take(firstBytes);
    if (!isWhole) {
      // Who is refused in the middle is to be answered all the same.
      const rest: AsyncIterable<Buffer> = request.raw.iterator({ destroyOnReturn: false });
      for await (const chunk of rest) {
        bytes += chunk.length;
        if (bytes > limitBytes) throw bodyTooLarge(limitBytes);
        hash?.update(chunk);
        await take(chunk);
      }
      request.bodyHash = hash?.digest();
    }
    parts.push(decoder.decode());
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET') throw bodyCutOff(error);
    const isTooMany = error instanceof JsonLimitExceeded && error.limit !== 'depth';
    throw isTooMany && tooManyValues ? tooManyValues() : toBodyError(error);
  }
  return parseJsonText(parts.join(''), request.bodyOwner);
}

export interface JsonBodyOptions {
  limitBytes: number;
  longStringBytes: number | undefined;
  /** The answer to a body with more values or keys than there may be, where an endpoint has one of its own. */
  tooManyValues?: (() => ApiError) | undefined;
}

/** Reads a JSON body of any size. Calls back at once when it is small. */
export function readJsonBody(
  services: BodyServices,
  request: FastifyRequest,
  { limitBytes, longStringBytes, tooManyValues }: JsonBodyOptions,
  done: (error: Error | null, value?: unknown) => void,
): void {
  collectBody(request, { limitBytes, mostBytes: SMALL_BODY_BYTES }, (error, start) => {
    if (!start) return done(error);
    if (start.isWhole) {
      try {
        done(null, parseSmallJson(start.bytes));
      } catch (refusal) {
        done(refusal instanceof Error ? refusal : new Error(String(refusal)));
      }
      return;
    }
    const options = {
      limitBytes,
      limitTextBytes: fixedLimits.requestBodies.textBytes,
      longStringBytes,
      scan: BODY_SCAN,
      tooManyValues,
    };
    readLargeJson(request, openBodyResources(services, request), start, options).then(value => done(null, value), done);
  });
}
