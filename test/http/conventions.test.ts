/** Conventions that apply to every endpoint, tested with some of them. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { ADMIN_KEY, type Reply, testService } from '../support/service.ts';

const service = await testService({ HEDDLE_MAX_BODY_MB: '1' });
const headers = { 'uni-api-key': ADMIN_KEY };

function assertError(reply: Reply, status: number, detail: string | RegExp): void {
  assert.equal(reply.status, status, JSON.stringify(reply.body));
  assert.match(reply.headers.get('content-type') ?? '', /^application\/json/);
  assert.notEqual(reply.headers.get('x-request-id'), null);
  const { body } = reply;
  assert.ok(typeof body === 'object' && body !== null && 'detail' in body);
  assert.deepEqual(Object.keys(body), ['detail']);
  if (typeof detail === 'string') assert.equal(body.detail, detail);
  else assert.match(String(body.detail), detail);
}

/** Sends a body unchanged, as the administrator. */
function post(endpoint: string, body?: string | Buffer, more: Record<string, string> = {}): Promise<Reply> {
  return service.send(endpoint, { headers: { ...headers, ...more }, ...(body !== undefined && { body }) });
}

const COUNT = '/api/v1/user/count';

suite('paths and methods', () => {
  test('an unknown path is not found, whatever is sent there', async () => {
    const paths = ['/api', '/api/v1/user', '/api/v1/user/find/', '/api/v1/User/find', '/api/v2/user/find', '//x'];
    for (const path of paths) {
      for (const init of [{}, { method: 'GET' }, { body: '{not json', headers }]) {
        assertError(await service.send(path, init), 404, 'not found');
      }
    }
  });

  for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND']) {
    test(`${method} is refused on a path for POST`, async () => {
      for (const init of [{}, ...(method === 'GET' ? [] : [{ body: '{}' }, { body: '{not json' }])]) {
        const reply = await service.send(`${COUNT}?entity_id=1`, { method, ...init });
        assertError(reply, 405, 'method not allowed');
        assert.equal(reply.headers.get('allow'), 'POST');
      }
    });
  }

  test('POST is refused on a path for GET', async () => {
    for (const path of ['/health', '/ready', '/metrics', '/api/v1/openapi.json', '/api/v3/openapi.json', '/docs']) {
      const reply = await service.send(path, { body: 'x'.repeat(2 ** 20 + 1) });
      assertError(reply, 405, 'method not allowed');
      assert.equal(reply.headers.get('allow'), 'GET, HEAD');
    }
  });

  test('a path with an invalid encoding is not found', async () => {
    for (const path of ['/%', '/api/v1/user/%zz', '/api/v1/user/find%', '/api/v1/user/%c3%28']) {
      assertError(await service.send(path, { headers }), 404, 'not found');
    }
  });
});

