/**
 * Reads the bodies of requests so that none of them takes memory or time from the others.
 *
 *   small ──▶ collected and parsed at once
 *   large ──▶ scanned as it arrives (depth, values, keys) and counted in the sender's share of the memory budget; where
 *             the endpoint accepts files in JSON, long strings are written to disk; then parsed in time slices
 *
 * A body that exceeds a limit is refused as soon as that is known.
 */
import { createHash, type Hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { fixedLimits } from '../configuration/limits.ts';
import { type ApiError, bodyTooLarge, tooManyLargeRequests } from '../errors.ts';
import { errorCode } from '../platform/error-details.ts';
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
    /** The user whose share of the memory a large body takes. */
    bodyOwner: string;
    /** Set when the body is large. */
    bodyResources: BodyResources | undefined;
    /** The SHA-256 of the body, when the request has an `Idempotency-Key`. */
    bodyHash: Buffer | undefined;
    /** Checks the bytes of the body before it is parsed. */
    bodyWatch: BodyWatch | undefined;
  }
}

/** Sees the bytes of a body as they arrive. */
export interface BodyWatch {
  update(chunk: Buffer): void;
  /** Called after the last byte. May throw to refuse the request. */
  end(): void;
}

export interface BodyServices {
  memory: MemoryBudget;
  longTexts: LongTextStore;
}

interface BodyServicesOptions {
  /** The folder into which long strings are written. */
  folder: string;
  memoryBytes: number;
  diskBytes: number;
}

/** One user gets at most half of the memory and half of the disk. */
export function createBodyServices({ folder, memoryBytes, diskBytes }: BodyServicesOptions): BodyServices {
  const budget = (totalBytes: number) =>
    createMemoryBudget({ totalBytes, perOwnerBytes: Math.floor(totalBytes / 2), refuse: tooManyLargeRequests });
  return { memory: budget(memoryBytes), longTexts: createLongTextStore({ folder, disk: budget(diskBytes) }) };
}

/** The memory and the temporary files of a large body, until the response is sent and the handler has ended. */
class BodyResources {
  readonly memory: MemoryReservation;
  readonly longTexts: LongTexts;
  #users = 1;

  constructor({ memory, longTexts }: BodyServices, owner: string) {
    this.memory = memory.open(owner);
    this.longTexts = longTexts.open(owner);
  }

  /** A handler may continue after the client has disconnected. */
  retain(): void {
    this.#users++;
  }

  release(): void {
    if (--this.#users > 0) return;
    this.memory.release();
    void this.longTexts.close();
  }
}

export function findLongTexts(request: FastifyRequest): LongTextLookup {
  return request.bodyResources?.longTexts ?? NO_LONG_TEXTS;
}

/** Opens the resources of a large body, until the response is sent or the client disconnects. */
export function openBodyResources(services: BodyServices, request: FastifyRequest): BodyResources {
  if (!request.bodyResources) {
    const resources = new BodyResources(services, request.bodyOwner);
    request.bodyResources = resources;
    if (request.response.closed) resources.release();
    else request.response.once('close', () => resources.release());
  }
  return request.bodyResources;
}

/** Runs a handler, for which the resources of the body stay available when the client disconnects. */
export async function withBodyResources<Result>(
  { bodyResources }: FastifyRequest,
  handle: () => Promise<Result>,
): Promise<Result> {
  if (!bodyResources) return handle();
  bodyResources.retain();
  try {
    return await handle();
  } finally {
    bodyResources.release();
  }
}

/** The beginning of a body, or all of it. */
export interface BodyStart {
  bytes: Buffer;
  isWhole: boolean;
  /** The hash of these bytes, to which the reader of the rest adds. */
  hash: Hash | undefined;
}

interface CollectOptions {
  limitBytes: number;
  /** Collecting stops when there are more bytes than this. */
  mostBytes: number;
  /** Called with the size of each chunk once the body is no longer small. May throw to refuse the body. */
  onLarge?(bytes: number): void;
}

/** A body up to this size is parsed at once, in a few milliseconds, and is not counted in any budget. */
export const SMALL_BODY_BYTES = 64 * 1024;

/**
 * Collects the beginning of a body. It uses events and a callback, because a promise and an iterator would be a large
 * part of the cost of a small body.
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
  const watch = request.bodyWatch;
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
    watch?.update(chunk);
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

/** `toClientError` recognises this error. */
function bodyCutOff(cause: Error): Error {
  return Object.assign(new Error('the body was cut off', { cause }), { code: 'ECONNRESET', statusCode: 400 });
}

interface LargeJsonOptions {
  limitBytes: number;
  /** Limits the text without its long strings. */
  limitTextBytes: number;
  /** Longer strings are written to disk and replaced by placeholders. When it is undefined, no string is. */
  longStringBytes: number | undefined;
  scan: ScanLimits;
  tooManyValues?: (() => ApiError) | undefined;
}

/** The memory that one value takes beside its text. */
const VALUE_BYTES = 64;

/** Reads the rest of a body after its start, and returns the parsed JSON. */
export async function readLargeJson(
  request: FastifyRequest,
  { memory, longTexts }: BodyResources,
  { bytes: firstBytes, isWhole, hash }: BodyStart,
  { limitBytes, limitTextBytes, longStringBytes, scan: scanLimits, tooManyValues }: LargeJsonOptions,
): Promise<unknown> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const parts: string[] = [];
  let bytes = firstBytes.length;
  let textBytes = 0;
  const scanner = new JsonScanner({
    limits: scanLimits,
    ...(longStringBytes !== undefined && { longStringBytes }),
    onText(piece) {
      textBytes += piece.length;
      if (textBytes > limitTextBytes) throw bodyTooLarge(limitTextBytes);
      parts.push(decoder.decode(piece, { stream: true }));
    },
    onLongString: piece => longTexts.add(piece),
    endLongString: () => longTexts.end(),
  });
  const scan = async (chunk: Buffer) => {
    const before = { values: scanner.values, textBytes };
    scanner.push(chunk);
    memory.grow((scanner.values - before.values) * VALUE_BYTES + 2 * (textBytes - before.textBytes));
    if (longStringBytes !== undefined) await longTexts.flush();
  };
  try {
    await scan(firstBytes);
    if (!isWhole) {
      // The request is not destroyed, so that a client that is refused in the middle still gets its response.
      const rest: AsyncIterable<Buffer> = request.raw.iterator({ destroyOnReturn: false });
      for await (const chunk of rest) {
        bytes += chunk.length;
        if (bytes > limitBytes) throw bodyTooLarge(limitBytes);
        hash?.update(chunk);
        request.bodyWatch?.update(chunk);
        await scan(chunk);
      }
      request.bodyHash = hash?.digest();
      request.bodyWatch?.end();
    }
    parts.push(decoder.decode());
  } catch (error) {
    if (error instanceof Error && errorCode(error) === 'ECONNRESET') throw bodyCutOff(error);
    const isTooMany = error instanceof JsonLimitExceeded && error.limit !== 'depth';
    throw isTooMany && tooManyValues ? tooManyValues() : toBodyError(error);
  }
  return parseJsonText(parts.join(''), request.bodyOwner);
}

interface JsonBodyOptions {
  limitBytes: number;
  longStringBytes: number | undefined;
  /** Replaces the general refusal of a body with too many values or keys. */
  tooManyValues?: (() => ApiError) | undefined;
}

/** Reads a JSON body of any size. */
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
