/**
 * Reads a zip archive of any size: first the list of its files, at the end of the archive, and then each file as a
 * stream. Nothing that the list says is believed without a check.
 */
import { crc32, createInflateRaw } from 'node:zlib';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import { type OpenedFile, StepError } from '../../nodes/step.ts';
import { errorCode } from '../../platform/error-details.ts';
import { BadInput } from '../contract/bad-input.ts';
import { through } from './through.ts';
import {
  DEFLATED,
  damaged,
  decodePath,
  findEnd,
  noArchive,
  notSupported,
  requireNoPassword,
  STORED,
  toBadInput,
  tooLarge,
  tooManyEntries,
  type UnzipLimits,
} from './zip-entries.ts';

type Source = Pick<OpenedFile, 'sizeBytes' | 'read'>;

interface ReadLimits extends UnzipLimits {
  /** All entries, with folders and files that are not wanted. */
  listed: number;
}

export interface ListedFile {
  /** The path inside the archive, with `/` between folders. */
  path: string;
  sizeBytes: number;
  /** Throws a StepError when the content is not what the list says, and stops within a chunk when it is larger. */
  read(): AsyncGenerator<Uint8Array, void, undefined>;
}

/** At most so many bytes may stand behind the end of an archive. */
const TAIL_BYTES = 2 ** 20;
/** What is read at once. Most archives have small files, whose content then is read with their header. */
const WINDOW_BYTES = 65_536;

/** Leaves out folders, and files for which `isWanted` returns false. Throws a StepError for bad archives. */
export async function listZip(
  source: Source,
  limits: ReadLimits,
  isWanted: (path: string) => boolean,
): Promise<ListedFile[]> {
  const reader = new FileReader(source);
  const zipFile = await reader.describing(openArchive(reader, source.sizeBytes));
  const entries = await reader.describing(listEntries(zipFile, limits, isWanted));
  return entries.map(({ path, entry }) => ({
    path,
    sizeBytes: entry.uncompressedSize,
    read: () => readEntry(reader, zipFile, entry),
  }));
}

async function openArchive(reader: FileReader, sizeBytes: number): Promise<ZipFile> {
  const tailBytes = Math.min(sizeBytes, TAIL_BYTES);
  const tail = await reader.bytes(sizeBytes - tailBytes, tailBytes);
  const archiveBytes = sizeBytes - tailBytes + findEnd(tail);
  // Names are decoded here, because yauzl would refuse whole archives for names that lead out of a folder. Such names
  // do no harm: the service never writes to a path of an archive.
  const options = { decodeStrings: false, autoClose: false };
  return fromRandomAccessReaderPromise(reader, archiveBytes, options).catch(error => {
    throw noArchive(error);
  });
}

async function listEntries(zipFile: ZipFile, limits: ReadLimits, isWanted: (path: string) => boolean) {
  if (zipFile.entryCount > limits.listed) throw new BadInput(`The archive lists more than ${limits.listed} files`);
  const entries: { path: string; entry: Entry }[] = [];
  let remaining = limits.bytes;
  for await (const entry of zipFile.eachEntry()) {
    const path = decodePath(entry);
    if (path.endsWith('/') || !isWanted(path)) continue;
    if (entries.length === limits.entries) throw tooManyEntries(limits);
    requireNoPassword(entry, path);
    if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) throw notSupported(path);
    remaining -= entry.uncompressedSize;
    if (remaining < 0) throw tooLarge(limits);
    entries.push({ path, entry });
  }
  return entries;
}

async function* readEntry(
  reader: FileReader,
  zipFile: ZipFile,
  entry: Entry,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { fileDataStart } = await reader.describing(zipFile.readLocalFileHeaderPromise(entry, { minimal: true }));
  const packed = reader.stream(fileDataStart, entry.compressedSize);
  const isStored = entry.compressionMethod === STORED;
  const content = isStored ? packed : through(packed, createInflateRaw({ chunkSize: WINDOW_BYTES }));
  let [bytes, checksum] = [0, 0];
  try {
    for await (const chunk of content) {
      bytes += chunk.byteLength;
      if (bytes > entry.uncompressedSize) throw damaged();
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
    if (bytes !== entry.uncompressedSize || checksum !== entry.crc32) throw damaged();
  } catch (error) {
    const isDamaged = error instanceof BadInput || errorCode(error)?.startsWith('Z_');
    throw isDamaged ? toStepError(error) : error;
  }
}

function toStepError(error: unknown): StepError {
  const { message, cause } = toBadInput(error);
  return new StepError(message, { cause });
}

/** Reads parts of the archive, a window at a time: headers are small, and follow on each other. */
class FileReader extends RandomAccessReader {
  readonly #source: Source;
  #window = { start: 0, bytes: Buffer.alloc(0) };
  /** The error of reading, as opposed to an error in what was read. */
  #failure: { error: unknown } | undefined;

  constructor(source: Source) {
    super();
    this.#source = source;
  }

  /** Tells errors of the archive from errors of the storage, which yauzl passes on alike. */
  async describing<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work;
    } catch (error) {
      throw this.#failure ? this.#failure.error : toStepError(error);
    }
  }

  async bytes(start: number, length: number): Promise<Buffer> {
    if (start + length > this.#source.sizeBytes) throw new Error('the archive ends before');
    return this.#inWindow(start, length) ?? (await this.#moveWindow(start, length)).subarray(0, length);
  }

  async *stream(start: number, length: number): AsyncGenerator<Uint8Array, void, undefined> {
    if (length === 0) return;
    const known = this.#inWindow(start, length);
    if (known) yield known;
    else yield* this.#source.read({ start, end: start + length - 1 });
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    // Called back in a turn of its own: a long list must not hold up others.
    this.bytes(position, length).then(
      bytes => {
        bytes.copy(buffer, offset);
        setImmediate(callback, null);
      },
      error => setImmediate(callback, error),
    );
  }

  #inWindow(start: number, length: number): Buffer | undefined {
    const from = start - this.#window.start;
    const isInside = from >= 0 && from + length <= this.#window.bytes.byteLength;
    return isInside ? this.#window.bytes.subarray(from, from + length) : undefined;
  }

  async #moveWindow(start: number, length: number): Promise<Buffer> {
    const end = Math.min(this.#source.sizeBytes, start + Math.max(length, WINDOW_BYTES)) - 1;
    try {
      const bytes = Buffer.concat(await Array.fromAsync(this.#source.read({ start, end })));
      this.#window = { start, bytes };
      return bytes;
    } catch (error) {
      this.#failure = { error };
      throw error;
    }
  }
}
