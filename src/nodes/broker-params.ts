/** The params of triggers and steps that talk to a message broker: which one, where it is, and where messages are in it. */
import Type from 'typebox';
import type { Params } from '../engine/definition.ts';
import type { ParamMessage } from '../engine/node-rules.ts';
import { BrokerError } from '../platform/brokers/broker.ts';
import { BROKERS, type BrokerName } from '../platform/brokers/brokers.ts';
import { text } from './param-schemas.ts';
import { widget } from './widgets.ts';

export const serverParams = {
  broker: Type.Enum([...BROKERS], {
    type: 'string',
    title: 'Broker',
    description:
      'nats (JetStream), redis (streams), amqp (RabbitMQ and others with AMQP 0-9-1), mqtt (version 5), kafka or sqs ' +
      '(Amazon SQS).',
  }),
  host: text('Host', 'Name of the server.'),
  port: Type.Optional(
    Type.Integer({
      title: 'Port',
      description: 'Port of the server. Without it: the usual one of the broker.',
      minimum: 1,
      maximum: 65_535,
    }),
  ),
  tls: Type.Optional(
    Type.Boolean({
      title: 'TLS',
      description: 'Whether the connection is encrypted. Only local and private servers can do without.',
      default: true,
    }),
  ),
  credential: Type.Optional(
    text(
      'Credential',
      'Name of the credential with username and password, token, or access_key_id and secret_access_key. Fields of your own may also be ca, certificate and ' +
        'private_key, as PEM. It must allow the host with its port.',
      widget('credential'),
    ),
  ),
};

const optionalText = (title: string, description: string) =>
  Type.Optional(Type.String({ title, description, minLength: 1, maxLength: 1000 }));

export const vhost = optionalText('Virtual host', 'For amqp: the virtual host. Without it: /.');
export const stream = (description: string) => optionalText('Stream', description);
export const subject = (description: string) => optionalText('Subject', description);
export const topic = (description: string) => optionalText('Topic', description);
export const region = optionalText(
  'Region',
  'For sqs: the region of AWS. Without it: the one in the name of the host, or us-east-1.',
);
export const shortText = optionalText;

export type BrokerPlace =
  | 'stream'
  | 'subject'
  | 'queue'
  | 'topic'
  | 'key'
  | 'region'
  | 'group'
  | 'exchange'
  | 'routing_key'
  | 'vhost'
  | 'consumer'
  | 'start';

interface PlaceRule {
  needed: readonly BrokerPlace[];
  possible: readonly BrokerPlace[];
}

export type PlaceRules = Readonly<Record<BrokerName, PlaceRule>>;

/** Says which params the chosen broker needs, and which have no meaning for it. */
export function findPlaceProblems(params: Params, rules: PlaceRules): ParamMessage[] {
  const { broker } = params;
  const name = BROKERS.find(each => each === broker);
  if (name === undefined) return [];
  const { needed, possible } = rules[name];
  const places = new Set(Object.values(rules).flatMap(rule => [...rule.needed, ...rule.possible]));
  const useless = [...places].filter(
    place => params[place] !== undefined && !needed.includes(place) && !possible.includes(place),
  );
  return [
    ...needed
      .filter(place => params[place] === undefined)
      .map(place => ({ message: `'${place}' is required for ${name}`, param: place })),
    ...useless.map(place => ({ message: `'${place}' has no meaning for ${name}`, param: place })),
  ];
}

export function brokerCredential({ credential }: Params): { credentials: string[] } {
  return { credentials: typeof credential === 'string' ? [credential] : [] };
}

/** What a broker of this name is called with. The params were validated. */
export function readBrokerServer(params: Params): {
  broker: BrokerName;
  host: string;
  port: number | undefined;
  tls: boolean;
} {
  const { broker, host, port, tls } = params;
  const name = BROKERS.find(each => each === broker);
  if (name === undefined || typeof host !== 'string') throw new Error('the params of a broker were not validated');
  return { broker: name, host, port: typeof port === 'number' ? port : undefined, tls: tls !== false };
}

/**
 * A cluster names further servers. They must be on the host that the author named, or the credential must allow them:
 * otherwise a broker could send connections wherever it likes.
 */
export function permitOther<Permitted>(
  { host, credential }: { host: string; credential: string | undefined },
  other: string,
  connect: () => Promise<Permitted>,
): Promise<Permitted> {
  if (credential !== undefined || other.toLowerCase() === host.toLowerCase()) return connect();
  const text = `'${other}' is another host than '${host}', and no credential allows it`;
  return Promise.reject(new BrokerError(text, { retryable: false }));
}

/** The params that are texts. */
export function readBrokerPlaces(params: Params): Partial<Record<BrokerPlace, string>> {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => typeof value === 'string'));
}
