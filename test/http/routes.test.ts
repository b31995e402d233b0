/** Checks the common rules on every endpoint of the service. A new endpoint is included automatically. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { type EndpointDescription as Endpoint, SCOPES } from '../../src/http/endpoint.ts';
import { compileInputValidation } from '../../src/http/input-validation.ts';
import { requiredProperties, schemaProperties } from '../../src/http/openapi/openapi.ts';
import { defaultConfig } from '../fixtures/config.ts';
import { ADMIN_KEY, type Reply, testService } from '../support/service.ts';

const service = await testService();
const { endpoints } = service.service.system;

const BOOSTER = '/api/v3/booster/';
const APPROVALS = '/api/v3/workflow/approval/';
/** The endpoints that take no input at all. All others declare their input. */
const WITHOUT_INPUT: readonly string[] = [
  `${APPROVALS}count`,
  '/api/v3/ai_model/get_all',
  '/api/v1/workflow/catalog',
  '/api/v3/workflow/catalog',
];

/** Lists that are not read with filters. Approvals are listed with other parameters too. */
const WITHOUT_QUERY: readonly string[] = [
  '/api/v1/session/find',
  '/api/v1/people/find',
  '/api/v1/run/count',
  '/api/v1/run/failure/count',
  '/api/v1/view/find',
  '/api/v1/connector/find',
  '/api/v1/mcp-server/find',
  '/api/v1/credential/find',
  '/api/v1/variable/find',
  '/api/v1/find',
];

/** The endpoints of `/api/v1` that keys need not be allowed everything for. */
const V1_SCOPES: ReadonlyMap<string, string> = new Map([
  ['/api/v1/schedule/preview', 'service.workflow'],
  ['/api/v1/run/start', 'service.workflow'],
  ['/api/v1/run/watch', 'service.workflow'],
]);

const invalid = { status: 401, body: { detail: 'API key is invalid' } };
const notProvided = { status: 401, body: { detail: 'API key not provided' } };
const notFound = { status: 404, body: { detail: 'entity not found' } };

const outsider = await service.person();
/** Keys by the scope that each of them lacks. */
const keysWithoutScope = new Map<string, string>();
for (const scope of SCOPES) {
  keysWithoutScope.set(
    scope,
    await service.key(
      outsider.id,
      SCOPES.filter(other => other !== scope && other !== '*'),
    ),
  );
}

function pickStatusAndBody({ status, body }: Reply) {
  return { status, body };
}

/** Sends very different requests. The service must check the key before it reads any of them. */
async function sendVariants(path: string, key: string | null): Promise<{ status: number; body: unknown }[]> {
  const headers = { ...(key !== null && { 'uni-api-key': key }) };
  return [
    pickStatusAndBody(await service.call(path, {}, key)),
    pickStatusAndBody(await service.call(`${path}?entity_id=${randomUUID()}`, { id: randomUUID() }, key)),
    pickStatusAndBody(await service.send(path, { headers })),
    await sendBrokenBody(path, key),
  ];
}

/** Sends a body that is refused as soon as anything reads it. */
async function sendBrokenBody(path: string, key: string | null): Promise<{ status: number; body: unknown }> {
  const headers = { ...(key !== null && { 'uni-api-key': key }) };
  return pickStatusAndBody(await service.send(path, { headers, body: '{not json' }));
}

/**
 * One endpoint of each kind. Kinds differ in what runs before the handler: panels have their own keys, forms are parsed
 * differently, and some endpoints are for administrators only. Endpoints of one kind share the code before the handler,
 * so this one is tested in every way; for the others it is enough to show that they use that code.
 */
const examples = [...Map.groupBy(endpoints, classify).values()].map(([first]) => first);

function classify({ path, form, admin = false, anyone }: Endpoint): string {
  return [path.startsWith(BOOSTER), form !== undefined, admin, anyone === true].join();
}

function acceptsField(definition: Endpoint, part: 'query' | 'body', field: string): boolean {
  return field in schemaProperties(definition[part]);
}

test('the service has endpoints, and every path is unique', () => {
  assert.ok(endpoints.length > 20);
  assert.equal(new Set(endpoints.map(({ path }) => path)).size, endpoints.length);
  assert.ok(examples.length > 3, examples.map(example => example?.path).join(' '));
});

