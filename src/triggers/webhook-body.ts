/** What a webhook call says, as the input of its run. It comes from anybody: none of it is more than data. */
import type { IncomingHttpHeaders } from 'node:http';
import { ApiError, validationError } from '../errors.ts';
import { parseJsonBody, textProblem } from '../http/json-body.ts';
import { Pauses } from '../platform/json/pauses.ts';

/** The input of a run that a webhook starts. */
export interface WebhookInput {
  body: unknown;
  query: Record<string, string | string[]>;
  headers: Record<string, string>;
}

/** JSON where it is sent as JSON, and then it must be; everything else is text, unless it happens to be JSON. */
export async function bodyOf(bytes: Buffer, contentType: string | undefined): Promise<unknown> {
  if (bytes.length === 0) return {};
  if (isJsonType(contentType)) return parseJsonBody(bytes);
  const label = charsetOf(contentType);
  const text = label === UTF_8 ? undefined : await decoded(bytes, label);
  const value = await parsed(text === undefined ? bytes : Buffer.from(text));
  return value === undefined ? (text ?? decoded(bytes, label)) : value;
}

export function queryOf(query: unknown): WebhookInput['query'] {
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

export function headersOf(headers: IncomingHttpHeaders): WebhookInput['headers'] {
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
function charsetOf(contentType = ''): string {
  const [, label = UTF_8] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType) ?? [];
  try {
    return new TextDecoder(label).encoding;
  } catch (error) {
    if (error instanceof RangeError) return UTF_8;
    throw error;
  }
}

/** With what is no character replaced, NUL included: PostgreSQL can not keep it. */
async function decoded(bytes: Buffer, label: string): Promise<string> {
  const decoder = new TextDecoder(label);
  const pauses = new Pauses();
  let text = '';
  for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
    const slice = bytes.subarray(start, start + SLICE_BYTES);
    text += decoder.decode(slice, { stream: true }).replaceAll('\0', '\ufffd');
    if (pauses.due) await pauses.take();
  }
  return text + decoder.decode();
}

/** A millisecond's work. */
const SLICE_BYTES = 256 * 1024;

/** Undefined: it is not JSON, or none that could be kept. */
async function parsed(bytes: Buffer): Promise<unknown> {
  if (!MAY_BE_JSON.test(bytes.toString('latin1', 0, HEAD_BYTES))) return undefined;
  try {
    return await parseJsonBody(bytes);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
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
