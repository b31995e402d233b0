/** Triggers that listen to brokers, and steps that send to them, against the real servers where they are installed. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect as connectNats } from '@nats-io/transport-node';
import { connect as connectAmqp } from 'amqplib';
import type { Run } from '../../src/runs/schemas.ts';
import type { Deployment } from '../../src/workflows/schemas.ts';
import { type BrokerServerName, missingBroker, type RunningBroker, startBroker } from '../support/broker-servers.ts';
import { type Definition, edge, node } from '../support/definitions.ts';
import { createWorkflow, readResult, runOnce } from '../support/runs.ts';
import { type Person, testService } from '../support/service.ts';
import { casesOf } from '../support/tiers.ts';
import { poll } from './poll.ts';

const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const ann = await service.person();

function listening(params: Record<string, unknown>): Definition {
  return {
    nodes: [node('told', 'trigger.message', params), node('done', 'output', { value: '{{ input }}' })],
    edges: [edge('told', 'done')],
  };
}

function sending(params: Record<string, unknown>): Definition {
  return {
    nodes: [
      node('start', 'trigger.manual'),
      node('send', 'message.send', params),
      node('done', 'output', { value: '{{ steps.send.output }}' }),
    ],
    edges: [edge('start', 'send'), edge('send', 'done')],
  };
}

interface Input {
  broker: string;
  id: string;
  source: Record<string, string>;
  headers: Record<string, unknown>;
  body: unknown;
  received_at: number;
}

/** Publishes a workflow that listens, and waits until it does. */
async function listen(params: Record<string, unknown>, person: Person = ann): Promise<string> {
  const workflowId = await createWorkflow(service, listening(params), person.key);
  await publish(workflowId, person);
  return workflowId;
}

async function publish(workflow_id: string, person: Person = ann): Promise<void> {
  await service.ask('/api/v3/workflow/publish', { workflow_id }, person.key);
  await isListening(workflow_id, person);
}

async function readTrigger(workflow_id: string, person: Person = ann) {
  const { triggers } = await service.ask<Deployment>('/api/v3/workflow/deployment', { workflow_id }, person.key);
  const [trigger] = triggers;
  assert.ok(trigger);
  return trigger;
}

function isListening(workflow_id: string, person: Person = ann): Promise<true> {
  return poll(async () => (await readTrigger(workflow_id, person)).last_polled_at !== undefined || undefined);
}

/** Waits until so many runs have ended, and returns their inputs in the order in which they were queued. */
async function inputs(workflow_id: string, count: number, person: Person = ann): Promise<Input[]> {
  const runs = await poll(async () => {
    const body = { filters: [['workflow_id', '==', workflow_id]] };
    const found = await service.ask<Run[]>('/api/v3/workflow/runs/find', body, person.key);
    return found.length >= count && found.every(({ status }) => status === 'success') ? found : undefined;
  });
  assert.equal(runs.length, count);
  return runs.sort((one, other) => (one.id < other.id ? -1 : 1)).map(run => readResult(run) as Input);
}

const bodies = (found: readonly Input[]) => found.map(({ body }) => body);

/** What each broker is asked for, and what it says about a message of the step `message.send`. */
interface Case {
  /** Makes what must exist. Returns the params of a trigger and of a step for one place. */
  place(broker: RunningBroker, name: string): Promise<{ read: object; write: object; said: object; source: object }>;
  hasIds: boolean;
}

