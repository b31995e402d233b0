/** The keys of an installation, each with the id by which sealed secrets name it. */
import { hash, randomBytes } from 'node:crypto';

export const KEY_BYTES = 32;
export const KEY_ID_BYTES = 8;

export interface InstallationKey {
  /** The beginning of the key's SHA-256 in hex. It reveals nothing of the key. */
  id: string;
  secret: Buffer;
}

/** The keys as the sealer sees them. They may change while the process runs. */
export interface KeyRing {
  /** The key with which new secrets are sealed. */
  newest(): InstallationKey;
  find(id: string): InstallationKey | undefined;
}

export function newInstallationKey(): InstallationKey {
  return toInstallationKey(randomBytes(KEY_BYTES));
}

export function toInstallationKey(secret: Buffer): InstallationKey {
  return { id: hash('sha256', secret, 'buffer').toString('hex', 0, KEY_ID_BYTES), secret };
}
