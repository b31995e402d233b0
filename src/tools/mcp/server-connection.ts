/**
 * A server of the settings, with which there is a connection whenever that can be had.
 *
 *   connecting ──► connected ──► (lost) pause ──► connecting …
 *        └─────────── (failed) ───────┘
 *
 * The pause doubles from try to try, and is short while a call waits. The tools are those that were last seen.
 */
import type * as Sdk from '@modelcontextprotocol/client';
import type { McpServerSettings } from '../../configuration/mcp-servers.ts';
import { StepError, type StepOutcome } from '../../nodes/step.ts';
import type { Logger } from '../../platform/log.ts';
import type { ToolContext } from '../contract/tool.ts';
import { toolLimits } from '../contract/tool-limits.ts';
import { callOutcome } from './call-outcome.ts';
import { callFailure, connectionProblem, isUndelivered, unreachable, withoutSecrets } from './failures.ts';
import { openSession, type Session } from './session.ts';
import type { Environment } from './stdio-transport.ts';

const { retryMs } = toolLimits.mcp;

export interface ServerConnectionOptions {
  settings: McpServerSettings;
  environment: Environment;
  log: Logger;
  /** Told what the server has, each time when it may have changed. */
  onTools(tools: readonly Sdk.Tool[]): void;
}

interface Connected {
  sdk: typeof Sdk;
  session: Session;
}

export class ServerConnection {
  readonly settings: McpServerSettings;
  readonly #options: ServerConnectionOptions;
  readonly #closing = new AbortController();
  readonly #waiting = new Set<(connected: Connected) => void>();
  /** Those that are not closed yet. */
  readonly #sessions = new Set<Session>();
  #loop: Promise<void> | undefined;
  #connected: Connected | undefined;
  #problem = '';
  /** Ends the pause. */
  #hurry: () => void = () => {};

  constructor(options: ServerConnectionOptions) {
    this.settings = options.settings;
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
    this.#hurry();
    await Promise.all([this.#loop, ...[...this.#sessions].map(session => session.close())]);
  }

  /** Waits for the connection, for as long as a call of the server may take. */
  async connected(signal: AbortSignal): Promise<Connected> {
    if (this.#usable) return this.#usable;
    const { timeoutSeconds } = this.settings;
    const overdue = AbortSignal.timeout(timeoutSeconds * 1000);
    const ends = AbortSignal.any([signal, this.#closing.signal, overdue]);
    const { promise, resolve, reject } = Promise.withResolvers<Connected>();
    const onEnd = () => reject(ends.reason);
    ends.addEventListener('abort', onEnd);
    this.#waiting.add(resolve);
    this.start();
    this.#hurry();
    try {
      ends.throwIfAborted();
      return await promise;
    } catch (error) {
      if (error !== overdue.reason) throw error;
      throw unreachable(this.settings, this.#problem || `it did not answer within ${timeoutSeconds} seconds`);
    } finally {
      ends.removeEventListener('abort', onEnd);
      this.#waiting.delete(resolve);
    }
  }

  async call(tool: Sdk.Tool, params: object, context: ToolContext): Promise<StepOutcome> {
    for (let isLast = false; ; isLast = true) {
      const { sdk, session } = await this.connected(context.signal);
      const startedAt = performance.now();
      let result: Sdk.CallToolResult;
      try {
        result = await session.call(tool, params, {
          idempotencyKey: context.idempotencyKey,
          onProgress: progress => context.progress(progressText(this.settings, progress)),
          signal: AbortSignal.any([context.signal, this.#closing.signal]),
        });
      } catch (error) {
        context.signal.throwIfAborted();
        this.#closing.signal.throwIfAborted();
        if (isLast || !isUndelivered(sdk, error)) {
          throw callFailure(sdk, this.settings, error, performance.now() - startedAt);
        }
        // A server that was started anew knows nothing of the session. Other calls may still have answers to come.
        session.retire();
        continue;
      }
      return await callOutcome(this.settings, result, context);
    }
  }

  /** A session that has ended is of no use from that moment, not only when it was noticed. */
  get #usable(): Connected | undefined {
    return this.#connected?.session.isUsable ? this.#connected : undefined;
  }

  async #keepConnected(): Promise<void> {
    const { signal } = this.#closing;
    // Where no server is configured, and until it is needed, the library takes no memory.
    const sdk = await import('@modelcontextprotocol/client');
    for (let failures = 0; !signal.aborted; failures++) {
      const openedAt = performance.now();
      await this.#connectOnce(sdk);
      const livedMs = performance.now() - openedAt;
      if (livedMs >= retryMs.max) failures = 0;
      await this.#pause(openedAt, Math.min(retryMs.max, retryMs.min * 2 ** failures));
    }
  }

  /** Resolves when there is no connection any more, or none could be had. */
  async #connectOnce(sdk: typeof Sdk): Promise<void> {
    const { settings, environment, log, onTools } = this.#options;
    const { signal } = this.#closing;
    try {
      const session = await openSession({ sdk, settings, environment, log, onTools, signal });
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
      const problem = connectionProblem(sdk, settings, error);
      // One that stays away is not told of every minute.
      const level = problem === this.#problem ? 'debug' : 'warn';
      log[level]({ server: settings.name, problem }, 'an MCP server can not be reached');
      this.#problem = problem;
    }
  }

  /** Until the next try: measured from the beginning of the last one, so that one that held for long costs no wait. */
  async #pause(openedAt: number, byDefaultMs: number): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const pauseMs = this.#waiting.size > 0 ? retryMs.min : byDefaultMs;
      const leftMs = openedAt + pauseMs - performance.now();
      if (leftMs <= 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, leftMs);
      this.#hurry = resolve;
      await promise;
      clearTimeout(timer);
    }
  }
}

function progressText(settings: McpServerSettings, { message, progress, total }: Sdk.Progress): string {
  return withoutSecrets(settings, message ?? (total === undefined ? String(progress) : `${progress} of ${total}`));
}
