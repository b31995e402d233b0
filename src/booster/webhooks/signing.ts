/** The signature of the Standard Webhooks specification, in its symmetric form (`v1`). Pure. */
import { createHmac } from 'node:crypto';

export interface SignedMessage {
  /** The same for every try. */
  id: string;
  /** Of this try: receivers refuse what is too old, so that nobody sends it to them again. */
  timestampSeconds: number;
  body: string;
}

export function signedHeaders(message: SignedMessage, secret: string): Record<string, string> {
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestampSeconds),
    'webhook-signature': createSignature(message, secret),
  };
}

/** `secret` as settings have it: `whsec_` and the key's bytes in base64. */
export function createSignature({ id, timestampSeconds, body }: SignedMessage, secret: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const hmac = createHmac('sha256', key);
  return `v1,${hmac.update(`${id}.${timestampSeconds}.${body}`).digest('base64')}`;
}
