/**
 * Keeps a connection to one server of the settings whenever that is possible.
 *
 *   connecting ──► connected ──► (lost) pause ──► connecting …
 *        └─────────── (failed) ───────┘
 *
 * The pause doubles with each attempt, and is short while a call waits. The tools are those of the last connection.
 */
import type * as Sdk from '@modelcontextprotocol/client';
import type { McpServerSettings } from '../../configuration/mcp-servers.ts';
import { StepError, type StepOutcome } from '../../nodes/step.ts';
import type { Logger } from '../../platform/logging/log.ts';
import type { ToolContext } from '../contract/tool.ts';
import { toolLimits } from '../contract/tool-limits.ts';
import { toOutcome } from './call-outcome.ts';
import {
  callFailure,
  describeConnectionProblem,
  isUndelivered,
  type ServerLabel,
  toServerLabel,
  unreachable,
  withoutSecrets,
} from './failures.ts';
import { HttpTransport } from './http-transport.ts';
import { type McpSession, openMcpSession } from './session.ts';
import { type Environment, StdioTransport } from './stdio-transport.ts';

const { retryMs } = toolLimits.mcp;

interface ServerConnectionOptions {
  settings: McpServerSettings;
  environment: Environment;
  log: Logger;
  /** Receives the tools of the server each time they may have changed. */
  onTools(tools: readonly Sdk.Tool[]): void;
}

interface Connected {
  sdk: typeof Sdk;
  session: McpSession;
}

class ServerUnreachable extends Error {
  readonly kind = 'unreachable';
}

export class ServerConnection {
  readonly settings: McpServerSettings;
  readonly #label: ServerLabel;
  readonly #options: ServerConnectionOptions;
  readonly #closing = new AbortController();
  readonly #waiting = new Set<(connected: Connected) => void>();
  /** The sessions that are not closed yet. */
  readonly #sessions = new Set<McpSession>();
  #loop: Promise<void> | undefined;
  #connected: Connected | undefined;
  #problem = '';
  #endPause: () => void = () => {};

  constructor(options: ServerConnectionOptions) {
    this.settings = options.settings;
    this.#label = toServerLabel(options.settings);
    this.#options = options;
  }

  get isConnected(): boolean {
    return this.#usable !== undefined;
  }

