/** What can go wrong, as classes, so that callers can tell the cases apart with `instanceof`, and by codes. */

import type { ErrorCode as KnownErrorCode } from './generated/error-codes.ts';

/** The name of an error, which stays when its text changes. A service that is newer than the client may have others. */
export type ErrorCode = KnownErrorCode | (string & Record<never, never>);

export interface ErrorReply {
  status: number;
  /** Undefined when a proxy answered. */
  code?: ErrorCode | undefined;
  /** The field of the request that it is about. */
  field?: string | undefined;
  /** What the service says, in a sentence. */
  detail: string;
  /** The path that was called. */
  path: string;
  /** The `x-request-id` of the reply, which the log of the service names too. */
  requestId?: string | undefined;
  /** In how many seconds the service wants to be asked again. */
  retryAfter?: number | undefined;
}

/** The service refused a request or failed. `status` is 0 when there was no reply at all. */
export class HeddleError extends Error {
  override readonly name: string = 'HeddleError';
  readonly status: number;
  /** The name of the error, such as `workflow_not_found`, by which programs tell errors apart. */
  readonly code: ErrorCode | undefined;
  /** The field of the request that the error is about, as a JSON Pointer such as `/fields/value`, if it is about one. */
  readonly field: string | undefined;
  readonly detail: string;
  readonly path: string;
  readonly requestId: string | undefined;
  /** In how many seconds the service wants to be asked again, if it says so. */
  readonly retryAfter: number | undefined;

  constructor({ status, code, field, detail, path, requestId, retryAfter }: ErrorReply, options?: ErrorOptions) {
    super(status === 0 ? `${detail} (${path})` : `${detail} (${status}, ${path})`, options);
    this.status = status;
    this.code = code;
    this.field = field;
    this.detail = detail;
    this.path = path;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}

/** 401: the key is missing, unknown or disabled, or does not have the scope. */
export class AuthenticationError extends HeddleError {
  override readonly name = 'AuthenticationError';
}

/** 403: the user of the key may not do this. */
export class PermissionError extends HeddleError {
  override readonly name = 'PermissionError';
}

/** 404: it does not exist, or the user of the key may not see it. */
export class NotFoundError extends HeddleError {
  override readonly name = 'NotFoundError';
}

/** 409: something else is there already, or was changed meanwhile. */
export class ConflictError extends HeddleError {
  override readonly name = 'ConflictError';
}

/** 400, 413 and 422: the request is not valid, or not possible in the present state. */
export class ValidationError extends HeddleError {
  override readonly name = 'ValidationError';
}

/** 423: another request is changing the same thing right now. */
export class LockedError extends HeddleError {
  override readonly name = 'LockedError';
}

/** 429: there were too many requests. */
export class RateLimitError extends HeddleError {
  override readonly name = 'RateLimitError';
}

/** 500 and above: a fault of the service, or of a proxy in front of it. */
export class ServerError extends HeddleError {
  override readonly name = 'ServerError';
}

/** The service can not be reached, or the connection broke. `cause` has the error of `fetch`. */
export class ConnectionError extends HeddleError {
  override readonly name = 'ConnectionError';

  constructor(path: string, detail: string, options?: ErrorOptions) {
    super({ status: 0, detail, path }, options);
  }
}

/** There was no reply within `timeoutMs`. */
export class TimeoutError extends HeddleError {
  override readonly name = 'TimeoutError';

  constructor(path: string, timeoutMs: number) {
    super({ status: 0, detail: `There was no reply within ${timeoutMs} ms`, path });
  }
}

/** A webhook is not from your Heddle, is too old, or was changed on its way. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

export function toHeddleError(reply: ErrorReply): HeddleError {
  const { status } = reply;
  if (status === 401) return new AuthenticationError(reply);
  if (status === 403) return new PermissionError(reply);
  if (status === 404) return new NotFoundError(reply);
  if (status === 409) return new ConflictError(reply);
  if (status === 423) return new LockedError(reply);
  if (status === 429) return new RateLimitError(reply);
  if (status === 400 || status === 413 || status === 422) return new ValidationError(reply);
  return status >= 500 ? new ServerError(reply) : new HeddleError(reply);
}
