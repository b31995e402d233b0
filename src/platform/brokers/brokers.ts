/** The message brokers. Their libraries are loaded when the first workflow uses them. */
import type { Broker } from './broker.ts';

export const BROKERS = ['nats', 'redis', 'amqp', 'mqtt', 'kafka', 'sqs'] as const;
export type BrokerName = (typeof BROKERS)[number];

export async function loadBroker(name: BrokerName): Promise<Broker> {
  switch (name) {
    case 'nats':
      return (await import('./nats.ts')).nats;
    case 'redis':
      return (await import('./redis.ts')).redis;
    case 'amqp':
      return (await import('./amqp.ts')).amqp;
    case 'mqtt':
      return (await import('./mqtt.ts')).mqtt;
    case 'kafka':
      return (await import('./kafka.ts')).kafka;
    case 'sqs':
      return (await import('./sqs.ts')).sqs;
  }
}
