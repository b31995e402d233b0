/**
 * Zip archives that fit into memory, such as office documents. (`zip-reader.ts` and `zip-writer.ts` are for those of any
 * size.) `yauzl` reads their structure, `fflate` writes it, and Node's zlib packs
 * and unpacks the content. zlib does so synchronously, because this runs in threads: asynchronous calls would use the
 * few threads of Node's own pool, which the whole service shares, and would escape the limits of our threads.
 */
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { Zip, ZipPassThrough } from 'fflate';
import { fromBufferPromise, type ZipFile } from 'yauzl';
import { errorCode } from '../../platform/error-details.ts';
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

export interface ZipEntry {
  /** The path inside the archive, with `/` between folders. */
  path: string;
  content: Uint8Array<ArrayBuffer>;
}

/** The first day that the zip format can express. With one time for all entries, the same files give the same archive. */
const FIRST_DAY = new Date(1980, 0, 1);

/** Leaves out folders, and entries for which `isWanted` returns false. */
export async function unzip(
  bytes: Uint8Array,
  limits: UnzipLimits,
  isWanted: (path: string) => boolean = () => true,
): Promise<ZipEntry[]> {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const archive = whole.subarray(0, findEnd(whole));
  // Names are decoded here, because yauzl would refuse whole archives for names that lead out of a folder. Such names
  // do no harm: the service never writes to a path of an archive.
  const zipFile = await fromBufferPromise(archive, { decodeStrings: false }).catch(error => {
    throw noArchive(error);
  });
  try {
    return await readEntries(archive, zipFile, limits, isWanted);
  } catch (error) {
    throw toBadInput(error);
  }
}

async function readEntries(
  archive: Buffer,
  zipFile: ZipFile,
  limits: UnzipLimits,
  isWanted: (path: string) => boolean,
): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = [];
  let remaining = limits.bytes;
  for await (const entry of zipFile.eachEntry()) {
    const path = decodePath(entry);
    if (path.endsWith('/') || !isWanted(path)) continue;
    if (entries.length === limits.entries) throw tooManyEntries(limits);
    requireNoPassword(entry, path);
    const { fileDataStart } = await zipFile.readLocalFileHeaderPromise(entry, { minimal: true });
    const packed = archive.subarray(fileDataStart, fileDataStart + entry.compressedSize);
    if (packed.byteLength !== entry.compressedSize) throw damaged();
    const content = unpack(packed, entry.compressionMethod, remaining);
    if (content === 'too large') throw tooLarge(limits);
    if (content === 'not supported') throw notSupported(path);
    if (content.byteLength !== entry.uncompressedSize || crc32(content) !== entry.crc32) throw damaged();
    remaining -= content.byteLength;
    entries.push({ path, content });
  }
  return entries;
}

/** Stops at the limit, and does not trust the size that the archive states. */
function unpack(
  packed: Buffer,
  method: number,
  limitBytes: number,
): Uint8Array<ArrayBuffer> | 'too large' | 'not supported' {
  if (method === STORED) return packed.byteLength > limitBytes ? 'too large' : new Uint8Array(packed);
  if (method !== DEFLATED) return 'not supported';
  try {
    return inItsOwnMemory(inflateRawSync(packed, { maxOutputLength: Math.max(1, limitBytes) }));
  } catch (error) {
    if (errorCode(error) === 'ERR_BUFFER_TOO_LARGE') return 'too large';
    throw error;
  }
}

/** Stores the contents without compression when `isPacked` is false. */
export function zip(entries: readonly ZipEntry[], { isPacked = true } = {}): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const archive = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part);
  });
  for (const { path, content } of entries) {
    const file = isPacked ? new DeflatedFile(path) : new ZipPassThrough(path);
    file.mtime = FIRST_DAY;
    archive.add(file);
    file.push(content, true);
  }
  archive.end();
  return inItsOwnMemory(Buffer.concat(parts));
}

/** Small buffers of Node share memory, which can not be transferred to another thread. */
function inItsOwnMemory(bytes: Buffer<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}

/** fflate can deflate by itself, but zlib is several times as fast. */
class DeflatedFile extends ZipPassThrough {
  override compression = DEFLATED;

  protected override process(content: Uint8Array<ArrayBuffer>, isLast: boolean): void {
    this.ondata(null, deflateRawSync(content), isLast);
  }
}
