/** `http.request` sends one request that is built from the params, and returns the reply as the outcome of the step. */
import { createHmac } from 'node:crypto';
import Type from 'typebox';
import { fixedLimits } from '../configuration/limits.ts';
import { isCredentialHeader } from '../engine/credential-headers.ts';
import type { Params } from '../engine/definition.ts';
import { isTemplate } from '../engine/node-rules.ts';
import { isObject } from '../platform/is-object.ts';
import type { OutboundReply } from '../platform/outbound/outbound.ts';
import { parseRetryAfter } from '../platform/outbound/retry-after.ts';
import { isTransientStatus } from '../platform/outbound/transient-status.ts';
import { bodyExcerpt, readReplyBody } from './http-reply.ts';
import { DEFAULT_TIMEOUT_SECONDS, HttpRequestParams } from './http-request-params.ts';
import { sendRequest, statusLine, toJsonBody } from './http-sending.ts';
import { effect, type NodeType } from './node.ts';
import { ACTION_TEXTS } from './param-schemas.ts';
import { type StepContext, StepError, type StepHttpRequest, type StepOutcome } from './step.ts';

export const httpRequest: NodeType<'http.request'> = {
  type: 'http.request',
  title: 'HTTP request',
  description:
    'Sends an HTTP request to a public URL. Output: {status, headers, body}; a JSON body is parsed, a text stays one, ' +
    'a binary body becomes a file of the run (an attachment), and null means that there was none.',
  category: 'action',
  terminal: false,
  handles: [],
  paramsSchema: HttpRequestParams,
  outputSchema: Type.Object({
    status: Type.Integer(),
    headers: Type.Record(Type.String(), Type.Unknown()),
    body: Type.Unknown(),
  }),
  texts: { credential: 'literal', ...ACTION_TEXTS },
  sendsSecrets: true,
  resources: ({ credential }) => ({ credentials: typeof credential === 'string' ? [credential] : [] }),
  suggestions: suggestCredentials,
  // The time limit of the request does not include waiting for memory for a large reply.
  execution: { ...effect(HttpRequestParams, performHttpRequest), timesItself: true },
};

const SIGNATURE = 'X-Service-Signature';
const IDEMPOTENCY_KEY = 'Idempotency-Key';
const TRACE_HEADERS = ['traceparent', 'tracestate'];

async function performHttpRequest(params: HttpRequestParams, context: StepContext): Promise<StepOutcome> {
  const reply = await sendRequest(await toRequest(params, context), context.http);
  if (reply.status >= 400 && params.accept_errors !== true) throw createStatusError(reply);
  const { body, fileIds } = await readReplyBody(reply, context);
  return { output: { status: reply.status, headers: reply.headers, body }, text: statusLine(reply), fileIds };
}

async function toRequest(params: HttpRequestParams, context: StepContext): Promise<StepHttpRequest> {
  const { method = 'GET', timeout_seconds = DEFAULT_TIMEOUT_SECONDS } = params;
  const payload = await createPayload(params.body, context.signal);
  const headers = new Map(Object.entries(params.headers ?? {}).map(([name, value]) => [name, String(value)]));
  const authorHeaders = new Set([...headers.keys()].map(name => name.toLowerCase()));
  const addDefault = (name: string, value: string) => {
    if (!authorHeaders.has(name.toLowerCase())) headers.set(name, value);
  };
  addDefault('User-Agent', 'Heddle');
  addDefault(IDEMPOTENCY_KEY, context.idempotencyKey);
  if (payload) addDefault('Content-Type', payload.contentType);
  // The two headers belong together: an author who sets one of them has a trace of their own.
  if (!TRACE_HEADERS.some(name => authorHeaders.has(name))) {
    for (const [name, value] of Object.entries(context.traceHeaders())) headers.set(name, value);
  }
  const credentialHeaders = [...headers.keys()].filter(isCredential);
  if (params.sign === true) {
    for (const name of headers.keys()) if (isSameName(name, SIGNATURE)) headers.delete(name);
    headers.set(SIGNATURE, signature(payload?.bytes, await context.signingSecret()));
    credentialHeaders.push(SIGNATURE);
  }
  return {
    url: addQuery(params.url, params.query ?? {}),
    method,
    headers: Object.fromEntries(headers),
    body: payload?.bytes,
    credentialHeaders,
    ...(params.credential !== undefined && { credentials: [params.credential] }),
    timeoutMs: Math.ceil(timeout_seconds * 1000),
    limitBytes: fixedLimits.run.replyBytes.file,
    maxRedirects: fixedLimits.run.redirects,
    signal: context.signal,
  };
}

function createStatusError(reply: OutboundReply): StepError {
  const excerpt = bodyExcerpt(reply);
  return new StepError(`The server answered ${statusLine(reply)}${excerpt === '' ? '' : `: ${excerpt}`}`, {
    kind: 'http_status',
    status: reply.status,
    headers: reply.headers,
    retryable: isTransientStatus(reply.status),
    retryAfterMs: parseRetryAfter(reply.headers['retry-after']),
  });
}

interface Payload {
  bytes: Buffer;
  contentType: string;
}

async function createPayload(body: unknown, signal: AbortSignal): Promise<Payload | undefined> {
  if (body === undefined || body === null || body === '') return undefined;
  return typeof body === 'string'
    ? { bytes: Buffer.from(body), contentType: 'text/plain; charset=utf-8' }
    : { bytes: Buffer.from(await toJsonBody(body, signal)), contentType: 'application/json' };
}

function signature(bytes: Buffer | undefined, secret: string): string {
  const hmac = createHmac('sha256', secret);
  return `sha256=${hmac.update(bytes ?? '').digest('hex')}`;
}

/** A literal in a header is readable by everybody who may read the workflow, and stays in its revisions. */
function suggestCredentials({ headers }: Params) {
  if (!isObject(headers)) return [];
  return Object.entries(headers).flatMap(([name, value]) => {
    const isLiteral = typeof value === 'string' && value !== '' && !isTemplate(value);
    if (!isLiteral || !isCredential(name)) return [];
    const message = `everybody who sees the workflow can read the header '${name}': a credential would keep it secret`;
    return [{ message, param: 'headers', instead: 'credential' }];
  });
}

/** An idempotency key is no secret, and it must survive a redirect, so that no order is placed twice. */
function isCredential(name: string): boolean {
  return isCredentialHeader(name) && !isSameName(name, IDEMPOTENCY_KEY);
}

function isSameName(name: string, other: string): boolean {
  return name.toLowerCase() === other.toLowerCase();
}

/** Adds parameters to the query of the URL. The existing query does not change, because servers may have signed it. */
export function addQuery(url: string, query: NonNullable<HttpRequestParams['query']>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().flatMap(each => (each === null ? [] : [[name, String(each)]])),
  );
  if (pairs.length === 0) return url;
  // A plus sign means a space only in forms, but %20 means a space everywhere.
  const added = new URLSearchParams(pairs).toString().replaceAll('+', '%20');
  // Only spaces are trimmed, because a later check must still find a line break in a URL.
  const [, base = '', fragment = ''] = /^([^#]*?) *(#.*)?$/s.exec(url) ?? [];
  const joint = base.includes('?') ? (/[?&]$/.test(base) ? '' : '&') : '?';
  return base + joint + added + fragment;
}
