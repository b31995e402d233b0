/**
 * Outgoing HTTP to addresses that strangers choose.
 *
 * A name is looked up once per hop, every address it has must be allowed, and the connection is made to exactly
 * these addresses: a second answer of the name server has no say. Each hop has a connection of its own, so no
 * connection outlives the check that allowed it. Redirects are followed here, each one as a new hop.
 */
import { promises as dns, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { buildConnector } from 'undici';
import { unlessAborted } from '../promises.ts';
import { type Cidr, isAddressAllowed, parseCidr } from './addresses.ts';
import { OutboundError, toNetworkError } from './outbound-error.ts';
import { acceptedEncodings, type Reading, readBody } from './reply-body.ts';
import { checkHeaders, checkMethod, isRedirect, parseTargetUrl, redirected, type Target } from './request-rules.ts';

export { OutboundError, type OutboundErrorReason } from './outbound-error.ts';

export interface OutboundRequest {
  url: string;
  /** GET by default. */
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Of the whole exchange: look-up, connections, redirects, and the last byte of the body. */
  timeoutMs: number;
  /** Of the decoded reply. */
  limitBytes: number;
  maxRedirects: number;
  /** The request rejects with its reason. */
  signal?: AbortSignal;
  /**
   * Asked once before the rest of a large reply is read: how many bytes it will have, or may have at most where it
   * does not say. Reading waits for the answer, and that wait is not the request's time.
   */
  admit?: (bytes: number) => Promise<void>;
  /** Dropped on a redirect to another origin, beside Authorization, Cookie and Proxy-Authorization. */
  credentialHeaders?: string[];
}

export interface OutboundReply {
  status: number;
  /** Names in lower case. Of a decoded body without Content-Encoding and Content-Length, which no longer hold. */
  headers: Record<string, string>;
  body: Buffer;
  /** Where the reply came from, after redirects. */
  url: string;
}

export interface OutboundHttp {
  /** Rejects with an OutboundError, or with the reason of the signal. */
  request(request: OutboundRequest): Promise<OutboundReply>;
  /** Breaks off what is under way and resolves when it has ended. */
  close(): Promise<void>;
}

export interface OutboundOptions {
  /** Ranges or single addresses that are allowed although they are not public. */
  allowedCidrs: readonly string[];
  /** The system's resolver by default. */
  lookup?: (hostname: string) => Promise<LookupAddress[]>;
}

export function createOutboundHttp(options: OutboundOptions): OutboundHttp {
  const allowed = options.allowedCidrs.map(parseCidr);
  const lookup = options.lookup ?? (hostname => dns.lookup(hostname, { all: true }));
  const closing = new AbortController();
  const underWay = new Set<Promise<OutboundReply>>();

  async function exchange(request: OutboundRequest): Promise<OutboundReply> {
    const ending = new AbortController();
    const signals = [ending.signal, closing.signal, ...(request.signal ? [request.signal] : [])];
    const signal = AbortSignal.any(signals);
    const timer = startTimer(request.timeoutMs, () => {
      ending.abort(new OutboundError('timeout', `The request took longer than ${request.timeoutMs / 1000} seconds`));
    });
    const admit = async (bytes: number) => {
      timer.stop();
      await request.admit?.(bytes);
      timer.start();
    };
    const reading = { limitBytes: request.limitBytes, admit };
    try {
      signal.throwIfAborted();
      return await followRedirects(request, target => hop(target, reading, signal));
    } catch (error) {
      // Whatever broke after the abort, broke because of it.
      signal.throwIfAborted();
      throw error;
    } finally {
      timer.stop();
      ending.abort();
    }
  }

  async function hop(target: Target, reading: Reading, signal: AbortSignal): Promise<OutboundReply> {
    try {
      const addresses = await checkedAddresses(target.url.hostname, lookup, allowed, signal);
      return await send(target, addresses, reading, signal);
    } catch (error) {
      throw toNetworkError(error, target.url.host);
    }
  }

  return {
    async request(request) {
      const exchanging = exchange(request);
      underWay.add(exchanging);
      try {
        return await exchanging;
      } finally {
        underWay.delete(exchanging);
      }
    },
    async close() {
      closing.abort(new OutboundError('network', 'The request was broken off because the service is stopping'));
      await Promise.allSettled(underWay);
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
    target = redirected(target, reply.status, location, request.credentialHeaders ?? []);
  }
}

/** One bad address condemns the name: which one a connection would take is not ours to guess. */
async function checkedAddresses(
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

/** One request over one connection. The body of a redirect is not read. */
async function send(
  target: Target,
  addresses: LookupAddress[],
  reading: Reading,
  signal: AbortSignal,
): Promise<OutboundReply> {
  // Loaded with the first request: an idle process is smaller by it.
  const { buildConnector, Client } = await import('undici');
  const { url, method, body } = target;
  // The signal is the only clock: undici's own time-outs would cut a long exchange short.
  const client = new Client(url.origin, {
    connect: buildConnector(pinnedTo(addresses, signal)),
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  try {
    const path = url.pathname + url.search;
    const headers = sentHeaders(target);
    const response = await client.request({ path, method, headers, body, signal, reset: true });
    const reply = { status: response.statusCode, headers: joined(response.headers), url: url.href };
    if (isRedirect(reply.status) && reply.headers.location !== undefined) {
      response.body.on('error', () => {}).destroy();
      return { ...reply, body: Buffer.alloc(0) };
    }
    const read = await readBody(response.body, reply, reading);
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
 * Connects to the checked addresses and to no other; TLS and the Host header still see the name. An address
 * literal never asks `lookup`, and needs not: it is its own only checked address.
 */
function pinnedTo(addresses: LookupAddress[], signal: AbortSignal): buildConnector.BuildOptions {
  const lookup: LookupFunction = (_hostname, _options, callback) => callback(null, addresses);
  return {
    lookup,
    // Makes `lookup` answer with all addresses, which are then tried in turn.
    autoSelectFamily: true,
    // Node's quarter of a second gives up on hosts that are merely far away.
    autoSelectFamilyAttemptTimeout: 2000,
    // Destroys the socket in whatever state it is, also while it connects.
    signal,
    timeout: 0,
    allowH2: false,
    maxCachedSessions: 0,
  };
}

function sentHeaders({ headers }: Target): string[] {
  const own = headers.some(([name]) => name.toLowerCase() === 'accept-encoding')
    ? []
    : ['accept-encoding', acceptedEncodings];
  return [...headers.flat(), ...own];
}

function joined(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(headers).filter(entry => entry[1] !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [name, [value].flat().join(', ')]));
}

/** Counts only the time during which it runs. */
function startTimer(leftMs: number, onEnd: () => void): { start(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let startedAt = 0;
  const controls = {
    start() {
      startedAt = performance.now();
      timer = setTimeout(onEnd, leftMs);
    },
    stop() {
      clearTimeout(timer);
      leftMs -= performance.now() - startedAt;
    },
  };
  controls.start();
  return controls;
}
