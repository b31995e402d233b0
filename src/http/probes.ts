/**
 * What machines ask a process: whether it lives, whether it is ready, and its metrics. A process answers on the port of
 * its API, or on a port of its own, which a worker without an API needs.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { ApiError, internalError, methodNotAllowed, metricsTokenInvalid, unknownPath } from '../errors.ts';
import { singleFlight } from '../platform/concurrency/single-flight.ts';
import { secretsEqual } from '../platform/ids.ts';
import type { Metrics } from '../platform/metrics.ts';
import { createServer } from '../platform/node-http.ts';
import { CODE_HEADER } from './failures.ts';

export interface Dependency {
  name: string;
  /** Throws when it can not be reached. */
  check(): Promise<void>;
}

interface ProbeOptions {
  dependencies: readonly Dependency[];
  /** Whether the service can be used: a first start makes an administrator while it listens already. */
  hasAdministrator?: (() => Promise<boolean>) | undefined;
  /** Whether the other processes behind the same port are ready too, if there are any. */
  isComplete?: (() => boolean) | undefined;
  metrics: Pick<Metrics, 'text' | 'contentType'>;
  /** Who reads the metrics must send it, if there is one. */
  metricsToken: string | undefined;
  log: FastifyBaseLogger;
}

interface Answer {
  status: number;
  type: string;
  body: string;
}

type Probe = (authorization: string | undefined) => Promise<Answer>;

export const PROBE_PATHS = ['/health', '/ready', '/metrics'] as const;

export type Probes = Readonly<Record<(typeof PROBE_PATHS)[number], Probe>>;

const JSON_TYPE = 'application/json; charset=utf-8';
const METRICS_MS = 1_000;
const CHECK_TIMEOUT_MS = 5_000;

export function createProbes(options: ProbeOptions): Probes {
  const { dependencies, hasAdministrator, isComplete, metrics, metricsToken, log } = options;
  // Anybody may ask without a key, so concurrent requests share one result, and the metrics are counted once a second.
  const metricsText = singleFlight(() => metrics.text(), { cacheMs: METRICS_MS });
  const checks = singleFlight(() => Promise.all(dependencies.map(checkDependency)));

  async function checkDependency({ name, check }: Dependency): Promise<[name: string, state: 'ok' | 'unreachable']> {
    const failure = await withTimeout(check(), CHECK_TIMEOUT_MS).catch((error: unknown) => error ?? 'failed');
    if (failure) log.warn({ err: failure }, `${name} is not ready`);
    return [name, failure ? 'unreachable' : 'ok'];
  }

  let isFounded = hasAdministrator === undefined;
  const administrator = singleFlight(async (): Promise<{ administrator?: 'missing' }> => {
    if (!isFounded) isFounded = (await hasAdministrator?.()) === true;
    return isFounded ? {} : { administrator: 'missing' };
  });

  return {
    '/health': async () => toAnswer(200, { status: 'ok' }),
    async '/ready'() {
      const results = await checks();
      const isReachable = results.every(([, state]) => state === 'ok');
      const others = isComplete && { processes: isComplete() ? 'ok' : 'starting' };
      const states = { ...Object.fromEntries(results), ...(isReachable && (await administrator())), ...others };
      const ready = Object.values(states).every(state => state === 'ok');
      return toAnswer(ready ? 200 : 503, { status: ready ? 'ready' : 'not ready', ...states });
    },
    async '/metrics'(authorization) {
      if (metricsToken !== undefined && !secretsEqual(authorization ?? '', `Bearer ${metricsToken}`)) {
        throw metricsTokenInvalid();
      }
      return { status: 200, type: metrics.contentType, body: await metricsText() };
    },
  };
}

/** Adds the probes to the server of the API. */
export function registerProbes(server: FastifyInstance, probes: Partial<Probes>): void {
  for (const path of PROBE_PATHS) {
    const probe = probes[path];
    if (!probe) continue;
    server.get(path, async (request, reply) => {
      const { status, type, body } = await probe(request.headers.authorization);
      return reply.code(status).type(type).send(body);
    });
  }
}

export interface ProbeServer {
  port: number;
  close(): Promise<void>;
}

/** Serves only the probes. It rejects when the address or the port can not be used. */
export async function openProbeServer(
  probes: Probes,
  { host, port, log }: { host: string; port: number; log: FastifyBaseLogger },
): Promise<ProbeServer> {
  const server = createServer((request, response) => {
    void answerProbe(probes, request, response, log);
  });
  const listening = Promise.withResolvers<void>();
  server.once('error', listening.reject).listen({ host, port }, listening.resolve);
  await listening.promise;
  const address = server.address();
  return {
    port: isAddress(address) ? address.port : port,
    async close() {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      server.closeAllConnections();
      await closed.promise;
    },
  };
}

async function answerProbe(
  probes: Probes,
  request: IncomingMessage,
  response: ServerResponse,
  log: FastifyBaseLogger,
): Promise<void> {
  try {
    const { status, type, body } = await findProbe(probes, request)(request.headers.authorization);
    response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
    response.end(request.method === 'HEAD' ? undefined : body);
  } catch (error) {
    if (!(error instanceof ApiError)) log.error({ err: error }, 'a probe failed');
    const { status, code, message, headers } = error instanceof ApiError ? error : internalError();
    response.writeHead(status, { ...headers, [CODE_HEADER]: code, 'content-type': JSON_TYPE });
    response.end(JSON.stringify({ detail: message }));
  }
}

function findProbe(probes: Probes, { url = '', method }: IncomingMessage): Probe {
  const asked = url.split('?', 1)[0];
  const path = PROBE_PATHS.find(candidate => candidate === asked);
  if (path === undefined) throw unknownPath();
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed('GET, HEAD');
  return probes[path];
}

function isAddress(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}

function toAnswer(status: number, body: object): Answer {
  return { status, type: JSON_TYPE, body: JSON.stringify(body) };
}

async function withTimeout(work: Promise<void>, timeoutMs: number): Promise<void> {
  const { promise, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  try {
    await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
