/**
 * `/api/v1/panel/list`, `open` and `owners`: what people see of panels. Counts of files are kept by the database.
 * Records are counted in an index, and only up to a limit, so that a large panel does not make the list slow.
 */
import { sql } from 'kysely';
import { findGroupIds } from '../accounts/memberships.ts';
import { isAccessibleTo } from '../accounts/sharing/shares.ts';
import type { HeddleDatabase, Query } from '../database.ts';
import { entityNotFound } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import { endpointWith, everyone } from '../http/endpoint.ts';
import type { Sealer } from '../platform/sealing/sealing.ts';
import { splitWords } from '../query/search-words.ts';
import type { OpenedPanel, PanelList, PanelListQuery, PanelOwners, PanelSummary } from './panel-schemas.ts';
import * as schemas from './panel-schemas.ts';
import { mayUse, toPanel, type VisiblePanel, visiblePanels } from './panels.ts';

const PAGE = 50;
const MOST_COUNTED_RECORDS = 10_001;
const MOST_OWNERS = 1000;
const MOST_FOLDERS = 1000;

interface OverviewServices {
  database: HeddleDatabase;
  sealer: Sealer;
  directUpload: boolean;
  linkMinutes: number;
}

const endpoint = endpointWith<OverviewServices>();

export const overviewEndpoints = [
  endpoint({
    path: '/api/v1/panel/list',
    summary: 'Lists panels with their owners and with what they contain',
    ...everyone,
    body: schemas.PanelListQuery,
    reply: schemas.PanelList,
    handle: ({ database, sealer }, { caller, body }) => listPanels(database.query, sealer, caller, body),
  }),
  endpoint({
    path: '/api/v1/panel/open',
    summary: 'Reads a panel with its owner, what it contains, and the workflows that its events start',
    ...everyone,
    body: schemas.PanelId,
    reply: schemas.OpenedPanel,
    handle: async ({ database: { query: db }, sealer, directUpload, linkMinutes }, { caller, body }) => {
      const groups = await findGroupIds(db, caller);
      const summary = await requireSummary(db, sealer, caller, groups, body.panel_id);
      const folders = await findFolders(db, summary.panel.id);
      const workflows = await findWatchingWorkflows(db, caller, groups, summary.panel.id);
      return { ...summary, direct_upload: directUpload, link_minutes: linkMinutes, folders, workflows };
    },
  }),
  endpoint({
    path: '/api/v1/panel/owners',
    summary: 'Lists the organizations and groups to which the caller may give a panel',
    ...everyone,
    body: schemas.NoParams,
    reply: schemas.PanelOwners,
    handle: ({ database }, { caller }) => findOwners(database.query, caller),
  }),
];

async function listPanels(db: Query, sealer: Sealer, caller: Caller, query: PanelListQuery): Promise<PanelList> {
  const groups = await findGroupIds(db, caller);
  const filtered = filterPanels(db, caller, groups, query);
  const { total } = await filtered
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await selectSummaries(filtered, caller, groups)
    .orderBy(sql`lower(panels.name)`)
    .orderBy('panels.id')
    .offset(query.skip ?? 0)
    .limit(query.limit ?? PAGE)
    .execute();
  return { total: Number(total), items: rows.map(row => toSummary(sealer, row)) };
}

async function requireSummary(
  db: Query,
  sealer: Sealer,
  caller: Caller,
  groups: ReadonlySet<string>,
  id: string,
): Promise<PanelSummary> {
  const row = await selectSummaries(visiblePanels(db, caller, groups), caller, groups)
    .where('panels.id', '=', id)
    .executeTakeFirst();
  if (!row) throw entityNotFound();
  return toSummary(sealer, row);
}

type Panels = ReturnType<typeof visiblePanels>;

function filterPanels(
  db: Query,
  caller: Caller,
  groups: ReadonlySet<string>,
  { text, ownership }: PanelListQuery,
): Panels {
  let filtered = visiblePanels(db, caller, groups);
  if (ownership) filtered = filtered.where(sql<boolean>`${isOwnedBy(caller, groups)} = ${ownership === 'mine'}`);
  for (const word of splitWords(text)) {
    filtered = filtered.where(
      sql<boolean>`(strpos(lower(panels.name), ${word}) > 0 OR EXISTS (SELECT FROM users WHERE users.id = panels.created_by
        AND (strpos(lower(users.name), ${word}) > 0 OR strpos(lower(users.email), ${word}) > 0)))`,
    );
  }
  return filtered;
}

function isOwnedBy({ userId }: Caller, groups: ReadonlySet<string>) {
  return sql<boolean>`(panels.created_by = ${userId}
    OR coalesce(panels.group_id = ANY (${[...groups]}::uuid[]), false))`;
}

