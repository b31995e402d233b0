/**
 * Derives the trace of a run and the span of a step from facts that every process knows. So a run stays one trace,
 * whichever processes execute its parts. See docs/contributing/decisions/0013.
 */
import { hash } from 'node:crypto';
import type { Trace } from '../../platform/traces/tracer.ts';
import type { RunFacts } from './run-state.ts';
import type { StepRecord } from './step-record.ts';

export function runTrace({ id, traceContext }: RunFacts): Trace {
  const traceId = id.replaceAll('-', '');
  return { id: traceId, rootSpanId: traceId.slice(16), received: traceContext };
}

export function stepSpanId({ id }: RunFacts, { nodeId, iteration }: StepRecord): string {
  return hash('sha256', [id, nodeId, ...iteration].join(' ')).slice(0, 16);
}
