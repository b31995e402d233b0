/** Health, readiness and metrics for operators, and the reference of the API. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { introduce, openService } from '../../src/commands/serve.ts';
import { readConfig } from '../../src/configuration/config.ts';
import { createLogger } from '../../src/platform/logging/log.ts';
import { createTestDatabase } from '../support/database.ts';
import { inReverse, ROOT, temporaryFolder } from '../support/process.ts';
import { ADMIN_KEY, testService } from '../support/service.ts';

const service = await testService({ HEDDLE_PUBLIC_URL: 'https://heddle.example.org/base/' });
const { endpoints } = service.service.system;

function get(at: string) {
  return service.send(at, { method: 'GET' });
}

suite('health and readiness', () => {
  test('/health answers while the process is up', async () => {
    const reply = await get('/health');
    assert.deepEqual([reply.status, reply.body], [200, { status: 'ok' }]);
  });

  test('/ready answers while the database and the storage are reachable', async () => {
    const reply = await get('/ready');
    assert.deepEqual([reply.status, reply.body], [200, { status: 'ready', database: 'ok', storage: 'ok' }]);
  });

  test('without its storage the service is up but not ready', async () => {
    const blobs = path.join(service.dataFolder, 'blobs');
    await rename(blobs, `${blobs}-away`);
    const reply = await get('/ready');
    assert.equal((await get('/health')).status, 200);
    await rename(`${blobs}-away`, blobs);
    assert.equal(reply.status, 503);
    assert.deepEqual(reply.body, { status: 'not ready', database: 'ok', storage: 'unreachable' });
    assert.equal((await get('/ready')).status, 200);
  });

  test('a first start is ready when its administrator exists', async t => {
    const hooks = inReverse(t);
    const database = await createTestDatabase();
    hooks.after(() => database.drop());
    const dataFolder = await temporaryFolder(hooks);
    const environment = { HEDDLE_DATABASE_URL: database.url, HEDDLE_DATA: dataFolder, HEDDLE_PORT: '0' };
    const started = await openService({ config: readConfig(environment), work: false, log: createLogger('silent') });
    const { url, system, stop } = started;
    hooks.after(stop);
    const ask = async () => {
      const reply = await fetch(`${url}/ready`);
      return [reply.status, await reply.json()];
    };
    const fine = { database: 'ok', storage: 'ok' };
    assert.deepEqual(await ask(), [503, { status: 'not ready', ...fine, administrator: 'missing' }]);
    await introduce(started);
    assert.deepEqual(await ask(), [200, { status: 'ready', ...fine }]);
    assert.equal((await system.database.pool.query('SELECT FROM users')).rowCount, 1);
  });

  test('HEAD is answered like GET, without a body', async () => {
    for (const at of ['/health', '/ready', '/metrics', '/docs']) {
      const reply = await fetch(service.url + at, { method: 'HEAD' });
      assert.deepEqual([reply.status, await reply.text()], [200, '']);
    }
  });
});

suite('metrics', () => {
  const series = (text: string) => text.split('\n').filter(line => line !== '' && !line.startsWith('#'));

  test('are Prometheus text, with our own names and the standard ones of a process', async () => {
    const reply = await get('/metrics');
    assert.equal(reply.status, 200);
    assert.match(reply.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
    const lines = series(String(reply.body));
    assert.ok(lines.length > 20);
    for (const line of lines)
      assert.match(line, /^(heddle|process|nodejs)_[a-z0-9_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? \S+$/);
    for (const name of [
      'process_cpu_seconds_total',
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_p99_seconds',
    ]) {
      assert.ok(
        lines.some(line => line.startsWith(`${name} `)),
        name,
      );
    }
  });

  test('count the jobs of every kind by their state', async () => {
    const lines = series(String((await get('/metrics')).body)).filter(line => line.startsWith('heddle_jobs{'));
    const kinds = (await service.service.system.jobs.statistics()).map(({ kind }) => kind);
    assert.ok(kinds.length > 0);
    for (const kind of kinds) {
      for (const state of ['waiting', 'active', 'dead']) {
        assert.equal(lines.filter(line => line.startsWith(`heddle_jobs{kind="${kind}",state="${state}"} `)).length, 1);
      }
    }
  });

  // Anybody may enqueue a job of any kind, and a job without a worker would wait forever.
  test('include every kind of job that the sources define', async () => {
    const sources = globSync('src/**/*.ts', { cwd: ROOT }).filter(file => !file.endsWith('.test.ts'));
    const defined = sources.flatMap(file =>
      [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/\b(?:defineJob(?:<.*?>)?|hourly)\(\s*'([^']+)'/g)].map(
        ([, kind]) => kind,
      ),
    );
    const kinds = (await service.service.system.jobs.statistics()).map(({ kind }) => kind);
    assert.deepEqual(defined.sort(), kinds.toSorted());
  });

  test('measure requests by route and status, and contain nothing that clients sent', async () => {
    const secret = 'a-secret-that-must-not-be-seen';
    await service.call(`/api/v1/user/get?entity_id=${secret}`, { secret }, secret);
    await service.call(`/api/v1/user/get?entity_id=${secret}`, { secret });
    await service.send(`/${secret}/../${secret}?${secret}`);
    await service.send(`/api/v1/${secret}`, { method: secret.slice(0, 8).toUpperCase().replaceAll('-', '') });
    // What is served may be a second old.
    const text = await service.service.system.metrics.text();
    assert.equal(text.includes(secret), false);
    assert.equal(text.includes(ADMIN_KEY), false);
    const count = (route: string, status: number) =>
      new RegExp(`^heddle_http_request_seconds_count\\{route="${route}",status="${status}"\\} [1-9]\\d*$`, 'm');
    for (const [route, status] of [
      ['/api/v1/user/get', 401],
      ['/api/v1/user/get', 422],
      ['unknown', 404],
      ['/metrics', 200],
    ] as const) {
      assert.match(text, count(route, status));
    }
    assert.match(
      text,
      /^heddle_http_request_seconds_bucket\{le="0\.1",route="\/api\/v1\/user\/get",status="401"\} \d+$/m,
    );
    const known = new Set([
      'unknown',
      '/health',
      '/ready',
      '/metrics',
      '/docs',
      '/api/v1/openapi.json',
      '/api/v3/openapi.json',
    ]);
    for (const { path: route } of endpoints) known.add(route);
    for (const [, route] of text.matchAll(/route="([^"]*)"/g)) assert.ok(known.has(String(route)), `route ${route}`);
  });
});

