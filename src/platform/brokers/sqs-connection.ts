/** Calls SQS with the JSON protocol of AWS: signed requests to the checked addresses, which follow no redirects. */
import { type AwsKeys, signAwsRequest } from '../aws-signature.ts';
import { isObject } from '../is-object.ts';
import { isTransientStatus } from '../outbound/transient-status.ts';
import { ANSWER_MS, BrokerError, type BrokerServer, socketOptions, toBrokerError } from './broker.ts';

/** A request waits up to 20 seconds for messages. */
const CALL_MS = 20_000 + ANSWER_MS;
/** Ten messages have a megabyte at most, which JSON may write six times as long. */
const REPLY_BYTES = 16 * 2 ** 20;

export type SqsCall = (action: string, params: object) => Promise<Record<string, unknown>>;

interface SqsConnection {
  call: SqsCall;
  close(): Promise<void>;
}

export async function openSqs(
  server: BrokerServer,
  givenRegion: string | undefined,
  signal: AbortSignal,
): Promise<SqsConnection> {
  const keys = readKeys(server);
  const region = givenRegion ?? regionOf(server.host);
  // The library is loaded with the first connection, so that an idle process needs less memory.
  const { Agent } = await import('undici');
  const { host, port, tls } = server;
  const name = host.includes(':') ? `[${host}]` : host;
  const url = new URL(`${tls ? 'https' : 'http'}://${name}:${port}/`);
  const { host: _, port: __, ...connect } = socketOptions(server);
  const agent = new Agent({
    connect: { ...connect, timeout: ANSWER_MS },
    allowH2: false,
    headersTimeout: CALL_MS,
    bodyTimeout: CALL_MS,
    maxResponseSize: REPLY_BYTES,
  });

  const call: SqsCall = async (action, params) => {
    const body = JSON.stringify(params);
    const given = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': `AmazonSQS.${action}` };
    const signed = { method: 'POST', path: '/', host: url.host, headers: given, body };
    const headers = signAwsRequest(signed, keys, { region, service: 'sqs', now: new Date() });
    const sent = { origin: url.origin, path: '/', method: 'POST' as const, headers, body, signal };
    const { status, text } = await agent
      .request(sent)
      .then(async reply => ({ status: reply.statusCode, text: await reply.body.text() }))
      .catch(error => {
        throw networkProblem(error, url.host);
      });
    const said = parse(text);
    if (status === 200 && isObject(said)) return said;
    throw problemOf(action, { status, said, params }, server);
  };
  return { call, close: () => agent.destroy() };
}

function readKeys({ fields }: BrokerServer): AwsKeys {
  const accessKeyId = fields.access_key_id ?? fields.username;
  const secretAccessKey = fields.secret_access_key ?? fields.password;
  if (accessKeyId && secretAccessKey) return { accessKeyId, secretAccessKey, sessionToken: fields.session_token };
  throw new BrokerError("SQS needs a credential with 'access_key_id' and 'secret_access_key'", { retryable: false });
}

const HOST = /(?:^|\.)sqs(?:-fips)?\.([a-z0-9-]+)\.(?:vpce\.)?(?:amazonaws|api)\.|^([a-z0-9-]+)\.queue\.amazonaws\./;

/** Such as that of `sqs.eu-central-1.amazonaws.com`, also of private endpoints. */
function regionOf(host: string): string {
  const [, region, older] = HOST.exec(host) ?? [];
  return region ?? older ?? 'us-east-1';
}

function networkProblem(error: unknown, place: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'UND_ERR_SOCKET')
    return new BrokerError(`The connection to '${place}' was broken off`, { cause: error });
  if (/^UND_ERR_(HEADERS|BODY|CONNECT)_TIMEOUT$/.test(String(code))) {
    return new BrokerError(`The broker '${place}' does not answer`, { cause: error });
  }
  return error;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const MISSING = /QueueDoesNotExist|NonExistentQueue/;
const FORBIDDEN = /AccessDenied|KmsAccessDenied/;
const UNKNOWN_KEYS =
  /InvalidClientTokenId|UnrecognizedClient|SignatureDoesNotMatch|InvalidSignature|ExpiredToken|InvalidAccessKeyId|MissingAuthenticationToken/;
const BUSY = /Throttl|TooManyRequests|OverLimit/;

interface Refusal {
  status: number;
  said: unknown;
  params: object;
}

function problemOf(action: string, { status, said, params }: Refusal, server: BrokerServer): BrokerError {
  const { __type: type, message, Message } = isObject(said) ? (said as Record<string, unknown>) : {};
  const kind = typeof type === 'string' ? type.slice(type.lastIndexOf('#') + 1) : `HTTP status ${status}`;
  const text = [message, Message].find(each => typeof each === 'string');
  const explained = text === undefined || text === '' ? kind : `${kind}: ${text}`;
  const retryable = isTransientStatus(status) || BUSY.test(kind);
  const queue = Object.entries(params).find(([name]) => name === 'QueueName' || name === 'QueueUrl')?.[1];
  if (MISSING.test(kind)) return new BrokerError(`There is no queue '${queue}'`, { retryable: false });
  if (UNKNOWN_KEYS.test(kind)) {
    const refused = `The broker '${server.host}' did not accept the credential (${kind})`;
    return new BrokerError(refused, { retryable: false });
  }
  if (FORBIDDEN.test(kind)) {
    return new BrokerError(`The credential may not call ${action} for this queue: ${explained}`.slice(0, 400), {
      retryable: false,
    });
  }
  const { message: shown } = toBrokerError(new Error(explained), server);
  return new BrokerError(shown, { retryable });
}
