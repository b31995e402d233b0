import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { docusignLike, kubernetesLike } from '../../../test/fixtures/more-openapi-documents.ts';
import { githubLike, stripeLike } from '../../../test/fixtures/openapi-documents.ts';
import { createThreadPool, ThreadError } from '../../platform/threads/thread-pool.ts';
import { createForeignCheck } from '../../tools/contract/foreign-params.ts';
import { apiDocumentLimits } from './api-document-limits.ts';
import type { ImportedApi } from './contract.ts';
import type { ImportInput } from './import-thread.ts';

const MODULE = new URL('./import-thread.ts', import.meta.url);

/** Like the service, it reads several documents in one thread. */
const threads = createThreadPool({ atOnce: 1 });
after(() => threads.close());

/** Reads a document as the service does, in a thread with its limits. */
function read(content: ImportInput['content'], limits: { memoryMb?: number } = {}) {
  const input: ImportInput = { content };
  return threads.run<ImportedApi>(MODULE, input, { owner: 'ann', ...apiDocumentLimits.thread, ...limits });
}

async function refuses(content: ImportInput['content'], message: string | RegExp): Promise<void> {
  await assert.rejects(read(content), error => {
    assert.ok(error instanceof ThreadError, String(error));
    assert.equal(error.thrown, 'BadInput', `${error.thrown}: ${error.message}`);
    if (typeof message === 'string') assert.equal(error.message, message);
    else assert.match(error.message, message);
    return true;
  });
}

