/** Credentials with which something is computed for each request: a signature of its body, or a signed token. */
import { constants, createHmac, createPrivateKey, type Hmac, type KeyObject, sign } from 'node:crypto';
import { isObject } from '../../platform/is-object.ts';
import type { AuthorizedHop } from '../../platform/outbound/outbound.ts';
import { digestBody, isStreamed } from '../../platform/outbound/streamed-body.ts';
import {
  type Applied,
  type FieldValues,
  type KindDeclaration,
  setHeader,
  textOf,
  UnusableField,
} from './declaration.ts';
import { checkHeaderName, publicText, secretText } from './fixed.ts';

const plain = { hasOwnFields: false, connectable: false, usesTokens: false } as const;

const DIGESTS = ['sha256', 'sha1', 'sha384', 'sha512'] as const;
const ENCODINGS = ['hex', 'base64', 'base64url'] as const;
type Encoding = (typeof ENCODINGS)[number];

export const hmac: KindDeclaration = {
  ...plain,
  isSignature: true,
  title: 'Signature (HMAC)',
  description: 'Signs the body of each request with a shared secret, and sends the signature in a header.',
  fields: [
    { ...secretText('secret', 'Secret', 'The shared secret. It is never sent'), isKey: true },
    publicText('header', 'Header', 'The name of the header with the signature', true),
    {
      ...publicText('algorithm', 'Algorithm', 'sha256 unless given'),
      type: 'choice',
      choices: DIGESTS,
    },
    { ...publicText('encoding', 'Encoding', 'hex unless given'), type: 'choice', choices: ENCODINGS },
    publicText('prefix', 'Before the signature', 'What stands before it in the header, such as sha256='),
    publicText(
      'timestamp_header',
      'Header with the time',
      'With it, the signature is that of the time in seconds, a dot and the body',
    ),
  ],
  check(values) {
    const timestampHeader = textOf(values, 'timestamp_header');
    return (
      checkHeaderName(textOf(values, 'header')) ??
      (timestampHeader === '' ? undefined : checkHeaderName(timestampHeader))
    );
  },
  apply(hop, values) {
    const { digest, attach } = beginSignature(hop, values);
    if (isStreamed(hop.body)) throw new Error('a streamed body is signed while it is read');
    return attach(digest.update(hop.body ?? ''));
  },
  async applyStreamed(hop, values) {
    const { digest, attach } = beginSignature(hop, values);
    return attach(await digestBody(digest, hop.body));
  },
};

function beginSignature(hop: AuthorizedHop, values: FieldValues): { digest: Hmac; attach(digest: Hmac): Applied } {
  const timestampHeader = textOf(values, 'timestamp_header');
  const seconds = String(Math.floor(Date.now() / 1000));
  const digest = createHmac(textOf(values, 'algorithm') || 'sha256', textOf(values, 'secret'));
  if (timestampHeader !== '') digest.update(`${seconds}.`);
  const timed = timestampHeader === '' ? hop : setHeader(hop, timestampHeader, seconds, 'timestamp_header');
  return {
    digest,
    attach(digested) {
      const signature = digested.digest(toEncoding(textOf(values, 'encoding')));
      return {
        hop: setHeader(timed, textOf(values, 'header'), textOf(values, 'prefix') + signature, 'prefix'),
        derived: [signature],
      };
    },
  };
}

function toEncoding(text: string): Encoding {
  return ENCODINGS.find(encoding => encoding === text) ?? 'hex';
}

const ALGORITHMS = [
  'HS256',
  'HS384',
  'HS512',
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
] as const;
const AUTHORIZATION = 'Authorization';
const DEFAULT_LIFETIME_SECONDS = 300;
const MOST_LIFETIME_SECONDS = 24 * 60 * 60;
/** The clock of the other server may be behind ours. */
const LEEWAY_SECONDS = 5;

