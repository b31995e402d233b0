/** The events that a run sends to those who watch it, as they are on the wire: every event has every field. */
import type { RunLimits } from '../run-limits.ts';
import type { Step } from '../schemas.ts';
import type { StepRecord } from './step-record.ts';

export interface RunEvent {
  type: 'run_start' | 'step_start' | 'step_progress' | 'step_waiting' | 'step_end' | 'run_waiting' | 'run_end';
  run_id: string;
  node_id: string;
  node_type: string;
  status: string;
  handle: string | null;
  text: string;
  error: string;
  output_json: string;
  iteration: readonly number[];
}

export type Watch = (event: RunEvent) => void;

/** The one who started the run may watch it, and so may others. Undefined when nobody does: then no event is created. */
export function joinWatches(one: Watch | undefined, other: Watch | undefined): Watch | undefined {
  if (!one || !other) return one ?? other;
  return event => {
    one(event);
    other(event);
  };
}

export function runStarted({ id }: { id: string }): RunEvent {
  return createEvent('run_start', id, { status: 'running' });
}

export function stepStarted(runId: string, record: StepRecord): RunEvent {
  return createEvent('step_start', runId, { ...stepFields(record), status: 'running' });
}

export function stepProgress(runId: string, record: StepRecord, text: string): RunEvent {
  return createEvent('step_progress', runId, { ...stepFields(record), text });
}

/** The progress of a loop over a file. Its output is the same for programs. */
export function itemsDone(
  runId: string,
  step: Pick<RunEvent, 'node_id' | 'node_type' | 'iteration'>,
  items: ItemsDone,
) {
  const { done, failed, per_second } = items;
  const text = `${done} items done, ${failed} failed, ${per_second} per second`;
  const { node_id, node_type, iteration } = step;
  return createEvent('step_progress', runId, {
    node_id,
    node_type,
    iteration,
    text,
    output_json: JSON.stringify(items),
  });
}

type ItemsDone = NonNullable<Step['items']>;

export function stepEnded(runId: string, record: StepRecord, limits: RunLimits): RunEvent {
  const { status, handle, text, error } = record.summary();
  const output_json = record.outputHead(limits).text;
  return createEvent('step_end', runId, { ...stepFields(record), status, handle, text, error, output_json });
}

export function stepWaits(runId: string, record: StepRecord, limits: RunLimits): RunEvent {
  const { status, text } = record.summary();
  const output_json = record.outputHead(limits).text;
  return createEvent('step_waiting', runId, { ...stepFields(record), status, text, output_json });
}

/** This event ends the stream, as `run_end` does. */
export function runWaits({ id }: { id: string }, steps: readonly Pick<Step, 'node_id' | 'status'>[]): RunEvent {
  const waiting = steps.filter(({ status }) => status === 'waiting').map(({ node_id }) => node_id);
  return createEvent('run_waiting', id, { status: 'waiting', text: [...new Set(waiting)].join(',') });
}

export function runEnded({ id }: { id: string }, end: { status: string; error: string; output: string }): RunEvent {
  const { status, error, output } = end;
  return createEvent('run_end', id, { status, error, output_json: output });
}

function stepFields({ nodeId, nodeType, iteration }: StepRecord) {
  return { node_id: nodeId, node_type: nodeType, iteration };
}

export function createEvent(type: RunEvent['type'], run_id: string, fields: Partial<RunEvent>): RunEvent {
  return {
    type,
    run_id,
    node_id: '',
    node_type: '',
    status: '',
    handle: null,
    text: '',
    error: '',
    output_json: '',
    iteration: [],
    ...fields,
  };
}