/** A document whose only operation has this body. */
function withBody(schema: unknown, schemas: Record<string, unknown> = {}, more: object = {}) {
  const requestBody = { content: { 'application/json': { schema } } };
  return JSON.stringify({
    openapi: '3.0.0',
    paths: { '/a': { post: { requestBody } } },
    components: { schemas },
    ...more,
  });
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Checks a value against the body of the only operation. A check that does not end overflows the stack. */
function check(api: ImportedApi, body: unknown): string[] {
  const [operation] = api.operations;
  assert.ok(operation, JSON.stringify(api.skipped));
  const tool = { name: operation.name, inputSchema: JSON.parse(operation.inputSchema) };
  return createForeignCheck()(Object.assign(Object.create(null), tool), { params: { body }, printed: {} }).problems;
}

test('patterns of another server, which may never end, are left to it', () => {
  const pattern = '^(a+)+$';
  const schemas = [
    { patternProperties: { [pattern]: { type: 'string' } } },
    { patternProperties: { [pattern]: { type: 'string' } }, additionalProperties: false },
    { patternProperties: { [pattern]: { type: 'string' } }, unevaluatedProperties: false },
    { propertyNames: { pattern } },
    { additionalProperties: { type: 'string', pattern } },
  ];
  const endless = `${'a'.repeat(60)}!`;
  for (const inputSchema of schemas) {
    const tool = Object.assign(Object.create(null), { name: 'tool', inputSchema: { type: 'object', ...inputSchema } });
    assert.deepEqual(createForeignCheck()(tool, { params: { [endless]: endless }, printed: {} }).problems, []);
  }
});

suite('what is large', () => {
  for (const make of [githubLike, stripeLike, kubernetesLike, docusignLike]) {
    const { name, text } = make();
    test(`${name} of ${(text.length / 1e6).toFixed(1)} MB takes at most 400 MB of memory`, async () => {
      const api = await read(text, { memoryMb: 400 });
      assert.ok(api.operations.length > 100);
    });
  }

  test('of a million operations 5,000 are kept, and the others are counted', async () => {
    const paths = Array.from({ length: 1_000_000 }, (_, index) => `"/${index}":{"get":{}}`);
    const text = `{"openapi":"3.0.0","paths":{${paths.join()}}}`;
    if (text.length > apiDocumentLimits.bytes) assert.fail('The document must be one that is read');
    // A document of the most bytes has more values than are read.
    await refuses(text, 'The document is too large: it has more than 2,000,000 values, with aliases written out');
    const fewer = `{"openapi":"3.0.0","paths":{${paths.slice(0, 600_000).join()}}}`;
    const api = await read(fewer);
    assert.equal(api.operations.length, 5_000);
    assert.equal(api.skippedCount, 595_000);
    assert.equal(api.skipped.length, 1_000);
    assert.equal(api.skipped[0]?.reason, 'The document has more than 5,000 operations');
  });

  test('more than 20 MB are refused', async () => {
    await refuses(new Uint8Array(apiDocumentLimits.bytes + 1), 'The document must have at most 20,971,520 bytes');
    await refuses('€'.repeat(apiDocumentLimits.bytes / 3 + 1), 'The document must have at most 20,971,520 bytes');
  });

  test('20 MB of description are read', async () => {
    const api = await read(withBody({ type: 'string', description: 'x'.repeat(19_000_000) }));
    assert.ok(api.operations[0] && api.operations[0].inputSchema.length < 1_000);
  });

  test('a huge enum loses its operation', async () => {
    const values = Array.from({ length: 100_000 }, (_, index) => `value-${index}`);
    const api = await read(withBody({ enum: values }));
    assert.deepEqual(api.skipped, [
      { method: 'POST', path: '/a', reason: 'Its schema has more than 200,000 characters' },
    ]);
  });

  test('what is large and shared by thousands of operations is read once', async () => {
    const values = Array.from({ length: 100_000 }, (_, index) => `value-${index}`);
    const param = { name: 'q', in: 'query', type: 'string', enum: values };
    const body = { name: 'b', in: 'body', schema: { enum: values } };
    for (const [parameters, response] of [
      [{ p: param }, {}],
      [{ p: { ...param, in: 'formData' } }, {}],
      [{ p: body }, {}],
      [{ p: { name: 'q', in: 'query', type: 'string' } }, { schema: { enum: values }, examples: { a: values } }],
    ]) {
      const put = { parameters: [{ $ref: '#/parameters/p' }], responses: { 200: { $ref: '#/responses/r' } } };
      const paths = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`/${index}`, { put }]));
      const text = JSON.stringify({ swagger: '2.0', paths, parameters, responses: { r: response } });
      const api = await read(text, { memoryMb: 400 });
      assert.equal(api.operations.length + api.skippedCount, 5_000);
    }
  });

  test('the schemas of all operations together are limited', async () => {
    const big = { enum: Array.from({ length: 9_000 }, (_, index) => `value-number-${index}`) };
    const operation = { requestBody: { content: { 'application/json': { schema: ref('big') } } } };
    const paths = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`/${index}`, { put: operation }]));
    const text = JSON.stringify({ openapi: '3.0.0', paths, components: { schemas: { big } } });
    const api = await read(text, { memoryMb: 500 });
    const total = api.operations.reduce((sum, { inputSchema }) => sum + inputSchema.length, 0);
    assert.ok(total > 60_000_000 && total <= 64_000_000, String(total));
    assert.equal(api.operations.length + api.skippedCount, 5_000);
    assert.match(api.skipped[0]?.reason ?? '', /^The schemas of the operations before it have more than 64,000,000/);
  });
});

