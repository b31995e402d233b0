import { hash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Never fails: what it can not read is not there, and what it can not write is not kept. */
export interface DiskCache {
  get(key: string): Promise<Buffer | undefined>;
  put(key: string, bytes: Buffer): Promise<void>;
  /** Resolves when nothing of it goes on any more. */
  close(): Promise<void>;
}

export interface DiskCacheOptions {
  /** Made when it is missing. */
  folder: string;
  /** Of all files together; 0 for no cache. */
  limitBytes: number;
  /** Told the first failure, and the first after it worked again: not one for each use of a full disk. */
  onError(error: unknown): void;
}

/**
 * Bytes by key (SHA-256 in hex) as files of one folder; those used least recently go first:
 *
 *     <key>                  a checksum, then the bytes; never changed
 *     <key>.<random>.tmp     being written
 *
 * The folder itself is the index: a file's modification time says when it was last used. So a process that starts
 * finds what there is and in which order, and several that share the folder agree without knowing of each other.
 * Nothing is synced: what a power loss tears does not match its checksum any more, and is computed again.
 *
 * The folder is swept when this process has written a sixteenth of the limit, down to three quarters of it. No entry is
 * larger than a sixteenth, and a write that would make the next sweep due waits for the one that goes on. So one
 * process keeps within the limit, and every other adds a quarter of it at most.
 */
export function createDiskCache({ folder, limitBytes, onError }: DiskCacheOptions): DiskCache {
  const stepBytes = limitBytes / 16;
  /** The first sweep comes with the first write: it finds what was there before. */
  let unsweptBytes = Number.POSITIVE_INFINITY;
  let sweeping: Promise<void> | undefined;
  let isFailing = false;

  function report(error: unknown): void {
    if (!isFailing) onError(error);
    isFailing = true;
  }

  /** Waits for a sweep only when it is slower than the writing. */
  async function sweepWhenDue(): Promise<void> {
    while (sweeping && unsweptBytes >= stepBytes) await sweeping;
    if (unsweptBytes < stepBytes) return;
    unsweptBytes = 0;
    sweeping = sweep(folder, limitBytes * 0.75)
      .catch(report)
      .finally(() => {
        sweeping = undefined;
      });
  }

  return {
    async get(key) {
      try {
        return await readEntry(join(folder, key));
      } catch (error) {
        report(error);
        return undefined;
      }
    },

    async put(key, bytes) {
      const sizeBytes = CHECKSUM_BYTES + bytes.length;
      if (sizeBytes > stepBytes) return;
      try {
        await writeEntry(folder, key, bytes);
        isFailing = false;
      } catch (error) {
        report(error);
      }
      unsweptBytes += sizeBytes;
      await sweepWhenDue();
    },

    async close() {
      await sweeping;
    },
  };
}

const CHECKSUM_BYTES = 32;

/** The last use need not be known so exactly that each should cost a write. */
const RENEWAL_MS = 60_000;

/** A write takes far less: what is older was left by a process that was killed. */
const TEMPORARY_MS = 10 * 60_000;

/** Another process may remove the file at any time: what was opened reads to its end all the same. */
async function readEntry(path: string): Promise<Buffer | undefined> {
  const file = await open(path, 'r').catch(ignoreMissing);
  if (!file) return undefined;
  try {
    const { mtimeMs } = await file.stat();
    const content = await file.readFile();
    const bytes = content.subarray(CHECKSUM_BYTES);
    if (!checksum(bytes).equals(content.subarray(0, CHECKSUM_BYTES))) {
      await rm(path, { force: true });
      return undefined;
    }
    const now = new Date();
    // Where that is not permitted, it goes a little sooner than it should; it is good all the same.
    if (now.getTime() - mtimeMs > RENEWAL_MS) await file.utimes(now, now).catch(() => {});
    return bytes;
  } finally {
    await file.close();
  }
}

async function writeEntry(folder: string, key: string, bytes: Buffer): Promise<void> {
  const path = join(folder, key);
  const temporary = `${path}.${randomBytes(8).toString('hex')}.tmp`;
  const content = Buffer.concat([checksum(bytes), bytes]);
  const write = () => writeFile(temporary, content, { flag: 'wx', mode: 0o600 });
  try {
    await write().catch(async error => {
      ignoreMissing(error);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await write();
    });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {}); // what can not be removed now, a later sweep removes
    throw error;
  }
}

/** Removes what was used least recently until the rest is no more than given, and what killed processes left. */
async function sweep(folder: string, keepBytes: number): Promise<void> {
  const entries: { path: string; sizeBytes: number; usedAtMs: number }[] = [];
  const names = (await readdir(folder).catch(ignoreMissing)) ?? [];
  for (let start = 0; start < names.length; start += STATS_AT_ONCE) {
    const batch = names.slice(start, start + STATS_AT_ONCE);
    await Promise.all(
      batch.map(async name => {
        const path = join(folder, name);
        const isEntry = /^[0-9a-f]{64}$/.test(name);
        const isTemporary = /^[0-9a-f]{64}\.[0-9a-f]{16}\.tmp$/.test(name);
        const found = isEntry || isTemporary ? await stat(path).catch(ignoreMissing) : undefined;
        if (!found) return;
        if (isEntry) entries.push({ path, sizeBytes: found.size, usedAtMs: found.mtimeMs });
        else if (Date.now() - found.mtimeMs > TEMPORARY_MS) await rm(path, { force: true });
      }),
    );
  }
  entries.sort((one, other) => one.usedAtMs - other.usedAtMs);
  let totalBytes = entries.reduce((sum, entry) => sum + entry.sizeBytes, 0);
  for (const entry of entries) {
    if (totalBytes <= keepBytes) break;
    await rm(entry.path, { force: true });
    totalBytes -= entry.sizeBytes;
  }
}

const STATS_AT_ONCE = 32;

function checksum(bytes: Buffer): Buffer {
  return hash('sha256', bytes, 'buffer');
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
