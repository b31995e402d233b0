/**
 * How long a `Retry-After` header asks to wait, in milliseconds. It holds seconds or an HTTP date; some services send
 * fractions of a second. Undefined when the header is missing or malformed.
 */
export function parseRetryAfter(header: string | null | undefined, nowMs = Date.now()): number | undefined {
  if (header == null) return undefined;
  if (/^\d{1,9}(\.\d+)?$/.test(header)) return Number(header) * 1000;
  // `Date.parse` alone would also accept texts that are no HTTP dates.
  const dateMs = HTTP_DATE.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;
