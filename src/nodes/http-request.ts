/** `http.request` sends one request that is built from the params, and returns the reply as the outcome of the step. */
import { createHmac } from 'node:crypto';
import Type from 'typebox';
import { fixedLimits } from '../configuration/limits.ts';
import { isCredentialHeader } from '../engine/credential-headers.ts';
import type { Params } from '../engine/definition.ts';
import { isTemplate } from '../engine/node-rules.ts';
import { isObject } from '../platform/is-object.ts';
import type { OutboundReply } from '../platform/outbound/outbound.ts';
import { OwnFailure } from '../platform/outbound/outbound-error.ts';
import { parseRetryAfter } from '../platform/outbound/retry-after.ts';
import { digestBody, type OutboundBody } from '../platform/outbound/streamed-body.ts';
import { isTransientStatus } from '../platform/outbound/transient-status.ts';
import { createPayload } from './http-payload.ts';
import { bodyExcerpt, ReplyFiles, readReplyBody } from './http-reply.ts';
import { DEFAULT_TIMEOUT_SECONDS, HttpRequestParams } from './http-request-params.ts';
import { sendRequest, statusLine } from './http-sending.ts';
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
  const sink = new ReplyFiles(context);
  const reply = await sendRequest({ ...(await toRequest(params, context)), sink }, context.http);
  if (reply.status >= 400 && params.accept_errors !== true) throw createStatusError(reply);
  const { body, fileIds } = sink.saved ?? (await readReplyBody(reply, context));
  return { output: { status: reply.status, headers: reply.headers, body }, text: statusLine(reply), fileIds };
}

async function toRequest(params: HttpRequestParams, context: StepContext): Promise<StepHttpRequest> {
  const { method = 'GET', timeout_seconds = DEFAULT_TIMEOUT_SECONDS } = params;
  const payload = await createPayload(params, context);
  const headers = new Map(Object.entries(params.headers ?? {}).map(([name, value]) => [name, String(value)]));
  const authorHeaders = new Set([...headers.keys()].map(name => name.toLowerCase()));
  const addDefault = (name: string, value: string) => {
    if (!authorHeaders.has(name.toLowerCase())) headers.set(name, value);
  };
  addDefault('User-Agent', 'Heddle');
  addDefault(IDEMPOTENCY_KEY, context.idempotencyKey);
  if (payload?.isFixed) removeHeader(headers, 'Content-Type');
  if (payload?.isFixed) headers.set('Content-Type', payload.contentType);
  else if (payload) addDefault('Content-Type', payload.contentType);
  // The two headers belong together: an author who sets one of them has a trace of their own.
  if (!TRACE_HEADERS.some(name => authorHeaders.has(name))) {
    for (const [name, value] of Object.entries(context.traceHeaders())) headers.set(name, value);
  }
  const credentialHeaders = [...headers.keys()].filter(isCredential);
  if (params.sign === true) {
    removeHeader(headers, SIGNATURE);
    headers.set(SIGNATURE, await sign(payload?.body, await context.signingSecret()));
    credentialHeaders.push(SIGNATURE);
  }
  return {
    url: addQuery(params.url, params.query ?? {}),
    method,
    headers: Object.fromEntries(headers),
    body: payload?.body,
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

/** A file is read twice: to be signed, and to be sent. */
async function sign(body: OutboundBody | undefined, secret: string): Promise<string> {
  try {
    return `sha256=${(await digestBody(createHmac('sha256', secret), body)).digest('hex')}`;
  } catch (error) {
    throw error instanceof OwnFailure ? error.cause : error;
  }
}

function removeHeader(headers: Map<string, string>, name: string): void {
  for (const each of headers.keys()) if (isSameName(each, name)) headers.delete(each);
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
