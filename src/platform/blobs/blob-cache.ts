/**
 * Keeps small blobs that were read lately in memory. A blob never changes under its key, so there is nothing to
 * invalidate: whoever asks for one has found out that the caller may have it, and that it still belongs to something.
 * Opening, reading and closing a file of 10 KB took half of the time of its download.
 */
import type { BlobKey, Blobs } from './blobs.ts';

interface BlobCacheOptions {
  /** The limit of all cached blobs together. */
  limitBytes: number;
  /** Larger blobs are not cached. */
  largestBytes: number;
}

export function cacheSmallBlobs(
  blobs: Pick<Blobs, 'get' | 'read'>,
  { limitBytes, largestBytes }: BlobCacheOptions,
): Pick<Blobs, 'get' | 'read'> {
  /** The least recently used one comes first. */
  const cached = new Map<BlobKey, Uint8Array>();
  let cachedBytes = 0;

  function remove(key: BlobKey): Uint8Array | undefined {
    const bytes = cached.get(key);
    if (bytes && cached.delete(key)) cachedBytes -= bytes.byteLength;
    return bytes;
  }

  function add(key: BlobKey, bytes: Uint8Array): void {
    remove(key);
    cached.set(key, bytes);
    cachedBytes += bytes.byteLength;
    for (const oldest of cached.keys()) {
      if (cachedBytes <= limitBytes) return;
      remove(oldest);
    }
  }

  return {
    get: (key, options) => blobs.get(key, options),
    async read(key, sizeBytes) {
      if (sizeBytes > largestBytes) return blobs.read(key, sizeBytes);
      const bytes = remove(key) ?? (await blobs.read(key, sizeBytes));
      add(key, bytes);
      return bytes;
    },
  };
}
