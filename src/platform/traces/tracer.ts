import { randomBytes } from 'node:crypto';
import { Exporter, type ExportLimits } from './exporter.ts';
import { type OtlpSpan, otlpAttributes, otlpText, spanKinds, unixNano } from './otlp.ts';

export interface SpanContext {
  /** 32 lower-case hexadecimal digits, not all of them zero. */
  traceId: string;
  /** 16 of them. */
  spanId: string;
}

export type AttributeValue = string | number | boolean | string[];
export type Attributes = Record<string, AttributeValue>;
export type SpanKind = keyof typeof spanKinds;

export interface SpanOptions {
  parent?: SpanContext;
  /** Given where work that another process continues must be one trace. Without it the parent's, or a new one. */
  traceId?: string;
  spanId?: string;
  startTimeMs?: number;
  attributes?: Attributes;
  kind?: SpanKind;
}

export interface SpanEnd {
  endTimeMs?: number;
  /** What went wrong, when the span failed. */
  error?: string;
}

/** A span is sent when it has ended; what comes after that is ignored. */
export interface Span {
  readonly context: SpanContext;
  setAttributes(attributes: Attributes): void;
  addEvent(name: string, attributes?: Attributes): void;
  end(options?: SpanEnd): void;
}

/** Nothing of it throws or waits for the collector. */
export interface Tracer {
  startSpan(name: string, options?: SpanOptions): Span;
  /** How many spans were lost since the start: the collector was away for too long, or refused them. */
  readonly droppedSpans: number;
  /** Sends what has ended, for a few seconds at most. Spans that end later are lost. */
  close(): Promise<void>;
}

export interface TracerSettings {
  /** The collector's base address: spans go to `<endpoint>/v1/traces`, as OTLP in JSON. */
  endpoint: string;
  headers?: Record<string, string>;
  serviceName: string;
  serviceVersion: string;
  gzip?: boolean;
  /** Told when sending begins to fail, when spans are refused, and how many were lost. */
  onError(error: unknown): void;
  /** Smaller or shorter ones, for tests. */
  limits?: Partial<ExportLimits>;
}

/** Throws when the endpoint is no http or https address. */
export function createTracer(settings: TracerSettings): Tracer {
  const exporter = new Exporter(settings);
  return {
    startSpan: (name, options = {}) => new RecordedSpan(name, options, span => exporter.add(span)),
    get droppedSpans() {
      return exporter.droppedSpans;
    },
    close: () => exporter.close(),
  };
}

const noSpan: Span = {
  // Invalid on purpose: whoever receives it as a parent starts a trace of their own.
  context: { traceId: '0'.repeat(32), spanId: '0'.repeat(16) },
  setAttributes() {},
  addEvent() {},
  end() {},
};

export const noTracer: Tracer = { startSpan: () => noSpan, droppedSpans: 0, close: async () => {} };

/** The header by which a span goes on in another service, as W3C Trace Context has it. */
export function traceparent({ traceId, spanId }: SpanContext): string {
  return `00-${traceId}-${spanId}-01`;
}

const MOST_EVENTS = 128;

class RecordedSpan implements Span {
  readonly context: SpanContext;
  readonly #name: string;
  readonly #parentSpanId: string | undefined;
  readonly #kind: SpanKind;
  readonly #startTimeMs: number;
  /** By the clock that no one sets. Undefined when the span began at another time than now. */
  readonly #startedAt: number | undefined;
  readonly #attributes: Attributes = {};
  readonly #events: OtlpSpan['events'] = [];
  #droppedEvents = 0;
  #record: ((span: OtlpSpan) => void) | undefined;

  constructor(name: string, options: SpanOptions, record: (span: OtlpSpan) => void) {
    const { parent, kind = 'internal', startTimeMs, attributes = {} } = options;
    this.context = {
      traceId: validId(options.traceId, 16) ?? validId(parent?.traceId, 16) ?? newId(16),
      spanId: validId(options.spanId, 8) ?? newId(8),
    };
    this.#name = name;
    this.#parentSpanId = validId(parent?.spanId, 8);
    this.#kind = kind;
    this.#startTimeMs = startTimeMs ?? Date.now();
    this.#startedAt = startTimeMs === undefined ? performance.now() : undefined;
    Object.assign(this.#attributes, attributes);
    this.#record = record;
  }

  setAttributes(attributes: Attributes): void {
    if (this.#record) Object.assign(this.#attributes, attributes);
  }

  addEvent(name: string, attributes: Attributes = {}): void {
    if (!this.#record) return;
    if (this.#events.length === MOST_EVENTS) {
      this.#droppedEvents++;
      return;
    }
    this.#events.push({
      timeUnixNano: unixNano(this.#nowMs()),
      name: otlpText(name),
      attributes: otlpAttributes(attributes),
    });
  }

  end({ endTimeMs = this.#nowMs(), error }: SpanEnd = {}): void {
    const record = this.#record;
    this.#record = undefined;
    record?.({
      ...this.context,
      ...(this.#parentSpanId !== undefined && { parentSpanId: this.#parentSpanId }),
      flags: 1,
      name: otlpText(this.#name),
      kind: spanKinds[this.#kind],
      startTimeUnixNano: unixNano(this.#startTimeMs),
      endTimeUnixNano: unixNano(endTimeMs),
      attributes: otlpAttributes(this.#attributes),
      events: this.#events,
      droppedEventsCount: this.#droppedEvents,
      ...(error !== undefined && { status: { code: 2, message: otlpText(error) } }),
    });
  }

  /** More exact than the time of day, and never before the start. */
  #nowMs(): number {
    if (this.#startedAt === undefined) return Math.max(Date.now(), this.#startTimeMs);
    return this.#startTimeMs + performance.now() - this.#startedAt;
  }
}

function newId(bytes: number): string {
  return validId(randomBytes(bytes).toString('hex'), bytes) ?? newId(bytes);
}

/** One malformed id would make the collector refuse the whole batch. */
function validId(id: string | undefined, bytes: number): string | undefined {
  return id?.length === bytes * 2 && /^[0-9a-f]*$/.test(id) && !/^0*$/.test(id) ? id : undefined;
}
