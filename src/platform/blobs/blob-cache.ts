/**
 * Keeps small blobs that were read lately in memory. A blob never changes under its key, so there is nothing to
 * invalidate: whoever asks for one has found out that the caller may have it, and that it still belongs to something.
 * Opening, reading and closing a file of 10 KB took half of the time of its download.
 */
import { WeightedCache } from '../weighted-cache.ts';
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
  const cached = new WeightedCache<BlobKey, Uint8Array>({ most: limitBytes, weigh: bytes => bytes.byteLength });
  return {
    get: (key, options) => blobs.get(key, options),
    async read(key, sizeBytes) {
      if (sizeBytes > largestBytes) return blobs.read(key, sizeBytes);
      return cached.get(key) ?? cached.add(key, await blobs.read(key, sizeBytes));
    },
  };
}
