/**
 * Every rule about the beginning of runs, and what is seen when a run begins under it. A rule says nothing about what
 * should be seen: `run-beginning-expectations.ts` does, for each way in which a run begins.
 */
import { type RawBuilder, sql } from 'kysely';
import type { ConcurrencySettings, WorkflowSettings } from '../../src/engine/settings.ts';
import type { flowParams } from '../../src/nodes/triggers/flow-params.ts';
import type { Person } from '../support/service.ts';
import { poll } from './poll.ts';
import type { Prepared, Stage } from './run-beginnings.ts';

/** `HEDDLE_QUEUED_RUNS_PER_USER` of the service. */
export const QUEUED_PER_USER = 20;

export interface Rule {
  settings?: Record<string, unknown>;
  /** Params of the trigger. */
  params?: Record<string, unknown>;
  /** Params of the approval for which the runs wait. */
  approval?(people: readonly Person[]): Record<string, unknown>;
  /** The workflow is a draft only. */
  isUnpublished?: boolean;
  /** Somebody else than the owner publishes the workflow and starts its runs. */
  isShared?: boolean;
  /** How many runs begin, if it is more than one. */
  begins?: number;
  /** Lets runs begin, and says what became of them. */
  observe(cell: Cell): Promise<string>;
}

/** What a rule sees of a prepared beginning. */
export interface Cell extends Prepared {
  stage: Stage;
  /** The runs that began in the cell, the oldest first. */
  runs(): Promise<BegunRun[]>;
}

export interface BegunRun {
  id: string;
  status: string;
  held: 'time' | 'place' | null;
  isAhead: boolean;
  labels: Record<string, string> | null;
  calls: number | null;
  error: string | null;
}

export async function readRuns({ service }: Stage, workflowId: string, known: readonly string[]): Promise<BegunRun[]> {
  const { rows } = await sql<BegunRun>`
    SELECT id, status, held, labels, calls, error, coalesce(order_at < created_at, false) AS "isAhead" FROM runs
    WHERE workflow_id = ${workflowId} AND NOT id = ANY (${known}::uuid[])
    ORDER BY created_at, id`.execute(service.service.system.database.query);
  return rows;
}

/** Lets a run begin that must begin, and waits until it asks its question, so that it has its place. */
async function occupy(cell: Cell): Promise<BegunRun | undefined> {
  await cell.begin();
  return poll(async () => (await cell.runs()).find(({ status }) => status === 'waiting'));
}

async function beginBehind(cell: Cell): Promise<{ refusal: string | undefined; runs: BegunRun[] }> {
  const refusal = await cell.begin();
  return { refusal, runs: await cell.runs() };
}

const OBSERVE_FULL: Record<NonNullable<ConcurrencySettings['on_full']>, Rule['observe']> = {
  async queue(cell) {
    await occupy(cell);
    const { refusal, runs } = await beginBehind(cell);
    return refusal ?? describePlaces(runs);
  },
  async skip(cell) {
    await occupy(cell);
    const { refusal, runs } = await beginBehind(cell);
    return refusal ?? (runs.length === 1 ? 'skipped' : describePlaces(runs));
  },
  async replace(cell) {
    await occupy(cell);
    await cell.begin();
    const { refusal, runs } = await beginBehind(cell);
    return refusal ?? (runs.length === 2 ? 'replaced' : describePlaces(runs));
  },
  async cancel(cell) {
    const first = await occupy(cell);
    const { refusal } = await beginBehind(cell);
    if (refusal !== undefined) return refusal;
    return poll(async () => {
      const runs = await cell.runs();
      if (runs.find(({ id }) => id === first?.id)?.error === 'A newer run took its place') return 'cancelled';
      return runs.some(({ held }) => held === 'place') ? undefined : 'not limited';
    });
  },
};

function describePlaces(runs: readonly BegunRun[]): string {
  return runs.slice(1).every(({ held }) => held === 'place') && runs.length > 1 ? 'held' : 'not limited';
}

function limited(onFull: keyof typeof OBSERVE_FULL): Rule {
  const concurrency = [{ limit: 1, on_full: onFull, while_waiting: 'hold' }];
  return { settings: { concurrency }, begins: 3, observe: OBSERVE_FULL[onFull] };
}

async function observeMerging(cell: Cell): Promise<string> {
  await cell.begin();
  const refusal = await cell.begin();
  const runs = await cell.runs();
  return refusal ?? (runs.length === 1 ? `${runs[0]?.calls} calls together` : `${runs.length} runs`);
}

/** Rules by the setting of the workflow to which they belong. A new setting does not compile until it is named here. */
const bySetting = {
  concurrency: {
    'limit, queue': limited('queue'),
    'limit, skip': limited('skip'),
    'limit, replace': limited('replace'),
    'limit, cancel': limited('cancel'),
  },
  priority: {
    priority: {
      settings: { priority: 600 },
      async observe(cell) {
        const refusal = await cell.begin();
        const [run] = await cell.runs();
        return refusal ?? (run?.isAhead ? 'ahead' : 'in its turn');
      },
    },
  },
  labels: {
    labels: {
      settings: { labels: { kind: "'tried'" } },
      async observe(cell) {
        const refusal = await cell.begin();
        const [run] = await cell.runs();
        return refusal ?? (run?.labels?.kind === 'tried' ? 'labelled' : 'not labelled');
      },
    },
  },
  retry: 'It says what follows a run that has failed. The retry itself is a beginning.',
  alert: 'It says who is told of runs that have failed.',
  tests: 'It says when a workflow can be published.',
  tool: 'It says whether the workflow is offered as a tool, and not what becomes of its runs.',
  runs: 'It says who sees runs.',
  keep_days: 'It says how long ended runs are kept.',
} as const satisfies Record<keyof WorkflowSettings, string | Record<string, Rule>>;

