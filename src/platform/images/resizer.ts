import { hash } from 'node:crypto';
import { createSemaphore } from '../semaphore.ts';
import { createDiskCache } from './disk-cache.ts';
import { CONTENT_TYPES } from './image-format.ts';
import { loadSharp, render, type SharpLibrary, type Wanted } from './render.ts';
import { SharedWork, type Waiters } from './shared-work.ts';

export { formatFor, type ImageFormat, isResizable } from './image-format.ts';
export { ImageRefused, type Wanted } from './render.ts';

export interface ImageSource {
  /** Names the content: equal names have equal bytes (SHA-256 hex). */
  name: string;
  /** For whom: computing is shared fairly between owners. */
  owner: string;
  /** The whole content. */
  read(signal: AbortSignal): Promise<Uint8Array>;
}

export interface ResizedImage {
  contentType: string;
  sizeBytes: number;
  bytes: Buffer;
}

export interface Resizer {
  /**
   * One computation for any number of equal requests at once; answered from the cache when it is there.
   * Throws ImageRefused, ImagesBusy, what the source throws, or the signal's reason.
   */
  resize(source: ImageSource, wanted: Wanted, signal: AbortSignal): Promise<ResizedImage>;
  /** Breaks off what waits, and resolves when what is being computed has ended. */
  close(): Promise<void>;
}

export interface ResizerOptions {
  cacheFolder: string;
  /** Of all files of the cache together; 0 for none. */
  cacheBytes: number;
  /** Each takes a thread of the four that also read and write files. */
  atOnce: number;
  /** How many of one owner may wait for their turn. */
  queue: number;
  /**
   * An image with more is refused. With `atOnce` it bounds the memory, beside the sources' own bytes. Measured at 50
   * megapixels, to 320 pixels: 18 bytes a pixel for AVIF, 9 for interlaced PNG of 16 bits, 6 for progressive JPEG, 5
   * for GIF, hardly any for other JPEG, PNG and WebP; a copy of 4096 pixels takes up to 200 MB more.
   */
  megapixels: number;
  /** Told what is wrong with the cache; images are made all the same. */
  onError?(error: unknown): void;
}

/** More wait than there may. */
export class ImagesBusy extends Error {
  override readonly name = 'ImagesBusy';

  constructor() {
    super('Too many images wait to be resized');
  }
}

export function createResizer({ atOnce, queue, megapixels, onError = () => {}, ...cached }: ResizerOptions): Resizer {
  const cache = createDiskCache({ folder: cached.cacheFolder, limitBytes: cached.cacheBytes, onError });
  const works = new SharedWork<Buffer>();
  const mostOfOwner = Math.max(1, atOnce - 1);
  const turns = createSemaphore({ total: atOnce, perOwner: mostOfOwner });
  /** By owner: those that have their turn and those that wait for it. */
  const taking = new Map<string, number>();
  /** Loaded when it is first needed: it takes some 15 MB. */
  let sharp: Promise<SharpLibrary> | undefined;
  let isClosed = false;

  async function find(key: string, source: ImageSource, wanted: Wanted, waiters: Waiters): Promise<Buffer> {
    const kept = await cache.get(key);
    if (kept) return kept;
    const { owner } = source;
    count(owner, 1);
    try {
      const copy = await inTurn(owner, waiters.gone, () => compute(source, wanted, waiters));
      await cache.put(key, copy);
      return copy;
    } finally {
      count(owner, -1);
    }
  }

  function count(owner: string, change: 1 | -1): void {
    const counted = (taking.get(owner) ?? 0) + change;
    if (counted > mostOfOwner + queue) throw new ImagesBusy();
    if (counted === 0) taking.delete(owner);
    else taking.set(owner, counted);
  }

  async function inTurn(owner: string, gone: AbortSignal, work: () => Promise<Buffer>): Promise<Buffer> {
    const release = await turns.acquire(owner, 1, gone);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** The bytes are read within the turn, so that no more sources are in memory than images are computed. */
  async function compute(source: ImageSource, wanted: Wanted, waiters: Waiters): Promise<Buffer> {
    const bytes = await source.read(waiters.gone);
    sharp ??= loadSharp();
    const library = await sharp;
    waiters.gone.throwIfAborted();
    waiters.mustFinish();
    return render(library, bytes, wanted, megapixels * 1_000_000);
  }

  return {
    async resize(source, wanted, signal) {
      if (isClosed) throw new Error('The resizer is closed');
      const key = keyOf(source, wanted);
      const bytes = await works.join(key, waiters => find(key, source, wanted, waiters), signal);
      return { contentType: CONTENT_TYPES[wanted.format], sizeBytes: bytes.length, bytes };
    },

    async close() {
      isClosed = true;
      await works.close(new Error('The resizer is closed'));
      await cache.close();
    },
  };
}

/** Counts up with every change of `render.ts` that gives other copies, so that those made before are not served. */
const RENDERING = 1;

function keyOf(source: ImageSource, { width, height, format }: Wanted): string {
  return hash('sha256', JSON.stringify([RENDERING, source.name, width ?? null, height ?? null, format]), 'hex');
}
