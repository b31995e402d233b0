import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedPath } from './changed-path.ts';

test('the path leads to the field that changed', () => {
  const headers = { accept: 'text/plain', host: 'a' };
  const before = { id: 'call', params: { url: 'a', headers, list: [1] } };
  const with_ = (params: object) => ({ ...before, params: { ...before.params, ...params } });
  assert.equal(changedPath(before, with_({ url: 'b' })), '/params/url');
  assert.equal(changedPath(before, with_({ headers: { ...headers, host: 'b' } })), '/params/headers/host');
  assert.equal(changedPath(before, with_({ list: [2] })), '/params/list');
  assert.equal(changedPath(before, with_({ body: '' })), '/params/body');
  assert.equal(changedPath(before, { ...before, name: 'Call' }), '/name');
  assert.equal(changedPath(before, with_({ url: 'b', body: 'c' })), '/params', 'what changes at once is one change');
});