interface Operation {
  operationId: string;
  summary: string;
  security: object[];
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { required: boolean; content: Record<string, { schema: object }> };
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: object }> }>;
}

interface OpenApi {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string; description: string }[];
  components: { securitySchemes: Record<string, object>; schemas: Record<string, { required: string[] }> };
  paths: Record<string, Record<string, Operation>>;
}

const LINKS = {
  v1: ['/api/v1/run/resume/{run_id}/{step}/{secret}'],
  v3: [
    '/api/v3/booster/storage/file/{id}/{grant}',
    '/api/v3/booster/storage/upload/{id}',
    '/api/v3/workflow/hook/{trigger_id}/{secret}',
    '/file',
    '/mcp',
  ],
};

for (const api of ['v1', 'v3'] as const) {
  suite(`the OpenAPI document of ${api}`, async () => {
    const reply = await get(`/api/${api}/openapi.json`);
    const document = reply.body as OpenApi;
    const operations = Object.values(document.paths).flatMap(path => Object.values(path));
    const described = endpoints.filter(({ path }) => path.startsWith(`/api/${api}/`));

    test('is JSON of version 3.1 with the address of the service', () => {
      assert.equal(reply.status, 200);
      assert.match(reply.headers.get('content-type') ?? '', /^application\/json/);
      assert.equal(document.openapi, '3.1.0');
      assert.equal(document.info.title, 'Heddle');
      assert.match(document.info.version, /^\d+\.\d+\.\d+$/);
      assert.deepEqual(document.servers, [
        { url: 'https://heddle.example.org/base', description: 'This installation' },
      ]);
      const { apiKey, session } = document.components.securitySchemes;
      assert.partialDeepStrictEqual(apiKey, { type: 'apiKey', in: 'header', name: 'uni-api-key' });
      assert.partialDeepStrictEqual(session, { type: 'apiKey', in: 'cookie' });
    });

    test('is sent compressed, and not at all to those who have it', async () => {
      const headers = { 'accept-encoding': 'gzip, br' };
      const compressed = await service.send(`/api/${api}/openapi.json`, { method: 'GET', headers });
      assert.equal(compressed.headers.get('content-encoding'), 'br');
      assert.equal(compressed.headers.get('vary'), 'accept-encoding');
      assert.deepEqual(compressed.body, document);
      const tag = compressed.headers.get('etag') ?? '';
      const known = await fetch(`${service.url}/api/${api}/openapi.json`, { headers: { 'if-none-match': tag } });
      assert.deepEqual([known.status, await known.text()], [304, '']);
    });

    test('has every endpoint of this version, each only as POST, and the links', () => {
      assert.deepEqual(
        Object.keys(document.paths).sort(),
        [...described.map(({ path }) => path), ...LINKS[api]].sort(),
      );
      for (const { path } of described) assert.deepEqual(Object.keys(document.paths[path] ?? {}), ['post']);
    });

    test('gives every operation a unique name that generators accept', () => {
      const names = operations.map(({ operationId }) => operationId);
      assert.equal(new Set(names).size, names.length);
      for (const name of names) assert.match(name, /^[a-z][A-Za-z0-9]*$/);
    });

    test('describes the parameters and answers of each operation', () => {
      for (const { path, query, body, form, anyone } of described) {
        const operation = document.paths[path]?.post;
        assert.ok(operation);
        assert.notEqual(operation.summary, '');
        assert.deepEqual(operation.security, anyone ? [] : [{ apiKey: [] }, { session: [] }]);
        assert.equal(
          operation.parameters.some(({ name }) => name === 'entity_id'),
          query !== undefined && 'properties' in query && 'entity_id' in Object(query.properties),
        );
        assert.equal(operation.requestBody !== undefined, body !== undefined || form !== undefined);
        const { 200: success, ...refusals } = operation.responses;
        assert.ok(Object.values(success?.content ?? {}).length > 0, path);
        const always = anyone ? ['403', '429', '500', '503'] : ['401', '403', '429', '500', '503'];
        for (const status of always) assert.ok(refusals[status], `${path} ${status}`);
        for (const { $ref } of Object.values(refusals)) assert.match($ref ?? '', /^#\/components\/responses\/\w+$/);
      }
    });

    test('contains everything that it refers to', () => {
      const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(([, reference]) =>
        String(reference),
      );
      assert.ok(references.length > 0);
      for (const reference of new Set(references)) {
        const found = reference
          .replace(/^#\//, '')
          .split('/')
          .reduce<unknown>((value, part) => Object(value)[part], document);
        assert.notEqual(found, undefined, reference);
      }
    });
  });
}

suite('the OpenAPI documents', () => {
  test('describe that the webhook call accepts any body and needs no key', async () => {
    const { paths } = (await get('/api/v3/openapi.json')).body as OpenApi;
    const { operationId, security, parameters, requestBody, responses } =
      paths['/api/v3/workflow/hook/{trigger_id}/{secret}']?.post ?? {};
    assert.equal(operationId, 'workflowHook');
    assert.deepEqual(security, []);
    assert.deepEqual(
      parameters?.map(({ name, in: where, required }) => [name, where, required]),
      [
        ['trigger_id', 'path', true],
        ['secret', 'path', true],
        ['Idempotency-Key', 'header', false],
      ],
    );
    assert.equal(requestBody?.required, false);
    assert.deepEqual(Object.keys(requestBody?.content ?? {}), ['*/*']);
    assert.deepEqual(responses?.[200]?.content?.['application/json']?.schema, {
      $ref: '#/components/schemas/QueuedRun',
    });
  });

  test('describe answers as the service sends them', async () => {
    const { paths, components } = (await get('/api/v1/openapi.json')).body as OpenApi;
    const { content } = paths['/api/v1/user/create']?.post?.responses['200'] ?? {};
    assert.deepEqual(content?.['application/json']?.schema, { $ref: '#/components/schemas/User' });
    const user = await service.ask('/api/v1/user/create', { email: 'described@example.org', name: 'D' });
    assert.deepEqual(Object.keys(user).sort(), [...(components.schemas.User?.required ?? [])].sort());
  });
});

suite('the reference', () => {
  const page = async (at: string) => {
    const reply = await get(at);
    assert.equal(reply.status, 200, at);
    assert.equal(reply.headers.get('content-type'), 'text/html; charset=utf-8');
    return { policy: reply.headers.get('content-security-policy') ?? '', html: String(reply.body) };
  };

  test('has every endpoint, with its summary and scope, and closes every element that it opens', async () => {
    const pages = new Map<string, string>();
    for (const { path, summary, scope, anyone } of endpoints) {
      const [, , version = '', area = ''] = path.split('/');
      const at = `/docs/api/${version}/${area}`;
      const html = pages.get(at) ?? (await page(at)).html;
      pages.set(at, html);
      assert.equal(html.split(`<code>${path}</code></p>`).length, 2, path);
      const plain = html.replaceAll(/<[^>]+>/g, '');
      assert.ok(plain.includes(summary.replaceAll('`', '').replaceAll("'", '&#39;')), summary);
      assert.ok(anyone || html.includes(`<code>${scope}</code>`), path);
    }
    for (const html of pages.values()) {
      assert.ok(html.length < 1_000_000);
      for (const tag of [
        'nav',
        'main',
        'article',
        'section',
        'table',
        'td',
        'code',
        'p',
        'ul',
        'li',
        'h2',
        'h3',
        'details',
      ]) {
        assert.equal(html.split(new RegExp(`<${tag}[ >]`)).length, html.split(`</${tag}>`).length, tag);
      }
    }
  });

  test('needs nothing that its policy forbids, and nothing from elsewhere', async () => {
    const { policy, html } = await page('/docs/api/v3/workflow');
    assert.doesNotMatch(policy, /unsafe/);
    assert.doesNotMatch(html, /<script(?![^>]* src=)|\son\w+=|\sstyle=|javascript:/i);
    assert.doesNotMatch(html, /<(script|link|img)[^>]*(src|href)="(https?:)?\/\//);
  });

  test('leads from its overview to every area and to all objects', async () => {
    assert.equal(
      (await fetch(`${service.url}/docs/api`, { redirect: 'manual' })).headers.get('location'),
      '/docs/api/v3',
    );
    const { html } = await page('/docs/api/v3');
    assert.match(html, /href="\/docs\/api\/v3\/workflow#workflowRun"/);
    const objects = (await page('/docs/api/v3/objects')).html;
    for (const [, name] of (await page('/docs/api/v3/workflow')).html.matchAll(/href="objects#(\w+)"/g)) {
      assert.ok(objects.includes(`id="${name}"`), String(name));
    }
    assert.equal((await get('/docs/api/v3/nothing')).status, 404);
  });
});
