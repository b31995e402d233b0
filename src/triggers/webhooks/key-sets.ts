/** Fetches and remembers the public keys of those who issue tokens. */

import { keepNewest } from '../../platform/keep-newest.ts';
import type { OutboundHttp } from '../../platform/outbound/outbound.ts';
import { readKeySet, type TokenKey } from './tokens.ts';

export interface KeySets {
  /** Returns undefined when the keys can not be fetched. A key id that is not known yet may lead to another fetch. */
  find(url: string, keyId: string | undefined): Promise<readonly TokenKey[] | undefined>;
}

interface KeySet {
  keys: readonly TokenKey[];
  fetchedAt: number;
}

const FRESH_MS = 10 * 60_000;
/** Keys that can not be fetched again are used for so long. */
const STALE_MS = 60 * 60_000;
/** A token with an unknown key leads to a fetch at most this often, so that senders can not make us fetch. */
const AGAIN_MS = 60_000;
/** A server that gave no keys is left alone for so long: calls would wait for it, and it for them. */
const AFTER_FAILURE_MS = 10_000;
const MOST_SETS = 200;
const FETCH = { timeoutMs: 5_000, limitBytes: 1_000_000, maxRedirects: 2 };

export function createKeySets(http: Pick<OutboundHttp, 'request'>, clock: () => number = Date.now): KeySets {
  const sets = new Map<string, KeySet>();
  const fetching = new Map<string, Promise<KeySet | undefined>>();
  /** When each server last gave no keys. */
  const failures = new Map<string, number>();

  async function fetchSet(url: string): Promise<KeySet | undefined> {
    try {
      const { status, body } = await http.request({ url, headers: { accept: 'application/json' }, ...FETCH });
      if (status !== 200) return undefined;
      const keys = readKeySet(JSON.parse(body.toString()));
      return keys.length === 0 ? undefined : { keys, fetchedAt: clock() };
    } catch {
      // Whatever is wrong with the address, the caller says that the sender can not be checked.
      return undefined;
    }
  }

  async function refresh(url: string): Promise<KeySet | undefined> {
    const under = fetching.get(url) ?? fetchSet(url);
    fetching.set(url, under);
    const set = await under;
    if (fetching.get(url) === under) fetching.delete(url);
    if (set) {
      failures.delete(url);
      keepNewest(sets, url, set, MOST_SETS);
    } else {
      keepNewest(failures, url, clock(), MOST_SETS);
    }
    return set;
  }

  return {
    async find(url, keyId) {
      const known = sets.get(url);
      const age = known ? clock() - known.fetchedAt : Number.POSITIVE_INFINITY;
      const isKnown = known !== undefined && hasKey(known, keyId);
      if (known && (age < AGAIN_MS || (isKnown && age < FRESH_MS))) return select(known, keyId);
      const mayAsk = clock() - (failures.get(url) ?? Number.NEGATIVE_INFINITY) >= AFTER_FAILURE_MS;
      const fresh = (mayAsk ? await refresh(url) : undefined) ?? (age < STALE_MS ? known : undefined);
      return fresh && select(fresh, keyId);
    },
  };
}

function hasKey({ keys }: KeySet, keyId: string | undefined): boolean {
  return keyId === undefined || keys.some(key => key.kind === 'public' && key.id === keyId);
}

/** A token that names no key is tried with all of them. */
function select({ keys }: KeySet, keyId: string | undefined): readonly TokenKey[] {
  return keyId === undefined ? keys : keys.filter(key => key.kind === 'public' && key.id === keyId);
}
