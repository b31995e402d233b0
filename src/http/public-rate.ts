/**
 * Limits what anybody may read without a key, by address. It counts in the memory of each process: the documentation
 * says what to do about a database that is away, so it must not need one.
 */
import { type RatePolicy, tooManyRequests } from '../errors.ts';

const WINDOW_MS = 60_000;
/** Beyond so many addresses a minute, all begin anew, which costs nobody anything. */
const ADDRESSES = 10_000;

/** Returns what counts a request, and throws `tooManyRequests` above the limit. */
export function createPublicRate(perMinute: number): (address: string) => void {
  const policy: RatePolicy = { name: 'public', quota: perMinute, windowSeconds: WINDOW_MS / 1000 };
  const used = new Map<string, number>();
  let endsAt = 0;
  return address => {
    const now = performance.now();
    if (now >= endsAt || used.size >= ADDRESSES) {
      used.clear();
      endsAt = now + WINDOW_MS;
    }
    const count = (used.get(address) ?? 0) + 1;
    used.set(address, count);
    if (count > perMinute) throw tooManyRequests(Math.max(1, Math.ceil((endsAt - now) / 1000)), policy);
  };
}
