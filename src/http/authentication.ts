/**
 * Finds the user of an API key, or of a session of the console.
 *
 * A lookup is one indexed query, and its result is cached for a few seconds. The database notifies every process when
 * a key, a session or a user changes (`identity_changed`), so a disabled key and an ended session are refused at once.
 * While a process is not connected to these notifications, it does not cache.
 */

import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { HeddleDatabase } from '../database.ts';
import type { Listener } from '../platform/postgres/listener.ts';
import type { Caller } from './caller.ts';
import { SESSION_IDLE_SECONDS } from './session-cookie.ts';
import { createUseRecorder, STALE_AFTER, type UseRecorder } from './use-recorder.ts';

export interface Identities {
  /** Synchronous when the caller is cached, as most callers are. */
  identify(key: string): Found;
  /** Whether the key was valid when this process looked it up, which may have been some time ago. */
  isKnown(key: string): boolean;
  /** Finds the caller by the token of a session's cookie. */
  identifySession(token: string): Found;
  /** Evicts a user from the cache now, instead of when the notification of the database arrives. */
  evict(userId: string): void;
  close(): Promise<void>;
}

type Found = Caller | undefined | Promise<Caller | undefined>;

const CACHE_MS = 5_000;
const CACHE_ENTRIES = 10_000;
/** No key is longer. This saves us from hashing a megabyte for a stranger. */
const KEY_CHARACTERS = 512;

export function hashKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

export async function openIdentities(database: HeddleDatabase, listener: Listener): Promise<Identities> {
  const uses = createUseRecorder(database);
  // Keys and sessions have caches of their own: a cookie is never accepted as a key, for which other rules apply.
  const keys = createCache(listener, digest => findKeyCaller(database, uses, digest));
  const sessions = createCache(listener, digest => findSessionCaller(database, uses, digest));

  function evict(userId: string): void {
    keys.evict(userId);
    sessions.evict(userId);
  }

  const subscription = await listener.subscribe('identity_changed', evict, () => {
    keys.clear();
    sessions.clear();
  });

  return {
    identify: keys.find,
    isKnown: keys.has,
    identifySession: sessions.find,
    evict,
    async close() {
      await subscription.close();
      await uses.close();
    },
  };
}

interface IdentityCache {
  find(secret: string): Found;
  has(secret: string): boolean;
  evict(userId: string): void;
  clear(): void;
}

function createCache(listener: Listener, query: (digest: Buffer) => Promise<Caller | undefined>): IdentityCache {
  const cache = new Map<string, { caller: Caller; expiresAt: number }>();
  /** The lookups under way: when an entry expires under load, its many requests ask only once. */
  const lookups = new Map<string, Promise<Caller | undefined>>();
  // Counts evictions: a lookup that began before an eviction must not be cached after it.
  let generation = 0;

  async function lookUp(secret: string): Promise<Caller | undefined> {
    const generationBefore = generation;
    const caller = await query(hashKey(secret));
    if (caller && generation === generationBefore && listener.connected) {
      if (cache.size >= CACHE_ENTRIES) cache.clear();
      cache.set(secret, { caller, expiresAt: performance.now() + CACHE_MS });
    }
    return caller;
  }

  function begin(secret: string): Promise<Caller | undefined> {
    const lookup = lookUp(secret).finally(() => {
      if (lookups.get(secret) === lookup) lookups.delete(secret);
    });
    lookups.set(secret, lookup);
    return lookup;
  }

  /** What a lookup found that began before an eviction may be outdated. */
  function forgetLookups(): void {
    generation++;
    lookups.clear();
  }

  return {
    find(secret) {
      if (secret.length > KEY_CHARACTERS) return undefined;
      const known = cache.get(secret);
      if (known && known.expiresAt > performance.now()) return known.caller;
      return (listener.connected ? lookups.get(secret) : undefined) ?? begin(secret);
    },
    has: secret => cache.has(secret),
    evict(userId) {
      forgetLookups();
      for (const [secret, { caller }] of cache) if (caller.userId === userId) cache.delete(secret);
    },
    clear() {
      forgetLookups();
      cache.clear();
    },
  };
}

async function findKeyCaller(
  { query }: HeddleDatabase,
  uses: UseRecorder,
  digest: Buffer,
): Promise<Caller | undefined> {
  const row = await query
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .select(['api_keys.id as keyId', 'users.id as userId', 'api_keys.scopes'])
    .select(['users.email', 'users.name', 'users.admin', 'users.workflow_permission as workflowPermission'])
    .select(
      sql<boolean>`coalesce(api_keys.last_used_at < now() - ${STALE_AFTER}::interval, true)`.as('isUseUnrecorded'),
    )
    .where('api_keys.key_hash', '=', digest)
    .where('api_keys.enabled', '=', true)
    .where('users.enabled', '=', true)
    .executeTakeFirst();
  if (!row) return undefined;
  const { isUseUnrecorded, ...caller } = row;
  if (isUseUnrecorded) uses.record('api_keys', caller.keyId);
  return { ...caller, scopes: new Set(row.scopes) };
}

async function findSessionCaller(
  { query }: HeddleDatabase,
  uses: UseRecorder,
  digest: Buffer,
): Promise<Caller | undefined> {
  const row = await query
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id as sessionId', 'users.id as userId'])
    .select(['users.email', 'users.name', 'users.admin', 'users.workflow_permission as workflowPermission'])
    .select(sql<boolean>`sessions.last_seen_at < now() - ${STALE_AFTER}::interval`.as('isUseUnrecorded'))
    .where('sessions.token_hash', '=', digest)
    .where('sessions.ends_at', '>', sql<Date>`now()`)
    .where('sessions.last_seen_at', '>', sql<Date>`now() - make_interval(secs => ${SESSION_IDLE_SECONDS})`)
    .where('users.enabled', '=', true)
    .executeTakeFirst();
  if (!row) return undefined;
  const { isUseUnrecorded, ...caller } = row;
  if (isUseUnrecorded) uses.record('sessions', caller.sessionId);
  return { ...caller, keyId: caller.sessionId, scopes: EVERY_SCOPE };
}

/** A session may do whatever its user may do. */
const EVERY_SCOPE: ReadonlySet<string> = new Set(['*']);