  start(): void {
    if (!this.#closing.signal.aborted) this.#loop ??= this.#keepConnected();
  }

  async close(): Promise<void> {
    this.#closing.abort(new StepError('The service is stopping', { retryable: true }));
    this.#endPause();
    await Promise.all([this.#loop, ...[...this.#sessions].map(session => session.close())]);
  }

  /** Waits for the connection, as long as a call to the server may take. */
  async connected(signal: AbortSignal): Promise<Connected> {
    if (this.#usable) return this.#usable;
    const { timeoutSeconds } = this.settings;
    const overdue = AbortSignal.timeout(timeoutSeconds * 1000);
    const ends = AbortSignal.any([signal, this.#closing.signal, overdue]);
    const { promise, resolve, reject } = Promise.withResolvers<Connected>();
    const onAbort = () => reject(ends.reason);
    ends.addEventListener('abort', onAbort);
    this.#waiting.add(resolve);
    this.start();
    this.#endPause();
    try {
      ends.throwIfAborted();
      return await promise;
    } catch (error) {
      if (error !== overdue.reason) throw error;
      throw unreachable(this.#label, this.#problem || `it did not answer within ${timeoutSeconds} seconds`);
    } finally {
      ends.removeEventListener('abort', onAbort);
      this.#waiting.delete(resolve);
    }
  }

  /** Throws unless the server answers. */
  async check(signal: AbortSignal): Promise<void> {
    // A server that was just tried in vain is tried again by the loop. Nobody needs to wait for that here.
    if (!this.isConnected && this.#problem !== '') throw new ServerUnreachable(this.#problem);
    const { session } = await this.connected(signal);
    await session.list();
  }

  async call(tool: Sdk.Tool, params: object, context: ToolContext): Promise<StepOutcome> {
    for (let isLast = false; ; isLast = true) {
      const { sdk, session } = await this.connected(context.signal);
      const startedAt = performance.now();
      let result: Sdk.CallToolResult;
      try {
        result = await session.call(tool, params, {
          idempotencyKey: context.idempotencyKey,
          onProgress: progress => context.progress(progressText(this.#label, progress)),
          signal: AbortSignal.any([context.signal, this.#closing.signal]),
        });
      } catch (error) {
        context.signal.throwIfAborted();
        this.#closing.signal.throwIfAborted();
        if (isLast || !isUndelivered(sdk, error)) {
          throw callFailure(sdk, this.#label, error, performance.now() - startedAt);
        }
        // A restarted server does not know the session. Other calls may still receive their answers.
        session.retire();
        continue;
      }
      return await toOutcome(this.#label, result, context);
    }
  }

  /** A session becomes unusable at the moment it ends, not only when the loop notices it. */
  get #usable(): Connected | undefined {
    return this.#connected?.session.isUsable ? this.#connected : undefined;
  }

  async #keepConnected(): Promise<void> {
    const { signal } = this.#closing;
    // The library takes memory only when a server is configured and needed.
    const sdk = await import('@modelcontextprotocol/client');
    for (let failures = 0; !signal.aborted; failures++) {
      const openedAt = performance.now();
      await this.#connectOnce(sdk);
      const livedMs = performance.now() - openedAt;
      if (livedMs >= retryMs.max) failures = 0;
      await this.#pause(openedAt, Math.min(retryMs.max, retryMs.min * 2 ** failures));
    }
  }

  /** Resolves when the connection has ended or could not be established. */
  async #connectOnce(sdk: typeof Sdk): Promise<void> {
    const { settings, log, onTools } = this.#options;
    const server = this.#label;
    const createTransport = () => this.#createTransport(sdk);
    const { signal } = this.#closing;
    try {
      const session = await openMcpSession({ sdk, server, createTransport, log, onTools, signal });
      if (signal.aborted) return await session.close();
      this.#sessions.add(session);
      void session.closed.then(() => this.#sessions.delete(session));
      log.info({ server: settings.name }, 'connected to an MCP server');
      this.#problem = '';
      this.#connected = { sdk, session };
      for (const resolve of this.#waiting) resolve(this.#connected);
      await session.ended;
      this.#connected = undefined;
      if (!signal.aborted) log.warn({ server: settings.name }, 'lost the connection to an MCP server');
    } catch (error) {
      if (signal.aborted) return;
      const problem = describeConnectionProblem(sdk, server, error);
      // The log does not repeat every minute that the server is still unreachable.
      const level = problem === this.#problem ? 'debug' : 'warn';
      log[level]({ server: settings.name, problem }, 'an MCP server can not be reached');
      this.#problem = problem;
    }
  }

  #createTransport(sdk: typeof Sdk): Sdk.Transport {
    const { settings, environment, log } = this.#options;
    if (settings.kind === 'http') return new HttpTransport(sdk, settings);
    const server = this.#label;
    return new StdioTransport({
      settings,
      environment,
      parse: sdk.deserializeMessage,
      onLine: line => log.debug({ server: server.name, line: withoutSecrets(server, line) }, 'of an MCP server'),
    });
  }

  /** Waits until the next attempt. The pause counts from the start of the last one, so a long connection causes no wait. */
  async #pause(openedAt: number, byDefaultMs: number): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const pauseMs = this.#waiting.size > 0 ? retryMs.min : byDefaultMs;
      const leftMs = openedAt + pauseMs - performance.now();
      if (leftMs <= 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, leftMs);
      this.#endPause = resolve;
      await promise;
      clearTimeout(timer);
    }
  }
}

export function progressText(server: ServerLabel, { message, progress, total }: Sdk.Progress): string {
  return withoutSecrets(server, message ?? (total === undefined ? String(progress) : `${progress} of ${total}`));
}