export const jwt: KindDeclaration = {
  ...plain,
  title: 'Signed token (JWT)',
  description: 'Makes a signed token for each request, and sends it in a header.',
  fields: [
    {
      ...secretText('private_key', 'Key', 'The private key as PEM, or the shared secret for HS algorithms'),
      type: 'long_text',
      isKey: true,
    },
    { ...publicText('algorithm', 'Algorithm', '', true), type: 'choice', choices: ALGORITHMS },
    publicText('key_id', 'Key id', 'The kid in the header of the token'),
    {
      ...publicText('claims', 'Claims', 'A JSON object, such as {"iss": "…", "aud": "…"}. iat and exp are added'),
      type: 'json',
    },
    {
      ...publicText('lifetime_seconds', 'Lifetime', `In seconds; ${DEFAULT_LIFETIME_SECONDS} unless given`),
      type: 'number',
    },
    publicText('header', 'Header', 'Authorization unless given'),
    publicText('prefix', 'Before the token', "'Bearer ' unless given, and nothing in a header of another name"),
  ],
  check(values) {
    const { claims, lifetime_seconds: seconds } = values;
    if (claims !== undefined && !isObject(claims)) return "'claims' must be a JSON object";
    if (typeof seconds === 'number' && !(seconds >= 1 && seconds <= MOST_LIFETIME_SECONDS)) {
      return `'lifetime_seconds' must be between 1 and ${MOST_LIFETIME_SECONDS}`;
    }
    const header = textOf(values, 'header');
    return header === '' ? undefined : checkHeaderName(header);
  },
  apply(hop, values) {
    const token = createToken(values, Math.floor(Date.now() / 1000));
    const header = textOf(values, 'header') || AUTHORIZATION;
    const isUsual = header.toLowerCase() === AUTHORIZATION.toLowerCase();
    const value = (textOf(values, 'prefix') || (isUsual ? 'Bearer ' : '')) + token;
    return { hop: setHeader(hop, header, value, 'prefix'), derived: [token] };
  },
};

function createToken(values: FieldValues, now: number): string {
  const algorithm = textOf(values, 'algorithm');
  const { claims, lifetime_seconds: lifetime } = values;
  const seconds = typeof lifetime === 'number' ? lifetime : DEFAULT_LIFETIME_SECONDS;
  const keyId = textOf(values, 'key_id');
  const head = { alg: algorithm, typ: 'JWT', ...(keyId !== '' && { kid: keyId }) };
  const issuedAt = now - LEEWAY_SECONDS;
  const payload = { iat: issuedAt, exp: issuedAt + seconds, ...(isObject(claims) ? claims : {}) };
  const signed = `${toBase64Url(head)}.${toBase64Url(payload)}`;
  return `${signed}.${signText(signed, algorithm, textOf(values, 'private_key')).toString('base64url')}`;
}

function toBase64Url(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

const PSS = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
const RSA: ReadonlySet<string> = new Set(['rsa', 'rsa-pss']);

function signText(text: string, algorithm: string, secret: string): Buffer {
  const digest = `sha${algorithm.slice(2)}`;
  const family = algorithm.slice(0, 2);
  if (family === 'HS') return createHmac(digest, secret).update(text).digest();
  const key = readPrivateKey(secret);
  const type = key.asymmetricKeyType ?? '';
  const fits = family === 'ES' ? type === 'ec' : family === 'Ed' ? /^ed(25519|448)$/.test(type) : RSA.has(type);
  if (!fits) throw new UnusableField(`the field 'private_key' is not a key for ${algorithm}`);
  const data = Buffer.from(text);
  if (family === 'Ed') return sign(null, data, key);
  if (family === 'ES') return sign(digest, data, { key, dsaEncoding: 'ieee-p1363' });
  if (family === 'PS') return sign(digest, data, { key, ...PSS });
  return sign(digest, data, key);
}

/** The error of the library may quote the key. */
function readPrivateKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    throw new UnusableField("the field 'private_key' is not a private key as PEM");
  }
}
