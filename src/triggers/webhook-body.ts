/** What a webhook call says, as the input of its run. It comes from anybody: none of it is more than data. */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { fixedLimits } from '../configuration/limits.ts';
import { ApiError, ValidationError, validationError } from '../errors.ts';
import { BODY_SCAN, parseJsonBytes, parseSmallJson, textProblem } from '../http/json-body.ts';
import {
  type BodyServices,
  type BodyStart,
  collectBody,
  openBodyResources,
  readLargeJson,
  SMALL_BODY_BYTES,
} from '../http/request-body.ts';
import { TimeSlice } from '../platform/time-slice.ts';

/** The input of a run that a webhook starts. */
export interface WebhookInput {
  body: unknown;
  query: Record<string, string | string[]>;
  headers: Record<string, string>;
}

export interface WebhookBodyLimits {
  bodyBytes: number;
  /** A text of more bytes is too large for a run in any case, unless it is JSON whose long strings are files. */
  longStringBytes: number;
  tooLarge(): ApiError;
}

/**
 * What was sent. JSON where it is sent as JSON, and then it must be; everything else is text, unless it happens to be
 * JSON.
 */
export async function readWebhookBody(
  request: FastifyRequest,
  services: BodyServices,
  limits: WebhookBodyLimits,
): Promise<unknown> {
  const { bodyBytes: limitBytes, longStringBytes: mostBytes } = limits;
  const onLarge = (bytes: number) => openBodyResources(services, request).memory.grow(bytes);
  const start = await new Promise<BodyStart>((resolve, reject) => {
    collectBody(request, { limitBytes, mostBytes, onLarge }, (error, start) =>
      start ? resolve(start) : reject(error),
    );
  });
  const contentType = request.raw.headers['content-type'];
  if (start.isWhole) return parseBody(start.bytes, contentType, request.bodyOwner);
  const isJson = isJsonType(contentType);
  if (!isJson && !(readCharset(contentType) === UTF_8 && mayBeJson(start.bytes))) throw limits.tooLarge();
  return readLargeBody(request, services, start, limits).catch(error => {
    // As a text it is too large.
    throw isJson || !(error instanceof ValidationError) ? error : limits.tooLarge();
  });
}

function readLargeBody(
  request: FastifyRequest,
  services: BodyServices,
  start: BodyStart,
  { bodyBytes: limitBytes, longStringBytes, tooLarge }: WebhookBodyLimits,
): Promise<unknown> {
  const options = { limitBytes, limitTextBytes: fixedLimits.requestBodies.textBytes, longStringBytes, scan: BODY_SCAN };
  return readLargeJson(request, openBodyResources(services, request), start, { ...options, tooManyValues: tooLarge });
}

/** Of a body that is whole. */
export async function parseBody(bytes: Buffer, contentType: string | undefined, owner: string): Promise<unknown> {
  if (bytes.length === 0) return {};
  if (isJsonType(contentType)) return parseJson(bytes, owner);
  const label = readCharset(contentType);
  const text = label === UTF_8 ? undefined : await decodeText(bytes, label, owner);
  const value = await tryParseJson(text === undefined ? bytes : Buffer.from(text), owner);
  return value === undefined ? (text ?? decodeText(bytes, label, owner)) : value;
}

function parseJson(bytes: Buffer, owner: string): unknown {
  return bytes.length <= SMALL_BODY_BYTES ? parseSmallJson(bytes) : parseJsonBytes(bytes, owner);
}

export function parseQuery(query: unknown): WebhookInput['query'] {
  const entries = Object.entries(Object(query)).map(([name, value]) => {
    const texts = [value].flat().map(String);
    const problem = name === '__proto__' ? "'__proto__' is not allowed" : firstProblem([name, ...texts]);
    if (problem) throw validationError('query', problem);
    return [name, Array.isArray(value) ? texts : String(value)] as const;
  });
  return Object.fromEntries(entries);
}

/** Others may hold what is nobody's business: cookies, addresses, keys. */
const PASSED_ON = ['content-type', 'user-agent', 'x-github-event', 'x-request-id'] as const;

export function selectHeaders(headers: IncomingHttpHeaders): WebhookInput['headers'] {
  const present = PASSED_ON.flatMap(name => {
    const value = headers[name];
    return value === undefined ? [] : [[name, [value].flat().join(', ')] as const];
  });
  return Object.fromEntries(present);
}

const UTF_8 = 'utf-8';

function isJsonType(contentType = ''): boolean {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return type === 'application/json' || type.endsWith('+json');
}

/** The encoding that a text is said to be in, where we know it. */
function readCharset(contentType = ''): string {
  const [, label = UTF_8] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType) ?? [];
  try {
    return new TextDecoder(label).encoding;
  } catch (error) {
    if (error instanceof RangeError) return UTF_8;
    throw error;
  }
}

/** With what is no character replaced, NUL included: PostgreSQL can not keep it. */
async function decodeText(bytes: Buffer, label: string, owner: string): Promise<string> {
  const decoder = new TextDecoder(label);
  const slice = new TimeSlice(owner);
  let text = '';
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    const piece = bytes.subarray(start, start + PIECE_BYTES);
    text += decoder.decode(piece, { stream: true }).replaceAll('\0', '\ufffd');
    if (slice.isOver) await slice.next();
  }
  return text + decoder.decode();
}

/** A millisecond's work. */
const PIECE_BYTES = 256 * 1024;

/** Undefined: it is not JSON, or none that could be kept. */
async function tryParseJson(bytes: Buffer, owner: string): Promise<unknown> {
  if (!mayBeJson(bytes)) return undefined;
  try {
    return await parseJson(bytes, owner);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

function mayBeJson(bytes: Buffer): boolean {
  return MAY_BE_JSON.test(bytes.toString('latin1', 0, HEAD_BYTES));
}

const HEAD_BYTES = 256;
/** White space, perhaps behind a byte-order mark, and what a value begins with: most texts are seen to be none. */
const MAY_BE_JSON = /^(\u00ef\u00bb\u00bf)?[\t\n\r ]*([[{"\-0-9tfn]|$)/;

function firstProblem(texts: readonly string[]): string | undefined {
  for (const text of texts) {
    const problem = textProblem(text);
    if (problem) return problem;
  }
  return undefined;
}
