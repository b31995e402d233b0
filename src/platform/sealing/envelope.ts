/**
 * Envelope encryption. Each secret has a random data key of its own, which a key of the installation wraps:
 *
 *   1 byte    version
 *   8 bytes   id of the key that wraps
 *   12 + 32 + 16 bytes   nonce, data key and tag: AES-256-GCM with the key of the installation
 *   12 + 16 bytes        nonce and tag of the secret: AES-256-GCM with the data key
 *   the rest             the encrypted secret
 *
 * The place of the secret is part of what its tag covers, so that nobody who can write to the database can move a secret
 * to a place where it would be shown or sent elsewhere. Wrapping does not depend on the place, so keys can be rotated
 * without opening a secret.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { type InstallationKey, KEY_BYTES, KEY_ID_BYTES, type KeyRing } from './installation-keys.ts';
import { type Sealer, SealingError } from './sealing.ts';

const VERSION = 1;
const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_AT = 1;
const WRAPPED_AT = KEY_ID_AT + KEY_ID_BYTES;
const WRAPPED_BYTES = NONCE_BYTES + KEY_BYTES + TAG_BYTES;
const NONCE_AT = WRAPPED_AT + WRAPPED_BYTES;
const TAG_AT = NONCE_AT + NONCE_BYTES;
const TEXT_AT = TAG_AT + TAG_BYTES;

/** The id of the key that wraps the secret in a column, as an expression of SQL. */
export function keyIdSql(column: string): string {
  return `encode(substring(${column} FROM ${KEY_ID_AT + 1} FOR ${KEY_ID_BYTES}), 'hex')`;
}

export function createSealer(keys: KeyRing): Sealer {
  function requireKey(sealed: Buffer): InstallationKey {
    if (sealed.length < TEXT_AT || sealed[0] !== VERSION) {
      throw new SealingError('this is no sealed secret, or a newer version of Heddle sealed it');
    }
    const id = sealed.toString('hex', KEY_ID_AT, WRAPPED_AT);
    const key = keys.find(id);
    if (!key) throw new SealingError(`the secret is sealed with the key ${id}, which the key file does not have`);
    return key;
  }

  return {
    seal(plain, context) {
      const key = keys.newest();
      const dataKey = randomBytes(KEY_BYTES);
      const secret = encrypt(dataKey, Buffer.from(plain), secretHeader(context));
      return Buffer.concat([headerOf(key), wrap(key, dataKey), secret.nonce, secret.tag, secret.text]);
    },
    open(bytes, context) {
      const sealed = toBuffer(bytes);
      const dataKey = unwrap(requireKey(sealed), sealed);
      const nonce = sealed.subarray(NONCE_AT, TAG_AT);
      const tag = sealed.subarray(TAG_AT, TEXT_AT);
      const plain = decrypt(dataKey, { nonce, tag, text: sealed.subarray(TEXT_AT) }, secretHeader(context));
      return plain.toString();
    },
    rewrap(bytes) {
      const sealed = toBuffer(bytes);
      const newest = keys.newest();
      const key = requireKey(sealed);
      if (key.id === newest.id) return undefined;
      return Buffer.concat([headerOf(newest), wrap(newest, unwrap(key, sealed)), sealed.subarray(NONCE_AT)]);
    },
    deriveKey: purpose => Buffer.from(hkdfSync('sha256', keys.newest().secret, '', `heddle ${purpose}`, KEY_BYTES)),
  };
}

function headerOf({ id }: InstallationKey): Buffer {
  return Buffer.concat([Buffer.of(VERSION), Buffer.from(id, 'hex')]);
}

function secretHeader(context: string): Buffer {
  return Buffer.concat([Buffer.of(VERSION), Buffer.from(context)]);
}

function wrap(key: InstallationKey, dataKey: Buffer): Buffer {
  const { nonce, text, tag } = encrypt(key.secret, dataKey, headerOf(key));
  return Buffer.concat([nonce, text, tag]);
}

function unwrap(key: InstallationKey, sealed: Buffer): Buffer {
  const wrapped = sealed.subarray(WRAPPED_AT, NONCE_AT);
  const nonce = wrapped.subarray(0, NONCE_BYTES);
  const text = wrapped.subarray(NONCE_BYTES, -TAG_BYTES);
  return decrypt(key.secret, { nonce, text, tag: wrapped.subarray(-TAG_BYTES) }, headerOf(key));
}

interface Encrypted {
  nonce: Buffer;
  text: Buffer;
  tag: Buffer;
}

function encrypt(key: Buffer, plain: Buffer, header: Buffer): Encrypted {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(header);
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return { nonce, text, tag: cipher.getAuthTag() };
}

function decrypt(key: Buffer, { nonce, text, tag }: Encrypted, header: Buffer): Buffer {
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(header).setAuthTag(tag);
  const begun = decipher.update(text);
  try {
    return Buffer.concat([begun, decipher.final()]);
  } catch (error) {
    throw new SealingError('the secret was changed, or it belongs to another place', { cause: error });
  }
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
