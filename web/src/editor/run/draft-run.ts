/** What the editor asks the service to run. PURE. */
import type { StartRequest, TestRequest } from '../../api/run.ts';
import type { Definition, GraphNode } from '../../graph/definition.ts';
import type { RunPart } from '../../run-parts/effects.ts';

export interface DraftRun {
  readonly part: RunPart;
  readonly input: Record<string, unknown>;
  /** Undefined: the trigger that the service would take. */
  readonly triggerId?: string | undefined;
  /** The run whose data a single step is tested with. */
  readonly dataRunId?: string | undefined;
  /** The items of the loops around a single step. */
  readonly iteration?: readonly number[] | undefined;
}

export type DraftRequest =
  | { readonly kind: 'run'; readonly request: StartRequest }
  | { readonly kind: 'test'; readonly request: TestRequest };

/** Without pins and of the whole draft, it is a run like any other. Everything else is a test. */
export function toDraftRequest(workflowId: string, definition: Definition, run: DraftRun): DraftRequest {
  const pins = Object.entries(definition.editor?.pins ?? {}).filter(([id]) => !isTested(run.part, id));
  // A single step is tested with the input of the run whose data it gets.
  const hasOwnInput = run.part.kind !== 'only' || run.dataRunId === undefined;
  const start: StartRequest = {
    workflow_id: workflowId,
    ...(hasOwnInput && { input: run.input }),
    ...(run.triggerId !== undefined && { trigger_node_id: run.triggerId }),
  };
  if (run.part.kind === 'all' && pins.length === 0) return { kind: 'run', request: start };
  return {
    kind: 'test',
    request: {
      ...start,
      pins: Object.fromEntries(pins),
      effects: true,
      ...(run.part.kind === 'until' && { until: run.part.nodeId }),
      ...(run.part.kind === 'only' && { only: run.part.nodeId }),
      ...(run.part.kind === 'only' && run.dataRunId !== undefined && { data_run_id: run.dataRunId }),
      ...(run.part.kind === 'only' && run.iteration !== undefined && { iteration: [...run.iteration] }),
    },
  };
}

/** Whoever tests a single step wants to see it work, also when it is pinned. */
function isTested(part: RunPart, id: string): boolean {
  return part.kind === 'only' && part.nodeId === id;
}

/** The triggers of a draft, the one that starts by default first. */
export function findTriggers({ nodes }: Definition): Definition['nodes'] {
  const triggers = nodes.filter(({ type }) => type.startsWith('trigger.'));
  const manual = triggers.filter(({ type }) => type === 'trigger.manual');
  return [...manual, ...triggers.filter(node => !manual.includes(node))];
}

/** An input to begin with, where a trigger has no fields of its own. */
export function exampleInput({ type, params }: GraphNode, now: number): Record<string, unknown> {
  switch (type) {
    case 'trigger.webhook':
      return { body: {}, query: {}, headers: {} };
    case 'trigger.poll':
      return params?.batch === undefined ? { item: {}, key: '', polled_at: now } : { items: [], polled_at: now };
    case 'trigger.message':
      return { broker: params?.broker, id: 'test', source: {}, headers: {}, body: {}, received_at: now };
    case 'trigger.database_change': {
      const [table] = Array.isArray(params?.tables) ? params.tables : [];
      return { table: table ?? '', kind: 'insert', new: {}, old: null, key: {}, at: now, lsn: '0/0' };
    }
    case 'trigger.form':
      return { values: {}, submitted_at: now, submission_id: 'test', query: {} };
    case 'trigger.schedule':
      return { scheduled_at: new Date(now).toISOString(), cron: params?.cron, timezone: params?.timezone ?? 'UTC' };
    default:
      return {};
  }
}
