/** When a request is sent again, and how long to wait before. Pure. */
import { ConnectionError, HeddleError, TimeoutError } from './errors.ts';

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8_000;
/** A caller is told at once when the service wants to be left alone for longer. */
const LONGEST_RETRY_AFTER_MS = 60_000;

/** Codes of errors with which a request has never reached a server. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/** `isRepeatable` says that a second attempt does no harm: the call only reads, or has an idempotency key. */
export function isRetryable(error: unknown, isRepeatable: boolean): boolean {
  if (!(error instanceof HeddleError)) return false;
  // The service refuses these before it does anything.
  if (error.status === 429 || error.status === 423) return true;
  if (error instanceof ConnectionError && wasNeverSent(error.cause)) return true;
  const isPassing =
    error instanceof ConnectionError || error instanceof TimeoutError || [502, 503, 504].includes(error.status);
  return isRepeatable && isPassing;
}

/** Returns undefined when the service asks for more patience than a caller has. `attempt` counts from 0. */
export function retryDelayMs(error: unknown, attempt: number, random: number = Math.random()): number | undefined {
  const retryAfter = error instanceof HeddleError ? error.retryAfter : undefined;
  if (retryAfter !== undefined) {
    const delayMs = retryAfter * 1000;
    return delayMs > LONGEST_RETRY_AFTER_MS ? undefined : delayMs;
  }
  // The random part keeps clients that failed together from coming back together.
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** attempt) * (0.5 + random / 2);
}

/** `Retry-After` has seconds or a date. */
export function parseRetryAfter(header: string | null, now: number = Date.now()): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000);
}

function wasNeverSent(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  const code = 'code' in cause ? String(cause.code) : '';
  return NEVER_SENT.has(code) || wasNeverSent(cause.cause);
}
