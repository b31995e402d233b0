/** Requests to the service. The session is a cookie, which the browser sends by itself. */

import * as texts from '../texts/api.ts';

export class ApiError extends Error {
  /** The HTTP status, or 0 when there was no answer. */
  readonly status: number;
  /** The name of the error, which stays when its text changes. Undefined when our service did not answer. */
  readonly code: string | undefined;

  constructor(status: number, message: string, code?: string) {
    super(message);
    this.status = status;
    this.code = code;
  }

  /** Whether the service could not be reached, or could not answer at this moment. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 502;
  }
}

export const UNREACHABLE = texts.heddleCanNotReached;

interface PostOptions {
  signal?: AbortSignal | undefined;
  /** Without an answer within this time, the service counts as one that can not be reached. */
  limitMs?: number;
  /** Lets the request outlive the page, for what must be saved while it closes. */
  keepalive?: boolean;
}

/** Listeners for the end of the session, of which any request may be the first to hear. */
const sessionEnds = new Set<() => void>();

export function onSessionEnd(listener: () => void): () => void {
  sessionEnds.add(listener);
  return () => sessionEnds.delete(listener);
}

/** For requests that are not sent from here. */
export function noteSessionEnd(): void {
  for (const listener of sessionEnds) listener();
}

/** How often somebody has signed in again since the page was loaded. */
let renewals = 0;

/** The same user has signed in again. What was refused for want of a session can be sent again. */
export function noteNewSession(): void {
  renewals++;
}

/** Calls an endpoint such as `v1/workflow/list`. */
export async function post<Reply>(path: string, body: unknown = {}, options: PostOptions = {}): Promise<Reply> {
  const { signal, limitMs, ...rest } = options;
  const limited = limitMs === undefined ? signal : anySignal(signal, AbortSignal.timeout(limitMs));
  try {
    const headers = { 'content-type': 'application/json' };
    const response = await send(path, JSON.stringify(body), headers, { ...rest, signal: limited });
    return await response.json();
  } catch (error) {
    if (limited?.aborted && !signal?.aborted) throw new ApiError(0, UNREACHABLE);
    throw error;
  }
}

function anySignal(one: AbortSignal | undefined, other: AbortSignal): AbortSignal {
  return one ? AbortSignal.any([one, other]) : other;
}

/** Sends a form, such as a file to upload. */
export async function postForm<Reply>(path: string, form: FormData, options: PostOptions = {}): Promise<Reply> {
  const response = await send(path, form, {}, options);
  return response.json();
}

/** Sends a request, and throws an `ApiError` unless it succeeded. */
export async function send(
  path: string,
  body: string | FormData,
  headers: Record<string, string>,
  { signal, keepalive = false }: PostOptions = {},
): Promise<Response> {
  const init: RequestInit = { method: 'POST', body, headers, keepalive, credentials: 'same-origin' };
  const renewalsBefore = renewals;
  const response = await fetch(`/api/${path}`, signal ? { ...init, signal } : init).catch(error => {
    if (signal?.aborted) throw error;
    throw new ApiError(0, UNREACHABLE);
  });
  if (response.ok) return response;
  if (response.status === 401 && !isSignIn(path)) {
    // It was sent with the ended session, and nothing was done: the answer says nothing about the new one.
    if (renewals > renewalsBefore) return send(path, body, headers, { signal, keepalive });
    noteSessionEnd();
    // People sign in again in front of the page, and come back to what was not done.
    throw new ApiError(response.status, texts.notDoneBecauseSession, readCode(response));
  }
  throw new ApiError(response.status, await readDetail(response), readCode(response));
}

/** Wrong credentials are not the end of a session. */
function isSignIn(path: string): boolean {
  return path === 'v1/session/create' || path === 'v1/session/get' || path.startsWith('v1/welcome/');
}

function readCode(response: Response): string | undefined {
  return response.headers.get('x-error-code') ?? undefined;
}

async function readDetail(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => undefined);
  if (typeof body === 'object' && body !== null && 'detail' in body && typeof body.detail === 'string') {
    return body.detail;
  }
  return texts.serviceAnsweredStatus(response.status);
}
