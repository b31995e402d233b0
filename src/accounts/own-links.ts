/**
 * Links of one person, which prove who opens them: the path, and behind it the id of the user and a signature of both. The
 * database has only the path, and the link exists only in the mail that it was made for.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { HeddleDatabase } from '../database.ts';
import type { Sealer } from '../platform/sealing/sealing.ts';
import { readInstallationSecret } from './installation-secrets.ts';

export interface OwnLinks {
  /** Returns the path with the proof behind it. */
  sign(path: string, userId: string): string;
  /** Returns the user for whom the link was made; undefined when nobody signed it. */
  read(path: string, proof: string): string | undefined;
}

/** Reads the secret when it is needed for the first time. */
export type OpenOwnLinks = () => Promise<OwnLinks>;

const NAME = 'own-links';
const ID_BYTES = 16;
/** 16 bytes of an id and 32 of a signature: exactly this many characters, so that there is one text for one proof. */
const PROOF = /^[\w-]{64}$/;

export function createOwnLinks(database: HeddleDatabase, sealer: Sealer): OpenOwnLinks {
  let links: OwnLinks | undefined;
  return async () => {
    links ??= withKey(await readInstallationSecret(database.query, sealer, NAME));
    return links;
  };
}

export function withKey(key: string): OwnLinks {
  const sign = (path: string, id: Buffer) => createHmac('sha256', key).update(id).update(path).digest();
  return {
    sign(path, userId) {
      const id = Buffer.from(userId.replaceAll('-', ''), 'hex');
      return `${path}/${Buffer.concat([id, sign(path, id)]).toString('base64url')}`;
    },
    read(path, proof) {
      if (!PROOF.test(proof)) return undefined;
      const bytes = Buffer.from(proof, 'base64url');
      const id = bytes.subarray(0, ID_BYTES);
      if (!timingSafeEqual(bytes.subarray(ID_BYTES), sign(path, id))) return undefined;
      return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    },
  };
}
