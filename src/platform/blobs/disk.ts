import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { errorCode } from '../error-details.ts';
import {
  type BlobKey,
  BlobNotFound,
  type BlobReader,
  type Blobs,
  type GetOptions,
  isBlobKey,
  type ListedBlob,
  newBlobKey,
  type PutOptions,
  requireBlobKey,
  type StoredBlob,
} from './blobs.ts';
import { writeDurably } from './file-writer.ts';
import { MeteredSource } from './metering.ts';

/**
 * Stores blobs as files in one folder, which is created when it is missing:
 *
 *     tmp/<random>          being written; nothing reads it
 *     ab/cd/abcd<28 more>   a blob: complete, synced and never changed
 *
 * `put` writes and syncs the temporary file, renames it and syncs the directories, in that order. So a crash at any
 * point leaves either no blob or the whole blob, and an acknowledged blob survives a power loss.
 */
export async function openDiskBlobs(path: string): Promise<Blobs> {
  const folder = resolve(path);
  const temporaryFolder = join(folder, 'tmp');
  const firstMade = await mkdir(temporaryFolder, { recursive: true, mode: 0o700 });
  if (firstMade !== undefined) await syncUpTo(dirname(firstMade), folder);
  return new DiskBlobs(folder, temporaryFolder);
}

class DiskBlobs implements Blobs {
  readonly #folder: string;
  readonly #temporaryFolder: string;
  /** The fan-out directories (`abcd` for `ab/cd`) that this process has synced into their parents. */
  readonly #durableDirectories = new Set<string>();

  constructor(folder: string, temporaryFolder: string) {
    this.#folder = folder;
    this.#temporaryFolder = temporaryFolder;
  }

