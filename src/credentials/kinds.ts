/** The kinds of credentials. */
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
  'generic',
] as const;
export type CredentialKind = (typeof CREDENTIAL_KINDS)[number];
