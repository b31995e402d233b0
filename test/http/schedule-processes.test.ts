/** Several processes look for due schedules in one database. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chain, type Definition, edge, node } from '../support/definitions.ts';
import { createWorkflow } from '../support/runs.ts';
import { copyPublished, countDue, countFirings, makeDue } from '../support/schedules.ts';
import { ADMIN_KEY, serviceOn, type TestService, testService } from '../support/service.ts';
import { poll } from './poll.ts';

const SCHEDULES = 300;
const ROUNDS = 3;

const definition: Definition = {
  nodes: [
    node('clock', 'trigger.schedule', { cron: '0 3 * * *' }),
    ...chain(node('done', 'output', { value: 1 })).nodes,
  ],
  edges: [edge('clock', 'done'), edge('start', 'done')],
};

const service = await testService();

test('three processes together fire each schedule exactly once', async t => {
  const others: TestService[] = [];
  t.after(async () => {
    for (const other of others) await other.stopService();
  });
  for (const _ of [1, 2]) others.push(await serviceOn(service.database));
  const db = service.service.system.database.query;
  const workflow_id = await createWorkflow(service, definition);
  await service.ask('/api/v3/workflow/publish', { workflow_id }, ADMIN_KEY);
  const triggers = await copyPublished(db, workflow_id, SCHEDULES);

  const times = new Set<number>();
  for (let round = 0; round < ROUNDS; round++) {
    times.add(await makeDue(db, triggers));
    await poll(async () => ((await countDue(db)) === 0 ? true : undefined));
  }
  const fired = await countFirings(db);
  assert.deepEqual([fired.length, new Set(fired.map(({ scheduledAt }) => scheduledAt))], [SCHEDULES * ROUNDS, times]);
  assert.deepEqual(
    fired.filter(({ runs }) => runs !== 1),
    [],
  );
  const counted = await Promise.all([service, ...others].map(countFired));
  assert.equal(
    counted.reduce((sum, count) => sum + count, 0),
    SCHEDULES * ROUNDS,
  );
});

async function countFired({ service }: TestService): Promise<number> {
  return Number(/^heddle_schedules_fired_total (\d+)$/m.exec(await service.system.metrics.text())?.[1]);
}
