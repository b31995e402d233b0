/**
 * Converts failures of models into errors with one sentence. Causes are dropped: they contain requests and what
 * providers say about keys, and a logged error logs its cause too.
 */
import { parseRetryAfter } from '../outbound/retry-after.ts';
import { isTransientStatus } from '../outbound/transient-status.ts';
import { ModelError, type ModelSettings } from './model.ts';

const MESSAGE_LIMIT = 300;
const INPUT_LIMIT = 10_000;
const MASK = '***';

/** The endpoint replied with an error status. */
export class StatusError extends ModelError {
  declare readonly status: number;

  constructor(settings: ModelSettings, status: number, details: string, retryAfterMs?: number) {
    const message = buildMessage(`The model '${settings.id}' answered with status ${status}`, details, settings.key);
    super(message, { kind: 'status', status, retryable: isRetryable(status), retryAfterMs });
  }
}

/** The endpoint replied as a whole although a stream was requested. */
export class NotStreamed extends ModelError {
  constructor(settings: ModelSettings) {
    super(`The model '${settings.id}' does not stream its answers`, { kind: 'not_streamed', retryable: true });
  }
}

export function modelTimedOut(settings: ModelSettings): ModelError {
  const unit = settings.timeoutSeconds === 1 ? 'second' : 'seconds';
  const message = `The model '${settings.id}' did not answer within ${settings.timeoutSeconds} ${unit}`;
  return new ModelError(message, { kind: 'timeout', retryable: true });
}

export function modelTookTooLong(settings: ModelSettings, limitMs: number): ModelError {
  const message = `The model '${settings.id}' did not finish its answer within ${limitMs / 60_000} minutes`;
  return new ModelError(message, { kind: 'timeout', retryable: true });
}

export function answerTooLong(settings: ModelSettings): ModelError {
  return new ModelError(`The answer of the model '${settings.id}' is too long`, { kind: 'too_long' });
}

export function answerCutOff(settings: ModelSettings): ModelError {
  return new ModelError(`The answer of the model '${settings.id}' was cut off at its length limit`, {
    kind: 'cut_off',
  });
}

export function answerRefused(settings: ModelSettings): ModelError {
  return new ModelError(`The model '${settings.id}' refused to answer (content filter)`, { kind: 'refused' });
}

export function answerBrokeOff(settings: ModelSettings): ModelError {
  return new ModelError(`The model '${settings.id}' broke off its answer`, { kind: 'broke_off', retryable: true });
}

export function answerUnreadable(settings: ModelSettings): ModelError {
  return new ModelError(`The model '${settings.id}' gave an answer that can not be read`, {
    kind: 'unreadable',
    retryable: true,
  });
}

/** Converts whatever the library or fetch threw, or the endpoint sent in the middle of its answer. */
export function toModelError(error: unknown, settings: ModelSettings): ModelError {
  const causes = [...listCauses(error)];
  const ours = causes.find(cause => cause instanceof ModelError);
  if (ours) return ours;

  const code = causes.map(cause => field(cause, 'code')).find(isNetworkCode);
  if (code !== undefined) return networkError(code, settings);

  const status = findStatus(error);
  if (status !== undefined && status >= 300) {
    return new StatusError(settings, status, findDetails(error), readRetryAfter(field(error, 'responseHeaders')));
  }
  const name = String(field(error, 'name'));
  if (name === 'AI_InvalidResponseDataError' || name === 'AI_EmptyResponseBodyError') return answerBrokeOff(settings);
  if (status !== undefined || UNREADABLE.has(name)) return answerUnreadable(settings);
  if (!(error instanceof Error)) return toStreamError(error, settings);
  return new ModelError(buildMessage(`The model '${settings.id}' can not be asked this`, error.message, settings.key));
}

const UNREADABLE = new Set(['AI_JSONParseError', 'AI_TypeValidationError']);

/** Lists the error and its causes: providers wrap errors, and Node wraps the failures of several addresses. */
function* listCauses(error: unknown): Generator<unknown> {
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
  if (BROKEN_CONNECTION.has(code)) return answerBrokeOff(settings);
  return new ModelError(`The model '${settings.id}' can not be reached: ${code}`, {
    kind: 'unreachable',
    retryable: true,
  });
}

/** Handles an error that was sent in an event after the answer had begun, and so has no status. */
function toStreamError(error: unknown, settings: ModelSettings): ModelError {
  const kind = `${field(error, 'type')} ${field(error, 'code')}`;
  const retryable =
    field(error, 'isRetryable') ?? /overload|rate.?limit|server|internal|unavailable|timeout/i.test(kind);
  const message = buildMessage(`The model '${settings.id}' answered with an error`, findDetails(error), settings.key);
  return new ModelError(message, { retryable: retryable === true });
}

function findStatus(error: unknown): number | undefined {
  const statuses = [field(error, 'statusCode'), field(error, 'code')].map(Number);
  return statuses.find(status => status >= 200 && status < 600);
}

function isRetryable(status: number): boolean {
  // Providers answer 409 when another request is in the way.
  return status === 409 || isTransientStatus(status);
}

/** Finds the sentence that the provider meant for people. */
function findDetails(error: unknown): string {
  const body = field(error, 'responseBody');
  if (typeof body === 'string' && body.trim() !== '') return messageInBody(body);
  return text(field(error, 'message')) ?? text(error) ?? '';
}

export function messageInBody(body: string): string {
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
    return body.trimStart().startsWith('<') ? '' : body; // HTML is a page of some proxy on the way
  }
}

/** Some providers send milliseconds in a header of their own. */
export function readRetryAfter(headers: unknown): number | undefined {
  const milliseconds = field(headers, 'retry-after-ms');
  if (milliseconds !== undefined && Number(milliseconds) >= 0) return Number(milliseconds);
  return parseRetryAfter(text(field(headers, 'retry-after')));
}

function buildMessage(what: string, details: string, key: string | undefined): string {
  // Keys are removed before the text is cut, which could leave half of a key.
  const clean = removeKeys(details.slice(0, INPUT_LIMIT).replace(/\s+/g, ' ').trim(), key).slice(0, MESSAGE_LIMIT);
  return clean === '' ? what : `${what}: ${clean}`;
}

/** Providers often say which key was wrong, in full or with stars in its middle. */
function removeKeys(details: string, key: string | undefined): string {
  let clean = details;
  if (key !== undefined) {
    for (let length = key.length; length >= Math.min(key.length, LEAST_KEY_PART); length--) {
      clean = clean.replaceAll(key.slice(0, length), MASK).replaceAll(key.slice(-length), MASK);
    }
  }
  return clean.replace(KEY_LIKE, MASK);
}

/** Shorter beginnings and ends of a key reveal nothing about it and may be ordinary words. */
const LEAST_KEY_PART = 6;
const KEY_LIKE =
  /\b(sk|pk|rk|gsk|xai|hf|nvapi|pplx)[-_][\w*.…-]{3,}|\bAIza[\w*.…-]{3,}|(?<![\w*-])[\w-]*\*{2,}[\w*-]*/g;

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
