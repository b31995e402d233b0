/**
 * Traces, as the rest of the service sees them: pieces of work that are told of when they have ended. OpenTelemetry
 * itself stands behind `open-telemetry.ts`, which is loaded only where traces are configured.
 */
import type { IncomingHttpHeaders } from 'node:http';

/**
 * The context that a request brought along, as text that can be stored: the value of `traceparent`, and behind a space
 * that of `tracestate`, if there was one.
 */
export type TraceContext = string;

/** A trace with one span for the whole, and one for each part of it. Equal in every process that works on it. */
export interface Trace {
  /** 32 lower-case hexadecimal digits. A trace that continues a received one has the id of that instead. */
  id: string;
  /** Of the span for the whole: 16 digits. */
  rootSpanId: string;
  received: TraceContext | null;
}

export type SpanKind = 'internal' | 'client' | 'server';

export type Attributes = Record<string, string | number>;

/** Names and ids alone: never what a user's work is about. */
export interface EndedSpan {
  name: string;
  kind: SpanKind;
  attributes: Attributes;
  /** Milliseconds since 1970. */
  startMs: number;
  endMs: number;
  /** What kind of error it ended with, if it failed. */
  error?: string;
}

/** Nothing of it throws, or waits for the collector. */
export interface Tracer {
  /** Null: the request belongs to no trace, or its headers are malformed. */
  receive(headers: IncomingHttpHeaders): TraceContext | null;
  /** The headers by which another service continues the trace from the span of a part. */
  headersFor(trace: Trace, spanId: string): Record<string, string>;
  recordRoot(trace: Trace, span: EndedSpan): void;
  recordPart(trace: Trace, spanId: string, span: EndedSpan): void;
  /** Sends what has ended, for a few seconds at most. Spans that end later are lost. */
  close(): Promise<void>;
}

export const noTracer: Tracer = {
  receive: () => null,
  headersFor: () => ({}),
  recordRoot() {},
  recordPart() {},
  close: async () => {},
};

/** As OpenTelemetry names them. Those that are parent-based do what the received context asks for. */
export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export type SamplerName = (typeof SAMPLERS)[number];
