/**
 * What went wrong with a model, as one sentence. Causes are not kept: they hold requests, and what providers say about
 * keys, and whoever logs an error logs its cause.
 */
import { ModelError, type ModelSettings } from './model.ts';

const MESSAGE_LIMIT = 300;
const LOOKED_AT_LIMIT = 10_000;
const MASK = '***';

/** The endpoint answered, with an error status. */
export class StatusError extends ModelError {
  override readonly status: number;

  constructor(settings: ModelSettings, status: number, said: string, retryAfterMs?: number) {
    const message = saying(`The model '${settings.id}' answered with status ${status}`, said, settings.key);
    super(message, { kind: 'status', retryable: isRetryable(status), retryAfterMs });
    this.status = status;
  }
}

/** The endpoint answered as a whole, although a stream was asked for. */
export class NotStreamed extends ModelError {
  constructor(settings: ModelSettings) {
    super(`The model '${settings.id}' does not stream its answers`, { kind: 'not_streamed', retryable: true });
  }
}

export function wasSilent(settings: ModelSettings): ModelError {
  const unit = settings.timeoutSeconds === 1 ? 'second' : 'seconds';
  const message = `The model '${settings.id}' did not answer within ${settings.timeoutSeconds} ${unit}`;
  return new ModelError(message, { kind: 'timeout', retryable: true });
}

export function tookTooLong(settings: ModelSettings, limitMs: number): ModelError {
  const message = `The model '${settings.id}' did not finish its answer within ${limitMs / 60_000} minutes`;
  return new ModelError(message, { kind: 'timeout', retryable: true });
}

export function wasTooLong(settings: ModelSettings): ModelError {
  return new ModelError(`The answer of the model '${settings.id}' is too long`, { kind: 'too_long' });
}

export function wasCutOff(settings: ModelSettings): ModelError {
  return new ModelError(`The answer of the model '${settings.id}' was cut off at its length limit`, {
    kind: 'cut_off',
  });
}

export function wasRefused(settings: ModelSettings): ModelError {
  return new ModelError(`The model '${settings.id}' refused to answer (content filter)`, { kind: 'refused' });
}

export function brokeOff(settings: ModelSettings): ModelError {
  return new ModelError(`The model '${settings.id}' broke off its answer`, { kind: 'broke_off', retryable: true });
}

export function wasUnreadable(settings: ModelSettings): ModelError {
  return new ModelError(`The model '${settings.id}' gave an answer that can not be read`, {
    kind: 'unreadable',
    retryable: true,
  });
}

/** Of whatever the library or fetch threw, or the endpoint sent in the middle of its answer. */
export function toModelError(error: unknown, settings: ModelSettings): ModelError {
  const causes = [...causesOf(error)];
  const ours = causes.find(cause => cause instanceof ModelError);
  if (ours) return ours;

  const code = causes.map(cause => field(cause, 'code')).find(isNetworkCode);
  if (code !== undefined) return networkError(code, settings);

  const status = statusOf(error);
  if (status !== undefined && status >= 300) {
    return new StatusError(settings, status, said(error), retryAfterMs(field(error, 'responseHeaders')));
  }
  const name = String(field(error, 'name'));
  if (name === 'AI_InvalidResponseDataError' || name === 'AI_EmptyResponseBodyError') return brokeOff(settings);
  if (status !== undefined || UNREADABLE.has(name)) return wasUnreadable(settings);
  if (!(error instanceof Error)) return sentError(error, settings);
  return new ModelError(saying(`The model '${settings.id}' can not be asked this`, error.message, settings.key));
}

const UNREADABLE = new Set(['AI_JSONParseError', 'AI_TypeValidationError']);

/** Providers wrap what failed, and Node wraps the failures of several addresses. */
function* causesOf(error: unknown): Generator<unknown> {
  for (let cause = error, depth = 0; cause != null && depth < 10; depth++) {
    yield cause;
    const failures = field(cause, 'errors');
    cause = field(cause, 'cause') ?? (Array.isArray(failures) ? failures[0] : undefined);
  }
}

