/**
 * `POST /mcp` makes Heddle an MCP server. It requires an API key like any endpoint, and also accepts it in the header
 * that MCP clients use. Requests are messages of that protocol, and so are most of the answers.
 */
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { ApiError, apiKeyInvalid, mcpKeyInvalid, originNotAllowed } from '../errors.ts';
import { inlineBodyLimits } from '../files/inline.ts';
import type { Identities } from '../http/authentication.ts';
import type { Caller } from '../http/caller.ts';
import { requireWorkflowPermission } from '../http/caller.ts';
import { closeSignal } from '../http/close-signal.ts';
import { about, named } from '../http/described.ts';
import { isAllowed, type Link } from '../http/endpoint.ts';
import type { RateLimited } from '../http/rate-limit.ts';
import { findLongTexts, readJsonBody } from '../http/request-body.ts';
import { countWrongKey, requireKeyTry } from '../http/wrong-keys.ts';
import { isObject } from '../platform/is-object.ts';
import type { HandleMessage, HeddleMcpServices } from './server.ts';

interface McpServices extends HeddleMcpServices, RateLimited {
  identities: Identities;
  /** The address of the service. Only pages of its origin may send messages. */
  publicUrl(): string;
}

const PATH = '/mcp';

const McpMessage = named(
  'McpMessage',
  Type.Object(
    { jsonrpc: about('The version of JSON-RPC.', Type.Literal('2.0')) },
    {
      additionalProperties: true,
      description: 'A message of the Model Context Protocol.',
      examples: [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }],
    },
  ),
);

export const mcpLink: Link<McpLinkServices> = {
  method: 'POST',
  path: PATH,
  cors: false,
  reference: {
    summary: 'Send a message to Heddle as an MCP server',
    description:
      'The streamable HTTP transport of the Model Context Protocol. The answer is a JSON-RPC message, or a stream of them.',
    access: 'Scope `service.workflow`.',
    security: [{ apiKey: [] }, { bearer: [] }],
    tier: 'default',
    body: McpMessage,
    bodyType: 'application/json',
    reply: McpMessage,
    failures: [400, 401, 403, 413],
  },
  readBody: ({ runs }, request, bodies) =>
    new Promise(resolve => {
      const { bodyBytes: limitBytes, longStringBytes } = inlineBodyLimits(
        runs.files.fileBytes,
        runs.limits.inputCharacters,
      );
      const done = (error: Error | null, message?: unknown) => resolve(error ?? toMessage(message));
      readJsonBody(bodies, request, { limitBytes, longStringBytes }, done);
    }),
  async admit(services, request) {
    requireOrigin(request, services.publicUrl());
    const caller = await identify(request, services);
    request.caller = caller;
    request.bodyOwner = caller.userId;
    await services.rateLimiter?.spend('default', caller.keyId);
    requireWorkflowPermission(caller, 'read');
  },
  async handle({ openHandler, runs, publicUrl }, request, reply) {
    const { caller, body } = request;
    if (!caller) throw apiKeyInvalid();
    const message = body instanceof Error ? parseError(body) : (body ?? toMessage(undefined));
    if (message instanceof Response) return reply.send(message);
    const handleMessage = await openHandler();
    // A proxy that buffers or compresses would delay the progress until the result.
    reply.headers({ 'x-accel-buffering': 'no', 'cache-control': 'no-cache, no-transform' });
    return reply.send(
      await handleMessage(
        { caller, longTexts: findLongTexts(request), traceContext: runs.tracer.receive(request.headers) },
        webRequest(request, closeSignal(reply), publicUrl()),
        message,
      ),
    );
  },
};

interface McpLinkServices extends McpServices {
  openHandler(): Promise<HandleMessage>;
}

export function createMcpLinkServices(services: McpServices): McpLinkServices {
  // The handler is loaded on demand: its libraries are heavy, and many installations never need them.
  let handler: Promise<HandleMessage> | undefined;
  return {
    ...services,
    openHandler() {
      handler ??= import('./server.ts').then(({ createMessageHandler }) => createMessageHandler(services));
      return handler;
    },
  };
}

/** Rejects pages of other origins, which can get here by DNS rebinding. */
function requireOrigin({ headers: { origin } }: FastifyRequest, publicUrl: string): void {
  if (origin !== undefined && origin !== new URL(publicUrl).origin) throw originNotAllowed();
}

async function identify(
  request: FastifyRequest,
  services: Pick<McpServices, 'identities' | 'rateLimiter'>,
): Promise<Caller> {
  const key = readApiKey(request);
  requireKeyTry(services, key, request.ip);
  const caller = await services.identities.identify(key);
  if (caller && isAllowed(caller, 'service.workflow')) return caller;
  if (!caller) await countWrongKey(services, request.ip);
  throw mcpKeyInvalid(key !== '');
}

function readApiKey({ headers }: FastifyRequest): string {
  const key = headers['uni-api-key'];
  if (typeof key === 'string' && key !== '') return key;
  return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? '';
}

/** Returns the message, or the answer to an invalid one. Batches are invalid: they would evade the rate limit. */
function toMessage(message: unknown): object {
  if (isObject(message)) return message;
  return rpcError(INVALID_REQUEST, 'the body must be one JSON-RPC message');
}

/** Returns the answer to a body that is not JSON. Other errors are answered as everywhere. */
function parseError(error: Error): Response {
  if (error instanceof ApiError && error.status === UNPROCESSABLE) return rpcError(PARSE_ERROR, error.message);
  throw error;
}

const UNPROCESSABLE = 422;
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

function rpcError(code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status: 400 });
}

/** Contains only the headers that the protocol uses, and never the key. */
function webRequest({ raw }: FastifyRequest, signal: AbortSignal, publicUrl: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw.headers)) {
    if (value === undefined || !/^(accept|content-type|mcp-.*)$/.test(name)) continue;
    headers.set(name, [value].flat().join(', '));
  }
  return new Request(publicUrl + PATH, { method: 'POST', headers, signal });
}
