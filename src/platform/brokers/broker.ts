/**
 * What the clients of message brokers have in common. Each connects once, to the addresses that were checked, and never by
 * itself to others that the broker names: whoever listens connects anew when a connection ends.
 */
import type { LookupFunction } from 'node:net';

export interface BrokerServer {
  host: string;
  port: number;
  tls: boolean;
  /** Gives the addresses that were checked. */
  lookup: LookupFunction;
  /** The credential: username, password, token; the keys of AWS; ca, certificate and private_key as PEM. */
  fields: Readonly<Record<string, string>>;
  /** For clusters: permits a connection to another server that this one names. Throws when the rules forbid it. */
  permit?(host: string, port: number): Promise<Pick<BrokerServer, 'lookup' | 'fields'>>;
}

/** Where messages are read from or sent to. Each broker uses some of these. */
export interface BrokerAddress {
  subject?: string | undefined;
  stream?: string | undefined;
  /** The durable consumer, or the group, as which somebody reads. */
  consumer: string;
  queue?: string | undefined;
  exchange?: string | undefined;
  routing_key?: string | undefined;
  vhost?: string | undefined;
  topic?: string | undefined;
  /** Of a message that is sent: those with the same key keep their order. */
  key?: string | undefined;
  region?: string | undefined;
  group?: string | undefined;
  start?: 'new' | 'all' | undefined;
}

export interface BrokerDelivery {
  /** The same whenever this message is delivered. */
  id: string;
  /** Where it comes from, such as its subject. */
  source: Readonly<Record<string, string>>;
  key?: string | undefined;
  /** When it was sent. */
  timestamp?: number | undefined;
  headers: Readonly<Record<string, unknown>>;
  /** A text, JSON or bytes, or what the broker itself has as fields. */
  body: Buffer | Readonly<Record<string, string>>;
}

export interface Receiving {
  /** Messages that are read ahead at most. */
  most: number;
  /** What was given to `handle` last. */
  position: unknown;
  /** Called when the broker is asked for messages. */
  onReady(): void;
  /** Resolves when the messages need no further delivery, with the ids of those that were refused for good. */
  handle(deliveries: readonly BrokerDelivery[], position?: unknown): Promise<ReadonlySet<string>>;
  signal: AbortSignal;
}

export interface Outgoing {
  /** The same for each attempt to send this message. */
  id: string;
  body: Buffer;
  contentType: string;
  headers: Readonly<Record<string, string>>;
}

export interface Broker {
  port(tls: boolean): number;
  /** Reads until the signal aborts. Throws a BrokerError, or what `handle` throws. */
  receive(server: BrokerServer, address: BrokerAddress, receiving: Receiving): Promise<void>;
  /** Resolves when the broker has the message. Returns what it says about it. */
  send(
    server: BrokerServer,
    address: BrokerAddress,
    message: Outgoing,
    signal: AbortSignal,
  ): Promise<Record<string, unknown>>;
}

/** What a broker says, or why there is no connection, in one sentence for the author of a workflow. */
export class BrokerError extends Error {
  override readonly name = 'BrokerError';
  /** Whether another attempt may help. */
  readonly retryable: boolean;

  constructor(message: string, { retryable = true, cause }: { retryable?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.retryable = retryable;
  }
}

/** How long a broker may take to accept a connection, or to answer. */
export const ANSWER_MS = 10_000;

export function tlsOptions({ host, fields }: BrokerServer) {
  const { ca, certificate, private_key } = fields;
  return {
    servername: host,
    rejectUnauthorized: true,
    ...(ca && { ca }),
    ...(certificate && { cert: certificate }),
    ...(private_key && { key: private_key }),
  };
}

/** Options of a socket that connects to the checked addresses, and to no others. */
export function socketOptions(server: BrokerServer) {
  const { host, port, lookup } = server;
  return { host, port, lookup, autoSelectFamily: true, noDelay: true, ...(server.tls && tlsOptions(server)) };
}

const REFUSED = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;
const UNTRUSTED = /^(CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

/** Says in one sentence what went wrong. Errors of this kind stay as they are. */
export function toBrokerError(error: unknown, { host, port }: Pick<BrokerServer, 'host' | 'port'>): BrokerError {
  if (error instanceof BrokerError) return error;
  const cause = error instanceof AggregateError ? error.errors[0] : error;
  const code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  const place = `${host}:${port}`;
  if (code === 'ECONNREFUSED' || /connection refused/i.test(String(cause))) {
    return new BrokerError(`The connection to '${place}' was refused`, { cause });
  }
  if (REFUSED.test(code)) return new BrokerError(`The connection to '${place}' was broken off`, { cause });
  if (UNTRUSTED.test(code))
    return new BrokerError(`No trusted connection to '${place}' is possible (${code})`, { cause });
  const said = cause instanceof Error ? cause.message : String(cause);
  return new BrokerError(`The broker '${place}' answered: ${said.slice(0, 300)}`, { cause });
}
