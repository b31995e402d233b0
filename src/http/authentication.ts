/**
 * Finds the user of an API key.
 *
 * A lookup is one indexed query, and its result is cached for a few seconds. The database notifies every process when
 * a key or a user changes (`identity_changed`), so a disabled key is refused at once. While a process is not connected
 * to these notifications, it does not cache.
 */

import { hash } from 'node:crypto';
import type { HeddleDatabase } from '../database.ts';
import type { Listener } from '../platform/postgres/listener.ts';
import type { Caller } from './caller.ts';

export interface Identities {
  /** Synchronous when the caller is cached, as most callers are. */
  identify(key: string): Caller | undefined | Promise<Caller | undefined>;
  /** Evicts a user from the cache now, instead of when the notification of the database arrives. */
  evict(userId: string): void;
  close(): Promise<void>;
}

const CACHE_MS = 5_000;
const CACHE_ENTRIES = 10_000;
/** No key is longer. This saves us from hashing a megabyte for a stranger. */
const KEY_CHARACTERS = 512;

export function hashKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

export async function openIdentities(database: HeddleDatabase, listener: Listener): Promise<Identities> {
  const cache = new Map<string, { caller: Caller; expiresAt: number }>();
  // Counts evictions: a lookup that began before an eviction must not be cached after it.
  let generation = 0;

  function evict(userId: string): void {
    generation++;
    for (const [key, { caller }] of cache) if (caller.userId === userId) cache.delete(key);
  }

  const subscription = await listener.subscribe('identity_changed', evict, () => {
    generation++;
    cache.clear();
  });

  async function lookUp(key: string): Promise<Caller | undefined> {
    const generationBefore = generation;
    const caller = await findCaller(database, hashKey(key));
    if (caller && generation === generationBefore && listener.connected) {
      if (cache.size >= CACHE_ENTRIES) cache.clear();
      cache.set(key, { caller, expiresAt: performance.now() + CACHE_MS });
    }
    return caller;
  }

  return {
    identify(key) {
      if (key.length > KEY_CHARACTERS) return undefined;
      const known = cache.get(key);
      if (known && known.expiresAt > performance.now()) return known.caller;
      return lookUp(key);
    },
    evict,
    close: () => subscription.close(),
  };
}

async function findCaller({ query }: HeddleDatabase, digest: Buffer): Promise<Caller | undefined> {
  const row = await query
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .select(['api_keys.id as keyId', 'users.id as userId', 'api_keys.scopes'])
    .select(['users.email', 'users.name', 'users.admin', 'users.workflow_permission as workflowPermission'])
    .where('api_keys.key_hash', '=', digest)
    .where('api_keys.enabled', '=', true)
    .where('users.enabled', '=', true)
    .executeTakeFirst();
  return row && { ...row, scopes: new Set(row.scopes) };
}
