/** Tests rate limits, in one process and in two processes that share a database. */
import assert from 'node:assert/strict';
import { after, suite } from 'node:test';
import Type from 'typebox';
import { ApiError } from '../../src/errors.ts';
import type { BoundEndpoint as Endpoint } from '../../src/http/binding.ts';
import type { Tier } from '../../src/http/endpoint.ts';
import { createRateLimiter, deleteEndedWindows, type RateLimiter } from '../../src/http/rate-limit.ts';
import { createServer } from '../../src/http/server.ts';
import { createMetrics } from '../../src/platform/metrics.ts';
import { endpoint } from '../support/bound-endpoint.ts';
import { createTestDatabase } from '../support/database.ts';
import { type Reply, serviceOn, type TestService } from '../support/service.ts';
import { COMPLETE_ONLY, test } from '../support/tiers.ts';

const limits = { HEDDLE_RATE_LIMITS: 'on', HEDDLE_REQUESTS_LOW: '5', HEDDLE_REQUESTS_HIGH: '50' };
const testDatabase = await createTestDatabase();
const service = await serviceOn(testDatabase, limits);
/** Stands for a second process. */
const other = await serviceOn(testDatabase, limits);
after(async () => {
  await other.stopService();
  await service.stop();
});

const { system } = service.service;
const { database } = system;

let strangers = 0;
const newStranger = () => `stranger ${++strangers}`;

function limiter(perMinute: Partial<Record<Tier, number>> = {}): RateLimiter {
  return createRateLimiter(database, { default: 600, high: 1800, low: 30, webhook: 600, ...perMinute });
}

/** Returns the `Retry-After` of a refusal, and undefined when the request passes. */
async function spend(spender: RateLimiter, tier: Tier, who: string): Promise<string | undefined> {
  try {
    await spender.spend(tier, who);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof ApiError);
    assert.deepEqual([error.status, error.message], [429, 'Too many requests']);
    return error.headers['retry-after'];
  }
}

/** Counts how many of these attempts pass when they come one after the other. */
async function countPassing(spender: RateLimiter, tier: Tier, who: string, attempts: number): Promise<number> {
  let passed = 0;
  for (let attempt = 0; attempt < attempts; attempt++) if ((await spend(spender, tier, who)) === undefined) passed++;
  return passed;
}

function countPassed(replies: readonly Reply[]): number {
  for (const { status, body, headers } of replies) {
    if (status === 200) continue;
    assert.deepEqual({ status, body }, { status: 429, body: { detail: 'Too many requests' } });
    const seconds = headers.get('retry-after') ?? '';
    assert.match(seconds, /^\d+$/);
    assert.ok(Number(seconds) >= 1 && Number(seconds) <= 60, seconds);
  }
  return replies.filter(({ status }) => status === 200).length;
}

/** Sends requests to the services in rotation, twenty at a time. */
async function flood(services: readonly TestService[], key: string, requests: number): Promise<Reply[]> {
  const replies: Reply[] = [];
  let sent = 0;
  async function lane(): Promise<void> {
    while (sent < requests) {
      const at = services[sent++ % services.length];
      if (at) replies.push(await at.call('/api/v1/key/count', {}, key));
    }
  }
  await Promise.all(Array.from({ length: 20 }, lane));
  return replies;
}

