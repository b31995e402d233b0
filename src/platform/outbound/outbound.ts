/**
 * Outgoing HTTP to addresses that users choose.
 *
 * A name is looked up once for each hop, all its addresses must be allowed, and the connection is made to exactly these
 * addresses, so a later reply of the name server has no effect. Each hop has its own connection, so no connection
 * outlives the check that allowed it. Redirects are followed here, each one as a new hop.
 */
import { promises as dns, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import type { buildConnector } from 'undici';
import { unlessAborted } from '../concurrency/promises.ts';
import { type Cidr, isAddressAllowed, parseCidr } from './addresses.ts';
import { OutboundError, OwnFailure, toOutboundError } from './outbound-error.ts';
import { acceptedEncodings, type ReplyBodyOptions, type ReplySink, readBody } from './reply-body.ts';
import { buildRedirect, checkHeaders, checkMethod, isRedirect, parseTargetUrl, type Target } from './request-rules.ts';
import { isStreamed, type OutboundBody, readStreamed, sizeOfStreamed } from './streamed-body.ts';
import { limitLeaving, startTimeLimit, type TimeLimit } from './time-limit.ts';

export { OutboundError, type OutboundErrorReason } from './outbound-error.ts';
export type { ReplyHead, ReplySink } from './reply-body.ts';

export interface OutboundRequest {
  url: string;
  /** The default is GET. */
  method?: string;
  headers?: Record<string, string>;
  body?: OutboundBody;
  /**
   * The limit of the whole exchange: lookup, connections, redirects, and the body to its last byte. While a body streams, it
   * is the time in which the other server must take or send some of it.
   */
  timeoutMs: number;
  /** The limit of the decoded reply. */
  limitBytes: number;
  /** Takes large replies as streams. What it took is missing in the reply. */
  sink?: ReplySink;
  maxRedirects: number;
  /** The request rejects with its reason. */
  signal?: AbortSignal;
  /**
   * Called once before the rest of a large reply is read, with the size of the reply, or with its largest possible size
   * when the reply does not say it. Reading waits for the promise, and this time does not count for `timeoutMs`.
   */
  admit?: (bytes: number) => Promise<void>;
  /** Headers to drop on a redirect to another origin, besides Authorization, Cookie and Proxy-Authorization. */
  credentialHeaders?: string[];
  /**
   * Adds credentials to a hop, after its addresses were checked and immediately before it is sent. A redirect begins
   * with the hop as it was before, so a credential that was added for one host never reaches another.
   */
  authorize?: (hop: Hop) => Promise<AuthorizedHop>;
}

/** One request to one host: the first, or one that follows a redirect. */
export type Hop = Readonly<Target>;

export interface AuthorizedHop extends Hop {
  /** The certificate with which this client identifies itself, as PEM. */
  clientCertificate?: { cert: string; key: string; passphrase?: string; ca?: string };
}

export interface OutboundReply {
  status: number;
  /** The names are in lower case. A decoded body has no Content-Encoding and Content-Length, which no longer apply. */
  headers: Record<string, string>;
  body: Buffer;
  /** The URL of the reply, after redirects. */
  url: string;
}

export interface OutboundHttp {
  /** Rejects with an OutboundError, or with the reason of the signal. */
  request(request: OutboundRequest): Promise<OutboundReply>;
  /**
   * Checks the addresses of a host for a connection that speaks another protocol, and returns a lookup that knows only
   * these. Rejects with an OutboundError, or with the reason of the signal.
   */
  pinHost(hostname: string, signal: AbortSignal): Promise<LookupFunction>;
  /** Aborts all requests and resolves when they have ended. */
  close(): Promise<void>;
}

export interface OutboundOptions {
  /** Ranges or single addresses that are allowed although they are not public. */
  allowedCidrs: readonly string[];
  /** The default is the resolver of the system. */
  lookup?: (hostname: string) => Promise<LookupAddress[]>;
}

export function createOutboundHttp(options: OutboundOptions): OutboundHttp {
  const allowed = options.allowedCidrs.map(parseCidr);
  const lookup = options.lookup ?? (hostname => dns.lookup(hostname, { all: true }));
  const closing = new AbortController();
  const active = new Set<Promise<OutboundReply>>();

  async function exchange(request: OutboundRequest): Promise<OutboundReply> {
    const ending = new AbortController();
    const signals = [ending.signal, closing.signal, ...(request.signal ? [request.signal] : [])];
    const signal = AbortSignal.any(signals);
    const timer = startTimeLimit(request.timeoutMs, () => {
      ending.abort(new OutboundError('timeout', `The request took longer than ${request.timeoutMs / 1000} seconds`));
    });
    const admit = async (bytes: number) => {
      timer.stop();
      await request.admit?.(bytes);
      timer.start();
    };
    const { limitBytes, sink } = request;
    const reading = { limitBytes, admit, sink, timer };
    try {
      signal.throwIfAborted();
      return await followRedirects(request, target => hop(target, request.authorize, reading, signal));
    } catch (error) {
      // Any error after the abort is a consequence of it.
      signal.throwIfAborted();
      throw error;
    } finally {
      timer.stop();
      ending.abort();
    }
  }

  async function hop(
    target: Target,
    authorize: OutboundRequest['authorize'],
    reading: Omit<Sending, 'url'>,
    signal: AbortSignal,
  ): Promise<OutboundReply> {
    const explained = (error: unknown) => {
      throw error instanceof OwnFailure ? error.cause : toOutboundError(error, target.url.host);
    };
    const { hostname } = target.url;
    const addresses = await lookUpAllowedAddresses(hostname, lookup, allowed, signal).catch(explained);
    // Why a credential is refused is not an error of the network, and stays as it is.
    const authorized = authorize ? checkAuthorized(target, await unlessAborted(authorize(target), signal)) : target;
    // The URL that is sent may contain a credential.
    return await send(authorized, addresses, { ...reading, url: target.url.href }, signal).catch(explained);
  }

  return {
    async request(request) {
      const exchanging = exchange(request);
      active.add(exchanging);
      try {
        return await exchanging;
      } finally {
        active.delete(exchanging);
      }
    },
    async pinHost(hostname, signal) {
      const ends = AbortSignal.any([signal, closing.signal]);
      const addresses = await lookUpAllowedAddresses(hostname, lookup, allowed, ends).catch(error => {
        ends.throwIfAborted();
        throw toOutboundError(error, hostname);
      });
      return pinLookup(addresses);
    },
    async close() {
      closing.abort(new OutboundError('network', 'The request was broken off because the service is stopping'));
      await Promise.allSettled(active);
    },
  };
}

async function followRedirects(
  request: OutboundRequest,
  hop: (target: Target) => Promise<OutboundReply>,
): Promise<OutboundReply> {
  let target: Target = {
    url: parseTargetUrl(request.url),
    method: checkMethod(request.method ?? 'GET'),
    headers: checkHeaders(request.headers ?? {}),
    body: request.body,
  };
  for (let redirects = 0; ; redirects++) {
    const reply = await hop(target);
    const location = reply.headers.location;
    if (!isRedirect(reply.status) || location === undefined) return reply;
    if (redirects === request.maxRedirects) {
      const message = `The request was redirected more than ${request.maxRedirects} times`;
      throw new OutboundError('redirects', message, { status: reply.status });
    }
    target = buildRedirect(target, reply.status, location, request.credentialHeaders ?? []);
  }
}

/** A credential may be part of the URL, of a header or of the body, but it goes where the hop goes. */
function checkAuthorized(hop: Hop, authorized: AuthorizedHop): AuthorizedHop {
  if (authorized.url.origin !== hop.url.origin) throw new Error('a credential leads the request to another origin');
  checkHeaders(Object.fromEntries(authorized.headers));
  return authorized;
}

/** One forbidden address makes the whole name forbidden, because we can not know which one a connection would use. */
async function lookUpAllowedAddresses(
  hostname: string,
  lookup: (hostname: string) => Promise<LookupAddress[]>,
  allowed: readonly Cidr[],
  signal: AbortSignal,
): Promise<LookupAddress[]> {
  const literal = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(literal);
  const addresses = family ? [{ address: literal, family }] : await unlessAborted(lookup(hostname), signal);
  if (addresses.length === 0 || !addresses.every(({ address }) => isAddressAllowed(address, allowed))) {
    throw new OutboundError('address', `The address of '${hostname}' is not public`);
  }
  return addresses;
}

interface Sending extends ReplyBodyOptions {
  /** The URL of the reply. */
  url: string;
  timer: TimeLimit;
}

/** Sends one request over one connection. The body of a redirect is not read. */
async function send(
  target: AuthorizedHop,
  addresses: LookupAddress[],
  sending: Sending,
  signal: AbortSignal,
): Promise<OutboundReply> {
  // The library is loaded with the first request, so that an idle process needs less memory.
  const { buildConnector, Client } = await import('undici');
  const { url, method, clientCertificate } = target;
  // Only the signal limits the time; the timeouts of undici would end a long exchange early.
  const client = new Client(url.origin, {
    connect: buildConnector({ ...pinAddresses(addresses, signal), ...clientCertificate }),
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  try {
    const path = url.pathname + url.search;
    const { headers, body } = buildMessage(target, sending.timer);
    const response = await client.request({ path, method, headers, body, signal, reset: true });
    const reply = { status: response.statusCode, headers: joinHeaders(response.headers), url: sending.url };
    if (isRedirect(reply.status) && reply.headers.location !== undefined) {
      response.body.on('error', () => {}).destroy();
      return { ...reply, body: Buffer.alloc(0) };
    }
    const read = await readBody(response.body, reply, sending);
    if (read.decoded) {
      delete reply.headers['content-encoding'];
      delete reply.headers['content-length'];
    }
    return { ...reply, body: read.body };
  } finally {
    await client.destroy();
  }
}

/**
 * Connects to the checked addresses and to no others; TLS and the Host header still use the name. An address literal
 * does not call `lookup`, which is right: it is its own only checked address.
 */
function pinAddresses(addresses: LookupAddress[], signal: AbortSignal): buildConnector.BuildOptions {
  return {
    lookup: pinLookup(addresses),
    // This makes `lookup` return all addresses, which are then tried in turn.
    autoSelectFamily: true,
    // Node's default of 250 ms is too short for distant hosts.
    autoSelectFamilyAttemptTimeout: 2000,
    // This destroys the socket in any state, even while it connects.
    signal,
    timeout: 0,
    allowH2: false,
    maxCachedSessions: 0,
  };
}

/** Returns all addresses, so it is only for connections with `autoSelectFamily`, which try them in turn. */
function pinLookup(addresses: LookupAddress[]): LookupFunction {
  return (_hostname, _options, callback) => callback(null, addresses);
}

/** A streamed body is announced with its length: many servers accept no other, and a shorter one is then an error. */
function buildMessage({ headers, body }: Target, timer: TimeLimit) {
  const hasOwn = headers.some(([name]) => name.toLowerCase() === 'accept-encoding');
  const all = [...headers.flat(), ...(hasOwn ? [] : ['accept-encoding', acceptedEncodings])];
  if (!isStreamed(body)) return { headers: all, body };
  const sizeBytes = String(sizeOfStreamed(body));
  return {
    headers: [...all, 'content-length', sizeBytes],
    body: Readable.from(limitLeaving(readStreamed(body), timer), { objectMode: false }),
  };
}

function joinHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(headers).filter(entry => entry[1] !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [name, [value].flat().join(', ')]));
}
