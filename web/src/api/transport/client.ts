/** Requests to the service, with the transport of the client. The session is a cookie, which the browser sends by itself. */

import { type ApiRequest, attempt } from '../../../../packages/client/src/attempt.ts';
import { HeddleError } from '../../../../packages/client/src/errors.ts';
import * as texts from '../../texts/api.ts';

export class ApiError extends Error {
  /** The HTTP status, or 0 when there was no answer. */
  readonly status: number;
  /** The name of the error, which stays when its text changes. Undefined when our service did not answer. */
  readonly code: string | undefined;
  /** The field of the request that it is about, as a JSON Pointer. */
  readonly field: string | undefined;

  constructor(status: number, message: string, code?: string, field?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.field = field;
  }

  /** Whether the service could not be reached, or could not answer at this moment. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 502;
  }
}

export const UNREACHABLE = texts.heddleCanNotReached;

export interface PostOptions {
  signal?: AbortSignal | undefined;
  /** Without an answer within this time, the service counts as one that can not be reached. 0: as long as it takes. */
  limitMs?: number;
  /** Lets the request outlive the page, for what must be saved while it closes. */
  keepalive?: boolean;
  headers?: Record<string, string>;
}

/** A connection that has died without a word would let a page wait for ever. */
const LIMIT_MS = 60_000;

/** For what the service answers only when it is done, which the user has begun and can take minutes. */
export const TAKES_LONG = { limitMs: 0 } satisfies PostOptions;

const SERVICE = {
  url: '/api/',
  key: undefined,
  fetch: (url: string, init: RequestInit) => fetch(url, init),
  timeoutMs: LIMIT_MS,
};

/** Listeners for the end of the session, of which any request may be the first to hear. */
const sessionEnds = new Set<() => void>();

export function onSessionEnd(listener: () => void): () => void {
  sessionEnds.add(listener);
  return () => sessionEnds.delete(listener);
}

/** The number of the present session: how often somebody has signed in again since the page was loaded. */
let present = 0;

export function presentSession(): number {
  return present;
}

/** The same user has signed in again. What was refused for want of a session can be sent again. */
export function noteNewSession(): void {
  present++;
}

/** A request that was sent in this session was refused. That says nothing about a session that has begun since. */
export function noteSessionEnd(session: number): void {
  if (session === present) for (const listener of sessionEnds) listener();
}

/** Whose page this is. */
let pageUser: string | undefined;

export function setPageUser(id: string): void {
  pageUser = id;
}

/** Every request says whose page sent it, and is refused when another tab has signed somebody else in meanwhile. */
export function userHeaders(): Record<string, string> {
  return pageUser === undefined ? {} : { 'heddle-user': pageUser };
}

/** Calls an endpoint such as `v1/workflow/list`. */
export function post<Reply>(path: string, json: unknown = {}, options: PostOptions = {}): Promise<Reply> {
  return send({ json, ...toRequest(path, options) });
}

/** Sends a form, such as a file to upload, which takes as long as it takes. */
export function postForm<Reply>(path: string, body: FormData, options: PostOptions = {}): Promise<Reply> {
  const request = toRequest(path, { limitMs: 0, ...options });
  return send({ ...request, form: () => ({ ...request.form(), body }) });
}

function send<Reply>(request: ApiRequest): Promise<Reply> {
  return inSession(request.path, () => execute(request, response => response.json()));
}

/** Nothing is sent again behind the back of the page: queries are asked again, and people see what was not done. */
export function execute<Result>(request: ApiRequest, read: (response: Response) => Promise<Result>): Promise<Result> {
  return attempt(SERVICE, request, read);
}

/** Does something with the session of the user. Every failure but an abort is an `ApiError`. */
export async function inSession<Result>(path: string, act: () => Promise<Result>): Promise<Result> {
  const session = present;
  try {
    return await act();
  } catch (error) {
    const failure = toApiError(error);
    if (!(failure instanceof ApiError) || failure.status !== 401 || isSignIn(path)) throw failure;
    // Nothing was done in the ended session, and a new one has begun.
    if (session !== present) return inSession(path, act);
    noteSessionEnd(session);
    // People sign in again in front of the page, and come back to what was not done.
    throw new ApiError(failure.status, texts.notDoneBecauseSession, failure.code);
  }
}

export function toRequest(path: string, { signal, limitMs, keepalive = false, headers }: PostOptions) {
  return {
    path,
    isRepeatable: false,
    form: () => ({ keepalive, credentials: 'same-origin' }) satisfies RequestInit,
    headers: { ...(!isSignIn(path) && userHeaders()), ...headers },
    options: { ...(signal && { signal }), ...(limitMs !== undefined && { timeoutMs: limitMs }) },
  } satisfies ApiRequest;
}

function toApiError(error: unknown): unknown {
  if (!(error instanceof HeddleError)) return error;
  const { status, detail, code, field } = error;
  if (status === 0) return new ApiError(0, UNREACHABLE);
  // Without a code, something in front of the service answered, and not in words for people.
  return new ApiError(status, code === undefined ? texts.serviceAnsweredStatus(status) : detail, code, field);
}

/** Wrong credentials are not the end of a session. */
function isSignIn(path: string): boolean {
  return path === 'v1/session/create' || path === 'v1/session/get' || path.startsWith('v1/welcome/');
}
