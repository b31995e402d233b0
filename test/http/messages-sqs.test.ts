/** Triggers and steps with a queue of Amazon SQS, against a stand-in that behaves as its documentation says. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import type { Run } from '../../src/runs/schemas.ts';
import type { Deployment } from '../../src/workflows/schemas.ts';
import { edge, node } from '../support/definitions.ts';
import { createWorkflow, readResult, runOnce } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { openSqsServer, SQS_KEYS } from '../support/sqs-server.ts';
import { poll } from './poll.ts';

const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const ann = await service.person();
const server = await openSqsServer({ after });
const where = { broker: 'sqs', host: '127.0.0.1', port: server.port, tls: false, credential: 'queues' };

await service.ask(
  '/api/v1/credential/create',
  { name: 'queues', kind: 'generic', hosts: [`http://127.0.0.1:${server.port}`], fields: SQS_KEYS },
  ann.key,
);

async function listen(queue: string): Promise<string> {
  const workflow_id = await createWorkflow(
    service,
    {
      nodes: [node('told', 'trigger.message', { ...where, queue }), node('done', 'output', { value: '{{ input }}' })],
      edges: [edge('told', 'done')],
    },
    ann.key,
  );
  await service.ask('/api/v3/workflow/publish', { workflow_id }, ann.key);
  return workflow_id;
}

function send(params: object) {
  const nodes = [
    node('start', 'trigger.manual'),
    node('send', 'message.send', { ...where, ...params }),
    node('done', 'output', { value: '{{ steps.send.output }}' }),
  ];
  return runOnce(service, { nodes, edges: [edge('start', 'send'), edge('send', 'done')] }, {}, ann.key);
}

function findRuns(workflow_id: string): Promise<Run[]> {
  const body = { filters: [['workflow_id', '==', workflow_id]] };
  return service.ask<Run[]>('/api/v3/workflow/runs/find', body, ann.key);
}

const hasGone = (queue: string) => poll(async () => server.kept(queue).length === 0 || undefined);

suite('a queue of SQS', () => {
  test('starts a run for what a step sends', async () => {
    server.create('orders.fifo');
    const sent = await send({ queue: 'orders.fifo', group: 'north', headers: { shop: 'a' }, body: { total: 3 } });
    const { id, ...said } = readResult(sent) as { id: string };
    const [kept] = server.kept('orders.fifo');
    assert.deepEqual(said, { broker: 'sqs', queue: 'orders.fifo', message_id: kept?.id });
    assert.equal(kept?.deduplication, id);
    const workflowId = await listen('orders.fifo');
    await hasGone('orders.fifo');
    const [run] = await poll(async () => {
      const found = await findRuns(workflowId);
      return found.every(({ status }) => status === 'success') && found.length > 0 ? found : undefined;
    });
    assert.ok(run);
    assert.partialDeepStrictEqual(readResult(run), {
      ...{ broker: 'sqs', id: kept?.id, body: { total: 3 }, headers: { shop: 'a' } },
      source: { queue: 'orders.fifo', group: 'north' },
    });
  });

  test('starts one run for a message that is delivered again', async () => {
    server.create('again');
    server.keepsAll = true;
    server.put('again', '1');
    const workflowId = await listen('again');
    await poll(async () => (await findRuns(workflowId)).length === 1 || undefined);
    await poll(async () => server.calls.includes('DeleteMessageBatch') || undefined);
    server.keepsAll = false;
    server.pass(31);
    await hasGone('again');
    assert.equal((await findRuns(workflowId)).length, 1);
  });

  test('tells what is wrong', async () => {
    const workflow_id = await listen('missing');
    const error = await poll(async () => {
      const { triggers } = await service.ask<Deployment>('/api/v3/workflow/deployment', { workflow_id }, ann.key);
      return triggers[0]?.last_error;
    });
    assert.equal(error, "There is no queue 'missing'");
    const failed = async (params: object) => (await send(params)).error;
    assert.equal(await failed({ queue: 'missing', body: 'x' }), "There is no queue 'missing'");
    assert.equal(await failed({ queue: 'a.fifo', body: 'x' }), "The queue 'a.fifo' needs a 'group'");
    assert.match(await failed({ queue: 'again', body: 'x', port: 1 }), /^The credential .*queues.* not .*127\.0\.0\.1/);
  });
});
