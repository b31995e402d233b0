import { randomUUID } from 'node:crypto';
import { maxHeaderSize } from 'node:http';
import multipart from '@fastify/multipart';
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Config } from '../configuration/config.ts';
import { MEGABYTE } from '../configuration/limits.ts';
import {
  type ApiError,
  apiKeyInvalid,
  apiKeyNotProvided,
  hostMissing,
  methodNotAllowed,
  permissionDenied,
  unknownPath,
} from '../errors.ts';
import type { LongTextLookup } from '../platform/memory/long-text.ts';
import type { Metrics } from '../platform/metrics.ts';
import { runAsOwner } from '../platform/owner-context.ts';
import type { Identities } from './authentication.ts';
import type { Caller } from './caller.ts';
import { closeSignal } from './close-signal.ts';
import { type Call, type Endpoint, isAllowed, type Link } from './endpoint.ts';
import { describeBrokenRequest, toClientError, toServerError, withoutDetails } from './failures.ts';
import { createInputValidation } from './input-validation.ts';
import { createResponseMemory, sendResponse } from './large-response.ts';
import { acceptsForm, registerLink, registerReadingLinks } from './links.ts';
import { schemaProperties } from './openapi.ts';
import type { RateLimiter } from './rate-limit.ts';
import { type BodyServices, findLongTexts, readJsonBody } from './request-body.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
  interface FastifyRequest {
    caller: Caller | undefined;
  }
}

export interface ServerOptions {
  config: Pick<Config, 'http'>;
  log: FastifyBaseLogger;
  metrics: Metrics;
  identities: Identities;
  /** Undefined: rates are not limited. */
  rateLimiter: RateLimiter | undefined;
  endpoints: readonly Endpoint[];
  links: readonly Link[];
  bodies: BodyServices;
}

/** The part of the API that has its own words for a missing key and for input that does not fit. */
const BOOSTER = '/api/v3/booster/';
/** A sender that takes longer for its request, body included, is cut off. */
const REQUEST_TIMEOUT_MS = 300_000;

