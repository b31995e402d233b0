/**
 * Checks signatures of webhook calls, as their senders document them. The bytes of the body are added as they arrive, so
 * that a large body is in memory only once. Pure, but for the hash functions.
 */
import { createHmac, type Hmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import {
  BODY,
  TIMESTAMP,
  type Verification,
  type VerificationScheme,
} from '../../nodes/triggers/webhook-verification.ts';

/** The check of one call, which has begun. */
export interface BodyCheck {
  update(chunk: Uint8Array): void;
  /** To be asked once, after the last byte. */
  isValid(): boolean;
}

/** What a call must contain so that its body is worth reading. */
interface SignedCall {
  algorithm: string;
  /** The signed text before and after the body. */
  before: string;
  after: string;
  /** What the sender says that the signature is. A sender that changes its secret sends several. */
  signatures: readonly Buffer[];
}

/** Everything that a signature is checked with, beside the body. */
export interface SignatureInput {
  verification: Verification;
  headers: IncomingHttpHeaders;
  /** The present secret, and those that were replaced and still count. */
  secrets: readonly string[];
  nowMs: number;
}

/** Returns undefined when the call is refused without its body: a header is missing, or the call is too old. */
export function beginSignatureCheck({ verification, headers, secrets, nowMs }: SignatureInput): BodyCheck | undefined {
  const read = READERS[verification.scheme];
  const call = read?.(lookUp(headers), verification);
  if (!call || call.signatures.length === 0 || secrets.length === 0) return undefined;
  if (call.timestamp !== undefined && !isRecent(call.timestamp, verification.toleranceSeconds, nowMs)) return undefined;
  const isStandard = verification.scheme === 'standard-webhooks';
  // Anybody could sign with an empty key.
  const keys = secrets
    .map(secret => (isStandard ? decodeStandardSecret(secret) : Buffer.from(secret)))
    .filter(key => key.length > 0);
  const digests = keys.map(key => createHmac(call.algorithm, key).update(call.before));
  return createBodyCheck(digests, call);
}

function createBodyCheck(digests: readonly Hmac[], { after, signatures }: SignedCall): BodyCheck {
  return {
    update(chunk) {
      for (const digest of digests) digest.update(chunk);
    },
    isValid() {
      const expected = digests.map(digest => digest.update(after).digest());
      // Every pair is compared, so that the time says nothing about which one was equal.
      const equal = expected.map(digest => signatures.map(signature => isEqual(digest, signature)));
      return equal.flat().includes(true);
    },
  };
}

/** Compares in constant time. */
export function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

type Read = (name: string) => string | undefined;
type ReadCall = (
  read: Read,
  verification: Verification,
) => (SignedCall & { timestamp?: string | undefined }) | undefined;

function lookUp(headers: IncomingHttpHeaders): Read {
  return name => {
    const value = headers[name];
    return typeof value === 'string' ? value : undefined;
  };
}

/** Schemes without a signature of the body have no reader. */
const READERS: Readonly<Partial<Record<VerificationScheme, ReadCall>>> = {
  'standard-webhooks': readStandard,
  github: readHub,
  meta: readHub,
  stripe: readStripe,
  slack: readSlack,
  hmac: readHmac,
};

/** The headers of a signature, not those of what is signed: the id of a message is useful to its receiver. */
export function signatureHeaders({ scheme, header }: Verification): readonly string[] {
  return scheme === 'hmac' ? [header] : (SIGNATURE_HEADERS[scheme] ?? []);
}

const HUB_SIGNATURE = 'x-hub-signature-256';
const STRIPE_SIGNATURE = 'stripe-signature';
const SLACK_SIGNATURE = 'x-slack-signature';
const SIGNATURE_HEADERS: Readonly<Partial<Record<VerificationScheme, readonly string[]>>> = {
  'standard-webhooks': ['webhook-signature', 'svix-signature'],
  github: [HUB_SIGNATURE],
  meta: [HUB_SIGNATURE],
  stripe: [STRIPE_SIGNATURE],
  slack: [SLACK_SIGNATURE],
};

const SHA256 = 'sha256';

/** GitHub and Meta: `X-Hub-Signature-256: sha256=<hex>`. */
function readHub(read: Read): SignedCall | undefined {
  const value = read(HUB_SIGNATURE) ?? '';
  return value.startsWith('sha256=')
    ? { algorithm: SHA256, before: '', after: '', signatures: decodeHex(value.slice('sha256='.length)) }
    : undefined;
}

/** `Stripe-Signature: t=<seconds>,v1=<hex>,v1=<hex>`. */
function readStripe(read: Read) {
  const parts = (read(STRIPE_SIGNATURE) ?? '').split(',').map(part => part.trim().split('='));
  const values = (name: string) => parts.flatMap(([key, value]) => (key === name && value !== undefined ? value : []));
  const [timestamp, another] = values('t');
  if (timestamp === undefined || another !== undefined) return undefined;
  const signatures = values('v1').flatMap(decodeHex);
  return { algorithm: SHA256, before: `${timestamp}.`, after: '', signatures, timestamp };
}

/** `X-Slack-Signature: v0=<hex>` of `v0:<seconds>:<body>`. */
function readSlack(read: Read) {
  const [signature = '', timestamp] = [read(SLACK_SIGNATURE), read('x-slack-request-timestamp')];
  if (timestamp === undefined || !signature.startsWith('v0=')) return undefined;
  const signatures = decodeHex(signature.slice('v0='.length));
  return { algorithm: SHA256, before: `v0:${timestamp}:`, after: '', signatures, timestamp };
}

/** https://www.standardwebhooks.com: `webhook-signature: v1,<base64> v1,<base64>`. Svix still uses its old names, too. */
function readStandard(read: Read) {
  const [prefix] = ['webhook', 'svix'].filter(each => read(`${each}-id`) !== undefined);
  if (prefix === undefined) return undefined;
  const [id, timestamp, list = ''] = [read(`${prefix}-id`), read(`${prefix}-timestamp`), read(`${prefix}-signature`)];
  if (timestamp === undefined) return undefined;
  const signatures = list
    .split(' ')
    .flatMap(each => (each.startsWith('v1,') ? decodeBase64(each.slice('v1,'.length)) : []));
  return { algorithm: SHA256, before: `${id}.${timestamp}.`, after: '', signatures, timestamp };
}

function decodeStandardSecret(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
}

function readHmac(read: Read, verification: Verification) {
  const { header, prefix, algorithm, encoding, signed, timestampHeader } = verification;
  const value = read(header);
  const timestamp = timestampHeader === undefined ? undefined : read(timestampHeader);
  if (value === undefined || !value.startsWith(prefix)) return undefined;
  if (timestampHeader !== undefined && timestamp === undefined) return undefined;
  const text = value.slice(prefix.length);
  const signatures = encoding === 'hex' ? decodeHex(text) : decodeBase64(text);
  const [before = '', after = ''] = signed.split(BODY).map(part => part.replaceAll(TIMESTAMP, () => timestamp ?? ''));
  return { algorithm, before, after, signatures, timestamp };
}

function decodeHex(text: string): Buffer[] {
  return /^([0-9a-f]{2})+$/i.test(text) ? [Buffer.from(text, 'hex')] : [];
}

function decodeBase64(text: string): Buffer[] {
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? [Buffer.from(text, 'base64')] : [];
}

/** Some senders give seconds, others milliseconds. */
function isRecent(timestamp: string, toleranceSeconds: number, nowMs: number): boolean {
  if (!/^\d{1,13}$/.test(timestamp)) return false;
  const value = Number(timestamp);
  const ms = timestamp.length > 11 ? value : value * 1000;
  return Math.abs(nowMs - ms) <= toleranceSeconds * 1000;
}
