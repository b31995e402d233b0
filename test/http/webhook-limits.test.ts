/** How many calls are accepted: by one workflow, by one trigger, from one address; over all processes. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase } from '../support/database.ts';
import { edge, node } from '../support/definitions.ts';
import { type Reply, serviceOn, type TestService } from '../support/service.ts';
import { pathOf, publishHook, type TestHook } from './webhook-calls.ts';

/** Nothing is executed: what is queued stays so. */
const idle = { work: false };
const rates = {
  HEDDLE_RATE_LIMITS: 'on',
  HEDDLE_REQUESTS_WEBHOOK: '100000',
  HEDDLE_REQUESTS_DEFAULT: '100000',
  HEDDLE_REQUESTS_HIGH: '100000',
};
const database = await createTestDatabase();
const service = await serviceOn(database, {}, idle);
const other = await serviceOn(database, {}, idle);
const limited = await serviceOn(database, { ...rates, HEDDLE_QUEUED_RUNS: '1000000' }, idle);
const limitedToo = await serviceOn(database, { ...rates, HEDDLE_QUEUED_RUNS: '1000000' }, idle);
after(async () => {
  for (const each of [other, limited, limitedToo]) await each.stopService();
  await service.stop();
});
const ann = await service.person();
const { query: db } = service.service.system.database;

function calls(hook: TestHook, count: number, services: readonly TestService[]): Promise<Reply[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => hook.send({}, {}, services[index % services.length])));
}

/** How many were accepted, when all others were refused so. */
function accepted(replies: readonly Reply[], detail: string): number {
  const refused = replies.filter(({ status }) => status !== 200);
  for (const { status, body } of refused) assert.deepEqual([status, body], [429, { detail }]);
  return replies.length - refused.length;
}

function retryAfter({ headers }: Reply): number {
  assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  return Number(headers.get('retry-after'));
}

suite('the queue of a workflow', () => {
  const FULL = 'The workflow already has 50 runs waiting';

  test('takes 50 runs, exactly, of 200 calls at once in two processes', async () => {
    const hook = await publishHook(service, ann);
    assert.equal(accepted(await calls(hook, 200, [service, other]), FULL), 50);
    assert.equal(await hook.count(), 50);
    assert.equal(retryAfter(await hook.refuse(429, FULL)), 5);
  });

  test('has room again when one has begun, and each workflow has its own', async () => {
    const hook = await publishHook(service, ann);
    assert.equal(accepted(await calls(hook, 60, [service]), FULL), 50);
    const another = await publishHook(service, ann);
    await another.call();
    await sql`UPDATE runs SET status = 'success', finished_at = now(), settled_at = now() WHERE id IN
      (SELECT id FROM runs WHERE workflow_id = ${hook.workflowId} LIMIT 3)`.execute(db);
    assert.equal(accepted(await calls(hook, 20, [service, other]), FULL), 3);
  });

  test('is one for all triggers of the workflow', async () => {
    const definition = {
      nodes: [node('hook', 'trigger.webhook'), node('other', 'trigger.webhook'), node('done', 'output', { value: 1 })],
      edges: [edge('hook', 'done'), edge('other', 'done')],
    };
    const hook = await publishHook(service, ann, definition);
    const first = hook.path;
    const second = pathOf(await hook.change('deployment'), 'other');
    const replies = Array.from({ length: 120 }, (_, index) => {
      hook.path = index % 2 === 0 ? first : second;
      return hook.send({}, {}, index % 3 === 0 ? service : other);
    });
    assert.equal(accepted(await Promise.all(replies), FULL), 50);
  });

  test('holds up nobody who changes the workflow', async () => {
    const hook = await publishHook(service, ann);
    const rename = (name: string) => service.call('/api/v3/workflow/update', { id: hook.workflowId, name }, ann.key);
    const [replies, ...changes] = await Promise.all([
      calls(hook, 100, [service, other]),
      ...Array.from({ length: 10 }, async (_, index) => rename(`name ${index}`)),
    ]);
    assert.equal(accepted(replies, FULL), 50);
    // Of each other they may be: one change waits for no other.
    for (const { status } of changes) assert.ok([200, 423].includes(status), String(status));
    assert.equal((await rename('last')).status, 200);
  });
});

