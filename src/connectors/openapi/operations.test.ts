import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Json, read, readOne } from '../../../test/fixtures/openapi-import.ts';

suite('operations', () => {
  const nameOf = (operationId: unknown, path = '/users/{id}/keys') =>
    readOne({ operationId }, { path, method: 'get' }).name;

  test('have names in snake case', () => {
    assert.equal(nameOf('repos/list-for-org'), 'repos_list_for_org');
    assert.equal(nameOf('getURLInfoV2'), 'get_url_info_v2');
    assert.equal(nameOf('Größe.ändern'), 'grosse_andern'.replace('ss', '_'));
    assert.equal(nameOf(undefined), 'get_users_by_id_keys');
    assert.equal(nameOf('日本'), 'get_users_by_id_keys');
    assert.equal(nameOf(undefined, '/'), 'get');
    assert.equal(nameOf('word_'.repeat(20)), 'word_word_word_word_word_word_word_word_word');
  });

  test('with equal names get a suffix that belongs to their path', () => {
    const paths = {
      '/b': { get: { operationId: 'x' } },
      '/a': { get: { operationId: 'x' }, put: { operationId: 'X' } },
    };
    const names = (each: Json) =>
      Object.fromEntries(read({ paths: each }).operations.map(({ method, path, name }) => [method + path, name]));
    const first = names(paths);
    assert.equal(first['GET/a'], 'x');
    assert.match(first['GET/b'] ?? '', /^x_[a-z0-9]{5}$/);
    assert.deepEqual(names(Object.fromEntries(Object.entries(paths).reverse())), first);
  });

  test('may be references within the document', () => {
    const { operations, skipped } = read({
      paths: { '/a': { get: { $ref: '#/x-operations/list' }, put: { $ref: '#/x-operations/none' } } },
      'x-operations': { list: { operationId: 'listThings', parameters: [{ name: 'q', in: 'query' }] } },
    });
    assert.deepEqual(
      operations.map(({ name, plan }) => [name, plan.params.length]),
      [['list_things', 1]],
    );
    assert.deepEqual(skipped, [{ method: 'PUT', path: '/a', reason: 'It has a reference that leads nowhere' }]);
  });

  test('have titles, tags and servers of their own', () => {
    const operation = readOne({
      summary: ' List\n things ',
      description: 'All.',
      tags: ['a', 'a', 1],
      deprecated: true,
      servers: [{ url: 'https://b.example/' }],
    });
    const { title, description, tags, deprecated, plan } = operation;
    assert.deepEqual(
      [title, description, tags, deprecated, plan.baseUrl],
      ['List things', 'All.', ['a'], true, 'https://b.example'],
    );
    assert.equal(readOne({ operationId: 'listThings' }).title, 'List things');
  });

  test('say what they reply', () => {
    const kindOf = (responses: Json) => readOne({ responses }).plan.reply;
    const content = (type: string, schema?: Json) => ({ content: { [type]: { schema } } });
    assert.equal(kindOf({ 200: content('application/json'), 404: content('text/plain') }), 'json');
    assert.equal(kindOf({ 204: { description: 'Gone' } }), 'none');
    assert.equal(kindOf({ 200: content('application/pdf') }), 'file');
    assert.equal(kindOf({ 200: content('*/*', { type: 'string', format: 'binary' }) }), 'file');
    assert.equal(kindOf({ '2XX': content('text/csv') }), 'text');
    assert.equal(kindOf({ 404: content('application/json') }), 'unknown');
  });
});

