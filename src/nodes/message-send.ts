/** `message.send` sends one message to a broker, and waits until the broker has it. */
import Type, { type Static } from 'typebox';
import { fixedLimits } from '../configuration/limits.ts';
import { BrokerError, type BrokerServer } from '../platform/brokers/broker.ts';
import { loadBroker } from '../platform/brokers/brokers.ts';
import { OutboundError } from '../platform/outbound/outbound.ts';
import {
  brokerCredential,
  findPlaceProblems,
  type PlaceRules,
  permitOther,
  readBrokerPlaces,
  readBrokerServer,
  region,
  serverParams,
  shortText,
  stream,
  subject,
  topic,
  vhost,
} from './broker-params.ts';
import { toJsonBody } from './http-sending.ts';
import { effect, type NodeType } from './node.ts';
import { ACTION_TEXTS, actionParams, anyValue, freeObject, strict } from './param-schemas.ts';
import { type StepContext, StepError, type StepOutcome } from './step.ts';

const { sentBytes } = fixedLimits.consumer;

const Params = Type.Object(
  {
    ...serverParams,
    subject: subject('For nats: the subject. A stream must take messages of it.'),
    stream: stream('For redis: the stream to which the message is added.'),
    exchange: shortText('Exchange', 'For amqp: the exchange. Without it, the routing key names a queue.'),
    routing_key: shortText('Routing key', 'For amqp: the routing key.'),
    vhost,
    topic: topic('For mqtt and kafka: the topic.'),
    key: shortText('Key', 'For kafka: messages with the same key keep their order.'),
    queue: shortText('Queue', 'For sqs: name of the queue, or its URL.'),
    group: shortText('Group', 'For sqs: the group of the message. A queue whose name ends with .fifo needs one.'),
    region,
    headers: Type.Optional(
      freeObject('Headers', 'Headers of the message, further fields of the entry of redis, or attributes for sqs.'),
    ),
    body: Type.Optional(anyValue('Body', 'A text is sent as it is, anything else as JSON.')),
    ...actionParams,
  },
  strict,
);

const PLACES: PlaceRules = {
  nats: { needed: ['subject'], possible: [] },
  redis: { needed: ['stream'], possible: [] },
  amqp: { needed: ['routing_key'], possible: ['exchange', 'vhost'] },
  mqtt: { needed: ['topic'], possible: [] },
  kafka: { needed: ['topic'], possible: ['key'] },
  sqs: { needed: ['queue'], possible: ['group', 'region'] },
};

export const messageSend: NodeType<'message.send'> = {
  type: 'message.send',
  title: 'Send message',
  description:
    'Sends a message to a broker (NATS JetStream, Redis streams, RabbitMQ, MQTT 5, Kafka, Amazon SQS) and waits until the ' +
    'broker has it. Every attempt of the step sends the same id, except to redis and to queues of sqs that are not FIFO. ' +
    'Output: {broker, id, and what the broker says: stream, sequence and duplicate; entry; exchange and routing_key; topic ' +
    'and delivered; partition and offset; queue and message_id}.',
  category: 'action',
  terminal: false,
  handles: [],
  paramsSchema: Params,
  texts: { broker: 'literal', credential: 'literal', ...ACTION_TEXTS },
  resources: brokerCredential,
  problems: params => findPlaceProblems(params, PLACES),
  outputSchema: Type.Object({ broker: Type.String(), id: Type.String() }),
  execution: effect(Params, sendMessage),
};

async function sendMessage(params: Static<typeof Params>, context: StepContext): Promise<StepOutcome> {
  const { broker, host, tls, port: given } = readBrokerServer(params);
  const body = await toBody(params.body, context.signal);
  const client = await loadBroker(broker);
  const port = given ?? client.port(tls);
  const id = context.idempotencyKey;
  try {
    const permitPlace = (place: { host: string; port: number }) => permit(params, { ...place, tls }, context);
    const server: BrokerServer = {
      ...{ host, port, tls, ...(await permitPlace({ host, port })) },
      permit: (other, otherPort) =>
        permitOther({ host, credential: params.credential }, other, () =>
          permitPlace({ host: other, port: otherPort }),
        ),
    };
    const headers = Object.fromEntries(
      Object.entries(params.headers ?? {}).map(([name, value]) => [name, String(value)]),
    );
    const contentType = typeof params.body === 'string' ? 'text/plain; charset=utf-8' : 'application/json';
    const address = { ...readBrokerPlaces(params), start: undefined, consumer: '' };
    const said = await client.send(server, address, { id, body, contentType, headers }, context.signal);
    return { output: { broker, id, ...said }, text: `Sent to ${host}` };
  } catch (error) {
    if (!(error instanceof BrokerError)) throw error;
    throw new StepError(error.message, { retryable: error.retryable, cause: error });
  }
}

async function permit(
  { credential }: Static<typeof Params>,
  { host, port, tls }: { host: string; port: number; tls: boolean },
  { connect, signal }: StepContext,
) {
  try {
    return await connect({ host, port, isEncrypted: tls, credential, signal });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new StepError(error.message, { retryable: error.reason === 'network', cause: error });
  }
}

async function toBody(body: unknown, signal: AbortSignal): Promise<Buffer> {
  if (body === undefined || body === null) return Buffer.alloc(0);
  const bytes = Buffer.from(typeof body === 'string' ? body : await toJsonBody(body, signal));
  if (bytes.byteLength <= sentBytes) return bytes;
  throw new StepError(`The body has more than ${sentBytes / 2 ** 20} MB`);
}
