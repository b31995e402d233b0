/**
 * Checks who sends a webhook call, before its body is parsed and before anything is stored or counted for the trigger.
 * The secret comes from a credential that the user on whose behalf the webhook runs may use at this moment.
 */
import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { ComparedCredential, ComparePlace, CredentialUses } from '../../credentials/contract.ts';
import { senderNotCheckable, signatureNotValid } from '../../errors.ts';
import { fittingKinds, type Verification } from '../../nodes/triggers/webhook-verification.ts';
import { isObject } from '../../platform/is-object.ts';
import type { KeySets } from './key-sets.ts';
import { type BodyCheck, beginSignatureCheck, isEqual, signatureHeaders } from './signatures.ts';
import { isTokenValid, readPublicKey, readToken, type TokenKey, tokenKeyId } from './tokens.ts';

export interface SenderServices {
  credentials: Pick<CredentialUses, 'compare'>;
  keySets: KeySets;
}

/** What is known of a call before its body arrives. */
export interface CallHead {
  method: string;
  headers: IncomingHttpHeaders;
  query: Readonly<Record<string, unknown>>;
}

/** What is known about a sender that was not refused. */
export interface CheckedSender {
  /** What still has to be checked when the body is there. */
  body?: BodyCheck;
  /** What the token of the sender says. */
  claims?: Readonly<Record<string, unknown>>;
  /** The names of the headers with which the sender proved who it is. They are not passed on: they may be a key. */
  provenBy?: readonly string[];
  /** The sender only asks whether somebody is here, and wants to get this text back. */
  challenge?: string;
}

/** Throws when the sender is refused. */
export async function checkSender(
  services: SenderServices,
  verification: Verification,
  call: CallHead,
  place: ComparePlace,
): Promise<CheckedSender> {
  const { scheme, credential } = verification;
  const refusal = signatureNotValid(CHALLENGES.get(scheme));
  if (scheme === 'jwt') {
    return { claims: await requireToken(services, verification, call, place), provenBy: [AUTHORIZATION] };
  }
  if (credential === undefined) throw senderNotCheckable();
  const compared = await services.credentials.compare(credential, place, opened =>
    isFitting(verification, opened) ? compareSender(verification, call, opened) : undefined,
  );
  if (compared === undefined) throw senderNotCheckable();
  if (compared === 'refused') throw refusal;
  return compared;
}

const AUTHORIZATION = 'authorization';

/** What a client must be told with 401 (RFC 9110, 11.6.1). */
const CHALLENGES: ReadonlyMap<string, string> = new Map([
  ['basic', 'Basic realm="webhook", charset="UTF-8"'],
  ['bearer', 'Bearer'],
  ['jwt', 'Bearer'],
]);

/** The credential may have been replaced by one of another kind since the workflow was published. */
function isFitting({ scheme }: Verification, { kind }: ComparedCredential): boolean {
  return fittingKinds(scheme).includes(kind);
}

