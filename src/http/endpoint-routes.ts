/** Endpoints as routes: each request is authenticated, counted and validated before its handler sees it. */
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { apiKeyInvalid, apiKeyNotProvided, permissionDenied, sessionEnded } from '../errors.ts';
import { runAsOwner } from '../platform/concurrency/owner-context.ts';
import type { LongTextLookup } from '../platform/memory/long-text.ts';
import { networkOf } from '../platform/network-of.ts';
import type { Identities } from './authentication.ts';
import type { BoundEndpoint } from './binding.ts';
import { type Caller, requireWorkflowPermission } from './caller.ts';
import { closeSignal } from './close-signal.ts';
import { type Call, type EndpointDescription, isAllowed, isBoosterPath, type Tier } from './endpoint.ts';
import { sendResponse } from './large-response.ts';
import { schemaProperties } from './openapi/openapi.ts';
import type { RateLimited, RateLimiter } from './rate-limit.ts';
import { findLongTexts, withBodyResources } from './request-body.ts';
import { refuseOtherOrigin, requireOwnOrigin } from './request-origin.ts';
import { cookieName, PAGE_USER_HEADER, readCookie } from './session-cookie.ts';
import { createUnknownFieldFinder } from './unknown-fields.ts';
import { countWrongKey, requireKeyTry } from './wrong-keys.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: EndpointDescription;
  }
  interface FastifyRequest {
    caller: Caller | undefined;
    /** The run that the request started. Its log line names it, so that each leads to the other. */
    startedRun: string | undefined;
  }
}

export interface EndpointServices extends RateLimited {
  identities: Identities;
  /** The address at which people open the console. */
  publicUrl(): string;
}

export function registerEndpoint(server: FastifyInstance, definition: BoundEndpoint, services: EndpointServices): void {
  const declared = Object.keys(schemaProperties(definition.body));
  const findUnknownFields = createUnknownFieldFinder(definition.body);
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
    // Most requests are admitted without waiting for anything, and promises would add a tenth to their cost.
    onRequest: (request, reply, done) => {
      let admitting: Promise<void> | undefined;
      try {
        admitting = admit(request, reply, definition, services);
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
        return;
      }
      // What follows runs within `done`. Its errors are not those of the admission, and `done` is called once.
      if (admitting) admitting.then(() => done(), done);
      else done();
    },
    preValidation: (request, reply, done) => {
      if (request.body === undefined) request.body = {};
      const warning = findUnknownFields(request.body);
      if (warning !== undefined) reply.header('warning', warning);
      done();
    },
    handler: async (request, reply) => {
      // A handler never sees a field that it did not declare, because nothing has validated it.
      request.body = pickDeclared(request.body, declared);
      const call = new HttpCall(request, reply);
      if (definition.workflowPermission) requireWorkflowPermission(call.caller, definition.workflowPermission);
      return runAsOwner(request.bodyOwner, async () => {
        const result = await withBodyResources(request, () => definition.handle(call));
        return reply.sent ? reply : sendResponse(reply, result);
      });
    },
  });
}

/** Fields that an endpoint does not know are ignored, read-only ones included. */
function pickDeclared(body: unknown, names: readonly string[]): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const declared: Record<string, unknown> = {};
  for (const name of names) if (Object.hasOwn(body, name)) declared[name] = body[name as keyof typeof body];
  return declared;
}

/** Decides whether a request may go on, before its body is read. Returns a promise only when it has to wait. */
function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  definition: EndpointDescription,
  services: EndpointServices,
): Promise<void> | undefined {
  if (definition.anyone) {
    refuseOtherOrigin(request, services.publicUrl());
    request.bodyOwner = networkOf(request.ip);
    return spendRequest(services.rateLimiter, reply, definition.tier, networkOf(request.ip));
  }
  const key = request.headers['uni-api-key'];
  const hasKey = typeof key === 'string' && key !== '';
  if (hasKey) requireKeyTry(services, key, request.ip);
  const found = hasKey ? services.identities.identify(key) : identifySession(request, definition, services);
  return found instanceof Promise
    ? found.then(caller => admitCaller(request, reply, definition, services, caller))
    : admitCaller(request, reply, definition, services, found);
}

/**
 * A request with a key is judged by it alone. Unknown keys, disabled keys and keys without the scope get the same
 * response.
 */
function admitCaller(
  request: FastifyRequest,
  reply: FastifyReply,
  definition: EndpointDescription,
  services: EndpointServices,
  caller: Caller | undefined,
): Promise<void> | undefined {
  if (!caller) return refuseKey(services, request.ip);
  if (!isAllowed(caller, definition.scope)) throw apiKeyInvalid();
  request.caller = { ...caller, address: request.ip };
  request.bodyOwner = caller.userId;
  const requireAdmin = () => {
    if (definition.admin && !caller.admin) throw permissionDenied();
  };
  const spending = spendRequest(services.rateLimiter, reply, definition.tier, caller.keyId);
  if (spending) return spending.then(requireAdmin);
  requireAdmin();
  return undefined;
}

async function refuseKey(services: EndpointServices, address: string): Promise<never> {
  await countWrongKey(services, address);
  throw apiKeyInvalid();
}

function spendRequest(
  limiter: RateLimiter | undefined,
  reply: FastifyReply,
  tier: Tier,
  client: string,
): Promise<void> | undefined {
  if (!limiter) return undefined;
  const headers = limiter.spend(tier, client);
  if (headers instanceof Promise) return headers.then(known => void reply.headers(known));
  reply.headers(headers);
  return undefined;
}

async function identifySession(
  request: FastifyRequest,
  { path }: EndpointDescription,
  { identities, publicUrl }: EndpointServices,
): Promise<Caller> {
  const url = publicUrl();
  const token = readCookie(request, cookieName(url));
  if (!token) throw isBoosterPath(path) ? apiKeyNotProvided() : apiKeyInvalid();
  requireOwnOrigin(request, url);
  const caller = await identities.identifySession(token);
  const pageUser = request.headers[PAGE_USER_HEADER] ?? caller?.userId;
  if (!caller || caller.userId !== pageUser) throw sessionEnded();
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

  /** Created on demand, because most handlers end before a client can disconnect. */
  get signal(): AbortSignal {
    this.#signal ??= closeSignal(this.response);
    return this.#signal;
  }
}
