/** Triggers that read topics of Kafka, and steps that write to them, against two brokers that speak its protocol. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import type { Run } from '../../src/runs/schemas.ts';
import type { Deployment } from '../../src/workflows/schemas.ts';
import { edge, node } from '../support/definitions.ts';
import { TestKafka } from '../support/kafka-broker.ts';
import { createWorkflow, readResult, runOnce } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { poll } from './poll.ts';

const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const ann = await service.person();
const closing: (() => unknown)[] = [];
after(async () => {
  for (const close of closing) await close();
});
const openKafka = () => TestKafka.open({ after: act => closing.push(act) });

interface Input {
  id: string;
  source: Record<string, string>;
  key?: string;
  timestamp: number;
  headers: Record<string, unknown>;
  body: unknown;
}

const place = (kafka: TestKafka) => ({ broker: 'kafka', host: '127.0.0.1', port: kafka.ports[0], tls: false });

async function listen(kafka: TestKafka, params: Record<string, unknown>): Promise<string> {
  const told = node('told', 'trigger.message', { ...place(kafka), ...params });
  const definition = { nodes: [told, node('done', 'output', { value: '{{ input }}' })], edges: [edge('told', 'done')] };
  const workflow_id = await createWorkflow(service, definition, ann.key);
  await service.ask('/api/v3/workflow/publish', { workflow_id }, ann.key);
  return workflow_id;
}

async function readTrigger(workflow_id: string) {
  const { triggers } = await service.ask<Deployment>('/api/v3/workflow/deployment', { workflow_id }, ann.key);
  const [trigger] = triggers;
  assert.ok(trigger);
  return trigger;
}

const isListening = (workflow_id: string) =>
  poll(async () => (await readTrigger(workflow_id)).last_polled_at !== undefined || undefined);
const lastError = (workflow_id: string) => poll(async () => (await readTrigger(workflow_id)).last_error);

async function inputs(workflow_id: string, count: number): Promise<Input[]> {
  const runs = await poll(async () => {
    const body = { filters: [['workflow_id', '==', workflow_id]] };
    const found = await service.ask<Run[]>('/api/v3/workflow/runs/find', body, ann.key);
    return found.length >= count && found.every(({ status }) => status === 'success') ? found : undefined;
  });
  assert.equal(runs.length, count);
  return runs.sort((one, other) => (one.id < other.id ? -1 : 1)).map(run => readResult(run) as Input);
}

const bodies = async (workflow_id: string, count: number) =>
  (await inputs(workflow_id, count)).map(({ body }) => String(body)).sort();

function send(kafka: TestKafka, params: Record<string, unknown>) {
  const sending = node('send', 'message.send', { ...place(kafka), ...params });
  const nodes = [
    node('start', 'trigger.manual'),
    sending,
    node('done', 'output', { value: '{{ steps.send.output }}' }),
  ];
  return runOnce(service, { nodes, edges: [edge('start', 'send'), edge('send', 'done')] }, {}, ann.key);
}

suite('reading', () => {
  test('starts a run for each message of all partitions, and tells Kafka how far it is', async () => {
    const kafka = await openKafka();
    kafka.topic('orders', 2);
    kafka.publish('orders', 0, [{ value: 'before' }]);
    const workflowId = await listen(kafka, { topic: 'orders', consumer: 'shop' });
    await isListening(workflowId);
    kafka.publish('orders', 0, [{ key: 'k1', value: '{"n":1}', headers: { shop: 'north' } }, { value: null }]);
    kafka.publish('orders', 1, [{ value: 'zipped' }], { codec: 'gzip' });
    const found = await inputs(workflowId, 3);
    const first = found.find(({ source }) => source.partition === '0' && source.offset === '1');
    assert.ok(first);
    assert.equal(first.id, `orders/0/1/${first.timestamp}`);
    assert.partialDeepStrictEqual(first, {
      ...{ broker: 'kafka', source: { topic: 'orders', partition: '0', offset: '1' }, key: 'k1' },
      ...{ headers: { shop: 'north' }, body: { n: 1 } },
    });
    assert.deepEqual(found.map(({ body }) => JSON.stringify(body)).sort(), ['"zipped"', 'null', '{"n":1}']);
    await poll(
      () => (kafka.committed.get('shop orders 1') === 1 && kafka.committed.get('shop orders 0') === 3) || undefined,
    );
  });

  test('reads all that is there with `start: all`, without what transactions have taken back', async () => {
    const kafka = await openKafka();
    kafka.topic('paid', 1);
    kafka.publish('paid', 0, [{ value: 'a' }]);
    kafka.aborted.push({ producer: 7, first: 1 });
    kafka.publish('paid', 0, [{ value: 'taken back' }], { producer: 7 });
    kafka.publish('paid', 0, [{ value: 'other' }], { producer: 8 });
    kafka.publish('paid', 0, [{ value: null }], { producer: 7, marker: 'abort' });
    kafka.publish('paid', 0, [{ value: 'later' }], { producer: 7 });
    const workflowId = await listen(kafka, { topic: 'paid', start: 'all' });
    assert.deepEqual(await bodies(workflowId, 3), ['a', 'later', 'other']);
  });

  test('goes on behind what it has, after a broken connection, with another leader and with new partitions', async () => {
    const kafka = await openKafka();
    kafka.topic('moving', 1);
    const workflowId = await listen(kafka, { topic: 'moving' });
    await isListening(workflowId);
    kafka.publish('moving', 0, [{ value: '1' }]);
    await inputs(workflowId, 1);
    kafka.move('moving', 0, 1);
    kafka.publish('moving', 0, [{ value: '2' }]);
    await inputs(workflowId, 2);
    kafka.breakConnections();
    kafka.publish('moving', 0, [{ value: '3' }]);
    await inputs(workflowId, 3);
    kafka.topic('moving', 2);
    kafka.publish('moving', 1, [{ value: '4' }]);
    kafka.breakConnections();
    assert.deepEqual(await bodies(workflowId, 4), ['1', '2', '3', '4']);
  });

  test('keeps the place from which it listens, and goes on there while nobody listened', async () => {
    const kafka = await openKafka();
    kafka.topic('kept', 2);
    const workflow_id = await listen(kafka, { topic: 'kept' });
    await isListening(workflow_id);
    assert.equal((await readTrigger(workflow_id)).last_fired_at, null);
    await service.ask('/api/v3/workflow/activate', { workflow_id, active: false }, ann.key);
    await poll(async () => (await readTrigger(workflow_id)).last_polled_at === undefined || undefined);
    kafka.publish('kept', 1, [{ value: 'meanwhile' }]);
    await service.ask('/api/v3/workflow/activate', { workflow_id, active: true }, ann.key);
    assert.deepEqual(await bodies(workflow_id, 1), ['meanwhile']);
  });

  test('goes on with the first message that is left, when Kafka has deleted older ones', async () => {
    const kafka = await openKafka();
    kafka.topic('short', 1);
    const workflow_id = await listen(kafka, { topic: 'short' });
    await isListening(workflow_id);
    const log = kafka.log('short', 0);
    Object.assign(log, { first: 5, end: 5 });
    kafka.publish('short', 0, [{ value: 'left' }]);
    assert.deepEqual(await bodies(workflow_id, 1), ['left']);
  });
});

suite('what is refused', () => {
  test('topics that do not exist, and compression that is not supported', async () => {
    const kafka = await openKafka();
    assert.equal(await lastError(await listen(kafka, { topic: 'nothing' })), "There is no topic 'nothing'");
    kafka.topic('fast', 1);
    kafka.publish('fast', 0, [{ value: 'x' }], { codec: 'snappy' });
    const error = await lastError(await listen(kafka, { topic: 'fast', start: 'all' }));
    assert.equal(error, 'The messages are compressed with snappy. Only gzip is supported');
  });

  test('brokers on other hosts that no credential allows', async () => {
    const kafka = await openKafka();
    kafka.topic('far', 1);
    kafka.hosts = ['127.0.0.2', '127.0.0.2'];
    const text =
      `Kafka names '127.0.0.2:${kafka.ports[0]}' as a broker, and Heddle may not connect there: ` +
      "'127.0.0.2' is another host than '127.0.0.1', and no credential allows it";
    assert.equal(await lastError(await listen(kafka, { topic: 'far' })), text);
    assert.equal((await send(kafka, { topic: 'far', body: 1 })).error, text);
  });
});

suite('sending', () => {
  test('puts messages with the same key in one partition, with the id of the step as a header', async () => {
    const kafka = await openKafka();
    kafka.topic('sent', 7);
    const one = readResult(
      await send(kafka, { topic: 'sent', key: 'order-4711', body: { n: 1 }, headers: { a: 'b' } }),
    );
    assert.partialDeepStrictEqual(one, { broker: 'kafka', topic: 'sent', offset: 0 });
    const { id, partition } = one as { id: string; partition: number };
    const headers = { 'content-type': 'application/json', a: 'b', 'idempotency-key': id };
    assert.deepEqual(kafka.stored('sent', partition), [{ key: 'order-4711', value: '{"n":1}', headers }]);
    const two = readResult(await send(kafka, { topic: 'sent', key: 'order-4711', body: 'again' }));
    assert.partialDeepStrictEqual(two, { partition, offset: 1 });
  });

  test('logs in with the best way that the broker offers, and says when it is refused', async () => {
    const kafka = await openKafka();
    kafka.topic('secret', 1);
    kafka.users = { heddle: 'pass,word=1' };
    const hosts = kafka.ports.map(port => `http://127.0.0.1:${port}`);
    for (const [name, password] of [
      ['right', 'pass,word=1'],
      ['wrong', 'other'],
    ] as const) {
      const fields = { username: 'heddle', password };
      await service.ask('/api/v1/credential/create', { name, kind: 'basic', hosts, fields }, ann.key);
    }
    for (const mechanisms of [['PLAIN', 'SCRAM-SHA-256'], ['PLAIN']]) {
      kafka.mechanisms = mechanisms;
      const sent = await send(kafka, { topic: 'secret', credential: 'right', body: 'x' });
      assert.partialDeepStrictEqual(readResult(sent), { topic: 'secret', partition: 0 });
      const refused = await send(kafka, { topic: 'secret', credential: 'wrong', body: 'x' });
      assert.equal(refused.error, "The broker '127.0.0.1' did not accept the credential");
    }
    assert.equal(kafka.stored('secret', 0).length, 2);
  });
});
