import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { StepError } from '../../nodes/step.ts';
import type { PlannedParam } from '../openapi/contract.ts';
import { buildOperationUrl } from './operation-url.ts';

const inPath = (name: string): PlannedParam => ({ property: name, name, in: 'path', style: 'simple', explode: false });
const inQuery = (name: string): PlannedParam => ({ property: name, name, in: 'query', style: 'form', explode: true });
const PARAMS = [inPath('id'), inPath('part'), inQuery('q')];

function build(
  path: string,
  params: Record<string, unknown> = {},
  baseUrl = 'https://api.example.org/v1/',
  own?: string,
) {
  const plan = { baseUrl: own ?? null, documentBaseUrl: baseUrl, params: PARAMS };
  return buildOperationUrl({ baseUrl, allowedHosts: [], plan, path, params }).href;
}

suite('the URL of a call', () => {
  test('adds the path to that of the base URL', () => {
    assert.equal(build('/orders'), 'https://api.example.org/v1/orders');
    assert.equal(build('orders', {}, 'https://api.example.org'), 'https://api.example.org/orders');
    assert.equal(build('/', {}, 'https://api.example.org/v1'), 'https://api.example.org/v1/');
    assert.equal(build('/orders', {}, 'http://127.0.0.1:8080/a/b/'), 'http://127.0.0.1:8080/a/b/orders');
  });

  test('has the server of the operation, if it has one', () => {
    assert.equal(build('/a', {}, undefined, 'https://up.example.org/x'), 'https://up.example.org/x/a');
    assert.equal(build('/a', {}, undefined, '/v2'), 'https://api.example.org/v2/a');
    assert.throws(() => build('/a', {}, undefined, 'file:///etc'), /The base URL of the connector is not valid/);
  });

  const document = 'https://api.example.org/v1';
  const testSystem = 'https://test.example.org/mirror';
  const uploads = 'https://uploads.example.org:8443/files';
  const servers: [
    string,
    { base: string; own: string; document: string | null; allowed?: string[] },
    string | RegExp,
  ][] = [
    ['the base URL of the document', { base: document, own: uploads, document }, `${uploads}/a`],
    [
      'the origin of the document',
      { base: 'https://api.example.org', own: `${document}/x`, document },
      `${document}/x/a`,
    ],
    [
      'another base URL, at the server of the document',
      { base: testSystem, own: 'https://api.example.org/v2', document },
      'https://test.example.org/v2/a',
    ],
    [
      'another base URL, at its own server',
      { base: testSystem, own: 'https://test.example.org/v2', document },
      'https://test.example.org/v2/a',
    ],
    [
      'another base URL, at another host',
      { base: testSystem, own: uploads, document },
      /sends this operation to 'uploads\.example\.org:8443'/,
    ],
    [
      'another base URL, at an allowed host',
      { base: testSystem, own: uploads, document, allowed: ['uploads.example.org:8443'] },
      `${uploads}/a`,
    ],
    [
      'another base URL, at another port of an allowed host',
      { base: testSystem, own: uploads, document, allowed: ['uploads.example.org'] },
      /allowed_hosts/,
    ],
    [
      'a document without a server, at another host',
      { base: testSystem, own: uploads, document: null },
      /allowed_hosts/,
    ],
    [
      'a document without a server, at a path',
      { base: testSystem, own: '/v2', document: null },
      'https://test.example.org/v2/a',
    ],
  ];
  for (const [name, { base: baseUrl, own, document: documentBaseUrl, allowed = [] }, expected] of servers) {
    test(`of an operation with a server of its own: ${name}`, () => {
      const plan = { baseUrl: own, documentBaseUrl, params: PARAMS };
      const url = () => buildOperationUrl({ baseUrl, allowedHosts: allowed, plan, path: '/a', params: {} }).href;
      if (typeof expected === 'string') assert.equal(url(), expected);
      else assert.throws(url, expected);
    });
  }

  test('keeps the query of a path, and drops its fragment', () => {
    assert.equal(build('/?Action=List#x', { q: 'a b' }), 'https://api.example.org/v1/?Action=List&q=a%20b');
  });

  test('encodes params, and refuses what would lead elsewhere', () => {
    assert.equal(build('/a/{id}', { id: 'x/y?z#' }), 'https://api.example.org/v1/a/x%2Fy%3Fz%23');
    for (const id of ['..', '.', '../b', 'b/..', '..\\b', 'a/./b']) {
      assert.throws(() => build('/a/{id}', { id }), /lead to a path outside/, id);
    }
    assert.throws(() => build('/a/{id}{part}', { id: '.', part: '.' }), /lead to a path outside/);
    assert.throws(() => build('/a/{id}', { id: '' }), /'id' must not be empty/);
    assert.throws(() => build('/a/{id}', { id: [] }), /'id' must not be empty/);
    assert.throws(() => build('/a/{id}', {}), /'id' is required/);
    assert.throws(() => build('/a/{id}', { id: null }), /'id' is required/);
    assert.throws(() => build('/../admin'), /lead to a path outside/);
  });

  test('never leaves the base URL, whatever the params are', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom('.', '..', '/', '\\', '%2e', '%2F', '@', ':', '?', '#', ';', 'a'))
        .map(parts => parts.join('')),
    );
    const path = fc.constantFrom('/a/{id}', '/a/{id}/{part}', '/{id}{part}', '{id}', '/{id}.json');
    fc.assert(
      fc.property(path, text, text, text, (template, id, part, q) => {
        try {
          const url = new URL(build(template, { id, part, q }));
          assert.equal(url.origin, 'https://api.example.org');
          assert.ok(url.pathname.startsWith('/v1/'), url.href);
          assert.equal(url.pathname.split('/').length, 2 + template.replace(/^\//, '').split('/').length);
          assert.equal(url.searchParams.get('q'), q.toWellFormed());
        } catch (error) {
          if (!(error instanceof StepError)) throw error;
        }
      }),
      { numRuns: 1000 },
    );
  });
});