const cases: Record<BrokerServerName, Case> = {
  nats: {
    hasIds: true,
    async place({ port }, name) {
      const connection = await connectNats({ servers: `127.0.0.1:${port}` });
      const { streams } = await jetstreamManager(connection);
      await streams.add({ name, subjects: [`${name}.*`] });
      await connection.close();
      return {
        read: { stream: name, subject: `${name}.new` },
        write: { subject: `${name}.new` },
        said: { stream: name, sequence: 1, duplicate: false },
        source: { stream: name, subject: `${name}.new` },
      };
    },
  },
  redis: {
    hasIds: false,
    place: async (_broker, name) => ({
      read: { stream: name },
      write: { stream: name },
      said: { stream: name },
      source: { stream: name },
    }),
  },
  amqp: {
    hasIds: true,
    async place({ port }, name) {
      const connection = await connectAmqp({ hostname: '127.0.0.1', port });
      const channel = await connection.createChannel();
      await channel.assertQueue(name);
      await connection.close();
      return {
        read: { queue: name },
        write: { routing_key: name },
        said: { exchange: '', routing_key: name },
        source: { queue: name, exchange: '', routing_key: name },
      };
    },
  },
  mqtt: {
    hasIds: true,
    place: async (_broker, name) => ({
      read: { topic: `${name}/+` },
      write: { topic: `${name}/new` },
      said: { topic: `${name}/new`, delivered: true },
      source: { topic: `${name}/new` },
    }),
  },
};

for (const broker of casesOf(Object.keys(cases) as BrokerServerName[], each => each === 'nats')) {
  suite(broker, { skip: missingBroker(broker) }, () => {
    let server: RunningBroker;
    let names = 0;
    const closing: (() => unknown)[] = [];
    before(async () => {
      server = await startBroker(broker, { after: act => closing.push(act) });
    });
    after(async () => {
      for (const close of closing) await close();
    });

    async function newPlace() {
      const place = await cases[broker].place(server, `place${++names}`);
      const where = { broker, host: '127.0.0.1', port: server.port, tls: false };
      return {
        ...place,
        read: { ...where, ...place.read },
        send: (body: unknown, more: object = {}) =>
          runOnce(service, sending({ ...where, ...place.write, body, ...more }), {}, ann.key),
      };
    }

    test('what a step sends starts a run of the workflow that listens', async () => {
      const { read, send, said, source } = await newPlace();
      const workflowId = await listen(read);
      const sent = await send({ total: 3 }, { headers: { shop: 'north' } });
      const output = readResult(sent) as { id: string };
      assert.partialDeepStrictEqual(output, { broker, ...said });
      const [input] = await inputs(workflowId, 1);
      assert.ok(input);
      assert.partialDeepStrictEqual(input, { broker, source, body: { total: 3 }, headers: { shop: 'north' } });
      if (broker === 'amqp' || broker === 'mqtt') assert.equal(input.id, output.id);
      const { last_fired_at, last_error } = await readTrigger(workflowId);
      assert.ok(last_fired_at !== null && last_error === undefined);
      await send('just text');
      await send('');
      assert.deepEqual(bodies(await inputs(workflowId, 3)), [{ total: 3 }, 'just text', null]);
    });

    test('goes on where it stopped while the workflow was not active, and filters by `when`', async () => {
      const { read, send } = await newPlace();
      const workflowId = await listen({ ...read, when: 'input.body.n != 2' });
      await send({ n: 1 });
      await inputs(workflowId, 1);
      await service.ask('/api/v3/workflow/activate', { workflow_id: workflowId, active: false }, ann.key);
      await poll(async () => (await readTrigger(workflowId)).last_polled_at === undefined || undefined);
      for (const n of [2, 3]) await send({ n });
      await service.ask('/api/v3/workflow/activate', { workflow_id: workflowId, active: true }, ann.key);
      assert.deepEqual(bodies(await inputs(workflowId, 2)), [{ n: 1 }, { n: 3 }]);
    });

    test('tells what is wrong, and listens again when the server is back', async () => {
      const { read, send } = await newPlace();
      const workflowId = await listen(read);
      await send(1);
      await inputs(workflowId, 1);
      await server.kill();
      const error = await poll(async () => (await readTrigger(workflowId)).last_error);
      assert.match(error, /^The (connection to '127\.0\.0\.1:|broker )/);
      const failed = await send(2);
      assert.match(failed.error, /^The connection to '127\.0\.0\.1:\d+' was (refused|broken off)$/);
      await server.restart();
      await isListening(workflowId);
      await send(3);
      assert.equal((await inputs(workflowId, 2)).at(-1)?.body, 3);
    });
  });
}
