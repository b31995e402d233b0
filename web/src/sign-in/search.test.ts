import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSignInSearch } from './search.ts';

test('the page to return to is one of ours', () => {
  assert.deepEqual(readSignInSearch({ return: '/runs?status=failed#x' }), { return: '/runs?status=failed#x' });
  for (const elsewhere of [
    '//evil.example',
    '/\\evil.example',
    '/..//evil.example',
    'https://evil.example',
    '',
    7,
    null,
  ]) {
    assert.deepEqual(readSignInSearch({ return: elsewhere }), {});
  }
});

test('only known problems are told', () => {
  assert.deepEqual(readSignInSearch({ problem: 'unknown' }), { problem: 'unknown' });
  for (const problem of ['<script>', 'toString', 1, undefined]) assert.deepEqual(readSignInSearch({ problem }), {});
});
