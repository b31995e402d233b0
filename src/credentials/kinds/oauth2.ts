/** OAuth2: what is sent is an access token, which `credentials/oauth/` gets from the authorization server. */
import { findExtraParamsProblem } from '../oauth/settings.ts';
import {
  ACCESS_TOKEN,
  type FieldDeclaration,
  type FieldValues,
  type KindDeclaration,
  setHeader,
  textOf,
} from './declaration.ts';
import { publicText, secretText } from './fixed.ts';

const destination = { isDestination: true } as const;

const issuer: FieldDeclaration = {
  ...publicText('issuer', 'Issuer', 'The URL of the authorization server, if it says itself where its endpoints are'),
  ...destination,
};
const tokenUrl: FieldDeclaration = {
  ...publicText('token_url', 'Token URL', 'Where tokens come from; not needed with an issuer'),
  ...destination,
};
const client: readonly FieldDeclaration[] = [
  publicText('client_id', 'Client id', 'As the authorization server gave it', true),
  {
    ...publicText(
      'client_authentication',
      'Client authentication',
      'How the client secret is sent; basic unless given',
    ),
    type: 'choice',
    choices: ['basic', 'post', 'none'],
  },
];
const request: readonly FieldDeclaration[] = [
  { ...publicText('scopes', 'Scopes', 'What is asked for'), type: 'list' },
  publicText('audience', 'Audience', 'If the authorization server asks for it'),
  publicText('resource', 'Resource', 'The API for which the token is meant, as a URL (RFC 8707)'),
  {
    ...publicText('extra_params', 'Further parameters', 'A JSON object of what else the server must be told'),
    type: 'json',
  },
];
const clientSecret = (required: boolean): FieldDeclaration => ({
  ...secretText('client_secret', 'Client secret', 'It goes only to the authorization server', required),
  isKey: true,
});

export const oauth2Client: KindDeclaration = {
  title: 'OAuth2 for a service',
  description: 'Gets access tokens in its own name (client credentials).',
  hasOwnFields: false,
  connectable: false,
  usesTokens: true,
  fields: [issuer, tokenUrl, ...client, clientSecret(true), ...request],
  check: values => findExtraParamsProblem(values.extra_params) ?? checkUrls(values, ['token_url']),
  apply: applyToken,
};

export const oauth2Code: KindDeclaration = {
  title: 'OAuth2 with an account',
  description: 'Somebody signs in at the other service and allows the access (authorization code with PKCE).',
  hasOwnFields: false,
  connectable: true,
  usesTokens: true,
  fields: [
    issuer,
    {
      ...publicText('authorization_url', 'Authorization URL', 'Where people sign in; not needed with an issuer'),
      ...destination,
    },
    tokenUrl,
    {
      ...publicText('revocation_url', 'Revocation URL', 'Where a connection is ended, if there is such a place'),
      ...destination,
    },
    ...client,
    clientSecret(false),
    ...request,
  ],
  check: values => findExtraParamsProblem(values.extra_params) ?? checkUrls(values, ['authorization_url', 'token_url']),
  apply: applyToken,
};

const URL_FIELDS = ['issuer', 'authorization_url', 'token_url', 'revocation_url', 'resource'];

function checkUrls(values: FieldValues, needed: readonly string[]): string | undefined {
  const broken = URL_FIELDS.find(name => {
    const text = textOf(values, name);
    return text !== '' && !/^https?:$/.test(URL.parse(text)?.protocol ?? '');
  });
  if (broken !== undefined) return `'${broken}' must be a URL`;
  if (textOf(values, 'issuer') !== '') return undefined;
  const missing = needed.find(name => textOf(values, name) === '');
  return missing === undefined ? undefined : `'${missing}' or 'issuer' is required`;
}

function applyToken(hop: Parameters<typeof setHeader>[0], values: FieldValues) {
  const token = textOf(values, ACCESS_TOKEN);
  return { hop: setHeader(hop, 'Authorization', `Bearer ${token}`, ACCESS_TOKEN), derived: [token] };
}
