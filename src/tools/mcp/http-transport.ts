/**
 * Wraps the library's transport over HTTP: answers have a bounded size, and a call fails as soon as its answer is
 * interrupted. The library alone would let the call wait until its timeout.
 */
import type * as Sdk from '@modelcontextprotocol/client';
import { MEGABYTE } from '../../configuration/limits.ts';
import type { HttpServerSettings } from '../../configuration/mcp-servers.ts';
import { toolLimits } from '../contract/tool-limits.ts';

const { messageBytes, endMs } = toolLimits.mcp;

/** The code of the error that replaces an interrupted answer. JSON-RPC leaves its range to implementations. */
export const BROKEN_OFF = -32_099;

export class HttpTransport implements Sdk.Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: Sdk.JSONRPCMessage) => void;
  readonly hasPerRequestStream = true;

  readonly #inner: Sdk.StreamableHTTPClientTransport;
  readonly #unanswered = new Set<Sdk.RequestId>();

  constructor(
    sdk: typeof Sdk,
    { url, headers }: Pick<HttpServerSettings, 'url' | 'headers'>,
    fetch: Sdk.FetchLike = boundedFetch,
  ) {
    this.#inner = new sdk.StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers: { ...headers } },
      fetch,
      reconnectionOptions: {
        initialReconnectionDelay: 1000,
        maxReconnectionDelay: 60_000,
        reconnectionDelayGrowFactor: 2,
        maxRetries: 5,
      },
    });
    this.#inner.onclose = () => this.onclose?.();
    this.#inner.onerror = error => this.onerror?.(plain(error));
    this.#inner.onmessage = message => {
      if ('id' in message && !('method' in message) && message.id !== undefined) this.#unanswered.delete(message.id);
      this.onmessage?.(message);
    };
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion(version);
  }

  start(): Promise<void> {
    return this.#inner.start();
  }

  async send(message: Sdk.JSONRPCMessage, options: Sdk.TransportSendOptions = {}): Promise<void> {
    // The library watches some streams itself.
    if (!('method' in message && 'id' in message) || options.onRequestStreamEnd) {
      return await this.#inner.send(message, options);
    }
    const { id } = message;
    this.#unanswered.add(id);
    try {
      await this.#inner.send(message, { ...options, onRequestStreamEnd: () => this.#breakOff(id) });
    } catch (error) {
      this.#unanswered.delete(id);
      throw error;
    }
  }

  /** Tells the server that the session is over, but does not wait long: the server drops an idle session anyway. */
  async close(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, endMs);
    await Promise.race([this.#inner.terminateSession().catch(() => {}), promise]);
    clearTimeout(timer);
    await this.#inner.close();
  }

  #breakOff(id: Sdk.RequestId): void {
    if (!this.#unanswered.delete(id)) return;
    this.onmessage?.({ jsonrpc: '2.0', id, error: { code: BROKEN_OFF, message: 'its answer broke off' } });
  }
}

function plain(error: Error): Error {
  const message = error.message.replace(/^SSE stream disconnected: (\w*Error: )?/, '');
  return message === error.message ? error : new Error(message, { cause: error });
}

const boundedFetch: Sdk.FetchLike = async (url, init) => {
  const response = await fetch(url, init);
  if (!response.body) return response;
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(boundedMessages()), { status, statusText, headers });
};

/** A stream of events may be endless, so the limit applies to each event. */
function boundedMessages(): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      const end = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).lastIndexOf('\n\n');
      bytes = end === -1 ? bytes + chunk.byteLength : chunk.byteLength - end;
      if (bytes <= messageBytes) controller.enqueue(chunk);
      else controller.error(new Error(`an answer of it has more than ${messageBytes / MEGABYTE} MB`));
    },
  });
}
