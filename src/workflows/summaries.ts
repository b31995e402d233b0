/**
 * Lists workflows for people. No definition is read: the database computes what a list shows of a definition when the
 * definition is stored. Runs are only looked at for the workflows of the page, and only those of the last day.
 *
 * Filtering by `failing` and sorting by the last run look up one run of each visible workflow, in an index.
 */
import { type RawBuilder, sql } from 'kysely';
import { findGroupIds } from '../accounts/memberships.ts';
import type { Query } from '../database.ts';
import type { Caller } from '../http/caller.ts';
import type { SelectedRow } from '../platform/postgres/column-types.ts';
import { jsonb, toStorableJson } from '../platform/postgres/storable-text.ts';
import { splitWords } from '../query/search-words.ts';
import { calculateAccess, toPermissions, visibleWorkflows } from './access.ts';
import type { ListQuery, WorkflowList, WorkflowSummary } from './console-schemas.ts';
import { lastRun } from './last-run.ts';
import { LISTED_COLUMNS } from './listing.ts';
import type { DefinedTrigger, WorkflowTables } from './tables.ts';

const PAGE = 50;
const HOURS = 24;

export async function listWorkflows(db: Query, caller: Caller, query: ListQuery): Promise<WorkflowList> {
  const groups = await findGroupIds(db, caller);
  const filtered = filterWorkflows(db, caller, groups, query);
  const { total } = await filtered
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const page = sortWorkflows(filtered, query.sort)
    .clearSelect()
    .select('workflows.id')
    .offset(query.skip ?? 0)
    .limit(query.limit ?? PAGE);
  const ids = (await page.execute()).map(({ id }) => id);
  if (ids.length === 0) return { total: Number(total), items: [] };
  const [rows, triggers, days] = await Promise.all([
    readRows(db, ids),
    readTriggerStates(db, ids),
    readLastDay(db, ids),
  ]);
  const items = ids.flatMap(id => {
    const row = rows.get(id);
    // It was deleted after the page was read.
    return row ? [toSummary(row, { caller, groups, triggers: triggers.get(id) ?? [], hours: days.get(id) ?? [] })] : [];
  });
  return { total: Number(total), items };
}

type Filtered = ReturnType<typeof visibleWorkflows>;

function filterWorkflows(
  db: Query,
  caller: Caller,
  groups: ReadonlySet<string>,
  { text, ownership, state, trigger }: ListQuery,
): Filtered {
  let filtered = visibleWorkflows(db, caller, groups);
  const isOwner = sql<boolean>`(workflows.created_by = ${caller.userId}
    OR coalesce(workflows.group_id = ANY (${[...groups]}::uuid[]), false))`;
  if (ownership) filtered = filtered.where(ownership === 'mine' ? isOwner : sql<boolean>`NOT ${isOwner}`);
  for (const word of splitWords(text)) filtered = filtered.where(sql<boolean>`strpos(workflows.words, ${word}) > 0`);
  if (state) filtered = filtered.where(STATES[state]);
  if (trigger) filtered = filtered.where(hasTrigger(trigger));
  return filtered;
}

const STATES: Record<NonNullable<ListQuery['state']>, RawBuilder<boolean>> = {
  active: sql`workflows.active`,
  inactive: sql`(workflows.published_version IS NOT NULL AND NOT workflows.active)`,
  draft: sql`workflows.published_version IS NULL`,
  failing: sql`${lastRun} ->> 'status' = 'failed'`,
};

function hasTrigger(type: string): RawBuilder<boolean> {
  const wanted = toStorableJson([{ type }]);
  return sql`CASE WHEN workflows.published_version IS NULL THEN workflows.triggers @> ${jsonb(wanted)} ELSE EXISTS (
    SELECT FROM workflow_versions AS versions WHERE versions.workflow_id = workflows.id
      AND versions.version = workflows.published_version AND versions.triggers @> ${jsonb(wanted)}
  ) END`;
}

function sortWorkflows(filtered: Filtered, sort: ListQuery['sort'] = 'updated'): Filtered {
  const settledAt = sql`(SELECT runs.settled_at FROM runs WHERE runs.workflow_id = workflows.id
    AND runs.settled_at IS NOT NULL ORDER BY runs.settled_at DESC LIMIT 1)`;
  if (sort === 'name') return filtered.orderBy(sql`lower(workflows.name)`).orderBy('workflows.id');
  if (sort === 'last_run') return filtered.orderBy(sql`${settledAt} DESC NULLS LAST`).orderBy('workflows.id');
  return filtered.orderBy('workflows.updated_at', 'desc').orderBy('workflows.id');
}

type SummaryRow = SelectedRow<WorkflowTables['workflows'], typeof LISTED_COLUMNS> & {
  steps: number;
  last_run: WorkflowSummary['last_run'];
  draft_changed: boolean;
  defined_triggers: DefinedTrigger[];
  waiting: number;
};

