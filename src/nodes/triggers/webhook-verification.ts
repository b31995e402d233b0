/** How a webhook recognises its sender: the params of the check, and what they must say together. */
import Type, { type Static } from 'typebox';
import { fixedLimits } from '../../configuration/limits.ts';
import type { Resources } from '../../engine/node-rules.ts';
import { isObject } from '../../platform/is-object.ts';
import { type Cidr, parseSenderNetwork } from '../../platform/outbound/addresses.ts';
import { strict } from '../param-schemas.ts';
import { widget } from '../widgets.ts';

const limits = fixedLimits.webhook;

export const VERIFICATION_SCHEMES = [
  'standard-webhooks',
  'github',
  'stripe',
  'slack',
  'meta',
  'hmac',
  'basic',
  'bearer',
  'jwt',
] as const;
export type VerificationScheme = (typeof VERIFICATION_SCHEMES)[number];

export const SIGNATURE_ALGORITHMS = ['sha256', 'sha1', 'sha512'] as const;
export const SIGNATURE_ENCODINGS = ['hex', 'base64'] as const;

const shortText = (title: string, description: string, options: object = {}) =>
  Type.Optional(Type.String({ title, description, minLength: 1, maxLength: limits.optionCharacters, ...options }));

export const VerificationParams = Type.Object(
  {
    scheme: Type.Optional(
      Type.Enum([...VERIFICATION_SCHEMES], {
        type: 'string',
        title: 'Scheme',
        description: 'How the sender proves who it is. Calls that do not are refused with 401, and nothing is stored.',
      }),
    ),
    credential: shortText(
      'Credential',
      'The name or id of the credential with the secret, password, token or key.',
      widget('credential'),
    ),
    tolerance_seconds: Type.Optional(
      Type.Integer({
        title: 'Tolerance',
        description: 'How many seconds the time of a call may differ from ours, so that old calls can not be repeated.',
        minimum: 1,
        maximum: limits.toleranceSeconds,
        default: limits.defaultToleranceSeconds,
      }),
    ),
    header: shortText('Header', 'Scheme hmac: the name of the header with the signature.'),
    algorithm: Type.Optional(
      Type.Enum([...SIGNATURE_ALGORITHMS], {
        type: 'string',
        title: 'Algorithm',
        description: 'Scheme hmac: the hash function.',
        default: 'sha256',
      }),
    ),
    encoding: Type.Optional(
      Type.Enum([...SIGNATURE_ENCODINGS], {
        type: 'string',
        title: 'Encoding',
        description: 'Scheme hmac: how the signature is written.',
        default: 'hex',
      }),
    ),
    prefix: shortText('Prefix', 'Scheme hmac: what stands before the signature in the header, such as sha256=.'),
    signed: shortText(
      'Signed text',
      'Scheme hmac: what is signed, with {body} and perhaps {timestamp}: {timestamp}.{body}.',
    ),
    timestamp_header: shortText('Header with the time', 'Scheme hmac: the header with the time in seconds.'),
    issuer: shortText('Issuer', 'Scheme jwt: the iss that a token must have.'),
    audience: shortText('Audience', 'Scheme jwt: the aud that a token must have.'),
    jwks_url: Type.Optional(
      Type.String({
        title: 'Address of keys',
        description: 'Scheme jwt: the address of the public keys (JWKS) of the issuer, instead of a credential.',
        pattern: '^https?://',
        maxLength: limits.optionCharacters,
      }),
    ),
    public_key: Type.Optional(
      Type.String({
        title: 'Public key',
        description: 'Scheme jwt: the public key as PEM, instead of a credential.',
        minLength: 1,
        maxLength: limits.publicKeyCharacters,
      }),
    ),
    addresses: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: limits.addressCharacters }), {
        title: 'Addresses',
        description:
          'IP addresses and networks, such as 203.0.113.7, 192.0.2.0/24 or 2001:db8::/32, from which calls may come. ' +
          'Others are refused with 403, and nothing is stored.',
        minItems: 1,
        maxItems: limits.addresses,
      }),
    ),
  },
  { ...strict, title: 'Sender', description: 'Checks who calls, before anything of the call is stored.' },
);

type GivenVerification = Static<typeof VerificationParams>;

/** The params of a check, with their defaults. */
export interface Verification {
  scheme: VerificationScheme;
  /** Undefined when a token is checked with public keys. */
  credential: string | undefined;
  toleranceSeconds: number;
  header: string;
  algorithm: (typeof SIGNATURE_ALGORITHMS)[number];
  encoding: (typeof SIGNATURE_ENCODINGS)[number];
  prefix: string;
  signed: string;
  timestampHeader: string | undefined;
  issuer: string | undefined;
  audience: string | undefined;
  jwksUrl: string | undefined;
  publicKey: string | undefined;
}

/** The networks from which calls may come. Undefined when they may come from anywhere. */
export function readSenderNetworks({ addresses }: GivenVerification): readonly Cidr[] | undefined {
  return addresses?.map(parseSenderNetwork);
}

