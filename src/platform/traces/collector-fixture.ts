import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { OtlpAttribute, OtlpSpan } from './otlp.ts';
import { createTracer, type Tracer, type TracerSettings } from './tracer.ts';

const NEVER_MS = 3_600_000;

export interface Export {
  path: string | undefined;
  headers: IncomingMessage['headers'];
  body: { resourceSpans: { resource: { attributes: OtlpAttribute[] }; scopeSpans: { spans: OtlpSpan[] }[] }[] };
  spans: OtlpSpan[];
}

export interface Collector {
  endpoint: string;
  port: number;
  /** Everything received so far. */
  exports: Export[];
  /** Waits until so many exports have been received. */
  receive(count: number): Promise<Export[]>;
  close(): Promise<void>;
}

export type Answer = (response: ServerResponse, exportNumber: number) => void;

export const accept: Answer = response => response.end('{"partialSuccess":{}}');

/** A collector on loopback that keeps what it receives. Without an answer it accepts everything. */
export async function startCollector(t: TestContext, answer: Answer = accept, port = 0): Promise<Collector> {
  const exports: Export[] = [];
  const events = new EventEmitter();
  const server = createServer(async (request, response) => {
    const bytes = await buffer(request);
    const text = request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
    const body: Export['body'] = JSON.parse(text.toString());
    const spans = body.resourceSpans.flatMap(resource => resource.scopeSpans.flatMap(scope => scope.spans));
    exports.push({ path: request.url, headers: request.headers, body, spans });
    answer(response, exports.length);
    events.emit('export');
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  t.after(close);
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    port: address.port,
    exports,
    async receive(count) {
      while (exports.length < count) await once(events, 'export');
      return exports;
    },
    close,
  };
}

/** A tracer with its collector. Retries come at once, and nothing goes out by time unless a test wants it. */
export async function setUp(
  t: TestContext,
  settings: Partial<TracerSettings> = {},
  answer: Answer = accept,
): Promise<{ tracer: Tracer; collector: Collector; errors: unknown[] }> {
  const collector = await startCollector(t, answer);
  const errors: unknown[] = [];
  const tracer = createTracer({
    endpoint: `${collector.endpoint}/`,
    serviceName: 'looms',
    serviceVersion: '1.2.3',
    onError: error => errors.push(error),
    ...settings,
    limits: { batchDelayMs: NEVER_MS, retryDelayMs: 1, maxRetryDelayMs: 1, ...settings.limits },
  });
  t.after(() => tracer.close());
  return { tracer, collector, errors };
}