export function createServer(options: ServerOptions): FastifyInstance {
  const { config, log, metrics, identities, rateLimiter, endpoints, links, bodies } = options;
  const server = fastify({
    loggerInstance: log,
    // A logger for each request is made when a handler asks for one (`HttpCall.log`): most never do.
    childLoggerFactory: logger => logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ({ headers }) => requestId(headers['x-request-id']),
    bodyLimit: config.bodyBytes,
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    forceCloseConnections: 'idle',
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Node would answer these itself, without a body: see the onRequest hook and `checkExpectation`.
    http: { requireHostHeader: false },
    frameworkErrors: (error, request, reply) => sendError(error, request, reply.header('x-request-id', request.id)),
    // Whatever fits into a request line reaches its route, and is judged there.
    routerOptions: { maxParamLength: maxHeaderSize },
    clientErrorHandler(error, socket) {
      // Not HTTP, or headers over the limit: there is no request to answer through.
      if (!socket.writable || error.code === 'ECONNRESET') {
        socket.destroy();
        return;
      }
      const { status, detail } = describeBrokenRequest(error);
      const body = JSON.stringify({ detail });
      socket.end(
        `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
      );
    },
  });
  server.setValidatorCompiler(createInputValidation());
  server.decorateRequest('caller', undefined);
  server.decorateRequest('bodyOwner', '');
  server.decorateRequest('bodyHold', undefined);
  server.decorateRequest('bodyHash', undefined);
  const idleMs = config.answerIdleSeconds * 1000;
  server.decorate('answerMemory', createResponseMemory({ bytes: config.answerMegabytes * MEGABYTE, idleMs }));
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(['application/json', '*'], (request, _payload, done) => {
    const { bodyLimit: limitBytes, config } = request.routeOptions;
    const { longStringBytes, tooManyValues } = config.endpoint ?? {};
    readJsonBody(bodies, request, { limitBytes, longStringBytes, tooManyValues }, done);
  });

  const methods = collectMethods(server);
  // Hooks that wait for nothing are callbacks: a promise for each would cost a tenth of a small request.
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    request.response = reply.raw;
    // Decided before a body is read: what is sent to an unknown path does not matter.
    if (request.is404) done(unrouted(methods, request.url));
    else done(request.headers.host === undefined && request.raw.httpVersion === '1.1' ? hostMissing() : undefined);
  });
  server.server.on('checkExpectation', (_request, response) => {
    const body = JSON.stringify({ detail: 'the expectation can not be met' });
    response.writeHead(417, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
  });
  server.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply));
  observe(server, metrics);
  for (const definition of endpoints.filter(({ form }) => !form)) {
    register(server, definition, identities, rateLimiter);
  }
  // A scope of their own, so that no other endpoint takes a form for its body.
  server.register(async forms => {
    await forms.register(multipart);
    // The reader of forms traces all headers, the key among them.
    const untraced = log.level === 'trace' ? log.child({}, { level: 'debug' }) : log;
    forms.addHook('onRequest', (request, _reply, done) => {
      request.log = untraced;
      done();
    });
    for (const definition of endpoints.filter(({ form }) => form)) {
      register(forms, definition, identities, rateLimiter);
    }
    for (const link of links.filter(acceptsForm)) registerLink(forms, link);
  });
  server.register(async scope => registerReadingLinks(scope, links, bodies));
  for (const link of links.filter(({ method }) => method === 'GET')) registerLink(server, link);
  return server;
}

function register(
  server: FastifyInstance,
  definition: Endpoint,
  identities: Identities,
  rateLimiter: RateLimiter | undefined,
): void {
  const declared = Object.keys(schemaProperties(definition.body));
  server.route<{ Querystring: unknown; Body: unknown }>({
    method: 'POST',
    url: definition.path,
    config: { endpoint: definition },
    schema: {
      ...(definition.query && { querystring: definition.query }),
      ...(definition.body && { body: definition.body }),
      ...(definition.headers && { headers: definition.headers }),
    },
    ...(definition.bodyBytes !== undefined && { bodyLimit: definition.bodyBytes }),
    onRequest: async request => {
      const caller = await identify(request, definition, identities);
      request.caller = caller;
      request.bodyOwner = caller.userId;
      await rateLimiter?.spend(definition.tier, caller.keyId);
      if (definition.admin && !caller.admin) throw permissionDenied();
    },
    preValidation: (request, _reply, done) => {
      if (request.body === undefined) request.body = {};
      done();
    },
    handler: async (request, reply) => {
      // Only what was checked goes on: no handler ever sees a field that it did not declare.
      request.body = onlyDeclared(request.body, declared);
      const call = new HttpCall(request, reply);
      return runAsOwner(call.caller.userId, async () => {
        const answer = await handleCall(definition, call);
        return reply.sent ? reply : sendResponse(reply, answer);
      });
    },
  });
}

/** What the body holds stays for as long as the handler needs it, also when the client has gone. */
async function handleCall(definition: Endpoint, call: Call): Promise<unknown> {
  const { bodyResources } = call.request;
  if (!bodyResources) return definition.handle(call);
  bodyResources.retain();
  try {
    return await definition.handle(call);
  } finally {
    bodyResources.release();
  }
}

/** Fields that an endpoint does not know, read-only ones among them, are ignored. */
function onlyDeclared(body: unknown, names: readonly string[]): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const declared: Record<string, unknown> = {};
  for (const name of names) if (Object.hasOwn(body, name)) declared[name] = body[name as keyof typeof body];
  return declared;
}

/** Unknown, disabled and under-scoped keys get the same answer. */
async function identify(request: FastifyRequest, definition: Endpoint, identities: Identities): Promise<Caller> {
  const key = request.headers['uni-api-key'];
  if (typeof key !== 'string' || key === '') {
    throw definition.path.startsWith(BOOSTER) ? apiKeyNotProvided() : apiKeyInvalid();
  }
  const caller = await identities.identify(key);
  if (!caller || !isAllowed(caller, definition.scope)) throw apiKeyInvalid();
  return caller;
}

class HttpCall implements Call {
  readonly request: FastifyRequest;
  readonly response: FastifyReply;
  #signal: AbortSignal | undefined;

  constructor(request: FastifyRequest, response: FastifyReply) {
    this.request = request;
    this.response = response;
  }

  get caller(): Caller {
    if (!this.request.caller) throw apiKeyInvalid();
    return this.request.caller;
  }

  get query(): unknown {
    return this.request.query;
  }

  get body(): unknown {
    return this.request.body;
  }

  get longTexts(): LongTextLookup {
    return findLongTexts(this.request);
  }

  get log(): FastifyBaseLogger {
    return this.request.log.child({ reqId: this.request.id });
  }

  /** Made on demand: most handlers end before a client can go away. */
  get signal(): AbortSignal {
    this.#signal ??= closeSignal(this.response);
    return this.#signal;
  }
}

function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  let answer = toClientError(error, request.routeOptions.bodyLimit);
  if (!answer) {
    answer = toServerError(error);
    const level = answer.status === 503 ? 'warn' : 'error';
    request.log[level]({ reqId: request.id, err: error }, 'a request failed');
  }
  if (request.routeOptions.url?.startsWith(BOOSTER)) answer = withoutDetails(answer);
  return reply.code(answer.status).headers(answer.headers).send({ detail: answer.message });
}

interface PathMethods {
  pattern: RegExp;
  methods: Set<string>;
}

/** Which methods each path has, to tell 405 from 404. */
function collectMethods(server: FastifyInstance): Map<string, PathMethods> {
  const paths = new Map<string, PathMethods>();
  server.addHook('onRoute', ({ url, method }) => {
    const entry = paths.get(url) ?? { pattern: pathPattern(url), methods: new Set() };
    for (const one of [method].flat()) entry.methods.add(one);
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

function unrouted(paths: Map<string, PathMethods>, url: string): ApiError {
  const path = url.split('?', 1)[0] ?? '';
  const known = paths.get(path) ?? [...paths.values()].find(({ pattern }) => pattern.test(path));
  return known ? methodNotAllowed([...known.methods].join(', ')) : unknownPath();
}

/** One log line and one measurement per request, by route: paths and queries can hold secrets. */
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
    request.log.info(
      {
        reqId: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        user: request.caller?.userId,
      },
      'request',
    );
    done();
  });
}

/** A caller's own id is kept where it is harmless, so that its logs and ours can be matched. */
function requestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();
}
