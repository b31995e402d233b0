import { createHash } from 'node:crypto';
import { type BlobKey, BlobTooLarge, type PutOptions, type StoredBlob } from './blobs.ts';

/** Counts and hashes a source while a driver reads it, and ends it at its limit or when its signal aborts. */
export class MeteredSource implements AsyncIterable<Uint8Array> {
  readonly #source: AsyncIterable<Uint8Array>;
  readonly #limitBytes: number;
  readonly #hash = createHash('sha256');
  #sizeBytes = 0;

  constructor(source: AsyncIterable<Uint8Array>, { limitBytes, signal }: PutOptions) {
    this.#source = signal ? abortable(source, signal) : source;
    this.#limitBytes = limitBytes;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const chunk of this.#source) {
      this.#sizeBytes += chunk.byteLength;
      if (this.#sizeBytes > this.#limitBytes) throw new BlobTooLarge(this.#limitBytes);
      this.#hash.update(chunk);
      yield chunk;
    }
  }

  /** May be called once, after the source was read to its end. */
  toStoredBlob(key: BlobKey): StoredBlob {
    return { key, sizeBytes: this.#sizeBytes, sha256: this.#hash.digest('hex') };
  }
}

/** Rejects as soon as the signal aborts, even while the source waits for bytes that may never arrive. */
async function* abortable(
  source: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const iterator = source[Symbol.asyncIterator]();
  // One listener serves the whole source and interrupts the current step. Racing every step against one promise of the
  // abort would keep a reaction for each chunk in memory until the end.
  let interrupt: (reason: unknown) => void = () => {};
  const onAbort = () => interrupt(signal.reason);
  signal.addEventListener('abort', onAbort);
  let ended = false;
  try {
    while (true) {
      const step = await new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
        signal.throwIfAborted();
        interrupt = reject;
        iterator.next().then(resolve, error => {
          ended = true;
          reject(error);
        });
      });
      ended = step.done === true;
      if (step.done) return;
      yield step.value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    if (!ended) await close(iterator, signal);
  }
}

async function close(iterator: AsyncIterator<Uint8Array>, signal: AbortSignal): Promise<void> {
  const closing = iterator.return?.();
  // An async generator settles return() only after its current step, which may never end. So an aborted source is
  // closed without waiting.
  if (signal.aborted) closing?.catch(() => {});
  else await closing;
}
