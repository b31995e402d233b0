import { hash, randomBytes, randomUUIDv7, timingSafeEqual } from 'node:crypto';

declare const brand: unique symbol;
/** A string that was made or checked to be of one kind, so that kinds are not mixed up. */
export type Branded<Kind extends string> = string & { readonly [brand]: Kind };

/** Ordered by time, so that rows made together lie together in their indexes. */
export function newId(): string {
  return randomUUIDv7();
}

/** A UUID of version 8: of our own making, the same for the same name. */
export function derivedId(name: string): string {
  const bytes = hash('sha256', name, 'buffer');
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}

/** Text that nobody can guess, safe in URLs and headers. */
export function newSecret(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}

/** In the same time whatever is wrong with it, its length included. */
export function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'));
}
