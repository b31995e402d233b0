/** The kinds of credentials. Each one declares its fields and how it is added to a request, in `kinds/`. */
import { incomingWebhook, slack } from './kinds/chats.ts';
import { ACCESS_TOKEN, type FieldDeclaration, type KindDeclaration } from './kinds/declaration.ts';
import { basic, bearer, generic, header, query, tls } from './kinds/fixed.ts';
import { oauth2Client, oauth2Code } from './kinds/oauth2.ts';
import { hmac, jwt } from './kinds/signed.ts';

export const CREDENTIAL_KINDS = [
  'header',
  'query',
  'basic',
  'bearer',
  'oauth2_client',
  'oauth2_code',
  'hmac',
  'jwt',
  'tls',
  'slack',
  'incoming_webhook',
  'generic',
] as const;
export type CredentialKind = (typeof CREDENTIAL_KINDS)[number];

export const credentialKinds: Readonly<Record<CredentialKind, KindDeclaration>> = {
  header,
  query,
  basic,
  bearer,
  oauth2_client: oauth2Client,
  oauth2_code: oauth2Code,
  hmac,
  jwt,
  tls,
  slack,
  incoming_webhook: incomingWebhook,
  generic,
};

/** The field of this name. Kinds with fields of their own have one of every name. */
export function findKindField(kind: CredentialKind, name: string): FieldDeclaration | undefined {
  const { fields, hasOwnFields } = credentialKinds[kind];
  const declared = fields.find(field => field.name === name);
  if (declared || !hasOwnFields) return declared;
  return { name, title: name, description: '', secret: true, required: false, type: 'text' };
}

/** The parts of a request. */
export const TEMPLATE_PLACES = ['url', 'header', 'body'] as const;
export type TemplatePlace = (typeof TEMPLATE_PLACES)[number];

/**
 * Where templates may put a new credential. Most kinds have a place of their own, which only the other server reads. What
 * stands in a body may be published by it: as a gist, a ticket, a message.
 */
export function defaultPlaces(kind: CredentialKind): readonly TemplatePlace[] {
  return credentialKinds[kind].hasOwnFields ? TEMPLATE_PLACES : [];
}

/** The fields that can be sent: those that are set and are no keys, and the token of an authorization server. */
export function listUsableFields(kind: CredentialKind, set: readonly string[]): string[] {
  const usable = set.filter(name => findKindField(kind, name)?.isKey !== true);
  return credentialKinds[kind].usesTokens ? [...usable, ACCESS_TOKEN] : usable;
}
