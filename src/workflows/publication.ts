/** What people want to know before they publish a draft. */
import { sql } from 'kysely';
import type { Query } from '../database.ts';
import { type Params, readDefinition } from '../engine/definition.ts';
import { readScheduleDays } from '../engine/schedule-days.ts';
import type { Caller } from '../http/caller.ts';
import { requireWorkflow, type WorkflowRow } from './access.ts';
import { compareDefinitions } from './changes.ts';
import type { Publication, VersionPerson, Versions, VersionsQuery } from './console-schemas.ts';
import { buildDeployment, type PublishingServices } from './publishing.ts';
import { previewOccurrences } from './triggers.ts';
import type { AddressedType } from './webhook-addresses.ts';

const SHOWN_TIMES = 5;

export async function readPublication(
  db: Query,
  caller: Caller,
  services: PublishingServices,
  workflowId: string,
): Promise<Publication> {
  const { workflow } = await requireWorkflow(db, caller, workflowId, 'write');
  const deployment = await buildDeployment(db, services, workflow);
  const published = await readPublished(db, workflow);
  return {
    deployment,
    published: published && {
      version: published.version,
      note: published.note,
      at: published.created_at.getTime(),
      by: { id: published.user_id, name: published.name, email: published.email },
      definition: published.definition,
    },
    changes: compareDefinitions(published?.definition, workflow.definition),
    authors: await readAuthors(db, workflowId, published),
    issues: await services.checker.findParamIssues(db, caller, workflow.definition, workflow),
    run_as: workflow.run_as === null ? null : await readPerson(db, workflow.run_as),
    conditions: await readConditions(db, workflowId),
    schedules: await previewSchedules(db, workflow, services),
    webhooks: listAddressed(workflow.definition, 'trigger.webhook', deployment.triggers),
    forms: listAddressed(workflow.definition, 'trigger.form', deployment.triggers),
  };
}

/** What the conditions of the published triggers have decided in the last day. */
async function readConditions(db: Query, workflowId: string): Promise<Publication['conditions']> {
  const { rows } = await sql<Publication['conditions'][number]>`
    SELECT node_id, coalesce(sum(filtered), 0)::integer AS filtered, coalesce(sum(failed), 0)::integer AS failed,
      (array_agg(problem ORDER BY decided_at DESC) FILTER (WHERE problem IS NOT NULL))[1] AS problem
    FROM workflow_triggers LEFT JOIN trigger_decisions
      ON trigger_id = workflow_triggers.id AND decided_at > now() - interval '1 day'
    WHERE workflow_id = ${workflowId} AND params::jsonb ? 'when'
    GROUP BY workflow_triggers.id ORDER BY node_id`.execute(db);
  return rows;
}

type PublishedVersion = NonNullable<Awaited<ReturnType<typeof readPublished>>>;

async function readPublished(db: Query, { id, published_version }: WorkflowRow) {
  if (published_version === null) return null;
  return db
    .selectFrom('workflow_versions as versions')
    .innerJoin('users', 'users.id', 'versions.created_by')
    .select(['versions.version', 'versions.note', 'versions.definition', 'versions.created_at'])
    .select(['versions.revision_number', 'users.id as user_id', 'users.name', 'users.email'])
    .where('versions.workflow_id', '=', id)
    .where('versions.version', '=', published_version)
    .executeTakeFirstOrThrow();
}

/** Counts the revisions of each author, those with the most first. */
async function readAuthors(
  db: Query,
  workflowId: string,
  published: PublishedVersion | null,
): Promise<Publication['authors']> {
  const since = !published
    ? sql``
    : published.revision_number === null
      ? sql`AND workflow_revisions.created_at > ${published.created_at}`
      : sql`AND workflow_revisions.number > ${published.revision_number}`;
  const { rows } = await sql<Publication['authors'][number]>`
    SELECT users.id, users.name, users.email, count(*)::integer AS revisions
    FROM workflow_revisions JOIN users ON users.id = workflow_revisions.created_by
    WHERE workflow_id = ${workflowId} ${since}
    GROUP BY users.id ORDER BY revisions DESC, users.email`.execute(db);
  return rows;
}

/** Lists the published versions, the newest first. */
export async function listVersions(
  db: Query,
  caller: Caller,
  { workflow_id, before, limit = 20 }: VersionsQuery,
): Promise<Versions> {
  await requireWorkflow(db, caller, workflow_id, 'write');
  const rows = await db
    .selectFrom('workflow_versions as versions')
    .innerJoin('users', 'users.id', 'versions.created_by')
    .select(['versions.version', 'versions.note', 'versions.created_at', 'users.id', 'users.name', 'users.email'])
    .where('versions.workflow_id', '=', workflow_id)
    .$if(before !== undefined, versions => versions.where('versions.version', '<', before ?? 0))
    .orderBy('versions.version', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ version, note, created_at, ...by }) => ({ version, note, at: created_at.getTime(), by }));
}

async function readPerson(db: Query, id: string): Promise<VersionPerson | null> {
  const person = await db.selectFrom('users').select(['id', 'name', 'email']).where('id', '=', id).executeTakeFirst();
  return person ?? null;
}

async function previewSchedules(
  db: Query,
  workflow: WorkflowRow,
  { checker: { limits }, holidays: reader }: PublishingServices,
): Promise<Publication['schedules']> {
  const after = new Date();
  const triggers = triggersOf(workflow.definition, 'trigger.schedule');
  const scoped = triggers.map(({ params }) => ({ scope: workflow, days: params.days }));
  const holidays = await reader.read(db, scoped);
  return triggers.map(({ id, params }, index) => {
    const cron = String(params.cron ?? '');
    const timezone = String(params.timezone ?? 'UTC');
    const options = { after, shortest: limits, days: readScheduleDays(params.days), holidays: holidays[index] };
    const { next_runs, error } = previewOccurrences(cron, timezone, options);
    return { node_id: id, cron, timezone, next_runs: next_runs.slice(0, SHOWN_TIMES), error };
  });
}

/** Lists the triggers of a type that has URLs. */
function listAddressed(
  draft: unknown,
  wanted: AddressedType,
  published: Publication['deployment']['triggers'],
): Publication['webhooks'] {
  return triggersOf(draft, wanted).map(({ id, name, params }) => {
    const trigger = published.find(({ node_id, type }) => node_id === id && type === wanted);
    const addressed = { node_id: id, name, url: trigger?.url ?? null, last_called_at: trigger?.last_fired_at ?? null };
    return { ...addressed, ...(wanted === 'trigger.webhook' && describeCalls(params)) };
  });
}

/** What differs from a webhook without params. The draft may have any. */
function describeCalls({ methods, reply, verify }: Params): Partial<Publication['webhooks'][number]> {
  const further = Array.isArray(methods) ? methods.filter(each => typeof each === 'string' && each !== 'POST') : [];
  const { scheme, addresses } = Object(verify);
  return {
    ...(further.length > 0 && { methods: ['POST', ...further] }),
    ...((reply === 'result' || reply === 'step') && { reply }),
    ...(typeof scheme === 'string' && { verify: scheme }),
    ...(Array.isArray(addresses) && { addresses: addresses.filter(each => typeof each === 'string') }),
  };
}

function triggersOf(draft: unknown, wanted: string) {
  return readDefinition(draft).nodes.filter(({ type }) => type === wanted);
}