suite('what is nested', () => {
  const deep = 'The document is nested too deeply: at most 200 levels are read';

  test('a hundred thousand levels are refused, in JSON and in YAML', async () => {
    await refuses(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, deep);
    await refuses(`{"a":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_001)}`, deep);
    await refuses(`a: ${'['.repeat(100_000)}${']'.repeat(100_000)}`, /^The document is no valid YAML: /);
    await refuses(
      `a:\n${Array.from({ length: 1_000 }, (_, level) => `${' '.repeat(level + 1)}a:\n`).join('')}`,
      /^The document is no valid YAML: /,
    );
  });

  test('an alias bomb is refused', async () => {
    const levels = Array.from(
      { length: 30 },
      (_, level) => `a${level + 1}: &a${level + 1} [*a${level}, *a${level}, *a${level}]`,
    );
    const text = ['openapi: 3.0.0', 'a0: &a0 [x, x]', ...levels, 'paths: {}'].join('\n');
    await refuses(text, 'The document is too large: it has more than 2,000,000 values, with aliases written out');
  });

  test('aliases that nest deeply, or lead back to themselves, are refused', async () => {
    const levels = Array.from({ length: 300 }, (_, level) => `a${level + 1}: &a${level + 1} [*a${level}]`);
    await refuses(['openapi: 3.0.0', 'a0: &a0 [x]', ...levels].join('\n'), deep);
    const circle = 'The document contains itself: an alias leads back to where it stands';
    await refuses('openapi: 3.0.0\npaths: &p\n  /a: *p\n', circle);
    await refuses('openapi: 3.0.0\nx: &x [*x]\n', circle);
  });

  test('merged keys are limited', async () => {
    const many = Array.from({ length: 200 }, (_, index) => `k${index}: 1`).join(', ');
    const uses = Array.from({ length: 200 }, (_, index) => `u${index}:\n  <<: *base`).join('\n');
    await refuses(`openapi: 3.0.0\nbase: &base {${many}}\n${uses}`, /^The document is no valid YAML: /);
  });

  test('thousands of references one after the other lose their operation, or are followed', async () => {
    const chain = (wrap: (next: unknown) => unknown) =>
      Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`s${index}`, wrap(ref(`s${index + 1}`))]));
    const through = await read(
      withBody(
        ref('s0'),
        chain(next => ({ properties: { a: next } })),
      ),
    );
    assert.equal(through.skipped[0]?.reason, 'Its schema has more than 200,000 characters');
    const same = await read(
      withBody(
        ref('s0'),
        chain(next => ({ allOf: [next] })),
      ),
    );
    assert.equal(same.skipped[0]?.reason, 'Its schema is nested too deeply');
    const bare = await read(
      withBody(
        ref('s0'),
        chain(next => next),
      ),
    );
    assert.equal(bare.skipped[0]?.reason, 'Its schema is nested too deeply');
  });

  test('schemas that multiply at the same value lose their operation', async () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        [`a${index}`, { allOf: [ref(`a${index + 1}`), ref(`b${index + 1}`)] }],
        [`b${index}`, { anyOf: [ref(`a${index + 1}`), ref(`b${index + 1}`)] }],
      ]).flat(),
    );
    const api = await read(withBody(ref('a0'), { ...schemas, a40: {}, b40: {} }));
    assert.equal(api.skipped[0]?.reason, 'Its schema combines too many others');
  });
});

suite('circles', () => {
  for (const [title, schemas] of Object.entries({
    'a reference to itself': { s: ref('s') },
    'two references to each other': { s: ref('t'), t: ref('s') },
    'allOf with itself': { s: { allOf: [ref('s'), { type: 'object', required: ['a'] }] } },
    'allOf through another': {
      s: { allOf: [ref('t')], required: ['a'] },
      t: { oneOf: [ref('s'), { type: 'object' }] },
    },
    'anyOf with itself twice': { s: { anyOf: [ref('s'), ref('s'), ref('t')] }, t: { anyOf: [ref('s')] } },
  })) {
    test(`${title} ends`, async () => {
      const api = await read(withBody(ref('s'), schemas));
      assert.deepEqual(check(api, { a: 1 }), []);
    });
  }

  test('a tree stays a tree', async () => {
    const tree = {
      type: 'object',
      properties: { value: { type: 'integer' }, children: { type: 'array', items: ref('tree') } },
    };
    const api = await read(withBody(ref('tree'), { tree }));
    assert.deepEqual(check(api, { value: 1, children: [{ value: 2, children: [] }] }), []);
    assert.equal(check(api, { value: 1, children: [{ value: 'two' }] }).length, 1);
  });

  test('two ways into the same circle do not double the work with each level', async () => {
    const node = { type: 'object', properties: { next: { anyOf: [ref('a'), ref('b')] }, value: { type: 'string' } } };
    const api = await read(withBody(ref('a'), { a: node, b: node }));
    const nest = (value: unknown, levels: number) =>
      Array.from({ length: levels }).reduce<unknown>(next => ({ next }), { value });
    assert.deepEqual(check(api, nest('text', 60)), []);
    assert.ok(check(api, nest(1, 3)).length > 0);
    // Nobody would live to see the end of it, so that it is left to the API.
    assert.deepEqual(check(api, nest(1, 60)), []);
  });

  test('paths and params that refer to themselves lose their operation', async () => {
    const text = JSON.stringify({
      openapi: '3.1.0',
      paths: {
        '/a': { $ref: '#/paths/~1a' },
        '/b': { get: { parameters: [{ $ref: '#/components/parameters/p' }] } },
        '/c': { get: {} },
      },
      components: { parameters: { p: { $ref: '#/components/parameters/p' } } },
    });
    const api = await read(text);
    assert.deepEqual(
      api.operations.map(({ path }) => path),
      ['/c'],
    );
    assert.deepEqual(api.skipped, [
      { method: '*', path: '/a', reason: 'It has a reference that leads nowhere' },
      { method: 'GET', path: '/b', reason: 'It has a reference that leads nowhere' },
    ]);
  });
});

