/** Which fields the form of a webhook has, by what was chosen so far. PURE. */
import { isRecord, type JsonSchema } from '../../forms/json-schema.ts';

interface Group {
  readonly title: 'answer' | 'sender' | 'calls' | 'pace';
  readonly names: readonly string[];
}

export const WEBHOOK_GROUPS: readonly Group[] = [
  { title: 'answer', names: ['reply', 'reply_seconds'] },
  { title: 'sender', names: ['verify', 'cors'] },
  { title: 'calls', names: ['methods', 'headers', 'forms', 'dedupe', 'when'] },
  { title: 'pace', names: ['debounce', 'batch', 'throttle'] },
];

const HMAC = ['header', 'algorithm', 'encoding', 'prefix', 'signed', 'timestamp_header'];
const JWT = ['issuer', 'audience', 'jwks_url', 'public_key'];
/** The schemes whose calls carry a time. */
const TIMED = new Set<unknown>(['standard-webhooks', 'stripe', 'slack', 'hmac', 'jwt']);

/** Fields that mean nothing here are left out, unless they have a value, so that it can be removed. */
export function webhookSchema(schema: JsonSchema, params: Readonly<Record<string, unknown>>): JsonSchema {
  const { reply_seconds, verify, ...others } = schema.properties ?? {};
  const waits = params.reply === 'result' || params.reply === 'step' || params.reply_seconds !== undefined;
  return {
    ...schema,
    properties: {
      ...others,
      ...(reply_seconds && waits && { reply_seconds }),
      ...(verify && { verify: verificationSchema(verify, isRecord(params.verify) ? params.verify : {}) }),
    },
  };
}

function verificationSchema(schema: JsonSchema, given: Readonly<Record<string, unknown>>): JsonSchema {
  const { scheme } = given;
  const isShown = (name: string) => {
    if (given[name] !== undefined || name === 'scheme' || name === 'addresses') return true;
    if (scheme === undefined) return false;
    if (HMAC.includes(name)) return scheme === 'hmac';
    if (JWT.includes(name)) return scheme === 'jwt';
    return name !== 'tolerance_seconds' || TIMED.has(scheme);
  };
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => isShown(name));
  return { ...schema, properties: Object.fromEntries(properties) };
}
