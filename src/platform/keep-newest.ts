/** Adds to a cache that keeps a number of entries: the one that was added first makes room. */
export function keepNewest<Key, Value>(cache: Map<Key, Value>, key: Key, value: Value, most: number): void {
  cache.delete(key);
  cache.set(key, value);
  const [oldest] = cache.keys();
  if (cache.size > most && oldest !== undefined) cache.delete(oldest);
}