function compareSender(
  verification: Verification,
  { method, headers, query }: CallHead,
  credential: ComparedCredential,
): CheckedSender | 'refused' {
  const { scheme } = verification;
  const { values } = credential;
  if (scheme === 'basic') {
    const given = /^basic +([A-Za-z0-9+/=]+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
    const expected = `${textOf(values.username)}:${textOf(values.password)}`;
    return isSameText(Buffer.from(given, 'base64').toString(), expected) ? { provenBy: [AUTHORIZATION] } : 'refused';
  }
  if (scheme === 'bearer') return checkToken(headers, credential);
  if (scheme === 'meta' && method === 'GET') {
    const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = query;
    const isValid = mode === 'subscribe' && isSameText(textOf(token), textOf(values.verify_token));
    return isValid && typeof challenge === 'string' ? { challenge } : 'refused';
  }
  const secrets = readSecrets(credential);
  const body = beginSignatureCheck({ verification, headers, secrets, nowMs: Date.now() });
  return body ? { body, provenBy: signatureHeaders(verification) } : 'refused';
}

/** A bearer token, or a key in a header of its own. */
function checkToken(headers: IncomingHttpHeaders, { kind, values }: ComparedCredential): CheckedSender | 'refused' {
  if (kind === 'bearer') {
    const given = /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
    const isSent = given !== undefined && isSameText(given, textOf(values.token));
    return isSent ? { provenBy: [AUTHORIZATION] } : 'refused';
  }
  const name = textOf(values.name).toLowerCase();
  const given = headers[name];
  const isSent = typeof given === 'string' && isSameText(given, textOf(values.prefix) + textOf(values.value));
  return isSent ? { provenBy: [name] } : 'refused';
}

/** Texts of different lengths are compared in the same time as well. Nothing is equal to a secret that is not set. */
function isSameText(given: string, expected: string): boolean {
  return expected !== '' && isEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'));
}

/**
 * The fields `secret` and `previous_secret`, so that the secret can be changed while the sender still uses the old one,
 * or the only field that there is.
 */
function readSecrets({ kind, values }: ComparedCredential): string[] {
  const named = [values.secret, values.previous_secret];
  const texts =
    named.some(each => each !== undefined) || kind !== 'generic' ? named : Object.values(values).slice(0, 2);
  const secrets = texts.filter((each): each is string => typeof each === 'string' && each !== '');
  return named.some(each => each !== undefined) || secrets.length === 1 ? secrets : [];
}

async function requireToken(
  { credentials, keySets }: SenderServices,
  verification: Verification,
  { headers }: CallHead,
  place: ComparePlace,
): Promise<Readonly<Record<string, unknown>>> {
  const refusal = signatureNotValid(CHALLENGES.get('jwt'));
  const token = readToken(headers.authorization);
  if (!token) throw refusal;
  const isValid = (keys: readonly TokenKey[]) => isTokenValid(token, keys, verification, Date.now());
  const { credential, jwksUrl, publicKey } = verification;
  const found =
    credential === undefined
      ? await findPublicKeys(keySets, { jwksUrl, publicKey }, tokenKeyId(token)).then(keys => keys && isValid(keys))
      : await credentials.compare(credential, place, opened =>
          isFitting(verification, opened) ? isValid(readTokenKeys(opened)) : undefined,
        );
  if (found === undefined) throw senderNotCheckable();
  if (!found) throw refusal;
  return token.claims;
}

async function findPublicKeys(
  keySets: KeySets,
  { jwksUrl, publicKey }: Pick<Verification, 'jwksUrl' | 'publicKey'>,
  keyId: string | undefined,
): Promise<readonly TokenKey[] | undefined> {
  if (jwksUrl !== undefined) return keySets.find(jwksUrl, keyId);
  return toPublicKeys(publicKey ?? '', undefined);
}

function toPublicKeys(pem: string, algorithm: string | undefined): TokenKey[] {
  const key = readPublicKey(pem);
  return key ? [{ kind: 'public', key, algorithm, id: undefined }] : [];
}

/** The credential of the kind `jwt` names its algorithm. Of a pair of keys, only the public half is used. */
function readTokenKeys({ kind, values }: ComparedCredential): TokenKey[] {
  if (kind === 'jwt') {
    const algorithm = textOf(values.algorithm);
    const key = textOf(values.private_key);
    return algorithm.startsWith('HS') ? toSecretKeys([key], algorithm) : toPublicKeys(key, algorithm);
  }
  const publicKey = textOf(values.public_key);
  return publicKey === '' ? toSecretKeys(readSecrets({ kind, values }), undefined) : toPublicKeys(publicKey, undefined);
}

function toSecretKeys(secrets: readonly string[], algorithm: string | undefined): TokenKey[] {
  return secrets.filter(secret => secret !== '').map(secret => ({ kind: 'secret', secret, algorithm }));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Slack asks once whether a URL is really the app's. Its question is signed like any other call. */
export function findChallenge({ scheme }: Verification, body: unknown): string | undefined {
  if (scheme !== 'slack' || !isObject(body) || body.type !== 'url_verification') return undefined;
  return typeof body.challenge === 'string' ? body.challenge : undefined;
}
