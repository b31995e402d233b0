/** Health, readiness and metrics for operators, and the reference of the API. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { ROOT } from '../support/process.ts';
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
    const sources = globSync('src/**/*.ts', { cwd: ROOT }).filter(file => !/(\.test|-fixture)\.ts$/.test(file));
    const defined = sources.flatMap(file =>
      [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/\bdefineJob(?:<.*?>)?\(\s*'([^']+)'/g)].map(
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
    const text = String((await get('/metrics')).body);
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
    const known = new Set(['unknown', '/health', '/ready', '/metrics', '/docs', '/api/v3/openapi.json']);
    for (const { path: route } of endpoints) known.add(route);
    for (const [, route] of text.matchAll(/route="([^"]*)"/g)) assert.ok(known.has(String(route)), `route ${route}`);
  });
});

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: object[];
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { required: boolean; content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content: Record<string, { schema: object }> }>;
}

interface OpenApi {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  components: { securitySchemes: Record<string, object>; schemas: Record<string, object> };
  paths: Record<string, Record<string, Operation>>;
}

suite('the OpenAPI document', async () => {
  const reply = await get('/api/v3/openapi.json');
  const document = reply.body as OpenApi;
  const operations = Object.values(document.paths).flatMap(path => Object.values(path));

  test('is JSON of version 3.1 with the address of the service', () => {
    assert.equal(reply.status, 200);
    assert.match(reply.headers.get('content-type') ?? '', /^application\/json/);
    assert.equal(document.openapi, '3.1.0');
    assert.equal(document.info.title, 'Heddle');
    assert.match(document.info.version, /^\d+\.\d+\.\d+$/);
    assert.deepEqual(document.servers, [{ url: 'https://heddle.example.org/base' }]);
    assert.deepEqual(document.components.securitySchemes, {
      apiKey: { type: 'apiKey', in: 'header', name: 'uni-api-key' },
    });
  });

  test('has every endpoint, each only as POST', () => {
    const links = ['/api/v1/run/resume/{run_id}/{step}/{secret}', '/api/v3/workflow/hook/{trigger_id}/{secret}'];
    assert.deepEqual(Object.keys(document.paths).sort(), [...endpoints.map(({ path }) => path), ...links].sort());
    for (const path of Object.values(document.paths)) assert.deepEqual(Object.keys(path), ['post']);
  });

  test('gives every operation a unique name that generators accept', () => {
    const names = operations.map(({ operationId }) => operationId);
    assert.equal(new Set(names).size, names.length);
    for (const name of names) assert.match(name, /^[A-Za-z]\w*$/);
  });

  test('describes the parameters and answers of each operation', () => {
    for (const { path, query, body, form, anyone } of endpoints) {
      const operation = document.paths[path]?.post;
      assert.ok(operation);
      assert.notEqual(operation.summary, '');
      assert.deepEqual(operation.security, anyone ? [] : [{ apiKey: [] }]);
      assert.equal(
        operation.parameters.some(({ name }) => name === 'entity_id'),
        query !== undefined && 'properties' in query && 'entity_id' in Object(query.properties),
      );
      assert.equal(operation.requestBody !== undefined, body !== undefined || form !== undefined);
      assert.deepEqual(Object.keys(operation.responses).sort(), ['200', 'default']);
      for (const { content } of Object.values(operation.responses)) {
        assert.equal(typeof content['application/json']?.schema, 'object');
      }
    }
  });

  test('describes that the webhook call accepts any body and needs no key', () => {
    const { operationId, security, parameters, requestBody, responses } =
      document.paths['/api/v3/workflow/hook/{trigger_id}/{secret}']?.post ?? {};
    assert.equal(operationId, 'v3_workflow_hook_trigger_id_secret');
    assert.deepEqual(security, []);
    const string = { in: 'path', required: true, schema: { type: 'string' } };
    assert.deepEqual(parameters, [
      { name: 'trigger_id', ...string },
      { name: 'secret', ...string },
    ]);
    assert.deepEqual(requestBody, { required: false, content: { '*/*': { schema: {} } } });
    const schema = responses?.[200]?.content['application/json']?.schema ?? {};
    assert.deepEqual(Object.keys(Object(schema).properties), ['run_id', 'status']);
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

  test('describes answers as the service sends them', async () => {
    const schema = document.paths['/api/v1/user/create']?.post?.responses['200']?.content['application/json']?.schema;
    const user = await service.ask('/api/v1/user/create', { email: 'described@example.org', name: 'D' });
    assert.ok(schema && 'properties' in schema && 'required' in schema);
    assert.deepEqual(Object.keys(user).sort(), Object.keys(Object(schema.properties)).sort());
    assert.deepEqual(Object.keys(user).sort(), [...Object(schema.required)].sort());
  });
});

suite('the reference', async () => {
  const reply = await get('/docs');
  const page = String(reply.body);

  test('is a page without scripts', () => {
    assert.equal(reply.status, 200);
    assert.equal(reply.headers.get('content-type'), 'text/html; charset=utf-8');
    const policy = reply.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.doesNotMatch(policy, /script-src/);
    assert.doesNotMatch(page, /<script|\son\w+=|javascript:/i);
    assert.doesNotMatch(page, /(src|href)="(https?:)?\/\//);
  });

  test('has every endpoint, once, with its scope and summary', () => {
    for (const { path, summary } of endpoints) {
      assert.equal(page.split(`id="${path}"`).length, 2, path);
      assert.equal(page.split(`href="#${path}"`).length, 2, path);
      assert.ok(page.includes(summary.replaceAll("'", '&#39;')), summary);
    }
    assert.ok(page.includes('/api/v3/openapi.json'));
  });

  test('closes every element that it opens', () => {
    for (const tag of ['nav', 'main', 'article', 'table', 'tr', 'td', 'code', 'p', 'ul', 'li', 'h2', 'h3', 'h4']) {
      assert.equal(page.split(new RegExp(`<${tag}[ >]`)).length, page.split(`</${tag}>`).length, tag);
    }
  });
});