for (const definition of endpoints) {
  const { path, summary, scope, tier, query, body, reply, admin } = definition;
  const isExample = examples.includes(definition);

  suite(path, () => {
    test('declares its summary, scope, tier, input and reply', () => {
      assert.match(path, /^\/api\/v[13](\/[a-z0-9_-]+)+$/);
      assert.match(summary, /^[A-Z].*[^.\s]$/);
      assert.ok(SCOPES.includes(scope));
      assert.ok(Object.hasOwn(defaultConfig.http.requestsPerMinute, tier));
      assert.equal(typeof reply, 'object');
      assert.ok(query || body || definition.form || WITHOUT_INPUT.includes(path), 'takes what?');
      if (path.startsWith('/api/v1/')) assert.equal(scope, V1_SCOPES.get(path) ?? '*');
      else assert.equal(admin ?? false, false, 'administrators are of /api/v1');
      for (const schema of [query, body]) {
        if (!schema) continue;
        assert.ok('type' in schema && schema.type === 'object', 'input is an object with named fields');
        assert.ok(Object.keys(schemaProperties(schema)).length > 0 || schema === body);
        // Otherwise the service would notice a broken schema only at the first request.
        assert.doesNotThrow(() => compileInputValidation({ schema, method: 'POST', url: path })({}));
      }
    });

    if (!definition.anyone)
      test('requires a key with its scope', async () => {
        const missing = path.startsWith(BOOSTER) ? notProvided : invalid;
        assert.deepEqual(await sendBrokenBody(path, null), missing);
        assert.deepEqual(await sendBrokenBody(path, keysWithoutScope.get(scope) ?? ''), invalid);
        if (!isExample) return;
        for (const answer of await sendVariants(path, null)) assert.deepEqual(answer, missing);
        for (const answer of await sendVariants(path, '')) assert.deepEqual(answer, missing);
        for (const answer of await sendVariants(path, `hdl_${randomUUID()}`)) assert.deepEqual(answer, invalid);
        for (const answer of await sendVariants(path, keysWithoutScope.get(scope) ?? ''))
          assert.deepEqual(answer, invalid);
      });

    test('accepts only POST', async () => {
      for (const method of isExample ? ['GET', 'PUT', 'DELETE'] : ['GET']) {
        const answer = await service.send(path, { method, headers: { 'uni-api-key': ADMIN_KEY } });
        assert.deepEqual(pickStatusAndBody(answer), { status: 405, body: { detail: 'method not allowed' } });
      }
    });

    if (admin) {
      test('is refused to everybody but administrators', async () => {
        const refused = { status: 403, body: { detail: 'permission denied' } };
        assert.deepEqual(await sendBrokenBody(path, outsider.key), refused);
        if (!isExample) return;
        for (const answer of await sendVariants(path, outsider.key)) assert.deepEqual(answer, refused);
      });
    }

    if (acceptsField(definition, 'query', 'entity_id') && requiredProperties(body).length === 0) {
      test('finds nothing under an unknown entity_id', async () => {
        for (const key of admin ? [ADMIN_KEY] : [ADMIN_KEY, outsider.key]) {
          assert.deepEqual(
            pickStatusAndBody(await service.call(`${path}?entity_id=${randomUUID()}`, {}, key)),
            notFound,
          );
        }
      });

      test('refuses a malformed entity_id', async () => {
        for (const id of ['', 'x', `urn:uuid:${randomUUID()}`, `${randomUUID()}'--`]) {
          const { status, body: refusal } = await service.call(`${path}?entity_id=${encodeURIComponent(id)}`);
          assert.equal(status, 422);
          assert.match(String(Object(refusal).detail), /^validation error(: entity_id: \S|$)/);
        }
        assert.equal((await service.call(path)).status, 422);
      });
    }

    if (requiredProperties(body).join() === 'id' && !path.startsWith(BOOSTER)) {
      test('finds nothing under an unknown id', async () => {
        for (const key of admin || path === '/api/v1/organization/update' ? [ADMIN_KEY] : [ADMIN_KEY, outsider.key]) {
          assert.deepEqual(pickStatusAndBody(await service.call(path, { id: randomUUID() }, key)), notFound);
        }
      });

      test('refuses a malformed id', async () => {
        for (const id of ['', 'x', null, 7, [], `urn:uuid:${randomUUID()}`]) {
          const { status, body: refusal } = await service.call(path, { id });
          assert.equal(status, 422);
          assert.match(String(Object(refusal).detail), /^validation error: id: must /);
        }
      });
    }

    if (requiredProperties(body).length > 0 && !query && !path.startsWith(BOOSTER)) {
      test('names a field that is missing', async () => {
        const { status, body: refusal } = await service.call(path, {});
        const detail = String(Object(refusal).detail);
        assert.equal(status, 422);
        assert.ok(
          requiredProperties(body).some(name => detail === `validation error: ${name}: is required`),
          detail,
        );
      });
    }

    if (/\/(find|count)$/.test(path) && !path.startsWith(APPROVALS) && !WITHOUT_QUERY.includes(path)) {
      test('accepts a query body in which every field is optional', async () => {
        for (const field of ['filters', ...(path.endsWith('/find') ? ['sort_key', 'limit_from', 'limit_to'] : [])]) {
          const nested = schemaProperties(schemaProperties(body).params);
          assert.ok(acceptsField(definition, 'body', field) || field in nested, field);
        }
        if (path.startsWith(BOOSTER)) return;
        const { status, body: answer } = await service.call(path, {});
        assert.equal(status, 200);
        assert.equal(path.endsWith('/find') ? Array.isArray(answer) : Number.isInteger(answer), true);
      });
    }
  });
}
