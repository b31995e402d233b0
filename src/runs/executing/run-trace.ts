/**
 * Which trace a run is, and which of its spans a step is. All of it is derived from what every process knows of the run,
 * so that it stays one trace whichever of them executes a part. See docs/decisions/0013.
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
