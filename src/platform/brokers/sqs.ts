/**
 * Amazon SQS. The queue hides what it has delivered for a while, and delivers it again unless it was deleted, which happens
 * when it was handled. While that takes long, the message is kept hidden.
 */

import { hash } from 'node:crypto';
import {
  type Broker,
  type BrokerAddress,
  type BrokerDelivery,
  BrokerError,
  type Outgoing,
  type Receiving,
  toBrokerError,
} from './broker.ts';
import { openSqs, type SqsCall } from './sqs-connection.ts';

/** As many as one request of SQS may have. */
const BATCH = 10;
/** How long a request waits for the first message. */
const WAIT_SECONDS = 20;
const HIDDEN_SECONDS = 30;
/** How many requests for further messages are under way at a time, as soon as there are more than one brings. */
const MORE_REQUESTS = 9;

interface Attribute {
  StringValue?: string;
  BinaryValue?: string;
}

interface Message {
  MessageId: string;
  ReceiptHandle: string;
  Body?: string;
  Attributes?: { MessageGroupId?: string };
  MessageAttributes?: Record<string, Attribute>;
}

export const sqs: Broker = {
  port: tls => (tls ? 443 : 80),

  async receive(server, address, receiving) {
    const { most, signal, onReady } = receiving;
    const connection = await openSqs(server, address.region, signal);
    const { call } = connection;
    try {
      const { queue = '' } = address;
      const url = await findQueue(call, queue);
      // An empty answer shows that the credential may read.
      let found = await receive(call, url, 0);
      onReady();
      for (;;) {
        if (found.length === BATCH) found = [...found, ...(await receiveMore(call, url, most - BATCH))];
        if (found.length > 0) await handle(found, receiving, { call, url, queue });
        found = await receive(call, url, WAIT_SECONDS);
      }
    } catch (error) {
      signal.throwIfAborted();
      throw toBrokerError(error, server);
    } finally {
      await connection.close();
    }
  },

  async send(server, address, message, signal) {
    const connection = await openSqs(server, address.region, signal);
    try {
      const { queue = '' } = address;
      const content = toMessage(address, message);
      const url = await findQueue(connection.call, queue);
      const { MessageId } = await connection.call('SendMessage', { QueueUrl: url, ...content });
      return { queue: nameOf(queue), message_id: MessageId };
    } catch (error) {
      signal.throwIfAborted();
      throw toBrokerError(error, server);
    } finally {
      await connection.close();
    }
  },
};

/** A queue of another account has no name but its address, which says nothing about where requests go. */
async function findQueue(call: SqsCall, queue: string): Promise<string> {
  if (isAddress(queue)) return queue;
  const { QueueUrl } = await call('GetQueueUrl', { QueueName: queue });
  return String(QueueUrl);
}

function isAddress(queue: string): boolean {
  return /^https?:\/\//.test(queue);
}

function nameOf(queue: string): string {
  return isAddress(queue) ? queue.slice(queue.lastIndexOf('/') + 1) : queue;
}

async function receive(call: SqsCall, url: string, waitSeconds: number): Promise<Message[]> {
  const { Messages = [] } = await call('ReceiveMessage', {
    QueueUrl: url,
    MaxNumberOfMessages: BATCH,
    WaitTimeSeconds: waitSeconds,
    VisibilityTimeout: HIDDEN_SECONDS,
    MessageAttributeNames: ['All'],
    MessageSystemAttributeNames: ['MessageGroupId'],
  });
  return Messages as Message[];
}

/** What one group has stays together: the queue gives none of it while some was given and not deleted. */
async function receiveMore(call: SqsCall, url: string, most: number): Promise<Message[]> {
  const requests = Math.min(MORE_REQUESTS, Math.floor(most / BATCH));
  const found = await Promise.all(Array.from({ length: requests }, () => receive(call, url, 0)));
  return found.flat();
}

interface Queue {
  call: SqsCall;
  url: string;
  queue: string;
}

async function handle(messages: Message[], { handle }: Receiving, { call, url, queue }: Queue): Promise<void> {
  const hiding = setInterval(() => void hideLonger(messages, call, url), (HIDDEN_SECONDS * 1000) / 3);
  try {
    await handle(messages.map(message => toDelivery(message, nameOf(queue))));
    // What can not be deleted comes again, is known, and is deleted then.
    await forBatches(messages, Entries => call('DeleteMessageBatch', { QueueUrl: url, Entries }));
  } finally {
    clearInterval(hiding);
  }
}

/** What becomes visible nevertheless is delivered again, and is known. */
async function hideLonger(messages: Message[], call: SqsCall, url: string): Promise<void> {
  await forBatches(messages, entries =>
    call('ChangeMessageVisibilityBatch', {
      QueueUrl: url,
      Entries: entries.map(entry => ({ ...entry, VisibilityTimeout: HIDDEN_SECONDS })),
    }),
  ).catch(() => {});
}

async function forBatches(
  messages: readonly Message[],
  act: (entries: { Id: string; ReceiptHandle: string }[]) => Promise<unknown>,
): Promise<void> {
  const entries = messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
  const batches = Array.from({ length: Math.ceil(entries.length / BATCH) }, (_, index) =>
    entries.slice(index * BATCH, (index + 1) * BATCH),
  );
  await Promise.all(batches.map(act));
}

function toDelivery({ MessageId, Body = '', Attributes, MessageAttributes }: Message, queue: string): BrokerDelivery {
  const group = Attributes?.MessageGroupId;
  const headers = Object.entries(MessageAttributes ?? {}).map(([name, { StringValue, BinaryValue }]) => [
    name,
    StringValue ?? { base64: BinaryValue ?? '' },
  ]);
  return {
    id: MessageId,
    source: { queue, ...(group !== undefined && { group }) },
    headers: Object.fromEntries(headers),
    body: Buffer.from(Body),
  };
}

const refuse = (text: string) => new BrokerError(text, { retryable: false });

/** Only a queue whose name ends with `.fifo` drops what it had in the last five minutes. */
function toMessage({ queue = '', group }: BrokerAddress, { id, body, headers }: Outgoing): Record<string, unknown> {
  const isFifo = nameOf(queue).endsWith('.fifo');
  if (isFifo && group === undefined) throw refuse(`The queue '${nameOf(queue)}' needs a 'group'`);
  if (body.byteLength === 0) throw refuse('SQS takes no message with an empty body');
  const attributes = Object.entries(headers).map(([name, value]) => [name, { DataType: 'String', StringValue: value }]);
  return {
    MessageBody: body.toString(),
    ...(attributes.length > 0 && { MessageAttributes: Object.fromEntries(attributes) }),
    ...(group !== undefined && { MessageGroupId: group }),
    ...(isFifo && { MessageDeduplicationId: /^[!-~]{1,128}$/.test(id) ? id : hash('sha256', id, 'hex') }),
  };
}
