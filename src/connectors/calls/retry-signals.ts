/** What the headers of a reply say about when to try again. */
import { parseRetryAfter } from '../../platform/outbound/retry-after.ts';
import { isTransientStatus } from '../../platform/outbound/transient-status.ts';

type Headers = Readonly<Record<string, string>>;

const RESET_HEADERS = ['x-ratelimit-reset-after', 'ratelimit-reset', 'x-ratelimit-reset', 'x-rate-limit-reset'];

/** Whether the same request may succeed later. An exhausted limit is a 403 at some services. */
export function isRetryableStatus(status: number, headers: Headers): boolean {
  return isTransientStatus(status) || isLimitReached(status, headers);
}

/** Whether the service asks for fewer calls. */
export function isLimitReached(status: number, headers: Headers): boolean {
  return status === 429 || (status === 403 && headers['x-ratelimit-remaining'] === '0');
}

/** In milliseconds. Undefined when the reply does not say it. */
export function readRetryDelay(headers: Headers, nowMs = Date.now()): number | undefined {
  const delayMs = parseRetryAfter(headers['retry-after'], nowMs);
  if (delayMs !== undefined) return delayMs;
  for (const name of RESET_HEADERS) {
    const reset = parseReset(headers[name], nowMs);
    if (reset !== undefined) return reset;
  }
  return parseReset(/(?:^|[;,\s])(?:t|reset)=(\d+)/.exec(headers.ratelimit ?? '')?.[1], nowMs);
}

const EPOCH_SECONDS = 1e9;
const EPOCH_MS = 1e12;

/** Services give the seconds that are left, or the time itself, in seconds or milliseconds since 1970. */
function parseReset(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined || !/^\d{1,13}(\.\d+)?$/.test(text)) return undefined;
  const value = Number(text);
  if (value < EPOCH_SECONDS) return value * 1000;
  return Math.max(0, (value < EPOCH_MS ? value * 1000 : value) - nowMs);
}