suite('what is strange', () => {
  test('names of prototypes are names like others, or are left out', async () => {
    const text = `{"openapi":"3.0.0","__proto__":{"polluted":1},"paths":{"__proto__":{"get":{}},"/constructor":{"post":{
      "operationId":"__proto__","parameters":[{"name":"constructor","in":"query","schema":{"type":"string"}}],
      "requestBody":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/__proto__"}}}}}}},
      "components":{"schemas":{"__proto__":{"type":"object","properties":{"__proto__":{"type":"string"},"toString":{"type":"string"}}}}}}`;
    const api = await read(text);
    assert.deepEqual(
      api.operations.map(({ path, name }) => [path, name]),
      [['/constructor', 'proto']],
    );
    assert.equal(Object.keys(Object.prototype).length, 0);
    const schema = JSON.parse(api.operations[0]?.inputSchema ?? '');
    assert.deepEqual(schema.properties, { constructor_query: { type: 'string' }, body: { $ref: '#/$defs/__proto__' } });
    assert.deepEqual(check(api, { toString: 'x' }), []);
    assert.deepEqual(check(api, {}), []);
  });

  test('a property named $ref is a property', async () => {
    const properties = { $ref: { type: 'string' }, type: { type: 'integer' }, properties: { type: 'boolean' } };
    const api = await read(withBody({ type: 'object', properties, required: ['$ref'] }));
    assert.deepEqual(check(api, { $ref: 'main', type: 1, properties: true }), []);
    assert.equal(check(api, { $ref: 1 }).length, 1);
  });

  test('the last of two equal keys counts', async () => {
    const json = await read('{"openapi":"3.0.0","info":{"title":"a","title":"b"},"paths":{}}');
    const yaml = await read('openapi: 3.0.0\ninfo:\n  title: a\n  title: b\npaths: {}\n');
    assert.deepEqual([json.title, yaml.title], ['b', 'b']);
  });

  test('texts may begin with a byte order mark, and be UTF-16', async () => {
    const text = '{"openapi":"3.0.0","info":{"title":"Grüße"},"paths":{}}';
    const bigEndian = Buffer.from(`\uFEFF${text}`, 'utf16le').swap16();
    for (const content of [
      `\uFEFF${text}`,
      Buffer.from(`\uFEFF${text}`),
      Buffer.from(text),
      Buffer.from(`\uFEFF${text}`, 'utf16le'),
      Buffer.from(text, 'utf16le'),
      bigEndian,
    ]) {
      assert.equal((await read(content)).title, 'Grüße');
    }
  });

  test('NUL and halves of characters do not come through', async () => {
    const api =
      await read(String.raw`{"openapi":"3.0.0","info":{"title":"a\u0000b\ud800"},"paths":{"/a":{"get":{"summary":"\u0000","tags":["x\u0000"],
      "parameters":[{"name":"q","in":"query","schema":{"enum":["\u0000a","\udfff"]}}]}},"/b\u0000":{"get":{}},"/c":{"get":{
      "parameters":[{"name":"q\u0000","in":"query"}]}}}}`);
    assert.doesNotMatch(JSON.stringify(api), /\\u0000|\\ud[89a-f]/);
    assert.equal(api.title, 'ab\uFFFD');
    assert.deepEqual(api.skipped, [
      { method: 'GET', path: '/b', reason: 'Its path can not be read' },
      { method: 'GET', path: '/c', reason: 'It has a param that can not be read' },
    ]);
  });

  test('what is no description is refused with a sentence', async () => {
    await refuses('', 'The document is empty');
    await refuses('\0', /^The document is no valid YAML: /);
    await refuses('[]', 'The document is no API description: it must be an object');
    await refuses('hello', 'The document is no API description: it must be an object');
    await refuses('{"a":', /^The document is no valid JSON: /);
    await refuses('{"a":1}', "The document is no API description: it has neither 'openapi' nor 'swagger'");
    await refuses('{"openapi":"4.0"}', "The document has version '4.0': 2.0, 3.0 and 3.1 can be read");
    await refuses('openapi: 3.0.0\npaths: [', /^The document is no valid YAML: .* \(line 2\)$/);
  });

  test('malformed parts lose only their operation', async () => {
    const broken = [
      null,
      1,
      'x',
      [],
      { parameters: 'x' },
      { parameters: [1] },
      { parameters: [{ in: 'query' }] },
      { requestBody: 1 },
      { responses: 1, tags: 1, servers: 1 },
    ];
    for (const start of [{ openapi: '3.0.0' }, { openapi: '3.1.0' }, { swagger: '2.0' }]) {
      const paths = Object.fromEntries(broken.map((get, index) => [`/${index}`, { get }]));
      const api = await read(
        JSON.stringify({
          ...start,
          info: 1,
          servers: 1,
          security: 1,
          components: 1,
          definitions: 1,
          securityDefinitions: { a: 1 },
          paths: { ...paths, '/list': 1, '/good': { get: {} } },
        }),
      );
      assert.ok(api.operations.some(({ path }) => path === '/good'));
      assert.equal(api.operations.length + api.skippedCount, broken.length + 2);
      assert.equal(api.title, 'API');
    }
  });
});

