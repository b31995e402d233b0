import { randomUUID } from 'node:crypto';
import multipart from '@fastify/multipart';
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { fixedLimits, MEGABYTE } from '../configuration/limits.ts';
import { type ApiError, expectationNotMet, hostMissing, methodNotAllowed, unknownPath } from '../errors.ts';
import type { Metrics } from '../platform/metrics.ts';
import { maxHeaderSize, STATUS_CODES } from '../platform/node-http.ts';
import type { BoundEndpoint, BoundLink } from './binding.ts';
import { isBoosterPath } from './endpoint.ts';
import { type EndpointServices, registerEndpoint } from './endpoint-routes.ts';
import {
  CODE_HEADER,
  toBody,
  toBrokenRequest,
  toClientError,
  toHeaders,
  toServerError,
  withoutDetails,
} from './failures.ts';
import { compileInputValidation } from './input-validation.ts';
import { createResponseMemory } from './large-response.ts';
import { createLingering, type Lingering } from './lingering.ts';
import { acceptsForm, registerLink, registerReadingLinks } from './links.ts';
import { PROBE_PATHS } from './probes.ts';
import { type BodyServices, readJsonBody } from './request-body.ts';
import { sendUnknownPage } from './unknown-page.ts';

/** The settings of an installation that concern the server. */
interface ServerSettings {
  /** The largest body, unless an endpoint has a limit of its own. */
  readonly bodyBytes: number;
  /** The memory for responses in progress. */
  readonly answerMegabytes: number;
  /** A client that reads nothing for so long is disconnected. */
  readonly answerIdleSeconds: number;
  /** The proxies whose `X-Forwarded-*` headers are trusted. */
  readonly trustProxy: readonly string[];
}

interface ServerOptions extends EndpointServices {
  config: { readonly http: ServerSettings };
  log: FastifyBaseLogger;
  metrics: Metrics;
  endpoints: readonly BoundEndpoint[];
  links: readonly BoundLink[];
  bodies: BodyServices;
}

/** A client that takes longer to send its request, body included, is disconnected. */
const REQUEST_TIMEOUT_MS = 300_000;
/**
 * An idle connection lives for so much longer than its client was told. A busy client notices late that the time is over,
 * and a request that it sends just then would be lost without an answer.
 */
const KEEP_ALIVE_BUFFER_MS = 20_000;

export function createServer(options: ServerOptions): FastifyInstance {
  const { http } = options.config;
  const { metrics, bodies } = options;
  const lingering = createLingering(fixedLimits.requestBodies.afterAnswer);
  const server = openFastify(options, lingering);
  server.setValidatorCompiler(compileInputValidation);
  server.decorateRequest('caller', undefined);
  server.decorateRequest('startedRun', undefined);
  server.decorateRequest('admitted', undefined);
  server.decorateRequest('bodyOwner', '');
  server.decorateRequest('bodyResources', undefined);
  server.decorateRequest('bodyHash', undefined);
  server.decorateRequest('bodyWatch', undefined);
  const idleMs = http.answerIdleSeconds * 1000;
  server.decorate('responseMemory', createResponseMemory({ bytes: http.answerMegabytes * MEGABYTE, idleMs }));
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(['application/json', '*'], (request, _payload, done) => {
    const { bodyLimit: limitBytes, config } = request.routeOptions;
    const { longStringBytes, tooManyValues } = config.endpoint ?? {};
    readJsonBody(bodies, request, { limitBytes, longStringBytes, tooManyValues }, done);
  });
  addHooks(server, lingering);
  server.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply));
  observe(server, metrics);
  registerRoutes(server, options);
  return server;
}

function openFastify({ config: { http }, log }: ServerOptions, lingering: Lingering): FastifyInstance {
  return fastify({
    loggerInstance: log,
    // `HttpCall.log` creates the logger of a request when a handler asks for it: most never do.
    childLoggerFactory: logger => logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ({ headers }) => requestId(headers['x-request-id']),
    bodyLimit: http.bodyBytes,
    trustProxy: http.trustProxy.length > 0 ? [...http.trustProxy] : false,
    forceCloseConnections: 'idle',
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: {
      // Node would respond itself, without a body: see the onRequest hook and `checkExpectation`.
      requireHostHeader: false,
      keepAliveTimeoutBuffer: KEEP_ALIVE_BUFFER_MS,
    },
    frameworkErrors: (error, request, reply) => sendError(error, request, reply.header('x-request-id', request.id)),
    // Every path that fits into a request line reaches its route, which decides about it.
    routerOptions: { maxParamLength: maxHeaderSize },
    clientErrorHandler(error, socket) {
      // The bytes are not HTTP, or the headers are over the limit, so there is no request to reply to.
      if (error.code === 'ECONNRESET') {
        socket.destroy();
        return;
      }
      const { status, code, message } = toBrokenRequest(error);
      const body = JSON.stringify({ detail: message });
      lingering.refuse(
        socket,
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${CODE_HEADER}: ${code}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
      );
    },
  });
}