export function readVerification(given: GivenVerification & { scheme: VerificationScheme }): Verification {
  return {
    scheme: given.scheme,
    credential: given.credential,
    toleranceSeconds: given.tolerance_seconds ?? limits.defaultToleranceSeconds,
    header: (given.header ?? '').toLowerCase(),
    algorithm: given.algorithm ?? 'sha256',
    encoding: given.encoding ?? 'hex',
    prefix: given.prefix ?? '',
    signed: given.signed ?? BODY,
    timestampHeader: given.timestamp_header?.toLowerCase(),
    issuer: given.issuer,
    audience: given.audience,
    jwksUrl: given.jwks_url,
    publicKey: given.public_key,
  };
}

export const BODY = '{body}';
export const TIMESTAMP = '{timestamp}';

const HMAC_ONLY = ['header', 'algorithm', 'encoding', 'prefix', 'signed', 'timestamp_header'];
const JWT_ONLY = ['issuer', 'audience', 'jwks_url', 'public_key'];
const TIMED: ReadonlySet<unknown> = new Set(['standard-webhooks', 'stripe', 'slack', 'hmac', 'jwt']);

/** Says what is wrong with params that fit the schema one by one. */
export function checkVerification({ addresses, ...check }: Readonly<Record<string, unknown>>): string[] {
  const networks: unknown[] = Array.isArray(addresses) ? addresses : [];
  return [
    ...networks
      .filter(text => !isNetwork(String(text)))
      .map(
        text => `'verify.addresses' has '${text}', which is neither an IP address nor a network such as 192.0.2.0/24`,
      ),
    ...(addresses !== undefined && Object.keys(check).length === 0 ? [] : checkScheme(check)),
  ];
}

function isNetwork(text: string): boolean {
  try {
    parseSenderNetwork(text);
    return true;
  } catch {
    return false;
  }
}

function checkScheme(verify: Readonly<Record<string, unknown>>): string[] {
  const { scheme } = verify;
  if (scheme === undefined) return ["'verify.scheme' is required, unless there are only 'verify.addresses'"];
  if (!VERIFICATION_SCHEMES.some(each => each === scheme)) return [];
  const foreign = [
    ...(scheme === 'hmac' ? [] : HMAC_ONLY.map(name => [name, 'hmac'] as const)),
    ...(scheme === 'jwt' ? [] : JWT_ONLY.map(name => [name, 'jwt'] as const)),
  ].flatMap(([name, owner]) => (name in verify ? `'verify.${name}' is only for the scheme ${owner}` : []));
  const isUntimed = 'tolerance_seconds' in verify && !TIMED.has(scheme);
  return [
    ...foreign,
    ...(isUntimed ? [`'verify.tolerance_seconds' has no meaning for the scheme ${String(scheme)}`] : []),
    ...(scheme === 'hmac' ? checkSignedText(verify) : []),
    ...checkSource(verify),
  ];
}

function checkSource({ scheme, credential, jwks_url, public_key }: Readonly<Record<string, unknown>>): string[] {
  if (scheme !== 'jwt') return credential === undefined ? ["'verify.credential' is required"] : [];
  const given = [credential, jwks_url, public_key].filter(each => each !== undefined);
  return given.length === 1 ? [] : ["'verify' needs one of 'credential', 'jwks_url' and 'public_key'"];
}

function checkSignedText({ header, signed = BODY, timestamp_header }: Readonly<Record<string, unknown>>): string[] {
  const text = String(signed);
  const isTimed = text.includes(TIMESTAMP);
  return [
    ...(header === undefined ? ["'verify.header' is required for the scheme hmac"] : []),
    ...(text.split(BODY).length === 2 ? [] : [`'verify.signed' must contain ${BODY} once`]),
    ...(isTimed && timestamp_header === undefined ? [`'verify.timestamp_header' is required for ${TIMESTAMP}`] : []),
    ...(!isTimed && timestamp_header !== undefined
      ? [`'verify.signed' must contain ${TIMESTAMP}, because anybody could change a time that is not signed`]
      : []),
  ];
}

const SECRET_KINDS = ['hmac', 'generic'] as const;

/** The kinds of credentials that each scheme can be checked with. */
const FITTING_KINDS: Readonly<Record<VerificationScheme, readonly string[]>> = {
  'standard-webhooks': SECRET_KINDS,
  github: SECRET_KINDS,
  stripe: SECRET_KINDS,
  slack: SECRET_KINDS,
  meta: SECRET_KINDS,
  hmac: SECRET_KINDS,
  basic: ['basic'],
  bearer: ['bearer', 'header'],
  jwt: ['jwt', 'generic'],
};

export function fittingKinds(scheme: VerificationScheme): readonly string[] {
  return FITTING_KINDS[scheme];
}

/** The credential that the check needs, and the kinds that it may have. */
export function verificationResources(verify: unknown): Resources {
  if (!isObject(verify) || typeof verify.credential !== 'string') return {};
  const scheme = VERIFICATION_SCHEMES.find(each => each === verify.scheme);
  return { credentials: [verify.credential], ...(scheme && { credentialKinds: FITTING_KINDS[scheme] }) };
}
