/** What `http.request` does: the params become one request, and its reply the outcome of the step. */
import { createHmac } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { limits } from '../configuration/limits.ts';
import { JsonTooDeep, JsonTooLarge } from '../platform/json/errors.ts';
import { stringifyJson } from '../platform/json/stringify.ts';
import { OutboundError, type OutboundReply, type OutboundRequest } from '../platform/outbound/outbound.ts';
import { isCredentialHeader } from './credential-headers.ts';
import { bodyExcerpt, readReplyBody } from './http-reply.ts';
import { DEFAULT_TIMEOUT_SECONDS, type HttpRequestParams } from './http-request-params.ts';
import { retryAfterMs } from './retry.ts';
import { type StepContext, StepError, type StepOutcome } from './step.ts';

const SIGNATURE = 'X-Service-Signature';
const IDEMPOTENCY_KEY = 'Idempotency-Key';
const TRACE_HEADERS = ['traceparent', 'tracestate'];

export async function performHttpRequest(params: HttpRequestParams, context: StepContext): Promise<StepOutcome> {
  const reply = await send(await toRequest(params, context), context);
  if (reply.status >= 400 && params.accept_errors !== true) throw refusal(reply);
  const { body, fileIds } = await readReplyBody(reply, context);
  return { output: { status: reply.status, headers: reply.headers, body }, text: statusLine(reply), fileIds };
}

async function toRequest(params: HttpRequestParams, context: StepContext): Promise<OutboundRequest> {
  const { method = 'GET', timeout_seconds = DEFAULT_TIMEOUT_SECONDS } = params;
  const payload = await payloadOf(params.body, context.signal);
  const headers = new Map(Object.entries(params.headers ?? {}).map(([name, value]) => [name, String(value)]));
  const own = new Set([...headers.keys()].map(name => name.toLowerCase()));
  const addDefault = (name: string, value: string) => {
    if (!own.has(name.toLowerCase())) headers.set(name, value);
  };
  addDefault('User-Agent', 'Heddle');
  addDefault(IDEMPOTENCY_KEY, context.idempotencyKey);
  if (payload) addDefault('Content-Type', payload.contentType);
  // The two belong together: an author who sets one of them has a trace of their own.
  if (!TRACE_HEADERS.some(name => own.has(name))) {
    for (const [name, value] of Object.entries(context.traceHeaders())) headers.set(name, value);
  }
  const credentialHeaders = [...headers.keys()].filter(isCredential);
  if (params.sign === true) {
    for (const name of headers.keys()) if (isSame(name, SIGNATURE)) headers.delete(name);
    headers.set(SIGNATURE, signature(payload?.bytes, await context.signingSecret()));
    credentialHeaders.push(SIGNATURE);
  }
  return {
    url: withQuery(params.url, params.query ?? {}),
    method,
    headers: Object.fromEntries(headers),
    body: payload?.bytes,
    credentialHeaders,
    timeoutMs: Math.ceil(timeout_seconds * 1000),
    limitBytes: limits.run.replyBytes.file,
    maxRedirects: limits.run.redirects,
    signal: context.signal,
  };
}

async function send(request: OutboundRequest, context: StepContext): Promise<OutboundReply> {
  try {
    return await context.http.request(request);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const retryable = error.reason === 'timeout' || error.reason === 'network';
    throw new StepError(error.message, { retryable, cause: error });
  }
}

/** Every refusal may be tried again: the author who asks for retries knows better than the status what it means. */
function refusal(reply: OutboundReply): StepError {
  const excerpt = bodyExcerpt(reply);
  return new StepError(`The server answered ${statusLine(reply)}${excerpt === '' ? '' : `: ${excerpt}`}`, {
    kind: 'http_status',
    status: reply.status,
    retryable: true,
    retryAfterMs: retryAfterMs(reply.headers['retry-after'], Date.now()),
  });
}

function statusLine({ status }: OutboundReply): string {
  const phrase = STATUS_CODES[status];
  return phrase === undefined ? String(status) : `${status} ${phrase}`;
}

interface Payload {
  bytes: Buffer;
  contentType: string;
}

async function payloadOf(body: unknown, signal: AbortSignal): Promise<Payload | undefined> {
  if (body === undefined || body === null || body === '') return undefined;
  return typeof body === 'string'
    ? { bytes: Buffer.from(body), contentType: 'text/plain; charset=utf-8' }
    : { bytes: Buffer.from(await toJson(body, signal)), contentType: 'application/json' };
}

async function toJson(body: unknown, signal: AbortSignal): Promise<string> {
  try {
    return await stringifyJson(body, { limitCharacters: limits.run.valueCharacters, signal });
  } catch (error) {
    if (!(error instanceof JsonTooLarge || error instanceof JsonTooDeep)) throw error;
    throw new StepError(`The body can not be sent: ${error.message}`, { cause: error });
  }
}

function signature(bytes: Buffer | undefined, secret: string): string {
  const hmac = createHmac('sha256', secret);
  return `sha256=${hmac.update(bytes ?? '').digest('hex')}`;
}

/** An idempotency key is no secret, and it is after a redirect that it keeps an order from being placed twice. */
function isCredential(name: string): boolean {
  return isCredentialHeader(name) && !isSame(name, IDEMPOTENCY_KEY);
}

function isSame(name: string, other: string): boolean {
  return name.toLowerCase() === other.toLowerCase();
}

/** The URL's own query stays to the letter, since servers may have signed it. */
function withQuery(url: string, query: NonNullable<HttpRequestParams['query']>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().flatMap(each => (each === null ? [] : [[name, String(each)]])),
  );
  if (pairs.length === 0) return url;
  // A plus sign means a space only where forms are expected; %20 means one everywhere.
  const added = new URLSearchParams(pairs).toString().replaceAll('+', '%20');
  // Nothing is dropped but spaces around it: a line break in a URL must still be found there.
  const [, base = '', fragment = ''] = /^([^#]*?) *(#.*)?$/s.exec(url) ?? [];
  const joint = base.includes('?') ? (/[?&]$/.test(base) ? '' : '&') : '?';
  return base + joint + added + fragment;
}