function isNetworkCode(code: unknown): code is string {
  return typeof code === 'string' && /^(E[A-Z_]+|UND_ERR_[A-Z_]+|ERR_(TLS|SSL)[A-Z_]*|[A-Z_]*CERT[A-Z_]*)$/.test(code);
}

const BROKEN_CONNECTION = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH']);

function networkError(code: string, settings: ModelSettings): ModelError {
  if (BROKEN_CONNECTION.has(code)) return brokeOff(settings);
  return new ModelError(`The model '${settings.id}' can not be reached: ${code}`, {
    kind: 'unreachable',
    retryable: true,
  });
}

/** Without a status: an error that was sent in an event after the answer had begun. */
function sentError(error: unknown, settings: ModelSettings): ModelError {
  const kind = `${field(error, 'type')} ${field(error, 'code')}`;
  const retryable =
    field(error, 'isRetryable') ?? /overload|rate.?limit|server|internal|unavailable|timeout/i.test(kind);
  const message = saying(`The model '${settings.id}' answered with an error`, said(error), settings.key);
  return new ModelError(message, { retryable: retryable === true });
}

function statusOf(error: unknown): number | undefined {
  const statuses = [field(error, 'statusCode'), field(error, 'code')].map(Number);
  return statuses.find(status => status >= 200 && status < 600);
}

function isRetryable(status: number): boolean {
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

/** The sentence that the provider meant for people. */
function said(error: unknown): string {
  const body = field(error, 'responseBody');
  if (typeof body === 'string' && body.trim() !== '') return saidInBody(body);
  return text(field(error, 'message')) ?? text(error) ?? '';
}

export function saidInBody(body: string): string {
  try {
    const parsed: unknown = JSON.parse(body);
    const error = field(parsed, 'error');
    return (
      text(field(error, 'message')) ??
      text(error) ??
      text(field(parsed, 'message')) ??
      text(field(parsed, 'detail')) ??
      body
    );
  } catch {
    return body.trimStart().startsWith('<') ? '' : body; // a page of some proxy on the way
  }
}

export function retryAfterMs(headers: unknown): number | undefined {
  const milliseconds = field(headers, 'retry-after-ms');
  if (milliseconds !== undefined && Number(milliseconds) >= 0) return Number(milliseconds);
  const after = field(headers, 'retry-after');
  if (after === undefined) return undefined;
  const waitMs = /^\d+(\.\d+)?$/.test(String(after)) ? Number(after) * 1000 : Date.parse(String(after)) - Date.now();
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}

function saying(what: string, said: string, key: string | undefined): string {
  // Keys go before the end does, which could leave half of one.
  const words = said.slice(0, LOOKED_AT_LIMIT).replace(/\s+/g, ' ').trim();
  const told = withoutKeys(words, key).slice(0, MESSAGE_LIMIT);
  return told === '' ? what : `${what}: ${told}`;
}

/** Providers like to say which key was wrong, whole or with stars in its middle. */
function withoutKeys(said: string, key: string | undefined): string {
  let clean = said;
  if (key !== undefined) {
    for (let length = key.length; length >= Math.min(key.length, LEAST_KEY_PART); length--) {
      clean = clean.replaceAll(key.slice(0, length), MASK).replaceAll(key.slice(-length), MASK);
    }
  }
  return clean.replace(KEY_LIKE, MASK);
}

/** Shorter beginnings and ends of a key say nothing about it, and may be words. */
const LEAST_KEY_PART = 6;
const KEY_LIKE =
  /\b(sk|pk|rk|gsk|xai|hf|nvapi|pplx)[-_][\w*.…-]{3,}|\bAIza[\w*.…-]{3,}|(?<![\w*-])[\w-]*\*{2,}[\w*-]*/g;

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
