/** Tests `settings.retry`: automatic runs that are tried again after they failed. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sql } from 'kysely';
import type { RepeatedRun } from '../../src/runs/api/replay-schemas.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { type Definition, edge, node } from '../support/definitions.ts';
import { type Answer, json, openPlaces } from '../support/outside-places.ts';
import { type Person, testService } from '../support/service.ts';
import { dividing, waitForRuns } from './failing-workflows.ts';
import { poll } from './poll.ts';
import { publishHook } from './webhook-calls.ts';

const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const db = service.service.system.database.query;
const openPlace = await openPlaces();
const HOUR = 3_600;

/** Fails as often as it is told. */
function failing(times: number): Answer {
  let requests = 0;
  return (request, response) => (++requests <= times ? json({}, 503) : json({ n: requests }))(request, response);
}

function calling(url: string, retry: object): Definition {
  return {
    nodes: [
      node('hook', 'trigger.webhook'),
      node('first', 'http.request', { url }),
      node('second', 'http.request', { url: `${url}/second` }),
    ],
    edges: [edge('hook', 'first'), edge('first', 'second')],
    settings: { retry, labels: { kind: "'call'" } },
  };
}

async function notificationsOf(person: Person): Promise<string[]> {
  const rows = await service.ask<{ title: string }[]>('/api/v1/notification/find', {}, person.key);
  return rows.map(({ title }) => title);
}

const planned = (hook: { run(id: string): Promise<Run> }, id: string) =>
  poll(async () => {
    const run = await hook.run(id);
    return run.next_retry_at === undefined ? undefined : run;
  });

