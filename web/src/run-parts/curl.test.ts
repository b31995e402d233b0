import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { apiCurl, requestCurl, shellQuote } from './curl.ts';

test('a shell reads a quoted text as it was', () => {
  for (const text of ['', "it's", '$HOME `id` "x"', 'a\nb', '\\', '-n x', "''"]) {
    assert.equal(execFileSync('sh', ['-c', `printf %s ${shellQuote(text)}`], { encoding: 'utf8' }), text);
  }
});

test('a call of the API has its key in a variable', () => {
  assert.equal(
    apiCurl('http://localhost:8080', '/api/v1/run/get', { run_id: "it's" }),
    `curl -sS http://localhost:8080/api/v1/run/get \\\n  -H "uni-api-key: $HEDDLE_KEY" \\\n  -d '{"run_id":"it'\\''s"}'`,
  );
});

test('the request of a step is repeated with its key, and without credentials', () => {
  const params = {
    url: 'https://api.shop/4711?x=1#top',
    method: 'POST',
    headers: { Authorization: 'Bearer secret', accept: 'text/plain' },
    query: { tag: ['a', 'b c'], none: null },
    body: { total: 41 },
  };
  assert.equal(
    requestCurl({ params, idempotencyKey: 'run-call' }),
    [
      `curl -sS 'https://api.shop/4711?x=1&tag=a&tag=b+c#top'`,
      '-X POST',
      `-H 'Authorization: <your Authorization>'`,
      `-H 'accept: text/plain'`,
      `-H 'Idempotency-Key: run-call'`,
      `-H 'Content-Type: application/json'`,
      `--data-binary '{"total":41}'`,
    ].join(' \\\n  '),
  );
  assert.equal(
    requestCurl({ params: { url: 'https://a.example/' }, idempotencyKey: 'k' }),
    `curl -sS https://a.example/ \\\n  -H 'Idempotency-Key: k'`,
  );
});
