/**
 * `POST /mcp`: Heddle as an MCP server. It asks for an API key like an endpoint, also in the header that MCP clients
 * know; what is sent is a message of that protocol, and so are most of the answers.
 */
import type { FastifyRequest } from 'fastify';
import { ApiError, apiKeyInvalid, originNotAllowed } from '../errors.ts';
import { inlineBody } from '../files/inline.ts';
import type { Identities } from '../http/authentication.ts';
import type { Caller } from '../http/caller.ts';
import { closing } from '../http/closing.ts';
import { isAllowed, type Link } from '../http/endpoint.ts';
import type { RateLimiter } from '../http/rate-limit.ts';
import { longTextsIn, readJsonBody } from '../http/request-body.ts';
import { requirePermission } from '../workflows/access.ts';
import type { Serve, ServingServices } from './server.ts';

export interface McpServices extends ServingServices {
  identities: Identities;
  /** Undefined: rates are not limited. */
  rateLimiter: RateLimiter | undefined;
  /** What a page of the service's own is served from. */
  publicUrl(): string;
}

const PATH = '/mcp';

export function mcpLinks(services: McpServices): Link[] {
  const { runs, rateLimiter, publicUrl } = services;
  // The libraries behind it are heavy, and many installations never need them.
  let serve: Promise<Serve> | undefined;
  const { bodyBytes: limitBytes, longStringBytes } = inlineBody(runs.files.fileBytes, runs.limits.inputCharacters);
  return [
    {
      method: 'POST',
      path: PATH,
      cors: false,
      readBody: (request, bodies) =>
        new Promise(resolve => {
          const done = (error: Error | null, message?: unknown) => resolve(error ?? requireMessage(message));
          readJsonBody(bodies, request, { limitBytes, longStringBytes }, done);
        }),
      async admit(request) {
        requireOrigin(request, publicUrl());
        const caller = await identify(request, services.identities);
        request.caller = caller;
        request.bodyOwner = caller.userId;
        await rateLimiter?.spend('default', caller.keyId);
        requirePermission(caller, 'read');
      },
      async handle(request, reply) {
        const { caller, body } = request;
        if (!caller) throw apiKeyInvalid();
        const message = body instanceof Error ? refusal(body) : (body ?? requireMessage(undefined));
        if (message instanceof Response) return reply.send(message);
        serve ??= import('./server.ts').then(({ createServe }) => createServe(services));
        const answer = await serve;
        // A proxy would hold the progress back to send it with the result.
        reply.header('x-accel-buffering', 'no');
        return reply.send(
          await answer(
            { caller, longTexts: longTextsIn(request), traceContext: runs.tracer.receive(request.headers) },
            webRequest(request, closing(reply), publicUrl()),
            message,
          ),
        );
      },
    },
  ];
}

/** A page of another origin that was led here, by a name that changed its address, must reach nothing. */
function requireOrigin({ headers: { origin } }: FastifyRequest, publicUrl: string): void {
  if (origin !== undefined && origin !== new URL(publicUrl).origin) throw originNotAllowed();
}

async function identify(request: FastifyRequest, identities: Identities): Promise<Caller> {
  const caller = await identities.identify(keyOf(request));
  if (!caller || !isAllowed(caller, 'service.workflow')) throw apiKeyInvalid();
  return caller;
}

function keyOf({ headers }: FastifyRequest): string {
  const key = headers['uni-api-key'];
  if (typeof key === 'string' && key !== '') return key;
  return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? '';
}

/** One message, or the answer to what is none. A batch would be many requests in the guise of one. */
function requireMessage(message: unknown): object {
  if (typeof message === 'object' && message !== null && !Array.isArray(message)) return message;
  return rpcError(INVALID_REQUEST, 'the body must be one JSON-RPC message');
}

/** The answer to a body that is not JSON; anything else that goes wrong is answered as it is everywhere. */
function refusal(error: Error): Response {
  if (error instanceof ApiError && error.status === UNPROCESSABLE) return rpcError(PARSE_ERROR, error.message);
  throw error;
}

const UNPROCESSABLE = 422;
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

function rpcError(code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status: 400 });
}

/** What the protocol looks at: the key stays here. */
function webRequest({ raw }: FastifyRequest, signal: AbortSignal, publicUrl: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw.headers)) {
    if (value === undefined || !/^(accept|content-type|mcp-.*)$/.test(name)) continue;
    headers.set(name, [value].flat().join(', '));
  }
  return new Request(publicUrl + PATH, { method: 'POST', headers, signal });
}
