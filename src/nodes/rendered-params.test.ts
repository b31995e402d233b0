import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { environment, registry } from '../../test/fixtures/nodes.ts';
import type { Params } from '../engine/definition.ts';
import type { NodeType, NodeTypeName } from './node.ts';

const findProblems = (type: NodeType, params: Params) =>
  environment.nodeTypes.fit(type, { params, printed: {} }).problems;

type Case = [type: NodeTypeName, params: Params, ...problems: string[]];
const http = (params: object) => ({ url: 'https://example.org', ...params });

const cases: Case[] = [
  ['http.request', http({ headers: { a: 'x', b: 1, c: false }, query: { a: [1, 'b', null], b: null }, body: 7 })],
  ['http.request', { url: 7 }, "'url' must be a string"],
  [
    'http.request',
    { url: '' },
    "'url' must not be empty",
    "'url' does not fit: A public address that begins with http:// or https://",
  ],
  ['http.request', { url: '{{ x }}' }, "'url' does not fit: A public address that begins with http:// or https://"],
  ['http.request', http({ headers: { a: null } }), "'headers.a' must be a string or a number or a boolean"],
  ['http.request', http({ headers: '{{ x }}' }), "'headers' must be an object"],
  [
    'http.request',
    http({ query: { a: {} } }),
    "'query.a' must be a string or a number or a boolean or a null or a list",
  ],
  ['http.request', http({ query: { a: [{}] } }), "'query.a[0]' must be a string or a number or a boolean or a null"],
  ['http.request', http({ sign: 'true' }), "'sign' must be a boolean"],
  ['http.request', http({ timeout_seconds: '30' }), "'timeout_seconds' must be a number"],
  ['http.request', http({ retry: { attempts: '{{ 3 }}' } }), "'retry.attempts' must be an integer"],
  ['http.request', http({ method: 'get' }), "'method' must be one of GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS"],
  ['notify', { subject: 'a {{ b }}', message: '{% c %}' }],
  ['notify', { subject: { a: 1 }, message: '' }, "'subject' must be a string", "'message' must not be empty"],
  ['notify', { subject: 'x', message: 'y', files: null }, "'files' must be a string or an object or a list"],
  ['tool.call', { tool: 'search', params: [] }, "'params' must be an object"],
];

describe('the problems of rendered params of', () => {
  for (const [type, params, ...problems] of cases) {
    test(`${type} ${JSON.stringify(params)}`, () => {
      assert.deepEqual(findProblems(registry[type], params), problems);
    });
  }
});

test('a big value of the wrong type has a short list of problems', () => {
  const files = Array.from({ length: 10_000 }, () => 7);
  const problems = findProblems(registry.notify, { subject: 'x', message: 'y', files });
  assert.equal(problems.length, 10);
  assert.equal(problems[0], "'files[0]' must be a string or an object");
});
