/**
 * Space that is kept for the server on its disk. A server that can not write to its log ends, and does not start again on a
 * full disk.
 *
 *   no reserve ── there is ample space ──▶ kept ── the server does not start on a full disk ──▶ released
 *       released: the server starts read-only, so that the space lasts ── there is ample space ──▶ kept, and it writes again
 *
 * All processes that share the server see the state in its folder.
 */
import { randomBytes } from 'node:crypto';
import { constants, open, rm, stat, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { diskProblem } from '../disk-problem.ts';
import { errorMessage } from '../error-details.ts';

/** Enough to recover, which takes some files of 16 MB, and to read for long. */
export const RESERVE_BYTES = 64 * 2 ** 20;
/** The reserve is for emergencies, and must not cause one: so often its size must be free. */
const AMPLE = 4;
const CHUNK_BYTES = 2 ** 20;
/** A server that has less can not be expected to start: a file of its log has 16 MB. */
const LITTLE_BYTES = 16 * 2 ** 20;

/** Vacuuming writes too. */
export const READ_ONLY_SETTINGS = { default_transaction_read_only: 'on', autovacuum: 'off' } as const;

export class Reserve {
  readonly #bytes: number;
  readonly #file: string;
  /** Exists while the reserve is released. */
  readonly #mark: string;

  constructor(folder: string, bytes = RESERVE_BYTES) {
    this.#bytes = bytes;
    this.#file = path.join(folder, 'reserve');
    this.#mark = path.join(folder, 'reserve-released');
  }

  async isReleased(): Promise<boolean> {
    return (await sizeOf(this.#mark)) !== undefined;
  }

  /** Keeps the space if there is ample of it. Returns whether it is kept. */
  async keep(): Promise<boolean> {
    const kept = (await sizeOf(this.#file)) ?? 0;
    if (kept < this.#bytes) {
      if ((await this.#freeBytes()) < AMPLE * this.#bytes || !(await this.#write(kept))) return false;
    }
    await rm(this.#mark, { force: true });
    return true;
  }

  /** Gives the space free if its lack is why the server does not start. Returns false when that is not so, or none was kept. */
  async releaseAfter(error: unknown): Promise<boolean> {
    if ((await sizeOf(this.#file)) === undefined) return false;
    // On a full disk the server can not always write down why it ends.
    if (!isFullDisk(error) && (await this.#freeBytes()) >= LITTLE_BYTES) return false;
    await rm(this.#file, { force: true });
    await writeFile(this.#mark, '');
    return true;
  }

  async #freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(path.dirname(this.#file));
    return bavail * bsize;
  }

  /** Zeros would take no space in some file systems. Several processes may write the same places at the same time. */
  async #write(from: number): Promise<boolean> {
    const chunk = randomBytes(CHUNK_BYTES);
    try {
      await using file = await open(this.#file, constants.O_CREAT | constants.O_WRONLY, 0o600);
      for (let at = from; at < this.#bytes; at += CHUNK_BYTES) {
        await file.write(chunk, 0, Math.min(CHUNK_BYTES, this.#bytes - at), at);
      }
      await file.sync();
      return true;
    } catch (error) {
      await rm(this.#file, { force: true });
      if (diskProblem(error) === undefined) throw error;
      return false;
    }
  }
}

/** The programs of the server say it in words. */
function isFullDisk(error: unknown): boolean {
  return diskProblem(error) === 'full' || /No space left on device/.test(errorMessage(error));
}

async function sizeOf(file: string): Promise<number | undefined> {
  return (await stat(file).catch(() => undefined))?.size;
}