suite('a trigger', () => {
  const MANY = 'Too many requests';
  const both = [limited, limitedToo];

  /** As if so much time had passed. */
  async function pass(hook: TestHook, interval: string): Promise<void> {
    await sql`UPDATE webhook_calls SET minute_ends_at = minute_ends_at - ${interval}::interval,
      hour_ends_at = hour_ends_at - ${interval}::interval, day_ends_at = day_ends_at - ${interval}::interval
      WHERE trigger_id = ${triggerOf(hook)}`.execute(db);
  }

  /** As if so many calls had been accepted. */
  async function use(hook: TestHook, window: 'hour' | 'day', used: number): Promise<void> {
    await sql`UPDATE webhook_calls SET ${sql.ref(`${window}_used`)} = ${used} WHERE trigger_id = ${triggerOf(hook)}`.execute(
      db,
    );
  }

  const triggerOf = ({ path }: TestHook) => path.split('/').at(-2);

  test('accepts 60 calls a minute, exactly, in two processes', async () => {
    const hook = await publishHook(service, ann);
    const replies = await calls(hook, 150, both);
    assert.equal(accepted(replies, MANY), 60);
    for (const reply of replies.filter(({ status }) => status === 429)) assert.ok(retryAfter(reply) <= 60);
    const again = await hook.send({}, {}, limited);
    assert.ok(retryAfter(again) >= 50 && retryAfter(again) <= 60);
    await pass(hook, '61 seconds');
    assert.equal(accepted(await calls(hook, 100, both), MANY), 60, 'refused calls counted against nothing');
    assert.equal(await hook.count(), 120);
  });

  test('accepts 2000 calls an hour, and 20000 a day', async () => {
    const hook = await publishHook(service, ann);
    await hook.call({}, {}, limited);
    await use(hook, 'hour', 1990);
    const replies = await calls(hook, 30, both);
    assert.equal(accepted(replies, MANY), 10);
    const refused = replies.find(({ status }) => status === 429);
    assert.ok(refused && retryAfter(refused) > 3500 && retryAfter(refused) <= 3600);
    await pass(hook, '61 minutes');
    await use(hook, 'day', 19_995);
    const later = await calls(hook, 30, both);
    assert.equal(accepted(later, MANY), 5);
    const tomorrow = later.find(({ status }) => status === 429);
    assert.ok(tomorrow && retryAfter(tomorrow) > 82_000 && retryAfter(tomorrow) <= 86_400 - 3600);
    await pass(hook, '24 hours');
    await hook.call({}, {}, limited);
  });

  test('counts for itself', async () => {
    const hook = await publishHook(service, ann);
    await calls(hook, 61, both);
    const another = await publishHook(service, ann);
    await another.call({}, {}, limited);
    assert.equal((await hook.send({}, {}, limited)).status, 429);
  });

  test('does not count what is refused for something else', async () => {
    const hook = await publishHook(service, ann);
    const replies = await Promise.all(
      Array.from({ length: 100 }, () => hook.send('{', { 'content-type': 'application/json' }, limited)),
    );
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([422]));
    assert.equal(accepted(await calls(hook, 61, both), MANY), 60);
  });

  test('does not count calls for which the queue has no room', async () => {
    const narrow = await serviceOn(database, { ...rates, HEDDLE_QUEUED_RUNS: '5' }, idle);
    try {
      const hook = await publishHook(service, ann);
      assert.equal(accepted(await calls(hook, 50, [narrow]), 'The workflow already has 5 runs waiting'), 5);
      assert.equal(accepted(await calls(hook, 100, both), MANY), 55);
    } finally {
      await narrow.stopService();
    }
  });

  test('without limits on rates accepts as many as come', async () => {
    const free = await serviceOn(database, { HEDDLE_QUEUED_RUNS: '1000' }, idle);
    try {
      const hook = await publishHook(service, ann);
      assert.equal(accepted(await calls(hook, 200, [free]), ''), 200);
    } finally {
      await free.stopService();
    }
  });
});

test('an address may send 600 calls a minute, to known webhooks and unknown ones', async () => {
  // Others were counted before.
  await sql`DELETE FROM rate_windows`.execute(db);
  const guarded = await serviceOn(database, { HEDDLE_RATE_LIMITS: 'on' }, idle);
  try {
    const hook = await publishHook(service, ann);
    const known = hook.path;
    hook.path = `${known}x`;
    let found = 0;
    for (let batch = 0; batch < 14; batch++) {
      const replies = await calls(hook, 50, [guarded]);
      const refused = replies.filter(({ status }) => status === 429);
      for (const reply of refused) assert.ok(retryAfter(reply) <= 60);
      found += replies.filter(({ status }) => status === 404).length;
      assert.equal(found + refused.length <= 50 * (batch + 1), true);
    }
    assert.equal(found, 600);
    hook.path = known;
    const { status, body } = await hook.send({}, {}, guarded);
    assert.deepEqual([status, body], [429, { detail: 'Too many requests' }]);
    assert.equal((await guarded.call('/api/v1/key/count', {}, ann.key)).status, 200, 'of no other tier');
  } finally {
    await guarded.stopService();
  }
});
