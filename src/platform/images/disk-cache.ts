import { hash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../error-details.ts';

/** Never fails: entries that can not be read count as missing, and entries that can not be written are not stored. */
export interface DiskCache {
  get(key: string): Promise<Buffer | undefined>;
  put(key: string, bytes: Buffer): Promise<void>;
  /** Resolves when all background work has ended. */
  close(): Promise<void>;
}

interface DiskCacheOptions {
  /** Created when it is missing. */
  folder: string;
  /** The limit of all files together; 0 means no cache. */
  limitBytes: number;
  /** Called for the first failure, and for the first one after a success, but not for each use of a full disk. */
  onError(error: unknown): void;
}

/**
 * Stores bytes by key (SHA-256 in hex) as files in one folder. The least recently used ones are evicted first:
 *
 *     <key>                  a checksum, then the bytes; never changed
 *     <key>.<random>.tmp     being written
 *
 * The folder itself is the index: a file's modification time is the time of its last use. So a new process finds the
 * entries and their order, and processes that share the folder agree without knowing of each other. Nothing is synced:
 * an entry that a power loss damages no longer matches its checksum and is computed again.
 *
 * When this process has written a sixteenth of the limit, the folder is swept down to three quarters of the limit. No
 * entry is larger than a sixteenth, and a write that would make the next sweep due waits for the current one. So one
 * process stays within the limit, and every further process adds at most a quarter of it.
 */
export function createDiskCache({ folder, limitBytes, onError }: DiskCacheOptions): DiskCache {
  const stepBytes = limitBytes / 16;
  /** Infinite, so that the first write starts a sweep, which finds the existing entries. */
  let unsweptBytes = Number.POSITIVE_INFINITY;
  let sweeping: Promise<void> | undefined;
  let isFailing = false;

  function report(error: unknown): void {
    if (!isFailing) onError(error);
    isFailing = true;
  }

  /** Waits for a sweep only when the sweep is slower than the writes. */
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

/** The time of the last use is not renewed more often, so that not every use costs a write. */
const RENEWAL_MS = 60_000;

/** A write takes far less time, so an older temporary file was left by a killed process. */
const TEMPORARY_MS = 10 * 60_000;

/** Another process may remove the file at any time. An open file can still be read to its end. */
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
    // Without the permission for this, the entry is evicted a little too early, which is harmless.
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
    await rm(temporary, { force: true }).catch(() => {}); // a later sweep removes what can not be removed now
    throw error;
  }
}

/** Evicts the least recently used entries until `targetBytes` are left, and removes files of killed processes. */
async function sweep(folder: string, targetBytes: number): Promise<void> {
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
    if (totalBytes <= targetBytes) break;
    await rm(entry.path, { force: true });
    totalBytes -= entry.sizeBytes;
  }
}

const STATS_AT_ONCE = 32;

function checksum(bytes: Buffer): Buffer {
  return hash('sha256', bytes, 'buffer');
}

function ignoreMissing(error: unknown): undefined {
  if (errorCode(error) === 'ENOENT') return undefined;
  throw error;
}
