import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConnectedSearch } from '../connection-parts/connected-search.ts';
import { readCredentialsSearch, readNewCredentialSearch } from './search.ts';

test('the address of the list says text, kind and page, and nothing else', () => {
  assert.deepEqual(readCredentialsSearch({ text: 'shop', kind: 'bearer', page: 2, other: 1 }), {
    text: 'shop',
    kind: 'bearer',
    page: 2,
  });
  assert.deepEqual(readCredentialsSearch({ text: '', kind: 'constructor', page: -1 }), {});
  assert.deepEqual(readCredentialsSearch({ text: 42, page: 'x' }), { text: '42' });
});

test('the address of a new one says its kind, and what another page knows', () => {
  assert.deepEqual(readNewCredentialSearch({ kind: 'jwt', host: 'a.example.org', name: 'a' }), {
    kind: 'jwt',
    host: 'a.example.org',
    name: 'a',
  });
  assert.deepEqual(readNewCredentialSearch({ kind: 'nothing', host: {} }), {});
});

test('the address of one says how the connection ended', () => {
  assert.deepEqual(readConnectedSearch({ connected: true }), { connected: true });
  assert.deepEqual(readConnectedSearch({ connected: true, problem: 'no' }), { problem: 'no' });
  assert.deepEqual(readConnectedSearch({ connected: false }), {});
});
