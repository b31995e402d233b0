/**
 * Kills processes with `kill -9` before and after the commits that follow from the end of a run. The workflows that
 * listen start once, people are told once, and a failed run is tried again once.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, suite, test } from 'node:test';
import type { Deployment } from '../../src/workflows/schemas.ts';
import { dividing, listening } from '../http/failing-workflows.ts';
import { type CrashWorld, openCrashWorld } from '../support/crash-world.ts';
import { type Definition, edge, node } from '../support/definitions.ts';
import { type Hooks, inReverse, until } from '../support/process.ts';

/** A server that refuses the first request for each path. */
async function openRefusing(hooks: Hooks): Promise<string> {
  const seen = new Set<string>();
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    response.statusCode = seen.has(path) ? 200 : 503;
    seen.add(path);
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  hooks.after(async () => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return `http://127.0.0.1:${address.port}`;
}

const hooks = inReverse({ after });
/** One test after the other uses it, because the worker of one would do the work of another. */
let world: CrashWorld;
before(async () => {
  world = await openCrashWorld(hooks);
});

async function publish(name: string, definition: Definition): Promise<{ id: string; hook: string }> {
  const { id } = await world.ask<{ id: string }>('/api/v3/workflow/create', { name, definition });
  const { triggers } = await world.ask<Deployment>('/api/v3/workflow/publish', { workflow_id: id });
  return { id, hook: new URL(triggers[0]?.url ?? world.url).pathname };
}

async function count(statement: string, ...values: unknown[]): Promise<number> {
  const { rows } = await world.client.query<{ count: string }>(`SELECT count(*) FROM ${statement}`, values);
  return Number(rows[0]?.count);
}

const countRuns = (workflowId: string, status: string) =>
  count('runs WHERE workflow_id = $1 AND status = $2', workflowId, status);

/** Lets a worker work until each of these has come true, and nothing of what runs have announced is left. */
function withWorker(...steps: (() => Promise<boolean>)[]): Promise<void> {
  return world.withWorker(async () => {
    for (const isDone of steps) await until(isDone, 'everything has happened');
    await until(async () => (await count('run_events')) === 0, 'every event is dealt with');
  });
}

suite('a process that is killed after a run failed', () => {
  for (const point of ['run.ended', 'run-event.handling', 'run-event.handled']) {
    test(`leaves one run of the workflow that listens, and one message, at ${point}`, async () => {
      const { id, hook } = await publish(`failing at ${point}`, dividing());
      const listener = await publish('listener', listening({ workflow_ids: [id] }));
      await world.ask(hook, { n: 0 });
      await world.workUntilKilled(point);
      await withWorker(async () => (await countRuns(listener.id, 'success')) === 1);
      assert.equal(await countRuns(id, 'failed'), 1);
      assert.equal(await count('runs WHERE workflow_id = $1', listener.id), 1);
      assert.equal(await count('notifications WHERE title = $1', `The workflow 'failing at ${point}' fails`), 1);
    });
  }

  for (const point of ['retry.queueing', 'retry.queued']) {
    test(`leaves one retry, at ${point}`, async () => {
      const outsideUrl = await openRefusing(hooks);
      const definition = {
        nodes: [node('hook', 'trigger.webhook'), node('call', 'http.request', { url: `${outsideUrl}/${point}` })],
        edges: [edge('hook', 'call')],
        settings: { retry: { attempts: 2, delay_seconds: 0 } },
      };
      const { id, hook } = await publish(point, definition);
      await world.ask(hook, {});
      await world.workUntilKilled(point);
      await withWorker(async () => (await countRuns(id, 'success')) === 1);
      assert.equal(await count('runs WHERE workflow_id = $1', id), 2);
      assert.equal(await count('runs WHERE workflow_id = $1 AND replay_of IS NOT NULL', id), 1);
      assert.equal(await count('runs WHERE next_retry_at IS NOT NULL'), 0);
    });
  }
});

suite('a process that is killed while it tells people', () => {
  for (const point of ['alert.telling', 'alert.told']) {
    test(`tells them once, at ${point}`, async () => {
      const title = `The workflow '${point}' works again`;
      const { id, hook } = await publish(point, dividing());
      await world.ask(hook, { n: 0 });
      await withWorker(
        async () => (await count('workflow_alerts WHERE workflow_id = $1', id)) === 1,
        async () => {
          await world.ask(hook, { n: 1 });
          return true;
        },
        async () => (await countRuns(id, 'success')) === 1,
      );
      await world.client.query('UPDATE workflow_alerts SET check_at = now() WHERE workflow_id = $1', [id]);
      await world.workUntilKilled(point);
      assert.equal(await count('notifications WHERE title = $1', title), point === 'alert.told' ? 1 : 0);
      await withWorker(async () => (await count('workflow_alerts WHERE check_at <= now()')) === 0);
      assert.equal(await count('notifications WHERE title = $1', title), 1);
    });
  }
});
