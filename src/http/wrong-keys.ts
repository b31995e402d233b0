/**
 * Limits how often an address may try API keys that are wrong. Each lookup is a query, so whoever has tried too many gets no
 * further one in this window. Wrong keys have a rate of their own, and keys that were right lately are always looked
 * up: who shares an address with somebody who tries keys can go on working.
 */
import { networkOf } from '../platform/network-of.ts';
import type { Identities } from './authentication.ts';
import type { RateLimited } from './rate-limit.ts';

interface KeyServices extends RateLimited {
  identities: Pick<Identities, 'isKnown'>;
}

/** Throws `tooManyRequests` when the address has tried too many wrong keys, as far as this process knows. */
export function requireKeyTry({ identities, rateLimiter }: KeyServices, key: string, address: string): void {
  if (rateLimiter && !identities.isKnown(key)) rateLimiter.requireLeft('default', clientOf(address));
}

/** Counts a wrong key. Throws `tooManyRequests` when the address has tried too many. */
export async function countWrongKey({ rateLimiter }: RateLimited, address: string): Promise<void> {
  await rateLimiter?.spend('default', clientOf(address));
}

function clientOf(address: string): string {
  return `wrong keys ${networkOf(address)}`;
}
