/** Reads a webhook call as the input of its run. Anybody can send a call, so everything in it is treated as data. */
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
import { TimeSlice } from '../platform/concurrency/time-slice.ts';
import { isForm, readFormFields } from './webhook-forms.ts';

interface WebhookBodyLimits {
  bodyBytes: number;
  /** A text with more bytes is too large for a run in any case, unless it is JSON whose long strings are files. */
  longStringBytes: number;
  tooLarge(): ApiError;
  /** Whether the fields of a form are read. Otherwise it is a text. */
  forms?: boolean;
}

/**
 * Reads the body. A body with a JSON content type must be JSON. Any other body is text, unless it happens to be valid
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
  if (start.isWhole) {
    request.bodyWatch?.end();
    if (limits.forms && contentType !== undefined && isForm(contentType)) {
      return readFormFields(start.bytes, contentType);
    }
    return parseBody(start.bytes, contentType, request.bodyOwner);
  }
  const isJson = isJsonType(contentType);
  if (!isJson && !(readCharset(contentType) === UTF_8 && mayBeJson(start.bytes))) throw limits.tooLarge();
  return readLargeBody(request, services, start, limits).catch(error => {
    // A body that is not JSON is a text, and as a text it is too large.
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

/** Parses a body that was received as a whole. */
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

export function parseQuery(query: unknown): Record<string, string | string[]> {
  const entries = Object.entries(Object(query)).map(([name, value]) => {
    const texts = [value].flat().map(String);
    const problem = name === '__proto__' ? "'__proto__' is not allowed" : findTextProblem([name, ...texts]);
    if (problem) throw validationError('query', problem);
    return [name, Array.isArray(value) ? texts : String(value)] as const;
  });
  return Object.fromEntries(entries);
}

/** The headers that become part of the input. Others may contain private data: cookies, addresses, keys. */
const PASSED_HEADERS = ['content-type', 'user-agent', 'x-github-event', 'x-request-id'] as const;

/** `further` has the names that the author of the workflow added, `withheld` those that nobody gets, in lower case. */
export function selectHeaders(
  headers: IncomingHttpHeaders,
  further: readonly string[] = [],
  withheld: readonly string[] = [],
): Record<string, string> {
  const present = [...PASSED_HEADERS, ...further].flatMap(name => {
    const value = headers[name];
    return value === undefined || withheld.includes(name) ? [] : [[name, [value].flat().join(', ')] as const];
  });
  return Object.fromEntries(present);
}

const UTF_8 = 'utf-8';

function isJsonType(contentType = ''): boolean {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return type === 'application/json' || type.endsWith('+json');
}

/** Returns the declared encoding of the text, or UTF-8 when it is unknown. */
function readCharset(contentType = ''): string {
  const [, label = UTF_8] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType) ?? [];
  try {
    return new TextDecoder(label).encoding;
  } catch (error) {
    if (error instanceof RangeError) return UTF_8;
    throw error;
  }
}

/** Replaces invalid characters, and NUL, which PostgreSQL cannot store. */
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

/** Decoding this many bytes takes about a millisecond. */
const PIECE_BYTES = 256 * 1024;

/** Returns undefined when the bytes are not JSON, or JSON that must not be stored. */
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
/** Matches white space, perhaps after a byte-order mark, and the beginning of a value. Most texts do not match. */
const MAY_BE_JSON = /^(\u00ef\u00bb\u00bf)?[\t\n\r ]*([[{"\-0-9tfn]|$)/;

function findTextProblem(texts: readonly string[]): string | undefined {
  for (const text of texts) {
    const problem = textProblem(text);
    if (problem) return problem;
  }
  return undefined;
}
