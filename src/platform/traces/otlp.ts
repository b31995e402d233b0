/** The parts of the OpenTelemetry protocol that are used, in its JSON encoding. */

/** https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding: enumerations are written as numbers. */
export const spanKinds = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 };

export interface OtlpSpan {
  /** Ids are hexadecimal, other than protobuf's own JSON would have bytes. */
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  /** W3C's trace flags: 1 is sampled. */
  flags: number;
  name: string;
  kind: number;
  /** 64-bit numbers are decimal strings. */
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: OtlpAttribute[];
  events: { timeUnixNano: string; name: string; attributes: OtlpAttribute[] }[];
  droppedEventsCount: number;
  /** Left out unless the span failed, which is code 2. */
  status?: { code: number; message: string };
}

export interface OtlpAttribute {
  key: string;
  value: OtlpValue;
}

export type OtlpValue =
  | { stringValue: string }
  | { boolValue: boolean }
  | { intValue: string }
  | { doubleValue: number | string }
  | { arrayValue: { values: OtlpValue[] } };

export interface OtlpService {
  serviceName: string;
  serviceVersion: string;
}

/** The body of one export. */
export function otlpRequest({ serviceName, serviceVersion }: OtlpService, spans: OtlpSpan[]): object {
  const attributes = otlpAttributes({ 'service.name': serviceName, 'service.version': serviceVersion });
  const scope = { name: serviceName, version: serviceVersion };
  return { resourceSpans: [{ resource: { attributes }, scopeSpans: [{ scope, spans }] }] };
}

export function otlpAttributes(attributes: Record<string, string | number | boolean | string[]>): OtlpAttribute[] {
  const encoded: OtlpAttribute[] = [];
  for (const [key, value] of Object.entries(attributes).slice(0, MOST_VALUES)) {
    const otlp = otlpValue(value);
    if (otlp) encoded.push({ key: otlpText(key), value: otlp });
  }
  return encoded;
}

const TEXT_CHARACTERS = 4_096;
/** Of attributes, and of elements in one of them: as many as OpenTelemetry's own libraries keep. */
const MOST_VALUES = 128;

/** Bounded, and without lone surrogates: a collector may refuse the whole batch for one that is no Unicode. */
export function otlpText(text: string): string {
  return text.slice(0, TEXT_CHARACTERS).toWellFormed();
}

export function unixNano(timeMs: number): string {
  if (!Number.isFinite(timeMs) || timeMs < 0) return '0';
  // A double can not hold today's nanoseconds: the part below a millisecond is added separately.
  const wholeMs = Math.floor(timeMs);
  return String(BigInt(wholeMs) * 1_000_000n + BigInt(Math.round((timeMs - wholeMs) * 1e6)));
}

/** Undefined for what is none of these, which only a caller without types can have given. */
function otlpValue(value: unknown): OtlpValue | undefined {
  if (typeof value === 'string') return { stringValue: otlpText(value) };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') return otlpNumber(value);
  if (!Array.isArray(value)) return undefined;
  const elements = value.slice(0, MOST_VALUES);
  return { arrayValue: { values: elements.map(element => ({ stringValue: otlpText(String(element)) })) } };
}

function otlpNumber(value: number): OtlpValue {
  if (Number.isSafeInteger(value)) return { intValue: String(value) };
  // JSON has no NaN or infinity: protobuf writes their names.
  return { doubleValue: Number.isFinite(value) ? value : String(value) };
}
