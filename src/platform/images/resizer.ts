import { hash } from 'node:crypto';
import { createSemaphore, type Semaphore } from '../concurrency/semaphore.ts';
import { AbortableSingleFlight, type CallContext } from './abortable-single-flight.ts';
import { createDiskCache, type DiskCache } from './disk-cache.ts';
import { CONTENT_TYPES } from './image-format.ts';
import { loadSharp, type RenderOptions, render, type SharpLibrary } from './render.ts';

export { chooseFormat, type ImageFormat, isResizable } from './image-format.ts';
export { ImageRefused } from './render.ts';

export interface ImageSource {
  /** Identifies the content: equal names have equal bytes (SHA-256 hex). */
  name: string;
  /** On whose behalf the copy is made: computing time is shared fairly between owners. */
  owner: string;
  /** Reads the whole content. */
  read(signal: AbortSignal): Promise<Uint8Array>;
}

interface ResizedImage {
  contentType: string;
  sizeBytes: number;
  bytes: Buffer;
}

export interface ResizerOptions {
  cacheFolder: string;
  /** The limit of all files of the cache together; 0 means no cache. */
  cacheBytes: number;
  /** The number of computations at once. Each one occupies one of the four threads that also read and write files. */
  atOnce: number;
  /** The number of requests of one owner that may wait. */
  queue: number;
  /**
   * An image with more megapixels is refused. Together with `atOnce` this limits the memory, besides the bytes of the
   * sources. Measured at 50 megapixels, for copies of 320 pixels: 18 bytes for each pixel of AVIF, 9 of interlaced
   * 16-bit PNG, 6 of progressive JPEG, 5 of GIF, and hardly any of other JPEG, PNG and WebP. A copy of 4096 pixels
   * needs up to 200 MB more.
   */
  megapixels: number;
  /** Receives errors of the cache; images are made nevertheless. */
  onError?(error: unknown): void;
}

/** Too many requests wait already. */
export class ImagesBusy extends Error {
  override readonly name = 'ImagesBusy';

  constructor() {
    super('Too many images wait to be resized');
  }
}

export class Resizer {
  readonly #cache: DiskCache;
  readonly #calls = new AbortableSingleFlight<Buffer>();
  readonly #slots: Semaphore;
  readonly #sources: Semaphore;
  /** The number of requests that compute or wait, by owner. */
  readonly #pending = new Map<string, number>();
  readonly #mostPending: number;
  readonly #mostPixels: number;
  /** Loaded when it is first needed, because it takes about 15 MB. */
  #sharp: Promise<SharpLibrary> | undefined;
  #isClosed = false;

  constructor({ atOnce, queue, megapixels, onError = () => {}, cacheFolder, cacheBytes }: ResizerOptions) {
    const perOwner = Math.max(1, atOnce - 1);
    this.#cache = createDiskCache({ folder: cacheFolder, limitBytes: cacheBytes, onError });
    this.#slots = createSemaphore({ total: atOnce, perOwner });
    // Reading would leave a core idle between two images, so the next ones are read while others are computed.
    this.#sources = createSemaphore({ total: atOnce + READ_AHEAD, perOwner: perOwner + READ_AHEAD });
    this.#mostPending = perOwner + queue;
    this.#mostPixels = megapixels * 1_000_000;
  }

  /**
   * Returns the copy from the cache, or computes it once for any number of equal requests at once. Throws ImageRefused,
   * ImagesBusy, the error of the source, or the reason of the signal.
   */
  async resize(source: ImageSource, options: RenderOptions, signal: AbortSignal): Promise<ResizedImage> {
    if (this.#isClosed) throw new Error('The resizer is closed');
    const key = cacheKey(source, options);
    const bytes = await this.#calls.run(key, context => this.#findOrCompute(key, source, options, context), signal);
    return { contentType: CONTENT_TYPES[options.format], sizeBytes: bytes.length, bytes };
  }

  /** Aborts waiting requests, and resolves when the running computations have ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#calls.close(new Error('The resizer is closed'));
    await this.#cache.close();
  }

  async #findOrCompute(
    key: string,
    source: ImageSource,
    options: RenderOptions,
    context: CallContext,
  ): Promise<Buffer> {
    const cached = await this.#cache.get(key);
    if (cached) return cached;
    const { owner } = source;
    this.#countPending(owner, 1);
    try {
      const copy = await this.#compute(source, options, context);
      await this.#cache.put(key, copy);
      return copy;
    } finally {
      this.#countPending(owner, -1);
    }
  }

  #countPending(owner: string, change: 1 | -1): void {
    const count = (this.#pending.get(owner) ?? 0) + change;
    if (count > this.#mostPending) throw new ImagesBusy();
    if (count === 0) this.#pending.delete(owner);
    else this.#pending.set(owner, count);
  }

  /** Limits the sources in memory to hardly more than there are computations. */
  async #compute(source: ImageSource, options: RenderOptions, context: CallContext): Promise<Buffer> {
    const release = await this.#sources.acquire(source.owner, 1, context.signal);
    try {
      this.#sharp ??= loadSharp();
      const [bytes, library] = await Promise.all([source.read(context.signal), this.#sharp]);
      return await this.#computeInSlot(library, bytes, { owner: source.owner, options, context });
    } finally {
      release();
    }
  }

  async #computeInSlot(
    library: SharpLibrary,
    bytes: Uint8Array,
    { owner, options, context }: { owner: string; options: RenderOptions; context: CallContext },
  ): Promise<Buffer> {
    const release = await this.#slots.acquire(owner, 1, context.signal);
    try {
      context.signal.throwIfAborted();
      context.mustFinish();
      return await render(library, bytes, options, this.#mostPixels);
    } finally {
      release();
    }
  }
}

/** The number of images whose bytes are in memory before they are computed. */
const READ_AHEAD = 2;

/** Must be increased with every change of `render.ts` that changes the copies, so that older ones are not served. */
const RENDERING_VERSION = 1;

function cacheKey(source: ImageSource, { width, height, format }: RenderOptions): string {
  return hash('sha256', JSON.stringify([RENDERING_VERSION, source.name, width ?? null, height ?? null, format]), 'hex');
}