suite('servers and security', () => {
  test('the first complete server counts', () => {
    const variables = { region: { default: 'eu' }, port: { enum: ['8443'] } };
    const baseUrl = (servers: unknown[], url: string | null = null) => read({ servers }, url).baseUrl;
    assert.equal(
      baseUrl([{ url: '/v1' }, { url: 'https://{region}.a.example:{port}/v1/', variables }]),
      'https://eu.a.example:8443/v1',
    );
    assert.equal(baseUrl([{ url: '/v1' }], 'https://a.example/docs/openapi.json'), 'https://a.example/v1');
    assert.equal(baseUrl([{ url: 'https://user:secret@a.example/?q#f' }]), 'https://a.example');
    assert.equal(
      baseUrl([{ url: 'https://{tenant}.a.example' }, { url: 'ftp://a.example' }, { url: 'javascript:1' }]),
      null,
    );
    const swagger = (more: Json) => read({ openapi: undefined, swagger: '2.0', ...more }, 'http://b.example/x').baseUrl;
    assert.equal(swagger({ host: 'a.example', basePath: '/v2', schemes: ['http', 'https'] }), 'https://a.example/v2');
    assert.equal(swagger({ host: 'a.example' }), 'http://a.example');
    assert.equal(swagger({ basePath: '/v2' }), 'http://b.example/v2');
  });

  test('schemes become credentials, the required ones first', () => {
    const flow = {
      authorizationUrl: '/authorize',
      tokenUrl: 'https://a.example/token',
      scopes: { read: '', write: '' },
    };
    const securitySchemes = {
      key: { type: 'apiKey', in: 'header', name: 'X-Key', description: 'Yours.' },
      query: { type: 'apiKey', in: 'query', name: 'key' },
      cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
      basic: { type: 'http', scheme: 'Basic' },
      token: { type: 'http', scheme: 'bearer' },
      other: { type: 'http', scheme: 'Klaviyo' },
      both: { type: 'oauth2', flows: { authorizationCode: flow, clientCredentials: flow } },
      implicit: { type: 'oauth2', flows: { implicit: flow } },
      password: { type: 'oauth2', flows: { password: flow } },
      openid: { type: 'openIdConnect', openIdConnectUrl: 'https://a.example/.well-known/openid-configuration' },
      tls: { type: 'mutualTLS' },
      strange: { type: 'x' },
    };
    const { security } = read(
      { components: { securitySchemes }, security: [{ token: [] }, { gone: [] }] },
      'https://a.example/x',
    );
    const scopes = ['read', 'write'];
    const [token_url, authorization_url] = ['https://a.example/token', 'https://a.example/authorize'];
    assert.deepEqual(
      security.map(({ scheme, kind, fields }) => [scheme, kind, fields]),
      [
        ['token', 'bearer', {}],
        ['key', 'header', { name: 'X-Key' }],
        ['query', 'query', { name: 'key' }],
        ['cookie', 'header', { name: 'Cookie', prefix: 'sid=' }],
        ['basic', 'basic', {}],
        ['other', 'header', { name: 'Authorization', prefix: 'Klaviyo ' }],
        ['both', 'oauth2_code', { authorization_url, token_url, scopes }],
        ['both', 'oauth2_client', { token_url, scopes }],
        ['implicit', 'oauth2_code', { authorization_url, token_url, scopes }],
        ['password', 'bearer', {}],
        ['openid', 'oauth2_code', { issuer: 'https://a.example' }],
        ['tls', 'tls', {}],
      ],
    );
    assert.equal(security[1]?.description, 'Yours.');
  });
});

suite('pages', () => {
  const guess = (names: string[], schema: unknown, headers: Json = {}, more: Json = {}) =>
    readOne(
      {
        parameters: names.map(name => ({ name, in: 'query', schema: { type: 'integer' } })),
        responses: { 200: { content: { 'application/json': { schema } }, headers } },
        ...more,
      },
      { method: 'get' },
    ).paging;
  const object = (...names: string[]) => ({
    properties: Object.fromEntries(names.map(name => [name, { type: 'string' }])),
  });
  const list = { type: 'array', items: {} };

  test('are found by the names of params and replies', () => {
    assert.deepEqual(guess(['page', 'per_page'], list, { Link: {} }), { kind: 'link' });
    assert.deepEqual(guess(['page', 'per_page'], list), { kind: 'page', param: 'page', first: 1, items: null });
    assert.deepEqual(guess(['page'], { properties: { results: list } }), {
      kind: 'page',
      param: 'page',
      first: 1,
      items: 'results',
    });
    assert.deepEqual(guess(['offset', 'limit'], { properties: { 'the-items': list } }), {
      kind: 'offset',
      param: 'offset',
      items: '"the-items"',
    });
    assert.deepEqual(guess(['pageToken'], object('nextPageToken')), {
      kind: 'cursor',
      param: 'pageToken',
      next: 'nextPageToken',
    });
    assert.deepEqual(guess(['cursor'], { properties: { response_metadata: object('next_cursor') } }), {
      kind: 'cursor',
      param: 'cursor',
      next: 'response_metadata.next_cursor',
    });
    assert.deepEqual(guess(['after'], { properties: { paging: { properties: { next: object('after') } } } }), {
      kind: 'cursor',
      param: 'after',
      next: 'paging.next.after',
    });
    assert.deepEqual(guess(['starting_after'], { properties: { data: list, has_more: { type: 'boolean' } } }), {
      kind: 'cursor',
      param: 'starting_after',
      next: 'has_more && data[-1].id',
    });
  });

  test('are not guessed where there is no list', () => {
    assert.equal(guess(['page'], object('name')), null);
    assert.equal(guess(['q'], list), null);
    assert.equal(guess(['cursor'], object('name')), null);
  });

  test('are what an overlay says', () => {
    const rule = { kind: 'cursor', param: 'q', next: 'more.q' };
    assert.deepEqual(guess(['q'], list, {}, { 'x-heddle-paging': rule }), rule);
    assert.equal(guess(['page'], list, {}, { 'x-heddle-paging': false }), null);
    assert.equal(guess(['q'], list, {}, { 'x-heddle-paging': { ...rule, param: 'gone' } }), null);
  });
});
