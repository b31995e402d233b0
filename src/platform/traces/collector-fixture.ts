import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { createTracer, type TracerSettings } from './open-telemetry.ts';
import type { Tracer } from './tracer.ts';

const NEVER_MS = 3_600_000;

interface OtlpAttribute {
  key: string;
  value: { stringValue?: string };
}

/** The fields of a span in OTLP's JSON that tests use. */
export interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  traceState?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: OtlpAttribute[];
  status: { code?: number; message?: string };
}

export interface Export {
  path: string | undefined;
  headers: IncomingMessage['headers'];
  /** The attributes of the service. */
  resource: Record<string, string | undefined>;
  spans: OtlpSpan[];
  text: string;
}

export interface Collector {
  endpoint: string;
  port: number;
  /** Everything received so far. */
  exports: Export[];
  /** Waits until this many exports have been received. */
  receive(count: number): Promise<Export[]>;
  /** All spans received so far. */
  spans(): OtlpSpan[];
  close(): Promise<void>;
}

export type Answer = (response: ServerResponse, exportNumber: number) => void;

export const accept: Answer = response => response.end('{"partialSuccess":{}}');

/** A collector on loopback that records what it receives. By default it accepts everything. */
export async function startCollector(t: TestContext, answer: Answer = accept, port = 0): Promise<Collector> {
  const exports: Export[] = [];
  const events = new EventEmitter();
  const server = createServer(async (request, response) => {
    const text = (await buffer(request)).toString();
    const [{ resource, scopeSpans }] = JSON.parse(text).resourceSpans;
    exports.push({
      path: request.url,
      headers: request.headers,
      resource: toAttributes(resource),
      spans: scopeSpans.flatMap((scope: { spans: OtlpSpan[] }) => scope.spans),
      text,
    });
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
    spans: () => exports.flatMap(({ spans }) => spans),
    close,
  };
}

export function toAttributes({ attributes }: { attributes: OtlpAttribute[] }): Record<string, string | undefined> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue]));
}

/** A tracer with its collector. By default it does not send incomplete batches. */
export async function setUp(
  t: TestContext,
  settings: Partial<TracerSettings> = {},
  answer: Answer = accept,
): Promise<{ tracer: Tracer; collector: Collector; errors: string[] }> {
  const collector = await startCollector(t, answer);
  const errors: string[] = [];
  const tracer = createTracer({
    endpoint: collector.endpoint,
    headers: {},
    serviceName: 'looms',
    serviceVersion: '1.2.3',
    resourceAttributes: {},
    sampler: 'parentbased_always_on',
    samplerRatio: 1,
    onError: error => errors.push(error.message),
    ...settings,
    limits: { batchDelayMs: NEVER_MS, ...settings.limits },
  });
  t.after(() => tracer.close());
  return { tracer, collector, errors };
}
