/**
 * A stand-in for Amazon SQS, as its documentation describes it: signed requests of the JSON protocol, messages that are
 * hidden for a while after they were delivered, and FIFO queues with groups and deduplication. Its clock is the test's.
 */
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export const SQS_KEYS = { access_key_id: 'AKIDTEST', secret_access_key: 'the-secret-key' };
const REGION = 'us-east-1';

interface Kept {
  id: string;
  content: Record<string, unknown>;
  group: string | undefined;
  deduplication: unknown;
  hiddenUntil: number;
  receipt: string;
  received: number;
}

type Request = Record<string, unknown>;
type Entry = { Id: string; ReceiptHandle: string; VisibilityTimeout?: number };

export interface SqsServer {
  port: number;
  url(queue: string): string;
  create(queue: string): void;
  put(queue: string, body: string, more?: Request): string;
  /** What is in the queue, visible or not. */
  kept(queue: string): Kept[];
  /** The actions that were called, in their order. */
  calls: string[];
  /** Lets time pass, so that hidden messages become visible. */
  pass(seconds: number): void;
  now(): number;
  /** Answers calls of this action as if the keys did not permit it. */
  forbid(action: string): void;
  /** Whether deletions fail at the moment. */
  keepsAll: boolean;
}

class Refusal extends Error {
  readonly type: string;
  readonly status: number;

  constructor(type: string, message: string, status = 400) {
    super(message);
    this.type = type;
    this.status = status;
  }
}

