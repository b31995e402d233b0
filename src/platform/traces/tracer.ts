/**
 * The interface of traces for the rest of the service: work is recorded when it has ended. `open-telemetry.ts`
 * implements it and is loaded only when traces are configured.
 */
import type { IncomingHttpHeaders } from 'node:http';

/**
 * The trace context of a request as text that can be stored: the value of `traceparent`, followed by a space and the
 * value of `tracestate` if there was one.
 */
export type TraceContext = string;

/** A trace with a root span and one span for each part. It is the same in every process that works on it. */
export interface Trace {
  /** 32 lower-case hexadecimal digits. A trace that continues a received one uses the received id instead. */
  id: string;
  /** The id of the root span: 16 digits. */
  rootSpanId: string;
  received: TraceContext | null;
}

export type SpanKind = 'internal' | 'client' | 'server';

export type Attributes = Record<string, string | number>;

/** Contains only names and ids, and never what a user's work is about. */
export interface EndedSpan {
  name: string;
  kind: SpanKind;
  attributes: Attributes;
  /** Milliseconds since 1970. */
  startMs: number;
  endMs: number;
  /** The kind of error when it failed. */
  error?: string;
}

/** Its methods never throw and never wait for the collector. */
export interface Tracer {
  /** Returns null when the request belongs to no trace or its headers are malformed. */
  receive(headers: IncomingHttpHeaders): TraceContext | null;
  /** Returns the headers with which another service continues the trace from the span of a part. */
  headersFor(trace: Trace, spanId: string): Record<string, string>;
  recordRoot(trace: Trace, span: EndedSpan): void;
  recordPart(trace: Trace, spanId: string, span: EndedSpan): void;
  /** Sends the recorded spans, for a few seconds at most. Spans that are recorded later are lost. */
  close(): Promise<void>;
}

export const noTracer: Tracer = {
  receive: () => null,
  headersFor: () => ({}),
  recordRoot() {},
  recordPart() {},
  close: async () => {},
};

/** The names that OpenTelemetry uses. Parent-based samplers follow the received context. */
export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export type SamplerName = (typeof SAMPLERS)[number];
