/** Sends a request once: with the key and a time limit, and with every failure as an error of its kind. */
import { ConnectionError, HeddleError, TimeoutError, toHeddleError } from './errors.ts';
import { parseRetryAfter } from './retries.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A request before it is sent. */
export interface OutgoingRequest {
  /** The path, or the address of another server, such as the storage that a direct upload goes to. */
  readonly path: string;
  /** Without the key. What is added here is sent too. */
  readonly headers: Record<string, string>;
}

/** A response of which the body has not been read. */
export interface IncomingResponse {
  readonly path: string;
  readonly status: number;
  /** The `x-request-id`, by which the log of the service names the request. */
  readonly requestId: string | undefined;
  readonly headers: Headers;
  /** How long it took until the response began. */
  readonly durationMs: number;
}

/** What is called around each attempt. An error that a hook throws is that of the call, and nothing is sent again. */
export interface Hooks {
  /** Is called before a request is sent, and may add headers, as tracing does. */
  onRequest?: (request: OutgoingRequest) => void | Promise<void>;
  /** Is called when a response has begun, also one that refuses. */
  onResponse?: (response: IncomingResponse) => void | Promise<void>;
}

/** Where requests go. */
export interface Destination {
  url: string;
  key: string | undefined;
  fetch: Fetch;
  /** How long one attempt may take, unless a call says otherwise. */
  timeoutMs: number;
  /** Those of every call. */
  hooks?: Hooks;
}

/** What every call takes beside its request. Its hooks are called after those of the client. */
export interface CallOptions extends Hooks {
  /** Breaks the call off. */
  signal?: AbortSignal;
  /** How long one attempt may take. 0: as long as it takes. */
  timeoutMs?: number;
  /** How often a request that failed is sent again, where that does no harm. */
  retries?: number;
  /** Further headers. */
  headers?: Record<string, string>;
}

export interface ApiRequest {
  path: string;
  query?: Readonly<Record<string, unknown>> | undefined;
  /** Sent as JSON. */
  json?: unknown;
  /** Made anew for each attempt. */
  form?: (() => Promise<RequestInit> | RequestInit) | undefined;
  headers?: Record<string, string> | undefined;
  /** Whether a second attempt does no harm, even when the first one had an effect. */
  isRepeatable: boolean;
  /** Whether this call waits for something that may take long. Then a wait that was cut off does not count as a retry. */
  isLong?: boolean;
  /** Whether the reply is read after the call has returned. Then the time limit ends with the headers. */
  isStream?: boolean;
  /** Another way to send than `fetch`. */
  send?: Fetch | undefined;
  options?: CallOptions | undefined;
}

/** Reads the reply within the same time limit. */
export async function attempt<Result>(
  to: Destination,
  request: ApiRequest,
  read: (response: Response) => Promise<Result>,
): Promise<Result> {
  const { path, options } = request;
  const timeoutMs = options?.timeoutMs ?? (request.isLong ? 0 : to.timeoutMs);
  const limit = limitTime(options?.signal, timeoutMs);
  const hooks: readonly Hooks[] = [to.hooks ?? {}, options ?? {}];
  const fail = (error: unknown): never => {
    if (error instanceof HeddleError) throw error;
    options?.signal?.throwIfAborted();
    if (limit.isOver()) throw new TimeoutError(path, timeoutMs);
    throw toConnectionError(error, path);
  };
  limit.restart();
  try {
    const { headers, ...init } = await toInit(request).catch(fail);
    for (const each of hooks) await each.onRequest?.({ path, headers });
    const startedAt = performance.now();
    const response = await send(to, request, { ...init, headers, signal: limit.signal }).catch(fail);
    const { status } = response;
    const reply = { path, status, headers: response.headers, durationMs: performance.now() - startedAt };
    for (const each of hooks) await each.onResponse?.({ ...reply, requestId: readRequestId(response) });
    if (!response.ok) throw await readError(response, path);
    return await read(response).catch(fail);
  } finally {
    // What is still being read must go on hearing of the caller's signal.
    if (request.isStream) limit.stop();
    else limit.clear();
  }
}

function toAddress(to: Destination, { path, query }: ApiRequest): string {
  if (/^https?:/.test(path)) return path;
  const parameters = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(parameters.map(([name, value]) => [name, String(value)]));
  return `${to.url}${path}${parameters.length > 0 ? `?${search}` : ''}`;
}

type Init = RequestInit & { headers: Record<string, string> };

async function toInit({ json, form, headers, options }: ApiRequest): Promise<Init> {
  const { headers: formHeaders, ...formInit } = form ? await form() : {};
  return {
    ...formInit,
    ...(json !== undefined && { body: JSON.stringify(json) }),
    headers: {
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...(formHeaders as Record<string, string> | undefined),
      ...headers,
      ...options?.headers,
    },
  };
}

async function send(to: Destination, request: ApiRequest, { headers, ...init }: Init): Promise<Response> {
  const sendIt = request.send ?? to.fetch;
  // Other servers, such as the storage that a direct upload goes to, must not see the key.
  const key = /^https?:/.test(request.path) ? undefined : to.key;
  return sendIt(toAddress(to, request), {
    method: 'POST',
    ...init,
    headers: key === undefined ? headers : { 'uni-api-key': key, ...headers },
  });
}

function readRequestId(response: Response): string | undefined {
  return response.headers.get('x-request-id') ?? undefined;
}

async function readError(response: Response, path: string): Promise<HeddleError> {
  const text = await response.text().catch(() => '');
  // The text of some validation errors is specified, and does not name the field.
  const invalid = response.headers.get('x-validation-error');
  return toHeddleError({
    status: response.status,
    code: response.headers.get('x-error-code') ?? undefined,
    field: readField(response.headers.get('x-error-field')),
    detail:
      (invalid ? `validation error: ${invalid}` : readDetail(text)) ??
      (response.statusText || `HTTP status ${response.status}`),
    path,
    requestId: readRequestId(response),
    retryAfter: parseRetryAfter(response.headers.get('retry-after')),
  });
}

function readField(encoded: string | null): string | undefined {
  try {
    return encoded === null ? undefined : decodeURI(encoded);
  } catch {
    // Something on the way has changed the header.
    return undefined;
  }
}

/** Proxies answer with pages instead of JSON. */
function readDetail(text: string): string | undefined {
  try {
    const reply: unknown = JSON.parse(text);
    const isDetailed = typeof reply === 'object' && reply !== null && 'detail' in reply;
    return isDetailed && typeof reply.detail === 'string' ? reply.detail : undefined;
  } catch {
    return undefined;
  }
}

export function toConnectionError(error: unknown, path: string): ConnectionError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
  return new ConnectionError(path, `The connection failed: ${reason}`, { cause: error });
}

/** A signal that aborts with the caller's, and when the time is over. Not `AbortSignal.any`, which Node 20.0 lacks. */
export function limitTime(outer: AbortSignal | undefined, timeoutMs: number) {
  const controller = new AbortController();
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const abort = () => controller.abort(outer?.reason);
  if (outer?.aborted) abort();
  outer?.addEventListener('abort', abort, { once: true });
  const stop = () => clearTimeout(timer);
  const restart = () => {
    stop();
    if (timeoutMs <= 0) return;
    timer = setTimeout(() => {
      isOver = true;
      controller.abort();
    }, timeoutMs);
  };
  return {
    signal: controller.signal,
    isOver: () => isOver,
    /** Begins the time, or begins it anew. */
    restart,
    stop,
    abort: () => controller.abort(),
    clear() {
      stop();
      outer?.removeEventListener('abort', abort);
    },
  };
}
