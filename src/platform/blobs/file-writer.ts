/** What is needed of Node's FileHandle. */
export interface WritableFile {
  writev(chunks: Uint8Array[]): Promise<{ bytesWritten: number }>;
  datasync(): Promise<void>;
  sync(): Promise<void>;
}

/**
 * Writes the chunks to the file and syncs it. While one batch is being written, the next one is gathered (and hashed
 * by the source), and what is written is synced in the background as it goes.
 *
 * Measured with 100 MB in chunks of 64 KiB, of which hashing alone takes 100 ms: with a write for every chunk and
 * one sync at the end 270 ms, with batches of 1 MiB 220 ms (larger ones gain nothing), with syncs in between 140 ms.
 */
export async function writeDurably(file: WritableFile, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const writing = new BackgroundTask();
  const syncing = new BackgroundTask();
  let batch: Uint8Array[] = [];
  let batchBytes = 0;
  let unsyncedBytes = 0;
  try {
    for await (const chunk of chunks) {
      batch.push(chunk);
      batchBytes += chunk.byteLength;
      if (batchBytes < fullBatchBytes && batch.length < fullBatchChunks) continue;
      await writing.done();
      if (unsyncedBytes >= syncEveryBytes && syncing.idle) {
        await syncing.done();
        syncing.start(file.datasync());
        unsyncedBytes = 0;
      }
      unsyncedBytes += batchBytes;
      writing.start(writeAll(file, batch));
      batch = [];
      batchBytes = 0;
    }
    await writing.done();
    await writeAll(file, batch);
  } finally {
    // The caller closes the file next: nothing may still be using it, whatever went wrong.
    await Promise.allSettled([writing.done(), syncing.done()]);
  }
  await syncing.done();
  await file.sync();
}

const fullBatchBytes = 1024 * 1024;
/** What one system call takes, and a bound for a source of tiny chunks. */
const fullBatchChunks = 1024;
const syncEveryBytes = 16 * 1024 * 1024;

/** One promise that is waited for later. Its failure is kept until then, and not reported as unhandled. */
class BackgroundTask {
  #running: Promise<unknown> = Promise.resolve();
  idle = true;

  start(task: Promise<unknown>): void {
    this.idle = false;
    this.#running = task.finally(() => {
      this.idle = true;
    });
    this.#running.catch(() => {});
  }

  async done(): Promise<void> {
    await this.#running;
  }
}

/** A write may take less than it was given, most of all before a disk is full. */
async function writeAll(file: WritableFile, chunks: Uint8Array[]): Promise<void> {
  let rest = chunks.filter(chunk => chunk.byteLength > 0);
  while (rest.length > 0) {
    const { bytesWritten } = await file.writev(rest);
    rest = skipBytes(bytesWritten, rest);
  }
}

function skipBytes(bytes: number, chunks: Uint8Array[]): Uint8Array[] {
  let skip = bytes;
  return chunks.flatMap(chunk => {
    const skipped = Math.min(skip, chunk.byteLength);
    skip -= skipped;
    return skipped === chunk.byteLength ? [] : [chunk.subarray(skipped)];
  });
}
