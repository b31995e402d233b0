/** Finds things by their names for the command palette: what the user may see, a few of each kind. */
import { type SqlBool, sql } from 'kysely';
import { findGroupIds } from '../accounts/memberships.ts';
import { visibleAssistants } from '../assistants/assistants.ts';
import { visibleConversations } from '../assistants/listing.ts';
import { mayUse } from '../booster/panels.ts';
import { fixedLimits } from '../configuration/limits.ts';
import type { Query } from '../database.ts';
import type { Caller } from '../http/caller.ts';
import { visibleWorkflows } from '../workflows/access.ts';
import type { Found } from './schemas.ts';

const { found: MOST, panels: MOST_PANELS, scannedFiles: SCANNED_FILES } = fixedLimits.live;

/** Without a text, it finds what was changed last. */
export async function findByName(db: Query, caller: Caller, text: string): Promise<Found[]> {
  const wanted = text.trim();
  const groups = await findGroupIds(db, caller);
  const panelIds = await readPanelIds(db, caller, groups);
  return [
    ...(await findWorkflows(db, caller, groups, wanted)),
    ...(await findPanels(db, panelIds, wanted)),
    ...(wanted === '' ? [] : await findFiles(db, panelIds, wanted)),
    ...(await findAssistants(db, caller, groups, wanted)),
    ...(await findConversations(db, caller, wanted)),
  ];
}

type Groups = ReadonlySet<string>;

async function findWorkflows(db: Query, caller: Caller, groups: Groups, text: string): Promise<Found[]> {
  if (caller.workflowPermission === 'none') return [];
  const rows = await visibleWorkflows(db, caller, groups)
    .clearSelect()
    .select(['workflows.id', 'workflows.name'])
    .where(contains('workflows.name', text))
    .orderBy('workflows.updated_at', 'desc')
    .limit(MOST)
    .execute();
  return rows.map(({ id, name }) => ({ kind: 'workflow', id, name }));
}

/** Administrators see the settings of all panels, but files only where they may use the panel. */
async function readPanelIds(db: Query, caller: Caller, groups: Groups): Promise<string[]> {
  const rows = await db
    .selectFrom('panels')
    .select('panels.id')
    .where('panels.deleted_at', 'is', null)
    .where('panels.enabled', '=', true)
    .where(mayUse(caller, groups))
    .orderBy('panels.updated_at', 'desc')
    .limit(MOST_PANELS)
    .execute();
  return rows.map(({ id }) => id);
}

async function findPanels(db: Query, ids: readonly string[], text: string): Promise<Found[]> {
  const rows = await db
    .selectFrom('panels')
    .select(['id', 'name'])
    .where(sql<SqlBool>`id = ANY (${ids}::uuid[])`)
    .where(contains('panels.name', text))
    .orderBy('updated_at', 'desc')
    .limit(MOST)
    .execute();
  return rows.map(({ id, name }) => ({ kind: 'panel', id, name }));
}

/**
 * Finds names that begin with the text, for which there is an index, and then names that contain it. For these it looks
 * through so many files and no more, because a panel may have millions.
 */
async function findFiles(db: Query, panelIds: readonly string[], text: string): Promise<Found[]> {
  const { rows } = await sql<{ id: string; panel_id: string; path: string; name: string }>`
    WITH beginning AS (
      SELECT files.* FROM unnest(${panelIds}::uuid[]) AS panels (id) CROSS JOIN LATERAL (
        SELECT id, panel_id, path, name FROM booster_files
        WHERE panel_id = panels.id
          AND left(lower(name COLLATE "default"), 100) LIKE ${`${escapePattern(text.toLowerCase().slice(0, 100))}%`}
        LIMIT ${MOST}
      ) AS files LIMIT ${MOST}
    ),
    scanned AS (
      SELECT id, panel_id, path, name FROM booster_files
      WHERE panel_id = ANY (${panelIds}::uuid[]) AND (SELECT count(*) FROM beginning) < ${MOST} LIMIT ${SCANNED_FILES}
    )
    SELECT id, panel_id, path, name FROM (
      SELECT 0 AS rank, * FROM beginning
      UNION ALL
      SELECT 1, * FROM scanned WHERE ${contains('name', text)} AND id NOT IN (SELECT id FROM beginning)
    ) AS files
    ORDER BY rank, name, id LIMIT ${MOST}`.execute(db);
  return rows.map(({ id, panel_id, path, name }) => ({ kind: 'file', id, name, panel_id, path }));
}

async function findAssistants(db: Query, caller: Caller, groups: Groups, text: string): Promise<Found[]> {
  const rows = await visibleAssistants(db, caller, groups)
    .clearSelect()
    .select(['assistants.id', 'assistants.name'])
    .where('assistants.workflow_id', 'is', null)
    .where(contains('assistants.name', text))
    .orderBy('assistants.updated_at', 'desc')
    .limit(MOST)
    .execute();
  return rows.map(({ id, name }) => ({ kind: 'assistant', id, name }));
}

async function findConversations(db: Query, caller: Caller, text: string): Promise<Found[]> {
  const rows = await visibleConversations(db, caller)
    .clearSelect()
    .select(['conversations.id', 'conversations.title'])
    .where('conversations.run_id', 'is', null)
    .where(contains('conversations.title', text))
    .orderBy('conversations.created_at', 'desc')
    .limit(MOST)
    .execute();
  return rows.map(({ id, title }) => ({ kind: 'conversation', id, name: title }));
}

function contains(column: string, text: string) {
  return sql<SqlBool>`${sql.ref(column)} ILIKE ${`%${escapePattern(text)}%`}`;
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}
