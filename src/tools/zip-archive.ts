/**
 * Zip archives of files that fit into memory, with Node's own zlib. What an archive claims about its sizes is not
 * believed: unpacking stops at the limit.
 */
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { BadInput } from './bad-input.ts';

export interface ZipEntry {
  /** With `/` between folders. */
  path: string;
  content: Uint8Array<ArrayBuffer>;
}

export interface UnzipLimits {
  entries: number;
  /** Of everything unpacked. */
  bytes: number;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_BYTES = 22;
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 0x1;
const UTF8 = 0x800;
/** 1 January 1980, the first day that zip knows: archives of the same files are the same. */
const FIRST_DAY = 0x21;

/** Folders are left out, and so is what `isWanted` does not want. */
export function unzip(
  bytes: Uint8Array,
  limits: UnzipLimits,
  isWanted: (path: string) => boolean = () => true,
): ZipEntry[] {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return readEntries(archive, limits, isWanted);
  } catch (error) {
    if (error instanceof BadInput) throw error;
    // Reading beyond the end, or what zlib can not inflate.
    throw damaged(error);
  }
}

function readEntries(archive: Buffer, limits: UnzipLimits, isWanted: (path: string) => boolean): ZipEntry[] {
  const end = findEnd(archive);
  const count = archive.readUInt16LE(end + 10);
  if (count === 0xffff) throw new BadInput('Zip archives of the 64-bit kind can not be read');
  const entries: ZipEntry[] = [];
  let left = limits.bytes;
  let at = archive.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    if (archive.readUInt32LE(at) !== CENTRAL) throw damaged();
    const [nameBytes, extraBytes, noteBytes] = [28, 30, 32].map(offset => archive.readUInt16LE(at + offset));
    const name = archive.subarray(at + CENTRAL_BYTES, at + CENTRAL_BYTES + (nameBytes ?? 0));
    const path = decodePath(name, archive.readUInt16LE(at + 8));
    if (!path.endsWith('/') && isWanted(path)) {
      if (entries.length === limits.entries) throw new BadInput(`The archive has more than ${limits.entries} files`);
      const content = readContent(archive, at, path, left, limits);
      left -= content.byteLength;
      entries.push({ path, content });
    }
    at += CENTRAL_BYTES + (nameBytes ?? 0) + (extraBytes ?? 0) + (noteBytes ?? 0);
  }
  return entries;
}

function readContent(archive: Buffer, central: number, path: string, left: number, limits: UnzipLimits) {
  const flags = archive.readUInt16LE(central + 8);
  const method = archive.readUInt16LE(central + 10);
  const packedBytes = archive.readUInt32LE(central + 20);
  const local = archive.readUInt32LE(central + 42);
  if (flags & ENCRYPTED) throw new BadInput(`'${path}' in the archive is protected with a password`);
  if (archive.readUInt32LE(local) !== LOCAL) throw damaged();
  const start = local + LOCAL_BYTES + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const packed = archive.subarray(start, start + packedBytes);
  if (packed.byteLength !== packedBytes) throw damaged();
  if (method === STORED && packedBytes > left) throw tooBig(limits);
  if (method === STORED) return new Uint8Array(packed);
  if (method !== DEFLATED) throw new BadInput(`'${path}' in the archive is packed in a way that is not supported`);
  const content = inflate(packed, left, limits);
  if (crc32(content) !== archive.readUInt32LE(central + 16)) throw damaged();
  return content;
}

function inflate(packed: Buffer, left: number, limits: UnzipLimits): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(inflateRawSync(packed, { maxOutputLength: Math.max(1, left) }));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') throw tooBig(limits);
    throw error;
  }
}

/** It stands at the very end, with a comment behind it. */
function findEnd(archive: Buffer): number {
  const earliest = Math.max(0, archive.length - END_BYTES - 0xffff);
  for (let at = archive.length - END_BYTES; at >= earliest; at--) {
    if (archive.readUInt32LE(at) === END) return at;
  }
  throw new BadInput('The file is not a zip archive');
}

/** Old archives say nothing of their encoding; most are in UTF-8 all the same. */
function decodePath(name: Buffer, flags: number): string {
  if (flags & UTF8) return name.toString('utf8');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(name);
  } catch {
    return name.toString('latin1');
  }
}

/** `isPacked` false: stores everything as it is. */
export function zip(entries: readonly ZipEntry[], { isPacked = true } = {}): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let position = 0;
  const push = (part: Uint8Array) => {
    parts.push(part);
    position += part.byteLength;
  };
  for (const { path, content } of entries) {
    const name = Buffer.from(path);
    const packed = isPacked ? deflateRawSync(content) : content;
    const fields = commonFields(isPacked ? DEFLATED : STORED, name, content, packed);
    central.push(centralHeader(fields, position), name);
    push(localHeader(fields));
    push(name);
    push(packed);
  }
  const start = position;
  for (const part of central) push(part);
  push(endRecord(entries.length, start, position - start));
  return new Uint8Array(Buffer.concat(parts));
}

/** From the needed version to the length of the extra field: the same in both headers. */
function commonFields(method: number, name: Buffer, content: Uint8Array, packed: Uint8Array): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(UTF8, 2);
  fields.writeUInt16LE(method, 4);
  fields.writeUInt16LE(FIRST_DAY, 8);
  fields.writeUInt32LE(crc32(content), 10);
  fields.writeUInt32LE(packed.byteLength, 14);
  fields.writeUInt32LE(content.byteLength, 18);
  fields.writeUInt16LE(name.byteLength, 22);
  return fields;
}

function localHeader(fields: Buffer): Buffer {
  const header = Buffer.alloc(LOCAL_BYTES);
  header.writeUInt32LE(LOCAL, 0);
  fields.copy(header, 4);
  return header;
}

function centralHeader(fields: Buffer, position: number): Buffer {
  const header = Buffer.alloc(CENTRAL_BYTES);
  header.writeUInt32LE(CENTRAL, 0);
  header.writeUInt16LE(20, 4);
  fields.copy(header, 6);
  header.writeUInt32LE(position, 42);
  return header;
}

function endRecord(count: number, start: number, bytes: number): Buffer {
  const record = Buffer.alloc(END_BYTES);
  record.writeUInt32LE(END, 0);
  record.writeUInt16LE(count, 8);
  record.writeUInt16LE(count, 10);
  record.writeUInt32LE(bytes, 12);
  record.writeUInt32LE(start, 16);
  return record;
}

function damaged(cause?: unknown): BadInput {
  return new BadInput('The archive is damaged', { cause });
}

function tooBig({ bytes }: UnzipLimits): BadInput {
  return new BadInput(`The archive holds more than ${Math.floor(bytes / 2 ** 20)} MB unpacked`);
}
