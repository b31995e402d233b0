import { hash, randomBytes, randomUUIDv7, timingSafeEqual } from 'node:crypto';

/** Version 7 ids are ordered by time, so that rows created together lie together in their indexes. */
export function newId(): string {
  return randomUUIDv7();
}

/** Derives a UUID of version 8 (custom) from a name: the same name always gives the same id. */
export function deriveId(name: string): string {
  const bytes = hash('sha256', name, 'buffer');
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}

/** A random text that nobody can guess and that is safe in URLs and headers. */
export function newSecret(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}

/** Compares in constant time, whatever the difference is, including a different length. */
export function secretsEqual(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'));
}