suite('rate limits over HTTP', () => {
  test('the default tier accepts exactly 600 requests a minute in one process', COMPLETE_ONLY, async () => {
    const { key } = await service.person();
    assert.equal(countPassed(await flood([service], key, 650)), 600);
    // The limit covers all endpoints of the tier, and is checked before the request is read.
    for (const path of ['/api/v1/key/find', '/api/v1/user/find', '/api/v1/notification/read']) {
      const reply = await service.call(path, {}, key);
      assert.deepEqual([reply.status, reply.body], [429, { detail: 'Too many requests' }]);
    }
  });

  test('two processes together accept no more than the limit, and hardly less', COMPLETE_ONLY, async () => {
    const { key } = await service.person();
    const count = countPassed(await flood([service, other], key, 800));
    assert.ok(count <= 600 && count >= 570, `${count} of 600 passed`);
  });

  test('each key is counted separately, even when one user has several', COMPLETE_ONLY, async () => {
    const person = await service.person();
    const second = await service.key(person.id, ['*']);
    await flood([service], person.key, 620);
    assert.equal((await service.call('/api/v1/key/count', {}, person.key)).status, 429);
    assert.equal((await service.call('/api/v1/key/count', {}, second)).status, 200);
  });

  test('a request that is refused because of its key is not counted', async () => {
    const person = await service.person();
    const underScoped = await service.key(person.id, ['service.chat']);
    const replies = await flood([service], underScoped, 650);
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([401]));
  });

  test('wrong keys are limited for each address, and keys that were right go on working', async t => {
    const strict = await serviceOn(await createTestDatabase(), { ...limits, HEDDLE_REQUESTS_DEFAULT: '5' });
    t.after(() => strict.stop());
    const { id } = await strict.ask<{ id: string }>('/api/v1/user/create', { email: 'ann@example.org', name: 'Ann' });
    const key = await strict.key(id, ['*']);
    const count = async (given: string) => (await strict.call('/api/v1/key/count', {}, given)).status;
    assert.equal(await count(key), 200);
    const statuses: number[] = [];
    for (let index = 0; index < 8; index++) statuses.push(await count(`wrong-${index}`));
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429, 429]);
    assert.equal(await count(key), 200);
  });

  test('each tier is counted separately', async () => {
    const { key } = await service.person();
    const endpoints: Endpoint[] = (['default', 'high', 'low'] as const).flatMap(tier =>
      ['one', 'two'].map(name =>
        endpoint({
          path: `/api/v3/${tier}/${name}`,
          summary: 'For a test',
          scope: 'service.chat',
          tier,
          body: Type.Object({}),
          reply: Type.Boolean(),
          handle: async () => true,
        }),
      ),
    );
    const server = createServer({ ...system, metrics: createMetrics('test_'), endpoints });
    const call = async (path: string) => {
      const { statusCode } = await server.inject({ method: 'POST', url: path, headers: { 'uni-api-key': key } });
      return statusCode;
    };
    const statuses = [];
    for (let round = 0; round < 4; round++) {
      for (const name of ['one', 'two']) statuses.push(await call(`/api/v3/low/${name}`));
    }
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429, 429]);
    assert.equal(await call('/api/v3/high/one'), 200);
    assert.equal(await call('/api/v3/default/one'), 200);
    await server.close();
  });

  test('no request is limited when rate limits are off', async () => {
    const unlimited = await serviceOn(testDatabase, { HEDDLE_REQUESTS_DEFAULT: '1', HEDDLE_RATE_LIMITS: 'off' });
    const { key } = await service.person();
    assert.equal(countPassed(await flood([unlimited], key, 20)), 20);
    await unlimited.stopService();
  });
});

