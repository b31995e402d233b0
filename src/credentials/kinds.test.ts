/** Tests what the kinds of credentials declare, and how those that are sent as they are become part of a request. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { AuthorizedHop } from '../platform/outbound/outbound.ts';
import type { FieldDeclaration } from './kinds/declaration.ts';
import {
  CREDENTIAL_KINDS,
  type CredentialKind,
  credentialKinds,
  defaultPlaces,
  findKindField,
  listUsableFields,
} from './kinds.ts';

const hop: AuthorizedHop = {
  url: new URL('https://shop.test/a?x=1&key=old&y=%2f&KEY=kept'),
  method: 'GET',
  headers: [
    ['authorization', 'of the step'],
    ['accept', '*/*'],
  ],
  body: undefined,
};

const apply = (kind: CredentialKind, values: Record<string, unknown>) => credentialKinds[kind].apply?.(hop, values);
const check = (kind: CredentialKind, values: Record<string, unknown>) => credentialKinds[kind].check?.(values);

function namesOf(kind: CredentialKind, is: (field: FieldDeclaration) => boolean | undefined): string {
  return credentialKinds[kind].fields.flatMap(field => (is(field) ? [field.name] : [])).join(' ');
}

suite('the kinds of credentials', () => {
  test('declare which fields are required and secret, which only compute something, and where secrets are sent', () => {
    const declared = CREDENTIAL_KINDS.map(kind => [
      kind,
      namesOf(kind, ({ required }) => required),
      namesOf(kind, ({ secret }) => secret),
      namesOf(kind, ({ isKey }) => isKey),
      namesOf(kind, ({ isDestination }) => isDestination),
    ]);
    const endpoints = 'issuer authorization_url token_url revocation_url';
    assert.deepEqual(declared, [
      ['header', 'name value', 'value', '', ''],
      ['query', 'name value', 'value', '', ''],
      ['basic', 'username password', 'password', '', ''],
      ['bearer', 'token', 'token', '', ''],
      ['oauth2_client', 'client_id client_secret', 'client_secret', 'client_secret', 'issuer token_url'],
      ['oauth2_code', 'client_id', 'client_secret', 'client_secret', endpoints],
      ['hmac', 'secret header', 'secret', 'secret', ''],
      ['jwt', 'private_key algorithm', 'private_key', 'private_key', ''],
      ['tls', 'certificate private_key', 'private_key passphrase', 'private_key passphrase', ''],
      ['slack', 'bot_token signing_secret', 'bot_token signing_secret', 'signing_secret', 'api_url'],
      ['incoming_webhook', 'url', 'url', '', ''],
      ['generic', '', '', '', ''],
    ]);
  });

  test('have fields of their own, are connected or use tokens only where they say so', () => {
    const kindsWith = (name: 'hasOwnFields' | 'connectable' | 'usesTokens' | 'isSignature') =>
      CREDENTIAL_KINDS.filter(kind => credentialKinds[kind][name]);
    assert.deepEqual(kindsWith('hasOwnFields'), ['generic']);
    assert.deepEqual(kindsWith('connectable'), ['oauth2_code']);
    assert.deepEqual(kindsWith('usesTokens'), ['oauth2_client', 'oauth2_code']);
    assert.deepEqual(kindsWith('isSignature'), ['hmac']);
  });

  test('let templates put only fields of one’s own anywhere, unless somebody allows more', () => {
    for (const kind of CREDENTIAL_KINDS) {
      assert.deepEqual(defaultPlaces(kind), kind === 'generic' ? ['url', 'header', 'body'] : [], kind);
    }
  });

  test('let templates name what is set and no key, and the token of an authorization server', () => {
    assert.deepEqual(listUsableFields('hmac', ['secret', 'header']), ['header']);
    assert.deepEqual(listUsableFields('tls', ['certificate', 'private_key', 'passphrase']), ['certificate']);
    assert.deepEqual(listUsableFields('oauth2_client', ['client_id', 'client_secret']), ['client_id', 'access_token']);
    assert.deepEqual(listUsableFields('generic', ['any']), ['any']);
    assert.equal(findKindField('bearer', 'any'), undefined);
    assert.partialDeepStrictEqual(findKindField('generic', 'any'), { name: 'any', secret: true, required: false });
  });
});

