/** `trigger.message` starts a run for each message of a broker. */
import Type from 'typebox';
import {
  brokerCredential,
  findPlaceProblems,
  type PlaceRules,
  region,
  serverParams,
  shortText,
  stream,
  subject,
  topic,
  vhost,
} from '../broker-params.ts';
import type { NodeType } from '../node.ts';
import { strict } from '../param-schemas.ts';
import { FLOW_SCOPES, FLOW_TEXTS, findFlowProblems, flowParams } from './flow-params.ts';

const Params = Type.Object(
  {
    ...serverParams,
    stream: stream('For nats and redis: the stream that is read.'),
    subject: subject('For nats: only messages of this subject, such as orders.*. Without it: all of the stream.'),
    queue: shortText('Queue', 'For amqp and sqs: the queue that is read. It must exist.'),
    vhost,
    region,
    topic: topic('For mqtt: the topic, such as plant/+/temperature. For kafka: the topic.'),
    consumer: shortText(
      'Consumer',
      'As whom is read: the durable consumer of nats, the group of redis and kafka, or the client id of mqtt. Without it: one of its ' +
        'own for each trigger.',
    ),
    start: Type.Optional(
      Type.Enum(['new', 'all'], {
        type: 'string',
        title: 'Begin with',
        description:
          'For nats, redis and kafka: new messages, or all that are there. It counts when the trigger begins to read.',
        default: 'new',
      }),
    ),
    ...flowParams,
  },
  strict,
);

const PLACES: PlaceRules = {
  nats: { needed: ['stream'], possible: ['subject', 'consumer', 'start'] },
  redis: { needed: ['stream'], possible: ['consumer', 'start'] },
  amqp: { needed: ['queue'], possible: ['vhost'] },
  mqtt: { needed: ['topic'], possible: ['consumer'] },
  kafka: { needed: ['topic'], possible: ['consumer', 'start'] },
  sqs: { needed: ['queue'], possible: ['region'] },
};

export const messageTrigger: NodeType<'trigger.message'> = {
  type: 'trigger.message',
  title: 'Message',
  description:
    'Starts the published workflow once for each message of a broker, which is acknowledged after the run was stored. ' +
    'Output: {broker, id, source, headers, body, received_at}, for kafka also key and timestamp; source has what names the ' +
    'place, such as subject, queue, topic or stream; body is parsed JSON, a text, or {base64}.',
  category: 'trigger',
  terminal: false,
  handles: [],
  paramsSchema: Params,
  outputSchema: Type.Object({
    broker: Type.String(),
    id: Type.String(),
    source: Type.Record(Type.String(), Type.String()),
    key: Type.Optional(Type.String()),
    timestamp: Type.Optional(Type.Integer()),
    headers: Type.Record(Type.String(), Type.Unknown()),
    body: Type.Unknown(),
    received_at: Type.Integer(),
  }),
  texts: {
    broker: 'literal',
    host: 'literal',
    port: 'literal',
    tls: 'literal',
    credential: 'literal',
    stream: 'literal',
    subject: 'literal',
    queue: 'literal',
    vhost: 'literal',
    region: 'literal',
    topic: 'literal',
    consumer: 'literal',
    start: 'literal',
    ...FLOW_TEXTS,
  },
  scopes: FLOW_SCOPES,
  resources: brokerCredential,
  execution: { kind: 'input' },
  problems: params => [...findPlaceProblems(params, PLACES), ...findFlowProblems(params)],
};