suite('the limiter', () => {
  for (const limit of [1, 2, 30, 49, 50, 51, 99, 149, 600]) {
    test(`a limit of ${limit} lets exactly as many pass`, async () => {
      const who = newStranger();
      assert.equal(await countPassing(limiter({ low: limit }), 'low', who, limit + 20), limit);
    });
  }

  test('a burst passes up to the limit', async () => {
    const [spender, who] = [limiter(), newStranger()];
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => spend(spender, 'low', who)));
    assert.equal(outcomes.filter(outcome => outcome === undefined).length, 30);
  });

  test('simultaneous bursts in three processes never exceed the limit together', async () => {
    const who = newStranger();
    const spenders = [limiter(), limiter(), limiter()];
    const outcomes = await Promise.all(
      spenders.flatMap(spender => Array.from({ length: 300 }, () => spend(spender, 'default', who))),
    );
    const count = outcomes.filter(outcome => outcome === undefined).length;
    assert.ok(count <= 600 && count >= 570, `${count} of 600 passed`);
  });

  test('refused requests do not extend the wait', async () => {
    const [spender, who] = [limiter({ low: 1 }), newStranger()];
    await spender.spend('low', who);
    const endsAt = async () =>
      (await database.pool.query('SELECT ends_at FROM rate_windows WHERE name = $1', [`low ${who}`])).rows[0].ends_at;
    const before = await endsAt();
    let last = 60;
    for (let attempt = 0; attempt < 50; attempt++) {
      const seconds = Number(await spend(attempt % 2 ? spender : limiter({ low: 1 }), 'low', who));
      assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= last, `${seconds} after ${last}`);
      last = seconds;
    }
    assert.deepEqual(await endsAt(), before);
  });

  test('webhook calls are counted by caller', async () => {
    const spender = limiter({ webhook: 3 });
    const [one, two] = [newStranger(), newStranger()];
    assert.equal(await countPassing(spender, 'webhook', one, 5), 3);
    assert.equal(await countPassing(spender, 'webhook', two, 5), 3);
    assert.equal(await countPassing(spender, 'low', one, 5), 5);
  });

  test('a new window begins a minute after the first request', async t => {
    const [spender, who] = [limiter({ low: 3 }), newStranger()];
    assert.equal(await countPassing(spender, 'low', who, 5), 3);
    const now = performance.now.bind(performance);
    await database.pool.query("UPDATE rate_windows SET ends_at = ends_at - interval '59 s' WHERE name = $1", [
      `low ${who}`,
    ]);
    t.mock.method(performance, 'now', () => now() + 59_000);
    assert.equal(await countPassing(spender, 'low', who, 5), 0);
    await database.pool.query("UPDATE rate_windows SET ends_at = ends_at - interval '1 s' WHERE name = $1", [
      `low ${who}`,
    ]);
    t.mock.method(performance, 'now', () => now() + 60_001);
    assert.equal(await countPassing(spender, 'low', who, 5), 3);
    assert.equal(await countPassing(limiter({ low: 3 }), 'low', who, 5), 0);
  });

  test('unused requests of a window are not carried into the next', async t => {
    const [spender, who] = [limiter({ default: 600 }), newStranger()];
    await spender.spend('default', who);
    const now = performance.now.bind(performance);
    await database.pool.query('UPDATE rate_windows SET ends_at = now() WHERE name = $1', [`default ${who}`]);
    t.mock.method(performance, 'now', () => now() + 60_001);
    assert.equal(await countPassing(spender, 'default', who, 700), 600);
  });

  test('windows that have ended are deleted, and others are not', async () => {
    const [spender, ended, running] = [limiter({ low: 1 }), newStranger(), newStranger()];
    await spender.spend('low', ended);
    await spender.spend('low', running);
    await database.pool.query("UPDATE rate_windows SET ends_at = now() - interval '1 s' WHERE name = $1", [
      `low ${ended}`,
    ]);
    await deleteEndedWindows(database);
    const { rows } = await database.pool.query('SELECT name FROM rate_windows WHERE name = ANY($1)', [
      [`low ${ended}`, `low ${running}`],
    ]);
    assert.deepEqual(rows, [{ name: `low ${running}` }]);
    assert.equal(await countPassing(limiter({ low: 1 }), 'low', ended, 3), 1);
    assert.equal(await countPassing(limiter({ low: 1 }), 'low', running, 3), 0);
  });

  test('most requests need no database query', async () => {
    const [spender, who] = [limiter(), newStranger()];
    const queries = [];
    for (let request = 0; request < 100; request++) {
      const spent = spender.spend('high', who);
      if (spent instanceof Promise) queries.push(await spent);
    }
    assert.ok(queries.length <= 10, `${queries.length} of 100 asked the database`);
  });
});
