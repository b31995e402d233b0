/** The signature of the Standard Webhooks specification, in its symmetric form (`v1`). Pure. */
import { createHmac } from 'node:crypto';

interface SignedMessage {
  /** The same for every attempt. */
  id: string;
  /** The time of this attempt. Receivers refuse old messages, so that nobody can replay them. */
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

/** `secret` is `whsec_` followed by the bytes of the key in base64, as in the settings. */
export function createSignature({ id, timestampSeconds, body }: SignedMessage, secret: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const hmac = createHmac('sha256', key);
  return `v1,${hmac.update(`${id}.${timestampSeconds}.${body}`).digest('base64')}`;
}