interface SummaryColumns {
  owner_name: string;
  owner_email: string;
  owned: boolean;
  usable: boolean;
  files: number;
  size: number;
  records: number;
}

function selectSummaries(panels: Panels, caller: Caller, groups: ReadonlySet<string>) {
  return panels
    .innerJoin('users as owners', 'owners.id', 'panels.created_by')
    .leftJoin('booster_directories as roots', join =>
      join.onRef('roots.panel_id', '=', 'panels.id').on('roots.path', '=', ''),
    )
    .select(({ fn, val }) => [
      'owners.name as owner_name',
      'owners.email as owner_email',
      isOwnedBy(caller, groups).as('owned'),
      sql<boolean>`${mayUse(caller, groups)}`.as('usable'),
      fn.coalesce('roots.files_below', val(0)).as('files'),
      fn.coalesce('roots.bytes_below', val(0)).as('size'),
      sql<number>`(SELECT count(*)::integer FROM (
        SELECT FROM booster_records WHERE booster_records.panel_id = panels.id LIMIT ${MOST_COUNTED_RECORDS}
      ) AS counted)`.as('records'),
    ]);
}

function toSummary(sealer: Sealer, row: VisiblePanel & SummaryColumns): PanelSummary {
  return {
    panel: toPanel(sealer, row),
    owner: { id: row.created_by, name: row.owner_name, email: row.owner_email },
    owned: row.owned,
    may_use: row.usable,
    may_write: row.writable,
    files: Number(row.files),
    size: Number(row.size),
    records: row.records,
    created: row.created_at.getTime(),
    updated: row.updated_at.getTime(),
  };
}

async function findFolders(db: Query, panelId: string): Promise<OpenedPanel['folders']> {
  const rows = await db
    .selectFrom('booster_directories')
    .select(['name', 'files_below', 'bytes_below'])
    .where('panel_id', '=', panelId)
    .where('parent', '=', '')
    .orderBy('name')
    .limit(MOST_FOLDERS)
    .execute();
  return rows.map(row => ({ name: row.name, files: Number(row.files_below), size: Number(row.bytes_below) }));
}

const EVENTS = {
  'trigger.booster_record': ['created', 'changed', 'deleted'],
  'trigger.booster_file': ['stored', 'changed', 'deleted'],
} as const;

/** Only what is published has triggers, so drafts are not among them. */
async function findWatchingWorkflows(
  db: Query,
  caller: Caller,
  groups: ReadonlySet<string>,
  panelId: string,
): Promise<OpenedPanel['workflows']> {
  const rows = await db
    .selectFrom('workflow_triggers')
    .innerJoin('workflows', 'workflows.id', 'workflow_triggers.workflow_id')
    .select(['workflows.id', 'workflows.name', 'workflows.active'])
    .select(['workflow_triggers.node_id', 'workflow_triggers.type', 'workflow_triggers.params'])
    .where('workflow_triggers.panel_id', '=', panelId)
    .where('workflows.deleted_at', 'is', null)
    .where(isAccessibleTo('workflows', caller, groups))
    .orderBy(sql`lower(workflows.name)`)
    .orderBy('workflow_triggers.id')
    .execute();
  return rows.flatMap(({ type, params, ...row }) => {
    if (type !== 'trigger.booster_record' && type !== 'trigger.booster_file') return [];
    const watched = (name: 'collection' | 'folder') => (typeof params[name] === 'string' ? params[name] : '*');
    const { events } = params;
    return {
      ...row,
      type,
      collection: type === 'trigger.booster_record' ? watched('collection') : null,
      folder: type === 'trigger.booster_file' ? watched('folder') : null,
      events: Array.isArray(events) ? events.map(String) : [...EVENTS[type]],
    };
  });
}

/** The same rules as for changing the owner: administrators may name any, others only those to which they belong. */
async function findOwners(db: Query, { admin, userId }: Caller): Promise<PanelOwners> {
  const organizations = db
    .selectFrom('organizations')
    .select(['id', 'name'])
    .$if(!admin, query =>
      query.where('id', 'in', members =>
        members
          .selectFrom('organization_members')
          .select('organization_id')
          .where('user_id', '=', userId)
          .where('write', '=', true),
      ),
    );
  const groups = db
    .selectFrom('groups')
    .select(['id', 'name'])
    .$if(!admin, query =>
      query.where('id', 'in', members =>
        members.selectFrom('group_members').select('group_id').where('user_id', '=', userId),
      ),
    );
  return {
    organizations: await organizations.orderBy(sql`lower(name)`).orderBy('id').limit(MOST_OWNERS).execute(),
    groups: await groups.orderBy(sql`lower(name)`).orderBy('id').limit(MOST_OWNERS).execute(),
  };
}
