/**
 * Whether the same request may be answered otherwise later: the server was too busy, too early or out of order. Any other
 * status of 400 or more is an answer that will not change.
 */
export function isTransientStatus(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500;
}