suite('references to other documents', () => {
  test('are refused, and the first five are named', async () => {
    const names = ['http://a.example/x.json', 'file:///etc/passwd', './x.yaml#/a', '/etc/passwd', 'Pet', 'six'];
    const schema = { properties: Object.fromEntries(names.map(name => [name, { $ref: name }])) };
    const five = names.slice(0, 5).map(name => `'${name}'`);
    await refuses(
      withBody(schema),
      `The document refers to other documents (${five.join(', ')} and others): bundle it into one first`,
    );
    const path = JSON.stringify({ openapi: '3.0.0', paths: { '/a': { $ref: 'paths/a.yaml' } } });
    await refuses(path, "The document refers to other documents ('paths/a.yaml'): bundle it into one first");
    const operation = JSON.stringify({ openapi: '3.0.0', paths: { '/a': { get: { $ref: 'operations/get_a.yml' } } } });
    await refuses(
      operation,
      "The document refers to other documents ('operations/get_a.yml'): bundle it into one first",
    );
    const swagger = JSON.stringify({ swagger: '2.0', paths: { '/a': { get: { parameters: [{ $ref: 'p.json' }] } } } });
    await refuses(swagger, "The document refers to other documents ('p.json'): bundle it into one first");
  });

  test('in examples are no references', async () => {
    const schema = { type: 'object', example: { $ref: 'http://a.example' }, default: { $ref: 'x' } };
    assert.equal((await read(withBody(schema))).operations.length, 1);
  });
});
