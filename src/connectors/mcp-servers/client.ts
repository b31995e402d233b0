/**
 * Speaks with an MCP server of a user. All messages go through the guarded client, which alone sees credentials.
 *
 * Each call has a session of its own: any process may execute a step, two users never share a session, and nothing has
 * to be closed when somebody loses a right. Replies are read whole, and there is no stream of notifications.
 */
import type * as Sdk from '@modelcontextprotocol/client';
import { fixedLimits, MEGABYTE } from '../../configuration/limits.ts';
import { type CredentialReference, StepError, type StepHttp } from '../../nodes/step.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { OutboundError, type OutboundReply } from '../../platform/outbound/outbound.ts';
import { isTransientStatus } from '../../platform/outbound/transient-status.ts';
import { describeConnectionProblem, type ServerLabel } from '../../tools/mcp/failures.ts';
import { HttpTransport } from '../../tools/mcp/http-transport.ts';
import { type McpSession, openMcpSession } from '../../tools/mcp/session.ts';
import type { McpServerRow } from './tables.ts';

const { callSeconds, redirects } = fixedLimits.mcpServer;
/** The session gives up first, so that its error is the one that is told. */
const PATIENCE_MS = 5000;

export type ServerAddress = Pick<McpServerRow, 'id' | 'name' | 'url' | 'credential_id' | 'credential_own'>;

export interface McpExchange {
  /** Sends with the credentials that the request names, on behalf of the user. */
  http: StepHttp;
  signal: AbortSignal;
  log: Logger;
  /** Of all replies together. */
  limitBytes: number;
  /** Whether the server spoke the newest revision of the protocol the last time. */
  isModern: boolean;
  onListChanged?(): void;
}

export interface McpClientConnection {
  sdk: typeof Sdk;
  label: ServerLabel;
  session: McpSession;
}

/** Why there is no connection, or no answer. The status is that of the last reply. */
export class ServerProblem extends Error {
  override readonly name = 'ServerProblem';
  readonly status: number | undefined;
  readonly retryable: boolean;

  constructor(message: string, { status, retryable, cause }: { status?: number; retryable: boolean; cause: unknown }) {
    super(message, { cause });
    this.status = status;
    this.retryable = retryable;
  }
}

export function toLabel({ name }: Pick<ServerAddress, 'name'>): ServerLabel {
  // Results and errors are searched for what was sent with credentials where the tool was called.
  return { name, timeoutSeconds: callSeconds, secrets: [] };
}

/**
 * Opens a session, and closes it after `act`. Throws a ServerProblem when the server can not be reached, and a StepError
 * when a credential can not be used. Other errors of `act` pass unchanged.
 */
export async function withSession<Result>(
  server: ServerAddress,
  exchange: McpExchange,
  act: (connection: McpClientConnection) => Promise<Result>,
): Promise<Result> {
  const sdk = await import('@modelcontextprotocol/client');
  const label = toLabel(server);
  const wire = createWire(server, exchange);
  const { log, signal, onListChanged } = exchange;
  const createTransport = () => new HttpTransport(sdk, { url: server.url, headers: {} }, wire.fetch);
  const options = { sdk, server: label, createTransport, log, signal, ...(onListChanged && { onListChanged }) };
  const session = await openMcpSession(options, exchange.isModern ? 'auto' : 'legacy').catch(error => {
    signal.throwIfAborted();
    throw wire.failure() ?? toProblem(sdk, label, error, wire.status());
  });
  try {
    return await act({ sdk, label, session });
  } catch (error) {
    signal.throwIfAborted();
    throw wire.failure() ?? error;
  } finally {
    await session.close();
  }
}

export function toProblem(sdk: typeof Sdk, label: ServerLabel, error: unknown, status?: number): ServerProblem {
  const isRefused = status !== undefined && status >= 400 && !isTransientStatus(status);
  return new ServerProblem(describeConnectionProblem(sdk, label, error), {
    ...(status !== undefined && { status }),
    retryable: !isRefused,
    cause: error,
  });
}

/** The way of the messages. It knows what went wrong better than the library, which sees only that `fetch` has failed. */
function createWire(server: ServerAddress, { http, limitBytes, signal }: McpExchange) {
  const credentials = credentialsOf(server);
  const { origin } = new URL(server.url);
  let leftBytes = limitBytes;
  let failure: StepError | ServerProblem | undefined;
  let status: number | undefined;

  async function send(method: string, init: RequestInit): Promise<OutboundReply> {
    if (leftBytes <= 0) throw new ServerProblem(tooMuch(limitBytes), { retryable: false, cause: undefined });
    const reply = await http.request({
      url: server.url,
      method,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' && { body: init.body }),
      timeoutMs: callSeconds * 1000 + PATIENCE_MS,
      limitBytes: leftBytes,
      maxRedirects: redirects,
      signal: init.signal ? AbortSignal.any([init.signal, signal]) : signal,
      ...(credentials && { credentials }),
    });
    leftBytes -= reply.body.byteLength;
    status = reply.status;
    if (new URL(reply.url).origin !== origin) {
      throw new ServerProblem('it redirects to another server', { retryable: false, cause: undefined });
    }
    return reply;
  }

  const fetch: Sdk.FetchLike = async (_url, init = {}) => {
    const method = init.method ?? 'GET';
    // A stream of notifications would have to stay open, and servers need not offer one.
    if (method === 'GET') return new Response(null, { status: 405 });
    try {
      return toResponse(await send(method, init));
    } catch (error) {
      init.signal?.throwIfAborted();
      // The last message of a session says that it is over, and its failure is none of the call.
      if (method !== 'DELETE') failure = toFailure(error, limitBytes);
      throw error;
    }
  };

  return { fetch, status: () => status, failure: () => failure };
}

function credentialsOf({ id, credential_id, credential_own }: ServerAddress): CredentialReference[] | undefined {
  if (credential_own) return [{ own: id }];
  return credential_id === null ? undefined : [credential_id];
}

/** Errors of credentials are sentences of their own. */
function toFailure(error: unknown, limitBytes: number): StepError | ServerProblem | undefined {
  if (error instanceof StepError || error instanceof ServerProblem) return error;
  if (!(error instanceof OutboundError)) return undefined;
  const retryable = error.reason === 'timeout' || error.reason === 'network';
  const message = error.reason === 'too_large' ? tooMuch(limitBytes) : error.message;
  return new ServerProblem(message, { retryable, cause: error });
}

function tooMuch(limitBytes: number): string {
  return `its answers have more than ${limitBytes / MEGABYTE} MB`;
}

/** The library needs no other headers. */
const PASSED_HEADERS = ['content-type', 'mcp-session-id', 'www-authenticate'];
const WITHOUT_BODY = [204, 205, 304];

function toResponse({ status, headers, body }: OutboundReply): Response {
  const passed = PASSED_HEADERS.flatMap(name => (headers[name] === undefined ? [] : [[name, headers[name]] as const]));
  const content = WITHOUT_BODY.includes(status) ? null : new Uint8Array(body);
  return new Response(content, { status, headers: Object.fromEntries(passed) });
}
