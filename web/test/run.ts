/** Builds runs and events for tests. */
import type { RunDetail, RunEvent, StepSummary } from '../src/api/run.ts';
import { type RunState, readRun } from '../src/run-parts/run-state.ts';

export function stepOf(fields: Partial<StepSummary> & { node_id: string }): StepSummary {
  return {
    node_type: 'transform',
    status: 'success',
    started_at: 1_000,
    finished_at: 1_100,
    handle: null,
    output_json: '',
    output_characters: 0,
    output_truncated: false,
    text: '',
    error: '',
    file_ids: [],
    conversation_id: null,
    iteration: [],
    ...fields,
  };
}

export function runOf(steps: StepSummary[], fields: Partial<RunDetail> = {}): RunDetail {
  return {
    id: 'run-1',
    created: { timestamp: 900, user_id: 'user-1' },
    permissions: {} as RunDetail['permissions'],
    workflow_id: 'workflow-1',
    workflow_name: 'Orders',
    version: null,
    revision_id: null,
    replay_of: null,
    is_test: false,
    trigger_node_id: 'start',
    trigger_type: 'trigger.manual',
    automatic: false,
    input_json: '{}',
    status: 'success',
    started_at: 1_000,
    finished_at: 2_000,
    output_json: '',
    error: '',
    credits: 0,
    steps,
    ...fields,
  };
}

export function stateOf(steps: StepSummary[], fields: Partial<RunDetail> = {}): RunState {
  return readRun(runOf(steps, fields));
}

export function eventOf(fields: Partial<RunEvent> & { type: RunEvent['type'] }): RunEvent {
  return {
    run_id: 'run-1',
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

/** start → rows (loop) → [call → rows2 (loop) → [inner]] and done → end. */
export const loopDefinition = {
  nodes: [
    { id: 'end', type: 'output' },
    { id: 'start', type: 'trigger.manual' },
    { id: 'rows', type: 'loop', name: 'Each row' },
    { id: 'call', type: 'http.request' },
    { id: 'rows2', type: 'loop' },
    { id: 'inner', type: 'transform' },
  ],
  edges: [
    { source: 'start', target: 'rows' },
    { source: 'rows', target: 'call', source_handle: 'item' },
    { source: 'call', target: 'rows2' },
    { source: 'rows2', target: 'inner', source_handle: 'item' },
    { source: 'rows', target: 'end', source_handle: 'done' },
  ],
};
