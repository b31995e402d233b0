/**
 * Kills processes with `kill -9` while they queue the run of a request that does not wait. The client sends the request
 * again with the same key: there is one run, and another process executes it.
 */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, node } from '../support/definitions.ts';
import { ENVIRONMENT } from '../support/disturbed-runs.ts';
import { openDisturbedTriggers, succeed } from '../support/disturbed-triggers.ts';
import { dyingAt } from '../support/points.ts';
import { FIRST_KEY, type Installation, inReverse, until } from '../support/process.ts';

const hooks = inReverse({ after });
let heddle: Installation;
/** The address of a process that is never killed. */
let url: string;

before(async () => {
  ({ heddle, url } = await openDisturbedTriggers(hooks));
});

suite('a run that is queued while its process is killed', { concurrency: 2 }, () => {
  for (const [point, exists] of [
    ['run.accepting', false],
    ['run.accepted', true],
  ] as const) {
    test(`is made once, at ${point}`, async () => {
      const definition = chain(node('done', 'output', { value: '{{ input.n }}' }));
      const { id: workflow_id } = await succeed<{ id: string }>(url, '/api/v3/workflow/create', {
        name: point,
        definition,
      });
      await succeed(url, '/api/v3/workflow/publish', { workflow_id });
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
        succeed<Run[]>(url, '/api/v3/workflow/runs/find', {
          filters: [['workflow_id', '==', workflow_id]],
          limit_to: 10,
        });
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
