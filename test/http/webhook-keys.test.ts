/** A webhook call that is repeated with the same Idempotency-Key counts as one call. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, suite, test } from 'node:test';
import { sql } from 'kysely';
import type { Attachment } from '../../src/nodes/step.ts';
import { createTestDatabase } from '../support/database.ts';
import { readResult } from '../support/runs.ts';
import { serviceOn } from '../support/service.ts';
import { publishHook } from './webhook-calls.ts';

const database = await createTestDatabase();
const service = await serviceOn(database, {}, { work: false });
const other = await serviceOn(database, {}, { work: false });
after(async () => {
  await other.stopService();
  await service.stop();
});
const ann = await service.person();
const { query: db } = service.service.system.database;

const REUSED = 'The idempotency key was used with another request';
const createKeyHeader = (key: string = randomUUID()) => ({ 'idempotency-key': key });
const readRunId = (body: unknown) => (body as { run_id: string }).run_id;

suite('an Idempotency-Key', () => {
  test('that is sent again with the same call returns the first run', async () => {
    const hook = await publishHook(service, ann);
    const key = createKeyHeader();
    const first = await hook.call({ a: 1 }, key);
    assert.equal(await hook.call({ a: 1 }, key), first);
    assert.equal(await hook.call({ a: 1 }, key, other), first);
    assert.equal(await hook.count(), 1);
    assert.notEqual(await hook.call({ a: 1 }, createKeyHeader()), first);
    assert.notEqual(await hook.call({ a: 1 }), first);
    assert.equal(await hook.count(), 3);
  });

  test('that is sent again returns the current status of the run', async () => {
    const working = await serviceOn(database);
    try {
      const hook = await publishHook(service, ann);
      const key = createKeyHeader();
      const runId = await hook.call({ a: 1 }, key);
      readResult(await hook.waitForRun(runId));
      assert.deepEqual((await hook.send({ a: 1 }, key)).body, { run_id: runId, status: 'success' });
    } finally {
      await working.stopService();
    }
  });

  test('that is sent again with another body or query is refused', async () => {
    const hook = await publishHook(service, ann);
    const key = createKeyHeader();
    await hook.call({ a: 1 }, key);
    await hook.refuse(422, REUSED, { a: 2 }, key);
    await hook.refuse(422, REUSED, undefined, key);
    const path = hook.path;
    hook.path = `${path}?a=1`;
    await hook.refuse(422, REUSED, { a: 1 }, key);
    await hook.call({ a: 1 }, createKeyHeader());
    assert.equal(await hook.count(), 2);
  });

  test('is separate for each webhook', async () => {
    const [one, two] = [await publishHook(service, ann), await publishHook(service, ann)];
    const key = createKeyHeader();
    assert.notEqual(await one.call({ a: 1 }, key), await two.call({ a: 2 }, key));
  });

  test('that is sent many times at once to two processes starts one run', async () => {
    const hook = await publishHook(service, ann);
    const key = createKeyHeader();
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, index) => hook.send({ a: 1 }, key, index % 2 === 0 ? service : other)),
    );
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
    assert.equal(new Set(replies.map(({ body }) => readRunId(body))).size, 1);
    assert.equal(await hook.count(), 1);
  });

  test('that is sent at once with different bodies accepts one of them', async () => {
    const hook = await publishHook(service, ann);
    const key = createKeyHeader();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => hook.send({ index }, key, index % 2 === 0 ? service : other)),
    );
    const refused = replies.filter(({ status }) => status !== 200);
    assert.equal(refused.length, 19);
    for (const { status, body } of refused) assert.deepEqual([status, body], [422, { detail: REUSED }]);
    assert.equal(await hook.count(), 1);
  });

  test('that is sent again counts against no limit', async () => {
    const hook = await publishHook(service, ann);
    const key = createKeyHeader();
    const first = await hook.call({}, key);
    await Promise.all(Array.from({ length: 49 }, () => hook.call()));
    await hook.refuse(429, 'The workflow already has 50 runs waiting', {}, createKeyHeader());
    assert.equal(await hook.call({}, key), first);
  });

  test('of a refused call can be used again', async () => {
    const hook = await publishHook(service, ann);
    await Promise.all(Array.from({ length: 50 }, () => hook.call()));
    const key = createKeyHeader();
    await hook.refuse(429, 'The workflow already has 50 runs waiting', { a: 1 }, key);
    await sql`UPDATE runs SET status = 'success', finished_at = now(), settled_at = now()
      WHERE workflow_id = ${hook.workflowId}`.execute(db);
    await hook.call({ a: 2 }, key);
  });

  test('stores the files of a call once', async () => {
    const person = await service.person();
    const hook = await publishHook(service, person);
    const key = createKeyHeader();
    const body = { doc: { name: 'a.txt', data: 'QUFB' } };
    const ids = await Promise.all(Array.from({ length: 5 }, async () => readRunId((await hook.send(body, key)).body)));
    const [runId = ''] = ids;
    assert.equal(new Set(ids).size, 1);
    const { doc } = JSON.parse((await hook.run(runId)).input_json).body as { doc: Attachment };
    assert.equal(await (await fetch(doc.file_url)).text(), 'AAA');
    const { storage_used } = await db
      .selectFrom('users')
      .select('storage_used')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow();
    assert.equal(storage_used, 3);
  });

  test('expires after a day, and is deleted with its run', async () => {
    const hook = await publishHook(service, ann);
    const key = createKeyHeader();
    const first = await hook.call({}, key);
    await sql`UPDATE run_keys SET created_at = created_at - interval '25 hours' WHERE run_id = ${first}`.execute(db);
    const second = await hook.call({ a: 2 }, key);
    assert.notEqual(second, first);
    await db.deleteFrom('runs').where('id', '=', second).execute();
    assert.notEqual(await hook.call({ a: 3 }, key), second);
  });

  test('must have 1 to 200 characters', async () => {
    const hook = await publishHook(service, ann);
    const detail = 'validation error: Idempotency-Key: must have 1 to 200 characters';
    for (const key of ['', 'x'.repeat(201)]) await hook.refuse(422, detail, {}, createKeyHeader(key));
    const first = await hook.call({}, createKeyHeader('x'.repeat(200)));
    assert.equal(await hook.call({}, createKeyHeader('x'.repeat(200))), first);
    assert.equal(await hook.count(), 1);
  });
});
