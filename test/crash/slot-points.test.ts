/**
 * Kills workers with `kill -9` while runs of a workflow with one place begin, end and make room for each other. However
 * they die, no two runs have the place at once, and every run ends.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Deployment } from '../../src/workflows/schemas.ts';
import { AT_ONCE, type CrashWorld, openCrashWorld } from '../support/crash-world.ts';
import { edge, node } from '../support/definitions.ts';
import { inReverse, until } from '../support/process.ts';
import { casesOf } from '../support/tiers.ts';

const RUNS = 4;

async function publishLimited(world: CrashWorld): Promise<{ workflowId: string; path: string }> {
  const definition = {
    nodes: [node('hook', 'trigger.webhook'), node('done', 'output', { value: '{{ input }}' })],
    edges: [edge('hook', 'done')],
    settings: { concurrency: [{ limit: 1 }] },
  };
  const { id: workflow_id } = await world.ask<{ id: string }>('/api/v3/workflow/create', {
    name: 'Limited',
    definition,
  });
  const { triggers } = await world.ask<Deployment>('/api/v3/workflow/publish', { workflow_id });
  return { workflowId: workflow_id, path: new URL(triggers[0]?.url ?? '').pathname };
}

/** Counts the runs of the workflow: all that have a place, and all that have not ended. */
async function count({ client }: CrashWorld, workflowId: string): Promise<{ placed: number; open: number }> {
  const { rows } = await client.query<{ placed: number; open: number }>(
    `SELECT count(*) FILTER (WHERE status IN ('queued', 'running') AND held IS NULL)::integer AS placed,
       count(*) FILTER (WHERE finished_at IS NULL)::integer AS open
     FROM runs WHERE workflow_id = $1`,
    [workflowId],
  );
  return rows[0] ?? { placed: 0, open: 0 };
}

/** Other tests kill runs without a limit at the points of every run. */
const POINTS = casesOf(['run.claimed', 'run.ending', 'run.ended', 'slots.admitted'], point =>
  point.startsWith('slots'),
);

suite('a worker that is killed', { concurrency: AT_ONCE }, () => {
  for (const point of POINTS) {
    test(`at ${point} leaves the place to one run, and none waits forever`, async t => {
      const world = await openCrashWorld(inReverse(t));
      const { workflowId, path } = await publishLimited(world);
      for (let n = 0; n < RUNS; n++) await world.ask(path, { n });
      assert.deepEqual(await count(world, workflowId), { placed: 1, open: RUNS });
      await world.workUntilKilled(point);
      assert.ok((await count(world, workflowId)).placed <= 1);
      await world.withWorker(() =>
        until(async () => {
          const { placed, open } = await count(world, workflowId);
          assert.ok(placed <= 1, `${placed} have the place`);
          return open === 0;
        }, 'all runs have ended'),
      );
    });
  }
});
