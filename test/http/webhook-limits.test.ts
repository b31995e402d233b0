/** Limits on the calls for a workflow, for a trigger and from an address, which apply across all processes. */
import assert from 'node:assert/strict';
import { after, suite } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase } from '../support/database.ts';
import { edge, node } from '../support/definitions.ts';
import { type Reply, serviceOn, type TestService } from '../support/service.ts';
import { COMPLETE_ONLY, test } from '../support/tiers.ts';
import { conditional, findHookPath, publishHook, type TestHook } from './webhook-calls.ts';

/** The services execute nothing, so that queued runs stay queued. */
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

function sendCalls(hook: TestHook, count: number, services: readonly TestService[]): Promise<Reply[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => hook.send({}, {}, services[index % services.length])));
}

/** Counts the accepted calls. All others must be refused with this detail. */
function countAccepted(replies: readonly Reply[], detail: string): number {
  const refused = replies.filter(({ status }) => status !== 200);
  for (const { status, body } of refused) assert.deepEqual([status, body], [429, { detail }]);
  return replies.length - refused.length;
}

function readRetryAfter({ headers }: Reply): number {
  assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  return Number(headers.get('retry-after'));
}

suite('the queue of a workflow', () => {
  const FULL = 'The workflow already has 50 runs waiting';

  test('accepts exactly 50 of 200 concurrent calls in two processes', async () => {
    const hook = await publishHook(service, ann);
    assert.equal(countAccepted(await sendCalls(hook, 200, [service, other]), FULL), 50);
    assert.equal(await hook.count(), 50);
    assert.equal(readRetryAfter(await hook.refuse(429, FULL)), 5);
  });

  test('accepts exactly 50 calls with keys that meet a condition', async () => {
    const hook = await publishHook(service, ann, conditional('true'));
    const send = (_: unknown, index: number) => hook.send({}, { 'idempotency-key': `call-${index}` });
    assert.equal(countAccepted(await Promise.all(Array.from({ length: 80 }, send)), FULL), 50);
    assert.equal(await hook.count(), 50);
  });

  test('has room again when runs have ended, and is separate for each workflow', async () => {
    const hook = await publishHook(service, ann);
    assert.equal(countAccepted(await sendCalls(hook, 60, [service]), FULL), 50);
    const another = await publishHook(service, ann);
    await another.call();
    await sql`UPDATE runs SET status = 'success', finished_at = now(), settled_at = now() WHERE id IN
      (SELECT id FROM runs WHERE workflow_id = ${hook.workflowId} LIMIT 3)`.execute(db);
    assert.equal(countAccepted(await sendCalls(hook, 20, [service, other]), FULL), 3);
  });

  test('is shared by all triggers of the workflow', async () => {
    const definition = {
      nodes: [node('hook', 'trigger.webhook'), node('other', 'trigger.webhook'), node('done', 'output', { value: 1 })],
      edges: [edge('hook', 'done'), edge('other', 'done')],
    };
    const hook = await publishHook(service, ann, definition);
    const first = hook.path;
    const second = findHookPath(await hook.change('deployment'), 'other');
    const replies = Array.from({ length: 120 }, (_, index) => {
      hook.path = index % 2 === 0 ? first : second;
      return hook.send({}, {}, index % 3 === 0 ? service : other);
    });
    assert.equal(countAccepted(await Promise.all(replies), FULL), 50);
  });

  test('does not block changes of the workflow', async () => {
    const hook = await publishHook(service, ann);
    const rename = (name: string) => service.call('/api/v3/workflow/update', { id: hook.workflowId, name }, ann.key);
    const [replies, ...changes] = await Promise.all([
      sendCalls(hook, 100, [service, other]),
      ...Array.from({ length: 10 }, async (_, index) => rename(`name ${index}`)),
    ]);
    assert.equal(countAccepted(replies, FULL), 50);
    // A change may be refused because of another change, since changes do not wait for each other.
    for (const { status } of changes) assert.ok([200, 423].includes(status), String(status));
    assert.equal((await rename('last')).status, 200);
  });
});