async function readRows(db: Query, ids: readonly string[]): Promise<ReadonlyMap<string, SummaryRow>> {
  const rows = await db
    .selectFrom('workflows')
    .leftJoin('workflow_versions as versions', join =>
      join
        .onRef('versions.workflow_id', '=', 'workflows.id')
        .onRef('versions.version', '=', 'workflows.published_version'),
    )
    .select(LISTED_COLUMNS)
    .select([
      'workflows.steps',
      lastRun.as('last_run'),
      sql<boolean>`versions.definition_hash IS DISTINCT FROM workflows.definition_hash`.as('draft_changed'),
      sql<DefinedTrigger[]>`coalesce(versions.triggers, workflows.triggers)`.as('defined_triggers'),
      sql<number>`(SELECT count(*)::integer FROM runs WHERE runs.workflow_id = workflows.id
        AND runs.status = 'waiting')`.as('waiting'),
    ])
    .where('workflows.id', 'in', ids)
    .where('workflows.deleted_at', 'is', null)
    .execute();
  return new Map(rows.map(row => [row.id, row]));
}

type TriggerState = WorkflowSummary['triggers'][number];

/** The automatic triggers of what is published. Manual triggers have no state. */
async function readTriggerStates(db: Query, ids: readonly string[]): Promise<ReadonlyMap<string, TriggerState[]>> {
  const rows = await db
    .selectFrom('workflow_triggers')
    .select(['workflow_id', 'node_id', 'type', 'next_run_at', 'last_fired_at'])
    .where('workflow_id', 'in', ids)
    .execute();
  const byWorkflow = Map.groupBy(rows, ({ workflow_id }) => workflow_id);
  return new Map(
    byWorkflow.entries().map(([id, triggers]) => [
      id,
      triggers.map(({ node_id, type, next_run_at, last_fired_at }) => ({
        node_id,
        type,
        next_run_at: next_run_at?.getTime() ?? null,
        last_fired_at: last_fired_at?.getTime() ?? null,
      })),
    ]),
  );
}

interface HourCount {
  workflowId: string;
  /** 0 is the hour that began 24 hours ago. */
  hour: number;
  success: number;
  failed: number;
  other: number;
}

/** Counts the runs that ended or paused in each of the last 24 hours. An index on workflow and time has all it needs. */
async function readLastDay(db: Query, ids: readonly string[]): Promise<ReadonlyMap<string, HourCount[]>> {
  const { rows } = await sql<HourCount>`
    SELECT workflows.id AS "workflowId", counted.* FROM unnest(${ids}::uuid[]) AS workflows (id)
    CROSS JOIN LATERAL (
      SELECT least(${HOURS - 1}, floor(date_part('epoch', runs.settled_at - now()) / 3600) + ${HOURS})::integer AS hour,
        count(*) FILTER (WHERE runs.status = 'success')::integer AS success,
        count(*) FILTER (WHERE runs.status = 'failed')::integer AS failed,
        count(*) FILTER (WHERE runs.status NOT IN ('success', 'failed'))::integer AS other
      FROM runs WHERE runs.workflow_id = workflows.id AND runs.settled_at > now() - make_interval(hours => ${HOURS})
        AND runs.status NOT IN ('queued', 'running')
      GROUP BY 1
    ) AS counted`.execute(db);
  return Map.groupBy(rows, ({ workflowId }) => workflowId);
}

interface Context {
  caller: Caller;
  groups: ReadonlySet<string>;
  triggers: readonly TriggerState[];
  hours: readonly HourCount[];
}

function toSummary(row: SummaryRow, { caller, groups, triggers, hours }: Context): WorkflowSummary {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    created: { timestamp: row.created_at.getTime(), user_id: row.created_by },
    updated: { timestamp: row.updated_at.getTime(), user_id: row.updated_by },
    permissions: toPermissions(row, calculateAccess(row, caller, groups)),
    organization_id: row.organization_id,
    active: row.active,
    published_version: row.published_version,
    published_at: row.published_at?.getTime() ?? null,
    draft_changed: row.draft_changed,
    steps: row.steps,
    triggers: row.defined_triggers.map(({ node_id, type }) => {
      const state = triggers.find(trigger => trigger.node_id === node_id && trigger.type === type);
      return state ?? { node_id, type, next_run_at: null, last_fired_at: null };
    }),
    last_run: row.last_run,
    waiting: row.waiting,
    day: toDay(hours),
  };
}

function toDay(counts: readonly HourCount[]): WorkflowSummary['day'] {
  const byHour = new Map(counts.map(({ hour, success, failed, other }) => [hour, { success, failed, other }]));
  const hours = Array.from({ length: HOURS }, (_, hour) => byHour.get(hour) ?? { success: 0, failed: 0, other: 0 });
  const sum = (count: (hour: (typeof hours)[number]) => number) =>
    hours.reduce((total, hour) => total + count(hour), 0);
  return {
    total: sum(({ success, failed, other }) => success + failed + other),
    failed: sum(({ failed }) => failed),
    hours,
  };
}