function addHooks(server: FastifyInstance, lingering: Lingering): void {
  const methods = collectMethods(server);
  // Hooks that wait for nothing are callbacks: promises would add a tenth to the cost of a small request.
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    request.response = reply.raw;
    lingering.watch(request.raw, reply.raw);
    // An unknown path is refused before the body is read, because the body does not matter.
    if (request.is404) done(routeError(methods, request.url));
    else done(request.headers.host === undefined && request.raw.httpVersion === '1.1' ? hostMissing() : undefined);
  });
  server.server.on('checkExpectation', (request, response) => {
    lingering.watch(request, response);
    const error = expectationNotMet();
    const body = JSON.stringify(toBody(error, request.url ?? ''));
    const headers = { 'content-type': 'application/json', 'content-length': body.length, [CODE_HEADER]: error.code };
    response.writeHead(error.status, headers).end(body);
  });
  server.addHook('preClose', done => {
    lingering.close();
    done();
  });
}

function registerRoutes(server: FastifyInstance, options: ServerOptions): void {
  const { log, endpoints, links, bodies } = options;
  for (const definition of endpoints.filter(({ form }) => !form)) {
    registerEndpoint(server, definition, options);
  }
  // Forms have a scope of their own, so that no other endpoint accepts a form as its body.
  server.register(async forms => {
    await forms.register(multipart);
    // The multipart plugin logs all headers at the trace level, the key among them.
    const untraced = log.level === 'trace' ? log.child({}, { level: 'debug' }) : log;
    forms.addHook('onRequest', (request, _reply, done) => {
      request.log = untraced;
      done();
    });
    for (const definition of endpoints.filter(({ form }) => form)) {
      registerEndpoint(forms, definition, options);
    }
    for (const link of links.filter(acceptsForm)) registerLink(forms, link);
  });
  server.register(async scope => registerReadingLinks(scope, links, bodies));
  for (const link of links.filter(({ method }) => method === 'GET')) registerLink(server, link);
}

function sendError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  let refusal = toClientError(error, request.routeOptions.bodyLimit);
  if (!refusal) {
    refusal = toServerError(error);
    const level = refusal.status === 503 ? 'warn' : 'error';
    request.log[level]({ reqId: request.id, err: error }, 'a request failed');
  }
  if (isBoosterPath(request.routeOptions.url ?? '')) refusal = withoutDetails(refusal);
  reply.code(refusal.status).headers(toHeaders(refusal));
  const page = refusal.status === 404 ? sendUnknownPage(request, reply) : undefined;
  if (page) return page;
  const { link } = request.routeOptions.config;
  return link?.errorReply?.(refusal, request, reply) ?? reply.send(toBody(refusal, request.url));
}

interface PathMethods {
  /** Undefined for a path without parameters. */
  pattern: RegExp | undefined;
  methods: Set<string>;
}

/** Collects the methods of each path, to distinguish 405 from 404. */
function collectMethods(server: FastifyInstance): Map<string, PathMethods> {
  const paths = new Map<string, PathMethods>();
  server.addHook('onRoute', ({ url, method }) => {
    const entry = paths.get(url) ?? { pattern: url.includes(':') ? pathPattern(url) : undefined, methods: new Set() };
    for (const name of [method].flat()) entry.methods.add(name);
    paths.set(url, entry);
  });
  return paths;
}

function pathPattern(url: string): RegExp {
  const literal = (part: string) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(
    `^${url
      .split('/')
      .map(part => (part.startsWith(':') ? '[^/]+' : literal(part)))
      .join('/')}$`,
  );
}

function routeError(paths: Map<string, PathMethods>, url: string): ApiError {
  const path = url.split('?', 1)[0] ?? '';
  const known = paths.get(path) ?? [...paths.values()].find(({ pattern }) => pattern?.test(path));
  return known ? methodNotAllowed([...known.methods].join(', ')) : unknownPath();
}

/** Orchestrators and monitoring ask all the time, and would drown everything else in the log. */
const PROBES: ReadonlySet<string> = new Set(PROBE_PATHS);

/** Writes one log line and one measurement per request, by route: paths and queries can contain secrets. */
function observe(server: FastifyInstance, metrics: Metrics): void {
  const durations = metrics.histogram(
    'http_request_seconds',
    'Duration of HTTP requests',
    ['route', 'status'],
    [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
  );
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    durations.observe({ route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    request.log[PROBES.has(route) ? 'debug' : 'info'](
      {
        reqId: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        user: request.caller?.userId,
        run: request.startedRun,
      },
      'request',
    );
    done();
  });
}

/** A client may send its own id, so that its logs and ours can be matched. Ids that could harm a log are replaced. */
function requestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[\w.:-]{1,128}$/.test(header) ? header : randomUUID();
}