  async put(key: BlobKey, source: AsyncIterable<Uint8Array>, options: PutOptions): Promise<StoredBlob> {
    const path = this.#blobPath(key);
    const temporary = join(this.#temporaryFolder, newBlobKey());
    const metered = new MeteredSource(source, options);
    try {
      const file = await open(temporary, 'wx', 0o600);
      try {
        await writeDurably(file, metered);
      } finally {
        await file.close();
      }
      options.signal?.throwIfAborted();
      await this.#moveIntoPlace(temporary, key, path);
    } catch (error) {
      // The next sweepTemporary() removes what cannot be removed now. The caller gets the original error.
      await rm(temporary, { force: true }).catch(() => {});
      throw error;
    }
    return metered.toStoredBlob(key);
  }

  async get(key: BlobKey, { range, signal }: GetOptions = {}): Promise<BlobReader> {
    signal?.throwIfAborted();
    const file = await openToRead(key, this.#blobPath(key));
    try {
      const { size } = await file.stat();
      // The open file is read, which stays complete when the blob is deleted meanwhile. The stream closes it.
      const stream = file.createReadStream({ ...range, signal, highWaterMark: readBytes });
      return { stream, sizeBytes: size };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async read(key: BlobKey, sizeBytes: number): Promise<Uint8Array> {
    const file = await openToRead(key, this.#blobPath(key));
    try {
      const whole = Buffer.allocUnsafe(sizeBytes);
      let filledBytes = 0;
      while (filledBytes < sizeBytes) {
        const { bytesRead } = await file.read(whole, filledBytes, sizeBytes - filledBytes);
        if (bytesRead === 0) throw new Error(`The blob ${key} is shorter than ${sizeBytes} bytes`);
        filledBytes += bytesRead;
      }
      return whole;
    } finally {
      // Nobody waits for this: the content was read even when the file can not be closed.
      void file.close().catch(() => {});
    }
  }

  async stat(key: BlobKey): Promise<{ sizeBytes: number }> {
    const found = await stat(this.#blobPath(key)).catch(error => {
      throw isMissing(error) ? new BlobNotFound(key, { cause: error }) : error;
    });
    return { sizeBytes: found.size };
  }

  /**
   * Deletions are not synced: one that is lost in a power failure leaves an orphaned blob, which the sweep finds again.
   */
  async delete(key: BlobKey): Promise<void> {
    await rm(this.#blobPath(key), { force: true });
  }

  async *list(): AsyncGenerator<ListedBlob, void, undefined> {
    for (const first of await fanOutNames(this.#folder)) {
      for (const second of await fanOutNames(join(this.#folder, first))) {
        yield* await listDirectory(join(this.#folder, first, second));
      }
    }
  }

  /** The age counts from the last write to the file, so a long upload that still writes is safe. */
  async sweepTemporary(olderThanMs: number): Promise<number> {
    const youngest = Date.now() - olderThanMs;
    let removed = 0;
    for (const name of await readdir(this.#temporaryFolder)) {
      const path = join(this.#temporaryFolder, name);
      const found = await statIfPresent(path);
      if (found === undefined || found.mtimeMs > youngest) continue;
      await rm(path, { force: true });
      removed += 1;
    }
    return removed;
  }

  async check({ signal }: { signal?: AbortSignal } = {}): Promise<void> {
    signal?.throwIfAborted();
    const path = join(this.#temporaryFolder, newBlobKey());
    try {
      const file = await open(path, 'wx', 0o600);
      try {
        // A full disk can still create files; only writing a byte shows that there is space.
        await file.write(Buffer.of(0));
      } finally {
        await file.close();
      }
    } finally {
      await rm(path, { force: true });
    }
  }

  async close(): Promise<void> {}

  async #moveIntoPlace(temporary: string, key: BlobKey, path: string): Promise<void> {
    const directory = dirname(path);
    const fanOut = key.slice(0, 4);
    try {
      await rename(temporary, path);
    } catch (error) {
      if (!isMissing(error)) throw error;
      await mkdir(directory, { recursive: true, mode: 0o700 });
      this.#durableDirectories.delete(fanOut);
      await rename(temporary, path);
    }
    try {
      // An existing directory need not be durable: another put may have created it a moment ago without having synced
      // it yet. So each process syncs the parents once for each directory that it uses.
      if (this.#durableDirectories.has(fanOut)) {
        await syncDirectory(directory);
      } else {
        await syncUpTo(this.#folder, directory);
        this.#durableDirectories.add(fanOut);
      }
    } catch (error) {
      await rm(path, { force: true }).catch(() => {});
      throw error;
    }
  }

  #blobPath(key: BlobKey): string {
    const name = requireBlobKey(key);
    return join(this.#folder, name.slice(0, 2), name.slice(2, 4), name);
  }
}

/**
 * Reading 100 MB takes 81 ms with Node's default of 64 KiB and 50 ms with this. Each open stream has one or two
 * buffers.
 */
const readBytes = 128 * 1024;

/** Lists one of 65,536 directories at a time: with ten million blobs, about 150 are in memory. */
async function listDirectory(directory: string): Promise<ListedBlob[]> {
  const keys = (await readdirIfPresent(directory)).filter(isBlobKey);
  const listed = await Promise.all(
    keys.map(async (key): Promise<ListedBlob[]> => {
      const found = await statIfPresent(join(directory, key));
      return found ? [{ key, sizeBytes: found.size, modifiedAt: found.mtime }] : [];
    }),
  );
  return listed.flat();
}

async function openToRead(key: BlobKey, path: string): Promise<FileHandle> {
  return open(path, 'r').catch(error => {
    throw isMissing(error) ? new BlobNotFound(key, { cause: error }) : error;
  });
}

async function fanOutNames(directory: string): Promise<string[]> {
  return (await readdir(directory)).filter(name => /^[0-9a-f]{2}$/.test(name));
}

async function readdirIfPresent(path: string): Promise<string[]> {
  return readdir(path).catch(error => {
    if (isMissing(error)) return [];
    throw error;
  });
}

async function statIfPresent(path: string) {
  return stat(path).catch(error => {
    if (isMissing(error)) return undefined;
    throw error;
  });
}

/** Syncs the directory and those above it, up to `top`. */
async function syncUpTo(top: string, directory: string): Promise<void> {
  await syncDirectory(directory);
  if (directory !== top) await syncUpTo(top, dirname(directory));
}

async function syncDirectory(path: string): Promise<void> {
  const directory: FileHandle = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

function isMissing(error: unknown): boolean {
  return errorCode(error) === 'ENOENT';
}
