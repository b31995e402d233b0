/**
 * What the row of a queued run gets from the settings of its workflow and the params of its trigger. It travels through
 * the statements that insert runs as one JSON value, which is null for most runs.
 */
import { type RawBuilder, sql } from 'kysely';
import type { ConcurrencySettings, WorkflowSettings } from '../../engine/settings.ts';
import { type StorableJson, toStorableJson } from '../../platform/postgres/storable-text.ts';

export interface StartColumns {
  /** The limits on concurrency that hold for the run: at most two. */
  readonly concurrency: readonly ConcurrencyLimit[];
  /** Whether the run keeps its places while it waits. */
  readonly keepsPlace: boolean;
  /** How many seconds earlier its turn in the queue comes. */
  readonly headStartSeconds: number;
  readonly labels: Readonly<Record<string, string>> | null;
  /** How calls are merged into one run. */
  readonly collect: CollectRule | null;
  /** How often runs may begin. */
  readonly throttle: ThrottleRule | null;
}

/** A limit on concurrency, for one value of its key. */
export interface ConcurrencyLimit {
  /** Names the limit in the whole installation. */
  readonly key: string;
  readonly limit: number;
  readonly onFull: 'queue' | 'skip' | 'replace' | 'cancel';
  /** How many runs may wait for a place. */
  readonly queued: number;
}

export type CollectRule =
  | { readonly kind: 'debounce'; readonly key: string; readonly seconds: number; readonly mostSeconds: number | null }
  | { readonly kind: 'batch'; readonly key: string; readonly seconds: number; readonly size: number };

export interface ThrottleRule {
  readonly key: string;
  readonly limit: number;
  readonly seconds: number;
}

/** What decides how a run is queued: the settings of its workflow and the params of its trigger. */
export interface RunControl {
  settings: WorkflowSettings | null;
  /** The trigger whose params merge calls. Null when nothing is merged, as in replays. */
  trigger: { id: string; params: object } | null;
  nodeId: string;
  type: string;
  workflow: { id: string; name: string };
  organizationId: string | null;
}

/** Evaluates the expressions of the settings on an input, which is JSON. Returns null when nothing concerns the run. */
export type StartOf = (control: RunControl, input: string) => StartColumns | null;

/**
 * An expression on rows of `workflow_triggers` and `workflows`: a `RunControl`, or null for most of them. A condition is part
 * of it for those who have not asked it yet.
 */
export function selectControl(triggers: string, { withCondition = false } = {}): RawBuilder<RunControl | null> {
  return sql.raw(`CASE WHEN workflows.settings ?| ARRAY['concurrency', 'priority', 'labels']
      OR ${triggers}.params::jsonb ?| ARRAY['debounce', 'batch', 'throttle'${withCondition ? ", 'when'" : ''}]
    THEN json_build_object('settings', workflows.settings, 'nodeId', ${triggers}.node_id, 'type', ${triggers}.type,
      'trigger', json_build_object('id', ${triggers}.id, 'params', ${triggers}.params),
      'workflow', json_build_object('id', workflows.id, 'name', workflows.name),
      'organizationId', workflows.organization_id) END`);
}

/** The beginning of the keys of a limit. Two rules that count the same thing are two limits, so it has their number. */
export function limitOwner(
  { scope = 'workflow', name = '' }: Pick<ConcurrencySettings, 'scope' | 'name'>,
  index: number,
  { workflowId, organizationId }: { workflowId: string; organizationId: string | null },
): string {
  // Workflows without an organization have none to share a limit in.
  if (scope === 'workflow' || organizationId === null) return `workflow ${workflowId} ${index}`;
  return `organization ${organizationId} ${JSON.stringify(name)}`;
}

/** When a run may begin that does not begin at once. */
export interface LaterStart {
  /** Seconds from now, for a run that waits for further calls. */
  inSeconds?: number;
  /** The time itself. */
  at?: Date;
}

/** The value that `startValues` reads. Null when the row needs nothing of it. */
export function toStartJson(start: StartColumns | null, later?: LaterStart): StorableJson | null {
  if (!start && !later) return null;
  const concurrency = start?.concurrency ?? [];
  return toStorableJson({
    ...(start?.headStartSeconds && { head_start: start.headStartSeconds }),
    ...(start?.labels && { labels: start.labels }),
    ...(concurrency.length > 0 && {
      keys: concurrency.map(({ key }) => key),
      slots: {
        limits: concurrency.map(({ limit }) => limit),
        cancels: concurrency.map(({ onFull }) => onFull === 'cancel'),
      },
      keeps_place: start?.keepsPlace ?? false,
    }),
    ...(later && { held: 'time', due_in: later.inSeconds, due_at: later.at?.toISOString() }),
    ...(later && start?.collect && { call_key: start.collect.key, calls: 1 }),
  });
}

/** The columns for an INSERT into `runs`, to which `startValues` gives the values. */
export const START_COLUMNS: RawBuilder<unknown> = sql.raw(
  'order_at, due_at, held, slot_key, slot_key_2, slots, keeps_place, call_key, calls, labels',
);

/** Reads the columns from a jsonb expression. The database gives the run a place, or holds it (`ask_for_place`). */
export function startValues(start: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`now() - make_interval(secs => (${start} ->> 'head_start')::double precision),
    coalesce((${start} ->> 'due_at')::timestamptz, now() + make_interval(secs => (${start} ->> 'due_in')::double precision)),
    ${start} ->> 'held', ${start} #>> '{keys,0}', ${start} #>> '{keys,1}', ${start} -> 'slots',
    (${start} ->> 'keeps_place')::boolean, ${start} ->> 'call_key', (${start} ->> 'calls')::integer, ${start} -> 'labels'`;
}