suite('a failed run', { concurrency: true }, () => {
  test('is tried again from the failed step with the same keys, and counts only when the last try fails', async () => {
    const ann = await service.person();
    const place = openPlace(failing(0));
    const bad = openPlace(failing(2));
    const definition = calling(place.url, { attempts: 3, delay_seconds: 0 });
    const second = definition.nodes[2];
    assert.ok(second);
    second.params = { url: bad.url };
    const hook = await publishHook(service, ann, definition);
    const id = await hook.call({});
    const [first, again, last] = await waitForRuns(service, ann, hook.workflowId, 3);
    assert.deepEqual([first?.status, again?.status, last?.status], ['failed', 'failed', 'success']);
    assert.deepEqual([first?.id, first?.next_retry_at, last?.labels], [id, undefined, { kind: 'call' }]);
    const rows = await db
      .selectFrom('runs')
      .select(['id', 'replay_of', 'automatic'])
      .where('workflow_id', '=', hook.workflowId)
      .orderBy('created_at')
      .execute();
    assert.deepEqual(
      rows.map(({ replay_of }) => replay_of),
      [null, first?.id, again?.id],
    );
    assert.ok(rows.every(({ automatic }) => automatic));
    assert.equal(place.seen.length, 1, 'what had succeeded was not executed again');
    assert.deepEqual(new Set(bad.seen.map(({ headers }) => headers['idempotency-key'])), new Set([`${id}-second`]));
    assert.deepEqual(await notificationsOf(ann), []);
  });

  test('that is tried in vain is told of once', async () => {
    const ann = await service.person();
    const place = openPlace(failing(9));
    const hook = await publishHook(service, ann, calling(place.url, { attempts: 2, delay_seconds: 0 }));
    await hook.call({});
    await waitForRuns(service, ann, hook.workflowId, 2);
    await poll(async () => (await notificationsOf(ann)).length > 0 || undefined);
    assert.deepEqual(await notificationsOf(ann), ["The workflow 'workflow' fails"]);
    assert.equal((await waitForRuns(service, ann, hook.workflowId, 2)).length, 2);
  });

  test('is not tried again when its step only computes, because that gives the same result', async () => {
    const ann = await service.person();
    const hook = await publishHook(service, ann, dividing({ retry: { attempts: 5, delay_seconds: 0 } }));
    await hook.call({ n: 0 });
    await poll(async () => (await notificationsOf(ann)).length > 0 || undefined);
    assert.equal((await waitForRuns(service, ann, hook.workflowId, 1)).length, 1);
  });

  test('says when it is tried again from the moment at which it has failed', async () => {
    const ann = await service.person();
    const place = openPlace(failing(9));
    const hook = await publishHook(service, ann, calling(place.url, { attempts: 2, delay_seconds: HOUR }));
    const ends: unknown[] = [];
    const id = await hook.call({});
    await poll(async () => {
      const { rows } = await sql<{ status: string; isPlanned: boolean }>`
        SELECT status, next_retry_at IS NOT NULL AS "isPlanned" FROM runs WHERE id = ${id}`.execute(db);
      ends.push(...rows.filter(({ status }) => status === 'failed'));
      return ends.length > 0 || undefined;
    });
    assert.deepEqual(ends, [{ status: 'failed', isPlanned: true }]);
    const { rows: events } = await sql`SELECT FROM run_events WHERE run_id = ${id}`.execute(db);
    assert.equal(events.length, 0, 'nothing else follows from it');
  });

  test('waits longer from try to try, and says until when', async () => {
    const ann = await service.person();
    const place = openPlace(failing(9));
    const hook = await publishHook(service, ann, calling(place.url, { attempts: 3, delay_seconds: HOUR, backoff: 3 }));
    const id = await hook.call({});
    const run = await planned(hook, id);
    const waitOf = (run: Run) => ((run.next_retry_at ?? 0) - (run.finished_at ?? 0)) / 1000;
    assert.ok(Math.abs(waitOf(run) - HOUR) < 60, String(waitOf(run)));
    await sql`UPDATE runs SET next_retry_at = now() WHERE id = ${id}`.execute(db);
    const [, retried] = await waitForRuns(service, ann, hook.workflowId, 2);
    assert.ok(retried);
    assert.ok(Math.abs(waitOf(await planned(hook, retried.id)) - 3 * HOUR) < 60);
  });

  test('that somebody replays is not tried again by itself', async () => {
    const ann = await service.person();
    const place = openPlace(failing(1));
    const hook = await publishHook(service, ann, calling(place.url, { attempts: 2, delay_seconds: HOUR }));
    const id = await hook.call({});
    await planned(hook, id);
    const replay = await service.ask<RepeatedRun>(
      '/api/v1/run/replay',
      { run_id: id, from: 'failed', version: 'same' },
      ann.key,
    );
    assert.equal((await hook.waitForRun(replay.id)).status, 'success');
    assert.equal((await hook.run(id)).next_retry_at, undefined);
    assert.deepEqual(await notificationsOf(ann), []);
  });

  test('whose retry is cancelled counts as failed, and can not be cancelled twice', async () => {
    const [ann, bob] = [await service.person(), await service.person()];
    const place = openPlace(failing(1));
    const hook = await publishHook(service, ann, calling(place.url, { attempts: 2, delay_seconds: HOUR }));
    const id = await hook.call({});
    await planned(hook, id);
    await service.refuse(404, 'Workflow run not found', '/api/v1/run/cancel', { run_id: id }, bob.key);
    const run = await service.ask<RepeatedRun>('/api/v1/run/cancel', { run_id: id }, ann.key);
    assert.deepEqual([run.status, run.next_retry_at], ['failed', undefined]);
    await poll(async () => (await notificationsOf(ann)).length > 0 || undefined);
    const refused = await service.call('/api/v1/run/cancel', { run_id: id }, ann.key);
    assert.equal(refused.status, 422, JSON.stringify(refused.body));
  });

  test('of a workflow that is switched off meanwhile is not tried again, and is told of', async () => {
    const ann = await service.person();
    const place = openPlace(failing(1));
    const hook = await publishHook(service, ann, calling(place.url, { attempts: 2, delay_seconds: HOUR }));
    const id = await hook.call({});
    await planned(hook, id);
    await hook.change('activate', { active: false });
    await sql`UPDATE runs SET next_retry_at = now() WHERE id = ${id}`.execute(db);
    await poll(async () => (await notificationsOf(ann)).length > 0 || undefined);
    assert.equal((await waitForRuns(service, ann, hook.workflowId, 1)).length, 1);
  });
});
