/**
 * Kills processes with `kill -9` while they queue the run of a request that does not wait. The client sends the request
 * again with the same key: there is one run, and another process executes it.
 */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, node } from '../support/definitions.ts';
import { ENVIRONMENT } from '../support/disturbed-runs.ts';
import { dyingAt } from '../support/points.ts';
import { call, FIRST_KEY, type Installation, inReverse, newInstallationOnDatabase, until } from '../support/process.ts';
import { startSurvivor } from '../support/survivors.ts';

const hooks = inReverse({ after });
let heddle: Installation;
/** The address of a process that is never killed. */
let url: string;

before(async () => {
  const installed = await newInstallationOnDatabase(hooks);
  heddle = installed.heddle;
  ({ url } = await startSurvivor(hooks, heddle, installed.database, ENVIRONMENT));
});

async function ask<Answer>(path: string, body: object): Promise<Answer> {
  const reply = await call(url, path, body);
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return reply.body as Answer;
}

suite('a run that is queued while its process is killed', { concurrency: 2 }, () => {
  for (const [point, exists] of [
    ['run.accepting', false],
    ['run.accepted', true],
  ] as const) {
    test(`is made once, at ${point}`, async () => {
      const definition = chain(node('done', 'output', { value: '{{ input.n }}' }));
      const { id: workflow_id } = await ask<{ id: string }>('/api/v3/workflow/create', { name: point, definition });
      await ask('/api/v3/workflow/publish', { workflow_id });
      const victim = await heddle.serve({
        words: ['--no-worker'],
        environment: { ...ENVIRONMENT, ...dyingAt(point, 1) },
      });
      const start = (at: string) =>
        fetch(`${at}/api/v1/run/start`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'uni-api-key': FIRST_KEY, 'idempotency-key': point },
          body: JSON.stringify({ workflow_id, input: { n: 7 }, wait: false }),
        });
      await assert.rejects(start(victim.url));
      assert.equal((await victim.process.end('SIGCONT')).signal, 'SIGKILL', 'it never came to the point');
      const find = () =>
        ask<Run[]>('/api/v3/workflow/runs/find', { filters: [['workflow_id', '==', workflow_id]], limit_to: 10 });
      assert.equal((await find()).length, exists ? 1 : 0);
      const response = await start(url);
      assert.equal(response.status, 200);
      const { id } = (await response.json()) as Run;
      await until(async () => (await find()).every(({ finished_at }) => finished_at !== null), 'the run has ended');
      assert.deepEqual(
        (await find()).map(({ id, status, version, output_json }) => [id, status, version, output_json]),
        [[id, 'success', 1, '7']],
      );
    });
  }
});
