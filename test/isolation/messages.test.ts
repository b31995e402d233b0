/** The messages of one user, however many there are, do not hold up those of another. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { sql } from 'kysely';
import { fixedLimits } from '../../src/configuration/limits.ts';
import { poll } from '../http/poll.ts';
import { edge, node } from '../support/definitions.ts';
import { openTestBroker } from '../support/mqtt-broker.ts';
import { createWorkflow } from '../support/runs.ts';
import { type Person, testService } from '../support/service.ts';

const QUEUED = 10;
const service = await testService({
  HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
  HEDDLE_QUEUED_RUNS_PER_USER: String(QUEUED),
});
const { query: db } = service.service.system.database;
const broker = await openTestBroker({ after });

/** Publishes a workflow that listens to a topic, of whose runs one after the other waits for a person. */
async function listen(person: Person, topic: string): Promise<void> {
  const params = { broker: 'mqtt', host: '127.0.0.1', port: broker.port, tls: false, topic };
  const definition = {
    nodes: [
      node('told', 'trigger.message', params),
      node('ask', 'human.approval', { title: '?', assignees: person.id }),
    ],
    edges: [edge('told', 'ask')],
    settings: { concurrency: [{ limit: 1 }] },
  };
  const workflow_id = await createWorkflow(service, definition, person.key);
  await service.ask('/api/v3/workflow/publish', { workflow_id }, person.key);
}

async function countRuns({ id }: Person): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM runs WHERE created_by = ${id}`.execute(db);
  return rows[0]?.count ?? 0;
}

suite('a user whose queue is full', () => {
  test('keeps nobody else from getting messages, and loses none', async () => {
    const [ann, bob] = [await service.person(), await service.person()];
    // More triggers of Ann wait for room than may make runs at a time.
    const topics = Array.from({ length: fixedLimits.consumer.transactions + 2 }, (_, index) => `ann/${index}`);
    for (const topic of topics) {
      await listen(ann, topic);
      for (let n = 0; n < 2 * QUEUED; n++) void broker.publish(topic, { n }, `${topic} ${n}`);
    }
    await poll(async () => (await countRuns(ann)) >= QUEUED || undefined);
    await listen(bob, 'bob');
    await Promise.all([1, 2, 3].map(n => broker.publish('bob', { n }, `bob ${n}`)));
    assert.equal(await countRuns(bob), 3);
    const before = await countRuns(ann);
    assert.ok(before < topics.length * 2 * QUEUED, `${before}`);
    // As soon as there is room, the next ones follow.
    await sql`UPDATE runs SET status = 'success', finished_at = now() WHERE created_by = ${ann.id}
      AND status = 'queued'`.execute(db);
    await poll(async () => (await countRuns(ann)) > before || undefined);
  });
});