suite('a credential is sent', () => {
  test('in a header, instead of one of the same name', () => {
    assert.deepEqual(apply('header', { name: 'X-Key', value: 'k', prefix: 'Key ' }), {
      hop: { ...hop, headers: [...hop.headers, ['X-Key', 'Key k']] },
      derived: [],
    });
    assert.deepEqual(apply('bearer', { token: 't' })?.hop.headers, [
      ['accept', '*/*'],
      ['Authorization', 'Bearer t'],
    ]);
    assert.deepEqual(apply('oauth2_code', { access_token: 't' }), {
      ...apply('bearer', { token: 't' }),
      derived: ['t'],
    });
  });

  test('as name and password, which are a secret in their encoding as well', () => {
    const encoded = Buffer.from('ann:pä:ss').toString('base64');
    assert.deepEqual(apply('basic', { username: 'ann', password: 'pä:ss' }), {
      hop: { ...hop, headers: [hop.headers[1], ['Authorization', `Basic ${encoded}`]] },
      derived: [encoded],
    });
  });

  test('in the query, instead of a parameter of the same name, and the rest stays as it is written', () => {
    const sent = apply('query', { name: 'key', value: 'a&b=c' });
    assert.equal(sent?.hop.url.href, 'https://shop.test/a?x=1&y=%2f&KEY=kept&key=a%26b%3Dc');
    assert.equal(hop.url.search, '?x=1&key=old&y=%2f&KEY=kept', 'a redirect begins with the address as it was');
    const encoded = credentialKinds.query.apply?.(
      { ...hop, url: new URL('https://shop.test/?k%65y=old') },
      {
        name: 'key',
        value: 'new',
      },
    );
    assert.equal(encoded?.hop.url.search, '?key=new');
  });

  test('as a certificate, with what is set of it', () => {
    const clientCertificate = { cert: 'c', key: 'k' };
    assert.deepEqual(apply('tls', { certificate: 'c', private_key: 'k' })?.hop, { ...hop, clientCertificate });
    const all = apply('tls', { certificate: 'c', private_key: 'k', passphrase: 'p', ca: 'a' });
    assert.deepEqual(all?.hop.clientCertificate, { ...clientCertificate, passphrase: 'p', ca: 'a' });
  });

  test('by nothing but its fields when it has its own', () => {
    assert.equal(credentialKinds.generic.apply, undefined);
  });
});

test('what can not be sent is refused with its field', () => {
  const notSent = { name: 'UnusableField', message: "the field 'value' can not be sent in a header" };
  for (const value of ['two\nlines', ' k', '€'])
    assert.throws(() => apply('header', { name: 'X-Key', value }), notSent);
  assert.equal(check('basic', { username: 'a:b' }), "'username' must not contain a colon");
  assert.equal(check('basic', { username: 'a', password: ':' }), undefined);
  assert.equal(check('tls', { certificate: 'x' }), "'certificate' must be a certificate as PEM");
});

test('an authorization server is given by its issuer or by its endpoints, as URLs', () => {
  const cases: [kind: CredentialKind, values: Record<string, unknown>, problem: string | undefined][] = [
    ['oauth2_client', { issuer: 'https://id.test' }, undefined],
    ['oauth2_client', { token_url: 'http://localhost/token' }, undefined],
    ['oauth2_client', {}, "'token_url' or 'issuer' is required"],
    ['oauth2_code', {}, "'authorization_url' or 'issuer' is required"],
    ['oauth2_code', { authorization_url: 'https://id.test/a' }, "'token_url' or 'issuer' is required"],
    ['oauth2_code', { issuer: 'https://id.test', revocation_url: 'gone' }, "'revocation_url' must be a URL"],
    ['oauth2_client', { issuer: 'ftp://id.test' }, "'issuer' must be a URL"],
    ['oauth2_client', { issuer: 'https://id.test', resource: 'xhttps://a' }, "'resource' must be a URL"],
  ];
  for (const [kind, values, problem] of cases) assert.equal(check(kind, values), problem, JSON.stringify(values));
});
