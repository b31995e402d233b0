/**
 * Kills a service with `kill -9` on both sides of the commit that makes runs of messages, before the broker was told. The
 * broker delivers them again to another process, and each has started one run.
 */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { HeddleDatabase, Schema } from '../../src/database.ts';
import { openDatabase } from '../../src/platform/postgres/database.ts';
import { poll } from '../http/poll.ts';
import { edge, node } from '../support/definitions.ts';
import { ENVIRONMENT } from '../support/disturbed-runs.ts';
import { done } from '../support/disturbed-storage.ts';
import { TestKafka } from '../support/kafka-broker.ts';
import { openTestBroker } from '../support/mqtt-broker.ts';
import { dyingAt } from '../support/points.ts';
import { call, type Installation, inReverse, newInstallationOnDatabase } from '../support/process.ts';
import { casesOf } from '../support/tiers.ts';

const hooks = inReverse({ after });
let heddle: Installation;
let database: HeddleDatabase;
before(async () => {
  const installation = await newInstallationOnDatabase(hooks);
  heddle = installation.heddle;
  database = openDatabase<Schema>(installation.database.address, { maxConnections: 2 });
  hooks.after(() => database.close());
});

async function readRuns(workflowId: string) {
  return database.query.selectFrom('runs').select(['status', 'output']).where('workflow_id', '=', workflowId).execute();
}

const environment = {
  ...ENVIRONMENT,
  HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
  HEDDLE_SILENCE_SECONDS: '5',
};

/** Publishes a workflow that listens, in a service that is killed then. Returns the id of the workflow. */
async function dieListening(listening: object, point: string, passing: number): Promise<string> {
  const definition = {
    nodes: [
      node('told', 'trigger.message', { host: '127.0.0.1', tls: false, ...listening }),
      node('done', 'output', { value: '{{ input.body }}' }),
    ],
    edges: [edge('told', 'done')],
  };
  const victim = await heddle.serve({ environment: { ...environment, ...dyingAt(point, passing) } });
  const created = await call(victim.url, '/api/v3/workflow/create', { name: 'listen', definition });
  const { id } = done(created) as { id: string };
  // It may die before it answers.
  await call(victim.url, '/api/v3/workflow/publish', { workflow_id: id }).catch(() => undefined);
  assert.equal((await victim.process.end('SIGCONT')).signal, 'SIGKILL', 'it never came to the point');
  return id;
}

/** Waits until another service has made three runs of the three messages, and deletes the workflow. */
async function finishListening(id: string, isTold: () => Promise<unknown>): Promise<void> {
  const other = await heddle.serve({ environment });
  await isTold();
  const ended = await poll(async () => {
    const found = await readRuns(id);
    return found.length >= 3 && found.every(({ status }) => status === 'success') ? found : undefined;
  });
  assert.deepEqual(ended.map(({ output }) => JSON.parse(output ?? '').n).sort(), [1, 2, 3]);
  await call(other.url, '/api/v3/workflow/delete', { entity_id: id });
  await other.process.end('SIGTERM');
}

suite('a service that is killed while it reads messages', () => {
  const points: [point: string, runs: number][] = [
    ['consumer.queueing', 0],
    ['consumer.queued', 3],
  ];
  for (const [point, runs] of casesOf(points, ([, runs]) => runs > 0)) {
    for (const hasIds of [true, false]) {
      test(`at ${point} leaves ${runs} runs of three messages ${hasIds ? 'with' : 'without'} ids, and the next makes them three`, async t => {
        const broker = await openTestBroker(t);
        const published = [1, 2, 3].map(n => broker.publish('orders', { n }, hasIds ? `order ${n}` : undefined));
        const id = await dieListening({ broker: 'mqtt', port: broker.port, topic: 'orders' }, point, 1);
        assert.equal((await readRuns(id)).length, runs);
        await finishListening(id, () => Promise.all(published));
      });
    }

    test(`at ${point} leaves ${runs} runs of three messages of kafka, and the next makes them three`, async t => {
      const kafka = await TestKafka.open(t);
      kafka.topic('orders', 1);
      kafka.publish(
        'orders',
        0,
        [1, 2, 3].map(n => ({ value: JSON.stringify({ n }) })),
      );
      const listening = { broker: 'kafka', port: kafka.ports[0], topic: 'orders', start: 'all', consumer: 'shop' };
      // The first commit is where it begins to read.
      const id = await dieListening(listening, point, 2);
      assert.equal((await readRuns(id)).length, runs);
      assert.ok(!kafka.committed.has('shop orders 0'), 'Kafka knows nothing of messages whose commit it was not told');
      await finishListening(id, () => poll(() => kafka.committed.get('shop orders 0') === 3 || undefined));
    });
  }
});
