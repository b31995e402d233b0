import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCredentialHeader, isCredentialQuery } from './credential-headers.ts';

test('names of headers and query parameters that look like credentials are recognised', () => {
  for (const name of ['Authorization', 'X-API-Key', 'Cookie', 'X-Session-Id', 'X-Hub-Signature']) {
    assert.equal(isCredentialHeader(name), true, name);
  }
  for (const name of ['Accept', 'Content-Type', 'X-Request-Id']) assert.equal(isCredentialHeader(name), false, name);
  const secret = ['auth', 'access_token', 'client-secret', 'PASSWD', 'sig', 'signature', 'session_id'];
  const keys = ['key', 'api_key', 'api-key', 'apikey', 'x.access.key', 'user-key', 'Ocp-Apim-Subscription-Key'];
  for (const name of [...secret, ...keys]) assert.equal(isCredentialQuery(name), true, name);
  const plain = ['author', 'authority', 'keyword', 'key_word', 'monkey', 'sigma', 'design', 'page'];
  for (const name of plain) assert.equal(isCredentialQuery(name), false, name);
});
