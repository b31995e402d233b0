/** Checks that a request was sent by Heddle: the webhooks of a panel, and requests of steps with `sign: true`. */
import { WebhookVerificationError } from './errors.ts';

export interface VerifyWebhookOptions {
  /**
   * The `secret` of the panel's webhook, which begins with `whsec_`, or the `signing_secret` of the workflow's deployment.
   */
  secret: string;
  /** How old a panel's webhook may be. 300 by default. Requests of steps carry no time. */
  toleranceSeconds?: number;
  /** The present time in milliseconds since the epoch, for tests. */
  now?: number;
}

/** A `Request`, or the headers and the body exactly as they arrived. */
export interface ReceivedWebhook {
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  body: string | Uint8Array;
}

const DEFAULT_TOLERANCE_SECONDS = 300;

/**
 * Returns the parsed body of a request that your Heddle has signed, and throws `WebhookVerificationError` for any other.
 * The body must be the bytes as they arrived: parse no JSON before.
 */
export async function verifyWebhook<Payload = unknown>(
  received: ReceivedWebhook | Request,
  { secret, toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, now = Date.now() }: VerifyWebhookOptions,
): Promise<Payload> {
  if (secret === '') throw new WebhookVerificationError('The secret is empty');
  const body = await readBody(received);
  const header = (name: string) => readHeader(received.headers, name);
  // The secret decides which signature is expected, never the sender.
  const isGenuine = secret.startsWith('whsec_')
    ? await isPanelWebhook(header, body, secret, { toleranceSeconds, now })
    : await isSignedStep(header('x-service-signature'), body, secret);
  if (!isGenuine) throw new WebhookVerificationError('The signature is not valid');
  return parseBody<Payload>(body);
}

/** The signature of Standard Webhooks: `v1,<base64>`, several of them separated by spaces while a secret is changed. */
async function isPanelWebhook(
  header: (name: string) => string | undefined,
  body: Uint8Array<ArrayBuffer>,
  secret: string,
  { toleranceSeconds, now }: { toleranceSeconds: number; now: number },
): Promise<boolean> {
  const id = header('webhook-id');
  const timestamp = header('webhook-timestamp');
  const signatures = header('webhook-signature');
  if (!id || !timestamp || !signatures) throw new WebhookVerificationError('The request is not signed');
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= toleranceSeconds)) {
    throw new WebhookVerificationError('The webhook is too old, or the clocks differ');
  }
  const key = await importKey(fromBase64(secret.slice('whsec_'.length)));
  const signed = concatenate(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  const candidates = signatures.split(' ').filter(signature => signature.startsWith('v1,'));
  const results = await Promise.all(
    candidates.map(candidate => isSignature(key, () => fromBase64(candidate.slice('v1,'.length)), signed)),
  );
  return results.includes(true);
}

/** `X-Service-Signature: sha256=<hex HMAC-SHA256 of the body>`. */
async function isSignedStep(
  signature: string | undefined,
  body: Uint8Array<ArrayBuffer>,
  secret: string,
): Promise<boolean> {
  if (!signature) throw new WebhookVerificationError('The request is not signed');
  const hex = /^sha256=([0-9a-f]{64})$/.exec(signature)?.[1];
  if (hex === undefined) return false;
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], pair => Number.parseInt(pair, 16));
  return isSignature(await importKey(new TextEncoder().encode(secret)), () => bytes, body);
}

/** WebCrypto compares in constant time. */
async function isSignature(
  key: CryptoKey,
  signature: () => Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  try {
    return await crypto.subtle.verify('HMAC', key, signature(), signed);
  } catch {
    return false; // the signature is not base64
  }
}

function importKey(secret: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

async function readBody(received: ReceivedWebhook | Request): Promise<Uint8Array<ArrayBuffer>> {
  if (received instanceof Request) return new Uint8Array(await received.arrayBuffer());
  const { body } = received;
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return new Uint8Array(body);
  throw new WebhookVerificationError('The body must be the text or the bytes as they arrived, not parsed JSON');
}

function readHeader(headers: ReceivedWebhook['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : found?.join(' ');
}

/** Steps may send any body, so what is not JSON is returned as text. */
function parseBody<Payload>(body: Uint8Array): Payload {
  const text = new TextDecoder().decode(body);
  try {
    return JSON.parse(text) as Payload;
  } catch {
    return text as Payload;
  }
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), character => character.charCodeAt(0));
}

function concatenate(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}
