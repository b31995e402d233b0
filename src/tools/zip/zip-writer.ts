/**
 * Writes a zip archive of any size while the files are read, one after the other.
 *
 * The checksum and the packed size of a file are known only at its end, so they follow on the content. What does not fit
 * into 32 bits takes 64 (zip64): the sizes of a file, where a file begins, and where the list of all files begins.
 */
import { crc32, createDeflateRaw } from 'node:zlib';
import type { OpenedFile } from '../../nodes/step.ts';
import { through } from './through.ts';
import { DEFLATED, UTF8_NAME } from './zip-entries.ts';

interface ZipSource extends Pick<OpenedFile, 'sizeBytes' | 'read'> {
  /** The path inside the archive. */
  path: string;
}

interface Written {
  name: Buffer;
  flagsToDate: Buffer;
  version: number;
  checksum: number;
  packedBytes: number;
  bytes: number;
  offset: number;
}

const MOST_32 = 0xffff_ffff;
const MOST_16 = 0xffff;
const VERSION = { usual: 20, zip64: 45 };
/** Says that the checksum and the sizes follow on the content. */
const SIZES_FOLLOW = 8;
/** The first day that the zip format can express. With one time for all entries, the same files give the same archive. */
const FIRST_DAY = 0x21;
const ZIP64_EXTRA = 1;

/** Numbers from `zip64From` on take 64 bits. */
export async function* writeZip(
  files: readonly ZipSource[],
  { zip64From = MOST_32 } = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  const written: Written[] = [];
  let offset = 0;
  for (const file of files) {
    for await (const part of writeFile(file, offset, zip64From, written)) {
      offset += part.byteLength;
      yield part;
    }
  }
  let listBytes = 0;
  for (const file of written) {
    const entry = listEntry(file);
    listBytes += entry.byteLength;
    yield entry;
  }
  yield endRecord(written.length, listBytes, offset, zip64From);
}

async function* writeFile(
  { path, sizeBytes, read }: ZipSource,
  offset: number,
  zip64From: number,
  written: Written[],
): AsyncGenerator<Uint8Array, void, undefined> {
  const name = Buffer.from(path);
  // Content that can not be packed becomes larger by less than a thousandth.
  const isLong = sizeBytes * 1.001 + 1000 >= zip64From;
  const version = isLong || offset >= zip64From ? VERSION.zip64 : VERSION.usual;
  const flagsToDate = record([SIZES_FOLLOW | UTF8_NAME, 2], [DEFLATED, 2], [0, 2], [FIRST_DAY, 2]);
  const extra = isLong ? record([ZIP64_EXTRA, 2], [16, 2], [0, 8], [0, 8]) : Buffer.alloc(0);
  const size = isLong ? MOST_32 : 0;
  yield Buffer.concat([
    record([0x04034b50, 4], [version, 2]),
    flagsToDate,
    record([0, 4], [size, 4], [size, 4], [name.byteLength, 2], [extra.byteLength, 2]),
    name,
    extra,
  ]);
  let [checksum, bytes, packedBytes] = [0, 0, 0];
  const watched = async function* () {
    for await (const chunk of read()) {
      checksum = crc32(chunk, checksum);
      bytes += chunk.byteLength;
      yield chunk;
    }
  };
  for await (const chunk of through(watched(), createDeflateRaw())) {
    packedBytes += chunk.byteLength;
    yield chunk;
  }
  const width = isLong ? 8 : 4;
  yield record([0x08074b50, 4], [checksum, 4], [packedBytes, width], [bytes, width]);
  written.push({ name, flagsToDate, version, checksum, packedBytes, bytes, offset });
}

/** The entry of a file in the list at the end of the archive. */
function listEntry({ name, flagsToDate, version, checksum, packedBytes, bytes, offset }: Written): Buffer {
  const is64 = version === VERSION.zip64;
  const extra = is64 ? record([ZIP64_EXTRA, 2], [24, 2], [bytes, 8], [packedBytes, 8], [offset, 8]) : Buffer.alloc(0);
  const sizes = is64 ? [MOST_32, MOST_32] : [packedBytes, bytes];
  return Buffer.concat([
    record([0x02014b50, 4], [VERSION.zip64, 2], [version, 2]),
    flagsToDate,
    record([checksum, 4], [sizes[0] ?? 0, 4], [sizes[1] ?? 0, 4], [name.byteLength, 2], [extra.byteLength, 2]),
    // A comment, the number of the disk, and attributes of the file.
    record([0, 2], [0, 2], [0, 2], [0, 4], [is64 ? MOST_32 : offset, 4]),
    name,
    extra,
  ]);
}

function endRecord(count: number, listBytes: number, offset: number, zip64From: number): Buffer {
  const is64 = count >= MOST_16 || listBytes >= zip64From || offset >= zip64From;
  const end64 = [
    record([0x06064b50, 4], [44, 8], [VERSION.zip64, 2], [VERSION.zip64, 2], [0, 4], [0, 4]),
    record([count, 8], [count, 8], [listBytes, 8], [offset, 8]),
    // Where this record is, for those who read from the end.
    record([0x07064b50, 4], [0, 4], [offset + listBytes, 8], [1, 4]),
  ];
  const short = (value: number, most: number) => (is64 ? most : value);
  return Buffer.concat([
    ...(is64 ? end64 : []),
    record([0x06054b50, 4], [0, 2], [0, 2], [short(count, MOST_16), 2], [short(count, MOST_16), 2]),
    record([short(listBytes, MOST_32), 4], [short(offset, MOST_32), 4], [0, 2]),
  ]);
}

function record(...fields: [value: number, bytes: 2 | 4 | 8][]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [, bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [value, bytes] of fields) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at);
    else buffer.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return buffer;
}