export async function openSqsServer(hooks: { after(act: () => unknown): void }): Promise<SqsServer> {
  const queues = new Map<string, Kept[]>();
  const known = new Map<string, string>();
  const forbidden = new Set<string>();
  const waiting = new Set<() => void>();
  let now = 0;
  const wake = () => {
    for (const each of waiting) each();
  };
  const server = createServer(async (request, response) => {
    const action = String(request.headers['x-amz-target']).replace(/^AmazonSQS\./, '');
    stub.calls.push(action);
    let status = 200;
    let answer: object;
    try {
      const body = await readText(request);
      checkSignature(request, body);
      if (forbidden.has(action)) {
        throw new Refusal('com.amazon.coral.service#AccessDeniedException', `not authorized to perform: sqs:${action}`);
      }
      answer = await act(action, JSON.parse(body), once(response, 'close'));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      status = error.status;
      answer = { __type: error.type, message: error.message };
    }
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  hooks.after(() => {
    server.closeAllConnections();
    server.close();
  });

  const { port } = server.address() as AddressInfo;
  const stub: SqsServer = {
    port,
    url: queue => `http://127.0.0.1:${port}/000000000000/${queue}`,
    create: queue => void queues.set(queue, []),
    put: (queue, body, more = {}) => send({ ...more, QueueUrl: stub.url(queue), MessageBody: body }),
    kept: queue => queues.get(queue) ?? [],
    calls: [],
    pass(seconds) {
      now += seconds;
      wake();
    },
    now: () => now,
    forbid: action => void forbidden.add(action),
    keepsAll: false,
  };

  function find({ QueueUrl }: Request): Kept[] {
    const found = queues.get(String(QueueUrl).split('/').at(-1) ?? '');
    if (found) return found;
    throw new Refusal('com.amazonaws.sqs#QueueDoesNotExist', 'The specified queue does not exist.');
  }

  function send(request: Request): string {
    const queue = find(request);
    const { QueueUrl, MessageBody, MessageGroupId, MessageDeduplicationId: dedup, MessageAttributes } = request;
    if (MessageBody === '') throw new Refusal('com.amazonaws.sqs#MissingRequiredParameterException', 'MessageBody');
    if (String(QueueUrl).endsWith('.fifo') && (MessageGroupId === undefined || dedup === undefined)) {
      throw new Refusal('com.amazonaws.sqs#MissingRequiredParameterException', 'MessageGroupId');
    }
    const name = `${QueueUrl} ${dedup}`;
    const earlier = dedup === undefined ? undefined : known.get(name);
    if (earlier !== undefined) return earlier;
    const id = randomUUID();
    known.set(name, id);
    const group = typeof MessageGroupId === 'string' ? MessageGroupId : undefined;
    const content = { Body: MessageBody, MessageAttributes, Attributes: { MessageGroupId: group } };
    queue.push({ id, content, group, deduplication: dedup, hiddenUntil: 0, receipt: '', received: 0 });
    wake();
    return id;
  }

  /** Of a group of which something is under way, nothing is delivered. */
  function take(request: Request): object[] {
    const queue = find(request);
    const busy = new Set(queue.filter(({ hiddenUntil }) => hiddenUntil > now).map(({ group }) => group));
    const free = queue.filter(
      ({ hiddenUntil, group }) => hiddenUntil <= now && (group === undefined || !busy.has(group)),
    );
    return free.slice(0, Number(request.MaxNumberOfMessages)).map(kept => {
      kept.hiddenUntil = now + Number(request.VisibilityTimeout);
      kept.receipt = randomUUID();
      kept.received++;
      return { ...kept.content, MessageId: kept.id, ReceiptHandle: kept.receipt };
    });
  }

  async function receive(request: Request, gone: Promise<unknown>): Promise<object> {
    if (Number(request.MaxNumberOfMessages) > 10) {
      throw new Refusal('com.amazonaws.sqs#ReadCountOutOfRange', 'Value must be between 1 and 10');
    }
    for (let isGone = false; ; ) {
      const found = take(request);
      if (found.length > 0 || Number(request.WaitTimeSeconds) === 0 || isGone) return { Messages: found };
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.add(resolve);
      await Promise.race([
        promise,
        gone.then(() => {
          isGone = true;
        }),
      ]);
      waiting.delete(resolve);
      if (isGone) return {};
    }
  }

  function change(request: Request, each: (kept: Kept, queue: Kept[], entry: Entry) => void): object {
    const queue = find(request);
    const entries = request.Entries as Entry[];
    if (entries.length > 10) throw new Refusal('com.amazonaws.sqs#TooManyEntriesInBatchRequest', '10 at most');
    const [Successful, Failed]: object[][] = [[], []];
    for (const entry of entries) {
      const kept = queue.find(({ receipt, hiddenUntil }) => receipt === entry.ReceiptHandle && hiddenUntil > now);
      if (!kept || stub.keepsAll) Failed?.push({ Id: entry.Id, Code: 'InternalError', SenderFault: false });
      else {
        each(kept, queue, entry);
        Successful?.push({ Id: entry.Id });
      }
    }
    return { Successful, Failed };
  }

  async function act(action: string, request: Request, gone: Promise<unknown>): Promise<object> {
    switch (action) {
      case 'GetQueueUrl':
        find({ QueueUrl: request.QueueName });
        return { QueueUrl: stub.url(String(request.QueueName)) };
      case 'SendMessage':
        return { MessageId: send(request) };
      case 'ReceiveMessage':
        return receive(request, gone);
      case 'DeleteMessageBatch':
        return change(request, (kept, queue) => {
          queue.splice(queue.indexOf(kept), 1);
          wake();
        });
      case 'ChangeMessageVisibilityBatch':
        return change(request, (kept, _queue, { VisibilityTimeout = 0 }) => {
          kept.hiddenUntil = now + VisibilityTimeout;
        });
      default:
        throw new Refusal('com.amazon.coral.service#UnknownOperationException', action, 404);
    }
  }
  return stub;
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += part;
  return text;
}

/** Written from the documentation, without the code that it checks. */
function checkSignature({ headers, method, url }: IncomingMessage, body: string): void {
  const given = /Credential=(\w+)\/(\d{8})\/([^/]+)\/sqs\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
    headers.authorization ?? '',
  );
  const [, id, day = '', region = '', names = '', signature] = given ?? [];
  if (id !== SQS_KEYS.access_key_id) {
    throw new Refusal('com.amazon.coral.service#UnrecognizedClientException', 'The security token is invalid.');
  }
  const sha = (text: string) => createHash('sha256').update(text).digest('hex');
  const mac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const lines = names.split(';').map(name => `${name}:${headers[name]}\n`);
  const canonical = `${method}\n${url}\n\n${lines.join('')}\n${names}\n${sha(body)}`;
  const time = String(headers['x-amz-date']);
  const text = `AWS4-HMAC-SHA256\n${time}\n${day}/${region}/sqs/aws4_request\n${sha(canonical)}`;
  const key = mac(mac(mac(mac(`AWS4${SQS_KEYS.secret_access_key}`, day), region), 'sqs'), 'aws4_request');
  const isSigned = ['host', 'x-amz-date', 'x-amz-target'].every(name => names.split(';').includes(name));
  const isRight = mac(key, text).toString('hex') === signature && time.startsWith(day) && region === REGION;
  if (isRight && isSigned) return;
  throw new Refusal('com.amazonaws.sqs#InvalidSignatureException', 'The request signature does not match.', 403);
}
