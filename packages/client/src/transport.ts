/** Sends requests: with the key, a time limit, and again where that does no harm. */
import { ConnectionError, HeddleError, TimeoutError, toHeddleError } from './errors.ts';
import { isRetryable, parseRetryAfter, retryDelayMs } from './retries.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface TransportOptions {
  url: string;
  key: string | undefined;
  fetch: Fetch;
  timeoutMs: number;
  retries: number;
}

/** What every call takes beside its request. */
export interface CallOptions {
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

/** After so much time, a connection broke because it was a long wait, and not because something is wrong. */
const LONG_WAIT_MS = 20_000;

export class Transport {
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  async json<Reply>(request: ApiRequest): Promise<Reply> {
    return this.execute(request, async response => (await response.json()) as Reply);
  }

  /** Sends the request until it succeeds, and reads the reply within the same time limit. */
  async execute<Result>(request: ApiRequest, read: (response: Response) => Promise<Result>): Promise<Result> {
    const retries = request.options?.retries ?? this.#options.retries;
    for (let attempt = 0; ; attempt++) {
      const startedAt = Date.now();
      try {
        return await this.#attempt(request, read);
      } catch (error) {
        const delayMs = retryDelayMs(error, attempt);
        if (!isRetryable(error, request.isRepeatable) || delayMs === undefined) throw error;
        if (request.isLong && Date.now() - startedAt > LONG_WAIT_MS) attempt = -1;
        else if (attempt >= retries) throw error;
        await sleep(delayMs, request.options?.signal);
      }
    }
  }

  async #attempt<Result>(request: ApiRequest, read: (response: Response) => Promise<Result>): Promise<Result> {
    const { path, options } = request;
    const timeoutMs = options?.timeoutMs ?? (request.isLong ? 0 : this.#options.timeoutMs);
    const limit = limitTime(options?.signal, timeoutMs);
    limit.restart();
    try {
      const init = await this.#init(request);
      const send = request.send ?? this.#options.fetch;
      const response = await send(this.#address(request), { method: 'POST', ...init, signal: limit.signal });
      if (!response.ok) throw await readError(response, path);
      return await read(response);
    } catch (error) {
      if (error instanceof HeddleError) throw error;
      options?.signal?.throwIfAborted();
      if (limit.isOver()) throw new TimeoutError(path, timeoutMs);
      throw toConnectionError(error, path);
    } finally {
      // What is still being read must go on hearing of the caller's signal.
      if (request.isStream) limit.stop();
      else limit.clear();
    }
  }

  #address({ path, query }: ApiRequest): string {
    if (/^https?:/.test(path)) return path;
    const parameters = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(parameters.map(([name, value]) => [name, String(value)]));
    return `${this.#options.url}${path}${parameters.length > 0 ? `?${search}` : ''}`;
  }

  async #init({ path, json, form, headers, options }: ApiRequest): Promise<RequestInit> {
    const { key } = this.#options;
    const { headers: formHeaders, ...formInit } = form ? await form() : {};
    return {
      ...formInit,
      ...(json !== undefined && { body: JSON.stringify(json) }),
      headers: {
        // Other servers, such as the storage that a direct upload goes to, must not see the key.
        ...(key !== undefined && !/^https?:/.test(path) && { 'uni-api-key': key }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...(formHeaders as Record<string, string> | undefined),
        ...headers,
        ...options?.headers,
      },
    };
  }
}

async function readError(response: Response, path: string): Promise<HeddleError> {
  const text = await response.text().catch(() => '');
  // The text of some validation errors is specified, and does not name the field.
  const invalid = response.headers.get('x-validation-error');
  return toHeddleError({
    status: response.status,
    code: response.headers.get('x-error-code') ?? undefined,
    detail:
      (invalid ? `validation error: ${invalid}` : readDetail(text)) ??
      (response.statusText || `HTTP status ${response.status}`),
    path,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfter: parseRetryAfter(response.headers.get('retry-after')),
  });
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

export async function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
