/** Checks signed tokens (JWT, RFC 7519). The key decides which algorithms count, never the token. */
import { constants, createHmac, createPublicKey, type JsonWebKeyInput, type KeyObject, verify } from 'node:crypto';
import { isObject } from '../../platform/is-object.ts';
import { isEqual } from './signatures.ts';

/** With what a token may be signed. */
export type TokenKey =
  | { kind: 'secret'; secret: string; algorithm: string | undefined }
  | { kind: 'public'; key: KeyObject; algorithm: string | undefined; id: string | undefined };

export interface TokenRules {
  issuer: string | undefined;
  audience: string | undefined;
  toleranceSeconds: number;
}

interface ReadToken {
  header: Readonly<Record<string, unknown>>;
  claims: Readonly<Record<string, unknown>>;
  signed: string;
  signature: Buffer;
}

/** Longer tokens are nothing that a sender needs. */
const TOKEN_CHARACTERS = 16_384;

export function readToken(authorization: string | undefined): ReadToken | undefined {
  const [, token = ''] = /^bearer +([\w.-]+)$/i.exec(authorization ?? '') ?? [];
  const [header, claims, signature, rest] = token.split('.');
  if (token.length > TOKEN_CHARACTERS || rest !== undefined || !header || !claims || !signature) return undefined;
  const [readHeader, readClaims] = [readPart(header), readPart(claims)];
  if (!readHeader || !readClaims) return undefined;
  const bytes = Buffer.from(signature, 'base64url');
  return { header: readHeader, claims: readClaims, signed: `${header}.${claims}`, signature: bytes };
}

function readPart(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The id of the key that a token names. */
export function tokenKeyId({ header: { kid } }: ReadToken): string | undefined {
  return typeof kid === 'string' ? kid : undefined;
}

export function isTokenValid(token: ReadToken, keys: readonly TokenKey[], rules: TokenRules, nowMs: number): boolean {
  const { alg, crit } = token.header;
  // We know no extension, so none that the token calls critical (RFC 7515, 4.1.11).
  if (typeof alg !== 'string' || crit !== undefined) return false;
  return keys.some(key => isSignedWith(token, alg, key)) && areClaimsValid(token.claims, rules, nowMs);
}

function areClaimsValid(
  { exp, nbf, iss, aud }: Readonly<Record<string, unknown>>,
  { issuer, audience, toleranceSeconds }: TokenRules,
  nowMs: number,
): boolean {
  const now = nowMs / 1000;
  // A token that never expires could be used for ever by whoever finds it.
  if (typeof exp !== 'number' || now >= exp + toleranceSeconds) return false;
  if (nbf !== undefined && (typeof nbf !== 'number' || now < nbf - toleranceSeconds)) return false;
  if (issuer !== undefined && iss !== issuer) return false;
  return audience === undefined || [aud].flat().includes(audience);
}

const HMACS: Readonly<Record<string, string>> = { HS256: 'sha256', HS384: 'sha384', HS512: 'sha512' };
const CURVES: Readonly<Record<string, string>> = { ES256: 'prime256v1', ES384: 'secp384r1', ES512: 'secp521r1' };

function isSignedWith({ signed, signature }: ReadToken, algorithm: string, key: TokenKey): boolean {
  if (key.algorithm !== undefined && key.algorithm !== algorithm) return false;
  if (key.kind === 'secret') {
    const digest = Object.hasOwn(HMACS, algorithm) ? HMACS[algorithm] : undefined;
    return digest !== undefined && isEqual(createHmac(digest, key.secret).update(signed).digest(), signature);
  }
  return isSignedWithPublicKey(Buffer.from(signed), signature, algorithm, key.key);
}

function isSignedWithPublicKey(data: Buffer, signature: Buffer, algorithm: string, key: KeyObject): boolean {
  const digest = `sha${algorithm.slice(2)}`;
  const type = key.asymmetricKeyType;
  if (/^RS(256|384|512)$/.test(algorithm)) return type === 'rsa' && verify(digest, data, key, signature);
  if (/^PS(256|384|512)$/.test(algorithm)) {
    const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
    return (type === 'rsa' || type === 'rsa-pss') && verify(digest, data, { key, ...padding }, signature);
  }
  if (Object.hasOwn(CURVES, algorithm)) {
    const isOnCurve = type === 'ec' && key.asymmetricKeyDetails?.namedCurve === CURVES[algorithm];
    return isOnCurve && verify(digest, data, { key, dsaEncoding: 'ieee-p1363' }, signature);
  }
  return algorithm === 'EdDSA' && type === 'ed25519' && verify(null, data, key, signature);
}

/** Reads a public key, or the public half of a private one. Returns undefined when it is none. */
export function readPublicKey(pem: string): KeyObject | undefined {
  try {
    return createPublicKey(pem);
  } catch {
    return undefined;
  }
}

/** Reads the keys of a JSON Web Key Set (RFC 7517) that sign. Others are left out. */
export function readKeySet(body: unknown): TokenKey[] {
  const keys: unknown = isObject(body) ? body.keys : undefined;
  if (!Array.isArray(keys)) return [];
  return keys.slice(0, MOST_KEYS).flatMap((jwk: unknown) => (isObject(jwk) ? readJwk(jwk) : []));
}

const MOST_KEYS = 50;

function readJwk(jwk: Readonly<Record<string, unknown>>): TokenKey[] {
  // A symmetric key has no place among public ones.
  if (jwk.kty === 'oct' || (jwk.use !== undefined && jwk.use !== 'sig')) return [];
  try {
    const key = createPublicKey({ key: jwk as JsonWebKeyInput['key'], format: 'jwk' });
    const [algorithm, id] = [jwk.alg, jwk.kid].map(each => (typeof each === 'string' ? each : undefined));
    return [{ kind: 'public', key, algorithm, id }];
  } catch {
    return [];
  }
}
