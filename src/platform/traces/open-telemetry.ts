/** Traces with the OpenTelemetry SDK, sent as OTLP in JSON over HTTP. */
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
import { settledWithin } from '../promises.ts';
import { ReportingExporter } from './reporting-exporter.ts';
import type { EndedSpan, SamplerName, Trace, TraceContext, Tracer } from './tracer.ts';

export interface TracerSettings {
  /** The base address of a collector: spans go to `<endpoint>/v1/traces`. */
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
  serviceVersion: string;
  /** What else describes the service. */
  resourceAttributes: Record<string, string>;
  sampler: SamplerName;
  /** Which part of the traces a sampler of ratios takes, from 0 to 1. */
  samplerRatio: number;
  /** Called when sending begins to fail, and with the number of spans that were lost once it works again. */
  onError(error: Error): void;
  /** Smaller or shorter ones, for tests. */
  limits?: Partial<ExportLimits>;
}

export interface ExportLimits {
  /** How many spans are sent together. */
  batchSpans: number;
  /** How long the first of them waits for others. */
  batchDelayMs: number;
  /** How many may wait: further ones are dropped. */
  queueSpans: number;
  /** For one batch, with all its retries. */
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
/** Closing sends the whole queue at once. More requests than that only wait for a collector that hangs. */
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
  const ids = new GivenIds();
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
        // The exporter keeps its time by itself, unless a collector answers without an end.
        exportTimeoutMillis: 2 * limits.exportMs,
      }),
    ],
  });
  const tracer = provider.getTracer(serviceName, serviceVersion);

  /** The span for the whole, which any process can make again, because its ids and whether it is sampled are derived. */
  function startRoot({ id, rootSpanId, received }: Trace, options: SpanOptions = {}, name = ''): Span {
    ids.next = { traceId: id, spanId: rootSpanId };
    return tracer.startSpan(name, options, contextFrom(received));
  }

  return {
    receive(given) {
      const received = traceApi.getSpanContext(propagator.extract(ROOT_CONTEXT, given, defaultTextMapGetter));
      if (!received) return null;
      const isSampled = (received.traceFlags & TraceFlags.SAMPLED) !== 0;
      const { traceparent = '', tracestate } = headersOf({
        ...received,
        traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
      });
      return tracestate === undefined ? traceparent : `${traceparent} ${tracestate}`;
    },
    headersFor: (trace, spanId) => headersOf({ ...startRoot(trace).spanContext(), spanId }),
    recordRoot: (trace, ended) => end(startRoot(trace, optionsOf(ended), ended.name), ended),
    recordPart(trace, spanId, ended) {
      const parent = traceApi.setSpanContext(ROOT_CONTEXT, startRoot(trace).spanContext());
      ids.next = { traceId: trace.id, spanId };
      end(tracer.startSpan(ended.name, optionsOf(ended), parent), ended);
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

/** The SDK asks for ids when it starts a span, at once. */
class GivenIds implements IdGenerator {
  next = { traceId: '', spanId: '' };

  generateTraceId(): string {
    return this.next.traceId;
  }

  generateSpanId(): string {
    return this.next.spanId;
  }
}

function optionsOf({ kind, attributes, startMs }: EndedSpan): SpanOptions {
  return { kind: kinds[kind], attributes, startTime: startMs };
}

/** The status has no message: error texts can hold what a user's work is about. */
function end(span: Span, { error, endMs }: EndedSpan): void {
  if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: error });
  span.end(endMs);
}

function contextFrom(received: TraceContext | null): Context {
  if (received === null) return ROOT_CONTEXT;
  // There may be further spaces in the second.
  const [traceparent, ...tracestate] = received.split(' ');
  return propagator.extract(ROOT_CONTEXT, { traceparent, tracestate: tracestate.join(' ') }, defaultTextMapGetter);
}

function headersOf(span: SpanContext): Record<string, string> {
  const headers: Record<string, string> = {};
  propagator.inject(traceApi.setSpanContext(ROOT_CONTEXT, span), headers, defaultTextMapSetter);
  // It is written also when nothing of it was valid.
  if (headers.tracestate === '') delete headers.tracestate;
  return headers;
}
