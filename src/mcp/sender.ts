import type { Caller } from '../http/caller.ts';
import type { LongTextLookup } from '../platform/memory/long-text.ts';
import type { TraceContext } from '../platform/traces/tracer.ts';

/** Who sent a message, and the long strings in it. */
export interface Sender {
  caller: Caller;
  longTexts: LongTextLookup;
  traceContext: TraceContext | null;
}