suite('bodies', () => {
  test('an empty body, {} and no body are the same where every field is optional', async () => {
    const answers = [];
    for (const [body, more] of [
      ['{}', {}],
      ['', {}],
      ['', { 'content-type': 'application/json' }],
      [undefined, {}],
      [undefined, { 'content-type': 'application/json' }],
      [' {} \n', {}],
      ['\uFEFF{}', {}],
    ] satisfies [string | undefined, Record<string, string>][]) {
      const reply = await post(COUNT, body, more);
      assert.equal(reply.status, 200, JSON.stringify([body, more, reply.body]));
      answers.push(reply.body);
    }
    assert.deepEqual(new Set(answers).size, 1);
    assertError(await post('/api/v1/group/create'), 422, 'validation error: name: is required');
  });

  test('must be JSON, whatever their content type', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1']) {
      assert.equal((await post(COUNT, '{}', { 'content-type': type })).status, 200);
      assertError(await post(COUNT, 'a=1', { 'content-type': type }), 422, /^validation error: body: is not JSON: /);
    }
    for (const type of ['nonsense', ';;;', '/']) {
      assertError(await post(COUNT, '{}', { 'content-type': type }), 422, /^validation error: /);
    }
    const form = new FormData();
    form.set('name', 'x');
    assertError(await service.send(COUNT, { headers, body: form }), 422, /^validation error: body: is not JSON: /);
  });

  for (const body of [
    '{',
    '{}x',
    '{"a":}',
    "{'a':1}",
    'undefined',
    'NaN',
    '{"a":1,}',
    ' ',
    '<html>',
    '\0',
    '[1',
    '"',
  ]) {
    test(`${JSON.stringify(body)} is not JSON`, async () => {
      assertError(await post(COUNT, body), 422, /^validation error: body: is not JSON: \S/);
    });
  }

  for (const body of ['null', '[]', '[{}]', '"text"', '0', 'true']) {
    test(`${body} is refused because it is not an object`, async () => {
      assertError(await post(COUNT, body), 422, 'validation error: body: must be object');
    });
  }

  test('bytes that are not UTF-8 are refused', async () => {
    for (const bytes of [[0xff], [0x22, 0xc3, 0x28, 0x22], [0x22, 0xed, 0xa0, 0x80, 0x22], [0xff, 0xfe, 0x7b, 0]]) {
      assertError(await post(COUNT, Buffer.from(bytes)), 422, 'validation error: body: is not UTF-8');
    }
  });

  test('text that PostgreSQL can not store is refused', async () => {
    const refused = [
      ['\\u0000', 'NUL characters are not allowed'],
      ['a\\ud800b', 'lone surrogates are not allowed'],
      ['\\udc00\\ud800', 'lone surrogates are not allowed'],
    ];
    for (const [text, what] of refused) {
      for (const body of [`{"name":"${text}"}`, `{"${text}":1}`, `{"a":[[{"b":"${text}"}]]}`, `"${text}"`]) {
        assertError(await post('/api/v1/group/create', body), 422, `validation error: body: ${what}`);
      }
    }
    const name = 'tab\tline\nbell\u0007 🙂 \u200f';
    assert.equal((await service.ask('/api/v1/group/create', { name })).name, name);
  });

  test('up to 200 levels of nesting are allowed', async () => {
    const nested = (levels: number) => `{"x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    assert.equal((await post(COUNT, nested(200))).status, 200);
    const tooDeep = 'validation error: body: is nested deeper than 200 levels';
    assertError(await post(COUNT, nested(201)), 422, tooDeep);
    assertError(await post(COUNT, nested(5000)), 422, tooDeep);
    assertError(await post(COUNT, `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`), 422, tooDeep);
    assertError(await post(COUNT, '['.repeat(400_000)), 422, tooDeep);
    assertError(
      await post(COUNT, `${'[1,'.repeat(100)}${' '.repeat(400_000)}`),
      422,
      /^validation error: body: is not JSON: /,
    );
  });

  test('no key of a body changes a prototype', async () => {
    const proto = "validation error: body: the key '__proto__' is not allowed";
    assertError(await post(COUNT, '{"__proto__":{"filters":[["nonsense"]]}}'), 422, proto);
    assertError(await post('/api/v1/user/create', '{"permissions":{"__proto__":{"workflow":"none"}}}'), 422, proto);
    const harmless = '{"constructor":{"prototype":{"polluted":1}},"toString":1,"hasOwnProperty":null,"valueOf":[]}';
    assert.equal((await post(COUNT, harmless)).status, 200);
    assert.equal(Reflect.get({}, 'polluted'), undefined);
    // Properties that every object inherits do not count as sent fields.
    assertError(await post('/api/v1/group/create', '{"constructor":1}'), 422, 'validation error: name: is required');
  });

  test('a body over the limit is refused, with or without a content-length', async () => {
    const fits = JSON.stringify({ x: 'a'.repeat(2 ** 20 - 8) });
    assert.equal(fits.length, 2 ** 20);
    assert.equal((await post(COUNT, fits)).status, 200);
    const detail = 'the request body is larger than 1048576 bytes';
    assertError(await post(COUNT, `${fits} `), 413, detail);
    const chunked = new ReadableStream({
      start(controller) {
        for (let sent = 0; sent <= 20; sent++) controller.enqueue(new Uint8Array(2 ** 16).fill(0x20));
        controller.close();
      },
    });
    const init: RequestInit & { duplex: 'half' } = { headers, body: chunked, duplex: 'half' };
    assertError(await service.send(COUNT, init), 413, detail);
  });
});

suite('entity_id', () => {
  const get = (query: string) => service.send(`/api/v1/group/get${query}`, { headers });

  test('names one entity', async () => {
    const id = await service.group();
    for (const query of [`?entity_id=${id}`, `?entity_id=${id.toUpperCase()}`, `?other=1&entity_id=${id}&x`]) {
      assert.deepEqual((await get(query)).body, { id, name: 'group', members: [] });
    }
    assertError(await get(`?entity_id=${randomUUID()}`), 404, 'entity not found');
  });

  test('is required, once, as a plain UUID', async () => {
    const id = await service.group();
    for (const query of ['', '?', '?entity-id=x', `?Entity_id=${id}`, `?entity_id[]=${id}`, '?__proto__=1']) {
      assertError(await get(query), 422, 'validation error: entity_id: is required');
    }
    for (const value of [
      '',
      'x',
      `urn:uuid:${id}`,
      `{${id}}`,
      id.replaceAll('-', ''),
      `${id}%0a`,
      ` ${id}`,
      '%00',
      '%',
    ]) {
      assertError(await get(`?entity_id=${value}`), 422, /^validation error: entity_id: must /);
    }
    assertError(await get(`?entity_id=${id}&entity_id=${id}`), 422, 'validation error: entity_id: must be string');
  });

  test('is not read from the body', async () => {
    const id = await service.group();
    const reply = await service.call('/api/v1/group/get', { entity_id: id });
    assertError(reply, 422, 'validation error: entity_id: is required');
  });
});

suite('request ids', () => {
  test('a harmless id is returned with answers and errors', async () => {
    for (const id of ['abc-123', 'a.b:c_d', 'x'.repeat(128), randomUUID()]) {
      const sent = { headers: { ...headers, 'x-request-id': id } };
      assert.equal((await service.send(COUNT, sent)).headers.get('x-request-id'), id);
      assert.equal((await service.send('/unknown', sent)).headers.get('x-request-id'), id);
      assert.equal((await service.send('/health', { ...sent, method: 'GET' })).headers.get('x-request-id'), id);
    }
  });

  test('any other id is replaced by a random one', async () => {
    const seen = new Set<string | null>();
    for (const id of [undefined, '', 'a b', 'x'.repeat(129), 'ü', '<script>', '"']) {
      const reply = await service.send(COUNT, {
        headers: { ...headers, ...(id !== undefined && { 'x-request-id': id }) },
      });
      const given = reply.headers.get('x-request-id');
      assert.match(given ?? '', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      seen.add(given);
    }
    assert.equal(seen.size, 7);
  });
});
