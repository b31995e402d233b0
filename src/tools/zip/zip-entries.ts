/** What is common to archives in memory and archives of any size that are read as streams. */
import { isUtf8 } from 'node:buffer';
import { type Entry, getFileNameLowLevel } from 'yauzl';
import { BadInput } from '../contract/bad-input.ts';

export interface UnzipLimits {
  entries: number;
  /** All unpacked contents together. */
  bytes: number;
}

export const STORED = 0;
export const DEFLATED = 8;
/** The flag that declares the name of an entry to be UTF-8. */
export const UTF8_NAME = 0x800;
/** The record at the end of an archive, before its comment. */
const END_RECORD = { signature: 'PK\x05\x06', bytes: 22, commentLengthAt: 20 };

/**
 * Finds where the archive ends whose last bytes these are. Some programs and mail servers append bytes to files. Most
 * unpackers tolerate that, but yauzl does not.
 */
export function findEnd(bytes: Buffer): number {
  const end = bytes.lastIndexOf(END_RECORD.signature);
  if (end < 0 || end + END_RECORD.bytes > bytes.byteLength) return bytes.byteLength;
  const commentBytes = bytes.readUInt16LE(end + END_RECORD.commentLengthAt);
  return Math.min(bytes.byteLength, end + END_RECORD.bytes + commentBytes);
}

/** Many programs write names in UTF-8 without declaring it. */
export function decodePath({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const flags = isUtf8(fileNameRaw) ? generalPurposeBitFlag | UTF8_NAME : generalPurposeBitFlag;
  return getFileNameLowLevel(flags, fileNameRaw, extraFields, true);
}

export function requireNoPassword(entry: Entry, path: string): void {
  if (entry.isEncrypted()) throw new BadInput(`'${path}' in the archive is protected with a password`);
}

/** Tells what an error of yauzl means for the author of the workflow. */
export function toBadInput(error: unknown): BadInput {
  if (error instanceof BadInput) return error;
  // yauzl stops at an entry with strong encryption, and its errors have no codes.
  if (String(error).includes('strong encryption')) return new BadInput('The archive is protected with a password');
  return damaged(error);
}

export function damaged(cause?: unknown): BadInput {
  return new BadInput('The archive is damaged', { cause });
}

export function noArchive(cause: unknown): BadInput {
  return new BadInput('The file is not a zip archive', { cause });
}

export function notSupported(path: string): BadInput {
  return new BadInput(`'${path}' in the archive is packed in a way that is not supported`);
}

export function tooManyEntries({ entries }: UnzipLimits): BadInput {
  return new BadInput(`The archive has more than ${entries} files`);
}

export function tooLarge({ bytes }: UnzipLimits): BadInput {
  return new BadInput(`The archive holds more than ${Math.floor(bytes / 2 ** 20)} MB unpacked`);
}
