import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { MASK, maskCredentials } from './masked-params.ts';

suite('the rendered params of a step', () => {
  test('show no credentials in headers and queries, and everything else', () => {
    assert.deepEqual(
      maskCredentials({
        url: 'https://shop.test/?api_key=visible-in-the-definition',
        headers: { Authorization: 'Bearer s3cret', 'X-Api-Key': 's3cret', Accept: 'text/plain' },
        query: { api_key: 's3cret', access_token: 's3cret', page: 2 },
        body: { authorization: 'a word of the order' },
      }),
      {
        url: 'https://shop.test/?api_key=visible-in-the-definition',
        headers: { Authorization: MASK, 'X-Api-Key': MASK, Accept: 'text/plain' },
        query: { api_key: MASK, access_token: MASK, page: 2 },
        body: { authorization: 'a word of the order' },
      },
    );
  });

  test('show none in the params of a tool either', () => {
    const params = { headers: { authorization: 's3cret' }, query: { token: 's3cret' }, authorization: 'kept' };
    const masked = { headers: { authorization: MASK }, query: { token: MASK }, authorization: 'kept' };
    assert.deepEqual(maskCredentials({ tool: 'fetch', params }), { tool: 'fetch', params: masked });
  });

  test('stay as they are where headers and queries are no objects', () => {
    const params = { headers: ['authorization'], query: 'token=1', params: null };
    assert.deepEqual(maskCredentials(params), params);
  });
});