suite('a trigger', () => {
  const MANY = 'Too many requests';
  const both = [limited, limitedToo];

  /** Moves the limits of a trigger back, as if this time had passed. */
  async function passTime(hook: TestHook, interval: string): Promise<void> {
    await sql`UPDATE webhook_calls SET minute_ends_at = minute_ends_at - ${interval}::interval,
      hour_ends_at = hour_ends_at - ${interval}::interval, day_ends_at = day_ends_at - ${interval}::interval
      WHERE trigger_id = ${readTriggerId(hook)}`.execute(db);
  }

  /** Sets the counter of a trigger, as if this many calls had been accepted. */
  async function setUsed(hook: TestHook, window: 'hour' | 'day', used: number): Promise<void> {
    await sql`UPDATE webhook_calls SET ${sql.ref(`${window}_used`)} = ${used} WHERE trigger_id = ${readTriggerId(hook)}`.execute(
      db,
    );
  }

  const readTriggerId = ({ path }: TestHook) => path.split('/').at(-2);

  test('accepts exactly 60 calls a minute in two processes', async () => {
    const hook = await publishHook(service, ann);
    const replies = await sendCalls(hook, 150, both);
    assert.equal(countAccepted(replies, MANY), 60);
    for (const reply of replies.filter(({ status }) => status === 429)) assert.ok(readRetryAfter(reply) <= 60);
    const again = await hook.send({}, {}, limited);
    assert.ok(readRetryAfter(again) >= 50 && readRetryAfter(again) <= 60);
    await passTime(hook, '61 seconds');
    assert.equal(countAccepted(await sendCalls(hook, 100, both), MANY), 60, 'refused calls counted against nothing');
    assert.equal(await hook.count(), 120);
  });

  test('accepts 2000 calls an hour, and 20000 a day', async () => {
    const hook = await publishHook(service, ann);
    await hook.call({}, {}, limited);
    await setUsed(hook, 'hour', 1990);
    const replies = await sendCalls(hook, 30, both);
    assert.equal(countAccepted(replies, MANY), 10);
    const refused = replies.find(({ status }) => status === 429);
    assert.ok(refused && readRetryAfter(refused) > 3500 && readRetryAfter(refused) <= 3600);
    await passTime(hook, '61 minutes');
    await setUsed(hook, 'day', 19_995);
    const later = await sendCalls(hook, 30, both);
    assert.equal(countAccepted(later, MANY), 5);
    const tomorrow = later.find(({ status }) => status === 429);
    assert.ok(tomorrow && readRetryAfter(tomorrow) > 82_000 && readRetryAfter(tomorrow) <= 86_400 - 3600);
    await passTime(hook, '24 hours');
    await hook.call({}, {}, limited);
  });

  test('has its own limits', async () => {
    const hook = await publishHook(service, ann);
    await sendCalls(hook, 61, both);
    const another = await publishHook(service, ann);
    await another.call({}, {}, limited);
    assert.equal((await hook.send({}, {}, limited)).status, 429);
  });

  test('does not count calls that are refused for another reason', async () => {
    const hook = await publishHook(service, ann);
    const replies = await Promise.all(
      Array.from({ length: 100 }, () => hook.send('{', { 'content-type': 'application/json' }, limited)),
    );
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([422]));
    assert.equal(countAccepted(await sendCalls(hook, 61, both), MANY), 60);
  });

  test('does not count calls for which the queue has no room', async () => {
    const narrow = await serviceOn(database, { ...rates, HEDDLE_QUEUED_RUNS: '5' }, idle);
    try {
      const hook = await publishHook(service, ann);
      assert.equal(countAccepted(await sendCalls(hook, 50, [narrow]), 'The workflow already has 5 runs waiting'), 5);
      assert.equal(countAccepted(await sendCalls(hook, 100, both), MANY), 55);
    } finally {
      await narrow.stopService();
    }
  });

  test('accepts any number of calls if rate limits are off', COMPLETE_ONLY, async () => {
    const free = await serviceOn(database, { HEDDLE_QUEUED_RUNS: '1000' }, idle);
    try {
      const hook = await publishHook(service, ann);
      assert.equal(countAccepted(await sendCalls(hook, 200, [free]), ''), 200);
    } finally {
      await free.stopService();
    }
  });
});

test('an address may send 600 calls a minute, to known webhooks and unknown ones', COMPLETE_ONLY, async () => {
  // The other tests were counted for the same address.
  await sql`DELETE FROM rate_windows`.execute(db);
  const guarded = await serviceOn(database, { HEDDLE_RATE_LIMITS: 'on' }, idle);
  try {
    const hook = await publishHook(service, ann);
    const known = hook.path;
    hook.path = `${known}x`;
    let found = 0;
    for (let batch = 0; batch < 14; batch++) {
      const replies = await sendCalls(hook, 50, [guarded]);
      const refused = replies.filter(({ status }) => status === 429);
      for (const reply of refused) assert.ok(readRetryAfter(reply) <= 60);
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
