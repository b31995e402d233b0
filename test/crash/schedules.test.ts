/** Kills a process that fires schedules with `kill -9`. Others fire the remaining schedules, and none fires twice. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Schema } from '../../src/database.ts';
import { openDatabase } from '../../src/platform/postgres/database.ts';
import { edge, node } from '../support/definitions.ts';
import { dyingAt } from '../support/points.ts';
import { call, inReverse, newInstallationOnDatabase, until } from '../support/process.ts';
import { copyPublished, countDue, countFirings, makeDue } from '../support/schedules.ts';

/** This fills three batches. */
const SCHEDULES = 1_200;
const definition = {
  nodes: [node('clock', 'trigger.schedule', { cron: '0 3 * * *' }), node('done', 'output', { value: 1 })],
  edges: [edge('clock', 'done')],
};
const ENVIRONMENT = { HEDDLE_LOG_LEVEL: 'silent', HEDDLE_RUNS_AT_ONCE: '1' };

suite('a process that is killed while it fires schedules', { concurrency: 2 }, () => {
  for (const { point, batches } of [
    { point: 'schedule.firing', batches: 1 },
    { point: 'schedule.fired', batches: 2 },
  ]) {
    test(`at ${point} leaves the rest to others, and none fires twice`, async t => {
      const hooks = inReverse(t);
      const { heddle, database: testDatabase } = await newInstallationOnDatabase(hooks);
      const database = openDatabase<Schema>(testDatabase.address, { maxConnections: 2 });
      hooks.after(() => database.close());
      const db = database.query;
      const { process: victim, url } = await heddle.serve({ environment: { ...ENVIRONMENT, ...dyingAt(point, 2) } });
      const { body } = await call(url, '/api/v3/workflow/create', { name: 'w', definition });
      const published = await call(url, '/api/v3/workflow/publish', { workflow_id: Object(body).id });
      assert.equal(published.status, 200, JSON.stringify(published.body));
      const triggers = await copyPublished(db, Object(body).id, SCHEDULES);
      const time = await makeDue(db, triggers);
      assert.equal((await victim.finished).signal, 'SIGKILL');
      assert.equal(await countDue(db), SCHEDULES - 500 * batches);

      heddle.start(['worker'], { environment: ENVIRONMENT });
      heddle.start(['worker'], { environment: ENVIRONMENT });
      await until(async () => (await countDue(db)) === 0, 'the others fire the rest');
      const fired = await countFirings(db);
      assert.equal(fired.length, SCHEDULES);
      assert.deepEqual(
        fired.filter(({ runs, scheduledAt }) => runs !== 1 || scheduledAt !== time),
        [],
      );
    });
  }
});
