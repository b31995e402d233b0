/** Sends traces with the OpenTelemetry SDK as OTLP in JSON over HTTP. */
import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  TraceFlags,
  trace as traceApi,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  type IdGenerator,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { settledWithin } from '../concurrency/promises.ts';
import { ReportingExporter } from './reporting-exporter.ts';
import type { EndedSpan, SamplerName, Trace, TraceContext, Tracer } from './tracer.ts';

export interface TracerSettings {
  /** The base URL of a collector. Spans are sent to `<endpoint>/v1/traces`. */
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
  serviceVersion: string;
  /** Additional attributes of the service. */
  resourceAttributes: Record<string, string>;
  sampler: SamplerName;
  /** The fraction of traces that a ratio sampler records, from 0 to 1. */
  samplerRatio: number;
  /** Called when sending begins to fail, and when it works again, with the number of spans that were lost. */
  onError(error: Error): void;
  /** Tests use smaller limits. */
  limits?: Partial<ExportLimits>;
}

interface ExportLimits {
  /** The number of spans that are sent together. */
  batchSpans: number;
  /** How long the first span of a batch waits for others. */
  batchDelayMs: number;
  /** The number of spans that may wait; further spans are dropped. */
  queueSpans: number;
  /** The time for one batch, with all its retries. */
  exportMs: number;
  /** How long closing may take. */
  closeMs: number;
}

const DEFAULT_LIMITS: ExportLimits = {
  batchSpans: 512,
  batchDelayMs: 2_000,
  queueSpans: 4_096,
  exportMs: 10_000,
  closeMs: 3_000,
};
/** Closing sends the whole queue at once. More parallel requests would not help with a slow collector. */
const REQUESTS_AT_ONCE = 16;
const ATTRIBUTE_CHARACTERS = 1_000;

const propagator = new W3CTraceContextPropagator();
const kinds = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT, server: SpanKind.SERVER };

export function createTracer(settings: TracerSettings): Tracer {
  const { endpoint, headers, serviceName, serviceVersion, onError } = settings;
  const limits = { ...DEFAULT_LIMITS, ...settings.limits };
  const exporter = new ReportingExporter(
    new OTLPTraceExporter({
      url: `${endpoint}/v1/traces`,
      headers,
      timeoutMillis: limits.exportMs,
      concurrencyLimit: REQUESTS_AT_ONCE,
    }),
    onError,
  );
  const ids = new PresetIds();
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({
        'service.version': serviceVersion,
        ...settings.resourceAttributes,
        'service.name': serviceName,
      }),
    ),
    sampler: createSampler(settings),
    idGenerator: ids,
    spanLimits: { attributeValueLengthLimit: ATTRIBUTE_CHARACTERS },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxExportBatchSize: limits.batchSpans,
        scheduledDelayMillis: limits.batchDelayMs,
        maxQueueSize: limits.queueSpans,
        // The exporter has its own timeout, which does not cover an endless reply of the collector.
        exportTimeoutMillis: 2 * limits.exportMs,
      }),
    ],
  });
  const tracer = provider.getTracer(serviceName, serviceVersion);

  /** Starts the root span. Any process can create it again, because its ids and the sampling decision are derived. */
  function startRoot({ id, rootSpanId, received }: Trace, options: SpanOptions = {}, name = ''): Span {
    ids.next = { traceId: id, spanId: rootSpanId };
    return tracer.startSpan(name, options, parseContext(received));
  }

  return {
    receive(requestHeaders) {
      const received = traceApi.getSpanContext(propagator.extract(ROOT_CONTEXT, requestHeaders, defaultTextMapGetter));
      if (!received) return null;
      const isSampled = (received.traceFlags & TraceFlags.SAMPLED) !== 0;
      const { traceparent = '', tracestate } = toHeaders({
        ...received,
        traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
      });
      return tracestate === undefined ? traceparent : `${traceparent} ${tracestate}`;
    },
    headersFor: (trace, spanId) => toHeaders({ ...startRoot(trace).spanContext(), spanId }),
    recordRoot: (trace, ended) => endSpan(startRoot(trace, toSpanOptions(ended), ended.name), ended),
    recordPart(trace, spanId, ended) {
      const parent = traceApi.setSpanContext(ROOT_CONTEXT, startRoot(trace).spanContext());
      ids.next = { traceId: trace.id, spanId };
      endSpan(tracer.startSpan(ended.name, toSpanOptions(ended), parent), ended);
    },
    async close() {
      await settledWithin(limits.closeMs, [provider.shutdown()]);
      exporter.reportLost();
    },
  };
}

function createSampler({ sampler, samplerRatio }: Pick<TracerSettings, 'sampler' | 'samplerRatio'>): Sampler {
  switch (sampler) {
    case 'always_on':
      return new AlwaysOnSampler();
    case 'always_off':
      return new AlwaysOffSampler();
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(samplerRatio);
    case 'parentbased_always_on':
      return new ParentBasedSampler({ root: new AlwaysOnSampler() });
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: new AlwaysOffSampler() });
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(samplerRatio) });
  }
}

/** The SDK requests the ids synchronously when it starts a span. */
class PresetIds implements IdGenerator {
  next = { traceId: '', spanId: '' };

  generateTraceId(): string {
    return this.next.traceId;
  }

  generateSpanId(): string {
    return this.next.spanId;
  }
}

function toSpanOptions({ kind, attributes, startMs }: EndedSpan): SpanOptions {
  return { kind: kinds[kind], attributes, startTime: startMs };
}

/** The message of the status is only the kind of error: error texts can contain what a user's work is about. */
function endSpan(span: Span, { error, endMs }: EndedSpan): void {
  if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: error });
  span.end(endMs);
}

function parseContext(received: TraceContext | null): Context {
  if (received === null) return ROOT_CONTEXT;
  // The second part may contain further spaces.
  const [traceparent, ...tracestate] = received.split(' ');
  return propagator.extract(ROOT_CONTEXT, { traceparent, tracestate: tracestate.join(' ') }, defaultTextMapGetter);
}

function toHeaders(span: SpanContext): Record<string, string> {
  const headers: Record<string, string> = {};
  propagator.inject(traceApi.setSpanContext(ROOT_CONTEXT, span), headers, defaultTextMapSetter);
  // The propagator also writes it when nothing in it was valid.
  if (headers.tracestate === '') delete headers.tracestate;
  return headers;
}
