/**
 * Kills workers with `kill -9` while runs of a workflow with one place begin, end and make room for each other. However
 * they die, no two runs have the place at once, and every run ends.
 */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import pg from 'pg';
import type { Deployment } from '../../src/workflows/schemas.ts';
import { edge, node } from '../support/definitions.ts';
import { ENVIRONMENT } from '../support/disturbed-runs.ts';
import { dyingAt } from '../support/points.ts';
import { call, type Installation, inReverse, newInstallationOnDatabase, until } from '../support/process.ts';
import { endSilenceOfAll } from '../support/silence.ts';

const RUNS = 4;
const hooks = inReverse({ after });
let heddle: Installation;
let client: pg.Client;
/** The address of a process that is never killed, and that claims no runs. */
let url: string;

before(async () => {
  const installed = await newInstallationOnDatabase(hooks);
  heddle = installed.heddle;
  client = new pg.Client(installed.database.address);
  await client.connect();
  hooks.after(() => client.end());
  ({ url } = await heddle.serve({ words: ['--no-worker'], environment: ENVIRONMENT }));
});

async function ask<Answer>(path: string, body: object): Promise<Answer> {
  const reply = await call(url, path, body);
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return reply.body as Answer;
}

async function publishLimited(): Promise<{ workflowId: string; path: string }> {
  const definition = {
    nodes: [node('hook', 'trigger.webhook'), node('done', 'output', { value: '{{ input }}' })],
    edges: [edge('hook', 'done')],
    settings: { concurrency: [{ limit: 1 }] },
  };
  const { id: workflow_id } = await ask<{ id: string }>('/api/v3/workflow/create', { name: 'Limited', definition });
  const { triggers } = await ask<Deployment>('/api/v3/workflow/publish', { workflow_id });
  return { workflowId: workflow_id, path: new URL(triggers[0]?.url ?? '').pathname };
}

/** Counts the runs of the workflow: all that have a place, and all that have not ended. */
async function count(workflowId: string): Promise<{ placed: number; open: number }> {
  const { rows } = await client.query<{ placed: number; open: number }>(
    `SELECT count(*) FILTER (WHERE status IN ('queued', 'running') AND held IS NULL)::integer AS placed,
       count(*) FILTER (WHERE finished_at IS NULL)::integer AS open
     FROM runs WHERE workflow_id = $1`,
    [workflowId],
  );
  return rows[0] ?? { placed: 0, open: 0 };
}

suite('a worker that is killed', { timeout: 300_000 }, () => {
  const points = ['run.claimed', 'run.ending', 'run.ended', 'slots.admitted'];
  for (const point of points) {
    test(`at ${point} leaves the place to one run, and none waits forever`, async () => {
      const { workflowId, path } = await publishLimited();
      for (let n = 0; n < RUNS; n++) await ask(path, { n });
      assert.deepEqual(await count(workflowId), { placed: 1, open: RUNS });
      const victim = heddle.start(['worker'], { environment: { ...ENVIRONMENT, ...dyingAt(point, 1) } });
      assert.equal((await victim.end('SIGCONT')).signal, 'SIGKILL', 'it never came to the point');
      assert.ok((await count(workflowId)).placed <= 1);
      await endSilenceOfAll(client);
      const worker = heddle.start(['worker'], { environment: ENVIRONMENT });
      try {
        await until(async () => {
          const { placed, open } = await count(workflowId);
          assert.ok(placed <= 1, `${placed} have the place`);
          return open === 0;
        }, 'all runs have ended');
      } finally {
        await worker.end('SIGTERM');
      }
    });
  }
});
