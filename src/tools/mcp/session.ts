/** One connection to a server, from its first message to its last. */
import type * as Sdk from '@modelcontextprotocol/client';
import type { Logger } from '../../platform/logging/log.ts';
import { toolLimits } from '../contract/tool-limits.ts';
import { AnswerBrokenOff, MessageNotSent, type ServerLabel, withoutSecrets } from './failures.ts';
import { BROKEN_OFF } from './http-transport.ts';

interface SessionOptions {
  sdk: typeof Sdk;
  server: ServerLabel;
  createTransport(): Sdk.Transport;
  log: Logger;
  /** Receives the tools when the session begins, and each time they may have changed. Without it, nothing is listed. */
  onTools?(tools: readonly Sdk.Tool[]): void;
  /** Called when the server says during a call that its tools have changed. */
  onListChanged?(): void;
  signal: AbortSignal;
}

interface CallOptions {
  idempotencyKey: string;
  onProgress(progress: Sdk.Progress): void;
  signal: AbortSignal;
}

const { connectMs, callMs, refreshMs, listPages: listMaxPages } = toolLimits.mcp;

/** Rejects when the server can not be reached, or does not list its tools. */
export async function openMcpSession(
  options: SessionOptions,
  first: 'legacy' | 'auto' = 'legacy',
): Promise<McpSession> {
  // This probes whether the server supports the newest revision, and falls back to older ones by itself.
  if (first === 'auto') return await McpSession.open(options, 'auto');
  try {
    return await McpSession.open(options, 'legacy');
  } catch (error) {
    if (!isRefusal(options.sdk, error)) throw error;
    // The server answers but refuses the handshake of older revisions, so it may support only the newest one.
    return await McpSession.open(options, 'auto').catch(() => Promise.reject(error));
  }
}

/** Whether the server refuses the handshake itself, and not our credentials. */
function isRefusal(sdk: typeof Sdk, error: unknown): boolean {
  if (sdk.SdkHttpError.isInstance(error)) return error.status < 500 && ![401, 403, 429].includes(error.status);
  return sdk.ProtocolError.isInstance(error);
}

export class McpSession {
  /** Resolves when the session is no longer usable: lost, closed or retired. */
  readonly ended: Promise<void>;
  readonly closed: Promise<void>;
  readonly #options: SessionOptions;
  readonly #client: Sdk.Client;
  readonly #transport: Sdk.Transport;
  readonly #refresh: NodeJS.Timeout | undefined;
  readonly #resolveEnded: () => void;
  #isUsable = true;
  readonly #resolveClosed: () => void;
  #calls = 0;
  #isRetired = false;
  #closing: Promise<void> | undefined;
  /** The last problem that the client reported. */
  #problem: Error | undefined;

  static async open(options: SessionOptions, mode: Sdk.VersionNegotiationMode): Promise<McpSession> {
    const session = new McpSession(options, mode);
    try {
      await session.#connect();
      return session;
    } catch (error) {
      await session.close();
      throw error instanceof MessageNotSent || session.#isConnectionLoss(error) ? (session.#problem ?? error) : error;
    }
  }

  private constructor(options: SessionOptions, mode: Sdk.VersionNegotiationMode) {
    const { sdk, onTools, onListChanged } = options;
    this.#options = options;
    this.#client = new sdk.Client(
      { name: 'heddle', version: '1' },
      {
        versionNegotiation: { mode, probe: { timeoutMs: connectMs } },
        listMaxPages,
        ...(onTools && { listChanged: { tools: { onChanged: (_error, tools) => tools && onTools(tools) } } }),
      },
    );
    const ended = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<void>();
    this.ended = ended.promise;
    this.closed = closed.promise;
    this.#resolveEnded = ended.resolve;
    this.#resolveClosed = closed.resolve;
    this.#client.onclose = () => void this.close();
    this.#client.onerror = error => this.#noteProblem(error);
    this.#transport = options.createTransport();
    if (onListChanged) this.#client.setNotificationHandler('notifications/tools/list_changed', () => onListChanged());
    if (!onTools) return;
    this.#refresh = setInterval(() => void this.list().catch(error => this.#closeAfter(error)), refreshMs).unref();
  }

  /** Returns the answer of the server. The caller has to check whether it is an error of the tool. */
  async call(tool: Sdk.Tool, params: object, { idempotencyKey, onProgress, signal }: CallOptions) {
    this.#calls++;
    try {
      return await this.#client.callTool(
        { name: tool.name, arguments: { ...params }, _meta: { 'heddle/idempotencyKey': idempotencyKey } },
        {
          // Results are passed on as they are, and not checked against the schema of the tool.
          toolDefinition: { ...tool, outputSchema: undefined },
          signal,
          onprogress: onProgress,
          timeout: this.#options.server.timeoutSeconds * 1000,
          resetTimeoutOnProgress: true,
          maxTotalTimeout: callMs,
        },
      );
    } catch (error) {
      signal.throwIfAborted();
      if (!this.#isConnectionLoss(error)) throw error;
      throw new AnswerBrokenOff(this.#problem?.message ?? 'its answer broke off');
    } finally {
      this.#calls--;
      if (this.#isRetired && this.#calls === 0) void this.close();
    }
  }

  get isUsable(): boolean {
    return this.#isUsable;
  }

  /** Whether the server speaks the newest revision of the protocol, or one of those before it. */
  get era(): Sdk.ProtocolEra | undefined {
    return this.#client.getProtocolEra();
  }

  /** Accepts no further calls. Active ones may finish. */
  retire(): void {
    this.#end();
    if (this.#calls === 0) void this.close();
    else this.#isRetired = true;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  #end(): void {
    this.#isUsable = false;
    this.#resolveEnded();
  }

  async #close(): Promise<void> {
    this.#end();
    clearInterval(this.#refresh);
    await this.#client.close().catch(() => {});
    await this.#transport.close();
    this.#resolveClosed();
  }

  async #connect(): Promise<void> {
    const { signal } = this.#options;
    await this.#client.connect(this.#transport, { signal, timeout: connectMs });
    if (this.#options.onTools) await this.list();
  }

  /** Lists the tools of the server anew. */
  async list(): Promise<readonly Sdk.Tool[]> {
    const { signal } = this.#options;
    const { tools } = await this.#client.listTools(undefined, { signal, timeout: connectMs, cacheMode: 'refresh' });
    this.#options.onTools?.(tools);
    return tools;
  }

  /** Closes the session after an error, except after a timeout: the server may be busy with calls. */
  #closeAfter(error: unknown): void {
    const { sdk } = this.#options;
    if (sdk.SdkError.isInstance(error) && error.code === sdk.SdkErrorCode.RequestTimeout) return;
    void this.close();
  }

  /** Such an error does not say why the connection was lost, but the last problem does. */
  #isConnectionLoss(error: unknown): boolean {
    const { sdk } = this.#options;
    if (sdk.ProtocolError.isInstance(error)) return error.code === BROKEN_OFF;
    return sdk.SdkError.isInstance(error) && error.code === sdk.SdkErrorCode.ConnectionClosed;
  }

  #noteProblem(error: Error): void {
    const { server, log } = this.#options;
    this.#problem = error;
    log.debug({ server: server.name, problem: withoutSecrets(server, error.message) }, 'of an MCP server');
  }
}