/** Rules by the param of the trigger. */
const byParam = {
  when: {
    params: { when: 'input == 0' },
    async observe(cell) {
      const refusal = await cell.begin();
      return refusal ?? ((await cell.runs()).length === 0 ? 'no run' : 'begun');
    },
  },
  debounce: { params: { debounce: { seconds: 600 } }, observe: observeMerging },
  batch: { params: { batch: { size: 3, seconds: 600 } }, observe: observeMerging },
  throttle: {
    params: { throttle: { limit: 1, seconds: 600 } },
    async observe(cell) {
      await cell.begin();
      const refusal = await cell.begin();
      const runs = await cell.runs();
      return refusal ?? (runs.at(-1)?.held === 'time' ? 'later' : 'at once');
    },
  },
} as const satisfies Record<keyof typeof flowParams, Rule>;

/** Lets one run begin and says whether it executes, after something else has changed. */
function afterwards(change: (stage: Stage, workflowId: string) => Promise<unknown>): Rule['observe'] {
  return async cell => {
    await change(cell.stage, cell.workflowId);
    return observeOne(cell);
  };
}

async function observeOne(cell: Cell): Promise<string> {
  const refusal = await cell.begin();
  if (refusal !== undefined && (await cell.runs()).length === 0) return withoutNames(refusal);
  const [run] = await cell.runs();
  if (!run) return 'no run';
  const { status, error } = await poll(async () =>
    (await cell.runs()).find(({ status, held }) => held !== null || !['queued', 'running'].includes(status)),
  );
  if (status === 'failed') return `failed: ${error?.replace(/on behalf of \S+:/, 'on behalf of its user:')}`;
  return 'begun';
}

/** Each cell has a workflow with a name and an id of its own. */
function withoutNames(text: string): string {
  return text.replace(/cell[ _]\d+/, '<cell>').replace(/[0-9a-f]{8}(-[0-9a-f]{4,12}){4}/, '<id>');
}

/** Runs that wait for a time, so that nobody executes them. */
function fillQueue({ service, actor }: Stage, workflowId: string): Promise<unknown> {
  const columns: RawBuilder<unknown> = sql`id, workflow_id, workflow_name, trigger_node_id, trigger_type, input, status,
    created_by, held, due_at`;
  return sql`INSERT INTO runs (${columns})
    SELECT gen_random_uuid(), ${workflowId}, 'w', 'start', 'trigger.manual', '{}', 'queued', ${actor.id}, 'time',
      now() + interval '1 day'
    FROM generate_series(1, ${QUEUED_PER_USER}::integer)`.execute(service.service.system.database.query);
}

/** Whoever publishes the workflow and starts its runs is one of the assignees. */
const withoutStarter: Rule = {
  isShared: true,
  approval: people => ({ assignees: people.map(({ id }) => id), not: 'starter' }),
  async observe(cell) {
    const seen = await observeOne(cell);
    if (seen !== 'begun') return seen;
    const { service, owner, actor } = cell.stage;
    const [run] = await cell.runs();
    const { rows } = await sql<{ ids: string[] }>`
      SELECT assignee_user_ids AS ids FROM approvals WHERE run_id = ${run?.id}`.execute(
      service.service.system.database.query,
    );
    const names = new Map([
      [owner.id, 'the owner'],
      [actor.id, 'the starter'],
    ]);
    return rows.map(({ ids }) => ids.map(id => names.get(id)).join(' and ')).join();
  },
};

const others = {
  dedupe: {
    async observe(cell) {
      await cell.begin();
      if (!cell.repeat) throw new Error('there is nothing that could be repeated');
      const refusal = await cell.repeat();
      const runs = await cell.runs();
      return refusal ?? (runs.length === 1 ? 'once' : `${runs.length} runs`);
    },
  },
  'full queue of the user': { observe: observeBehindFullQueue },
  'not the starter': withoutStarter,
  inactive: {
    observe: afterwards(({ service, actor }, workflow_id) =>
      service.ask('/api/v3/workflow/activate', { workflow_id, active: false }, actor.key),
    ),
  },
  unpublished: { isUnpublished: true, observe: observeOne },
  deleted: {
    observe: afterwards(({ service, owner }, id) =>
      service.ask(`/api/v3/workflow/delete?entity_id=${id}`, {}, owner.key),
    ),
  },
  'no rights': {
    isShared: true,
    observe: afterwards(({ service, owner }, id) =>
      service.ask('/api/v3/workflow/update', { id, sharing: [] }, owner.key),
    ),
  },
} as const satisfies Record<string, Rule>;

/** The runs that fill the queue belong to another workflow, so that they are not taken for those of the cell. */
async function observeBehindFullQueue(cell: Cell): Promise<string> {
  const { service, actor } = cell.stage;
  const { id } = await service.ask<{ id: string }>('/api/v3/workflow/create', { name: 'others' }, actor.key);
  await fillQueue(cell.stage, id);
  return observeOne(cell);
}

type RuleOfSetting<Rules> = Rules extends string ? never : keyof Rules;
type RulesOfSettings = {
  [Setting in keyof typeof bySetting]: RuleOfSetting<(typeof bySetting)[Setting]>;
}[keyof typeof bySetting];

export type RuleName = RulesOfSettings | keyof typeof byParam | keyof typeof others;

const ofSettings = Object.values<string | Record<string, Rule>>(bySetting).filter(rules => typeof rules !== 'string');

export const rules = Object.assign({}, ...ofSettings, byParam, others) as Record<RuleName, Rule>;
