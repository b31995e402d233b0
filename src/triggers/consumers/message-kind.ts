/** Listens to message brokers, for `trigger.message`. */
import { hash } from 'node:crypto';
import { fixedLimits } from '../../configuration/limits.ts';
import type { Params } from '../../engine/definition.ts';
import { permitOther, readBrokerPlaces, readBrokerServer } from '../../nodes/broker-params.ts';
import { StepError } from '../../nodes/step.ts';
import { type BrokerDelivery, BrokerError } from '../../platform/brokers/broker.ts';
import { loadBroker } from '../../platform/brokers/brokers.ts';
import { parseJson } from '../../platform/json/parse.ts';
import type { ConsumedMessage, ConsumerKind, Consumption } from './consumer-kind.ts';

const { messages: most, bodyBytes } = fixedLimits.consumer;

export const messageKind: ConsumerKind = {
  type: 'trigger.message',
  async consume({ params, triggerId, position, accept, report, connect, signal }: Consumption) {
    const { broker, host, tls, port: given } = readBrokerServer(params);
    const client = await loadBroker(broker);
    const port = given ?? client.port(tls);
    const credential = typeof params.credential === 'string' ? params.credential : undefined;
    const permitted = await connect({ host, port, isEncrypted: tls, credential });
    const permit = (other: string, otherPort: number) =>
      permitOther({ host, credential }, other, () =>
        connect({ host: other, port: otherPort, isEncrypted: tls, credential }),
      );
    const { consumer = consumerName(triggerId, params), start, ...places } = readBrokerPlaces(params);
    const address = { ...places, consumer, start: start === 'all' ? ('all' as const) : ('new' as const) };
    try {
      await client.receive({ host, port, tls, permit, ...permitted }, address, {
        ...{ most, position, signal },
        onReady: () => report(null),
        async handle(deliveries, next) {
          const messages: ConsumedMessage[] = [];
          for (const delivery of deliveries) messages.push(await toMessage(broker, delivery, signal));
          return (await accept(messages, next)).refused;
        },
      });
    } catch (error) {
      if (error instanceof BrokerError) throw new StepError(error.message, { cause: error });
      throw error;
    }
  },
};

/** Another place is read as another consumer, because what the broker remembers of one belongs to its place. */
function consumerName(triggerId: string, { stream, subject, topic }: Params): string {
  const place = hash('sha256', JSON.stringify([stream, subject, topic]), 'hex').slice(0, 8);
  return `heddle_${triggerId.replaceAll('-', '')}_${place}`;
}

async function toMessage(broker: string, delivery: BrokerDelivery, signal: AbortSignal): Promise<ConsumedMessage> {
  const { id, source, key, timestamp, headers, body } = delivery;
  if (Buffer.isBuffer(body) && body.byteLength > bodyBytes) return { id, input: undefined };
  const content = Buffer.isBuffer(body) ? await readBody(body, signal) : body;
  const more = { ...(key !== undefined && { key }), ...(timestamp !== undefined && { timestamp }) };
  return { id, input: { broker, id, source, ...more, headers, body: content, received_at: Date.now() } };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

async function readBody(body: Buffer, signal: AbortSignal): Promise<unknown> {
  if (body.byteLength === 0) return null;
  let text: string;
  try {
    text = utf8.decode(body);
  } catch {
    return { base64: body.toString('base64') };
  }
  try {
    return await parseJson(text, { signal });
  } catch {
    signal.throwIfAborted();
    return text;
  }
}
