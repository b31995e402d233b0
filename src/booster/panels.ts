/** Panels: who may see and change them, and their settings. */
import { type Selectable, type SqlBool, sql } from 'kysely';
import { requireOrganizationWrite } from '../accounts/memberships.ts';
import { explainReference, type Query } from '../database.ts';
import { entityNotFound, permissionDenied } from '../errors.ts';
import type { Caller } from '../http/authentication.ts';
import { limits } from '../limits.ts';
import { newId, newSecret } from '../platform/ids.ts';
import type { Panel, PanelChanges } from './panel-schemas.ts';
import type { BoosterTables } from './tables.ts';

export type PanelRow = Selectable<BoosterTables['panels']> & { writable: boolean };

/** The panels that the caller owns or that are shared with them, each with whether they may change it. */
export function visiblePanels(db: Query, caller: Caller) {
  const panels = db
    .selectFrom('panels')
    .selectAll('panels')
    .select(sql<boolean>`(${mayWrite(caller)})`.as('writable'));
  return caller.admin ? panels : panels.where(sql<SqlBool>`(${owns(caller)} OR ${isSharedWith(caller, {})})`);
}

export async function createPanel(
  db: Query,
  caller: Caller,
  { user_id = caller.userId, ...given }: PanelChanges & { name: string; user_id?: string },
): Promise<Panel> {
  if (user_id !== caller.userId && !caller.admin) throw permissionDenied();
  await requireOwnership(db, caller, given);
  const row = await db
    .insertInto('panels')
    .values({
      id: newId(),
      created_by: user_id,
      file_storage: JSON.stringify(DEFAULT_FILE_STORAGE),
      ...columnsOf(given),
      name: given.name,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(explainReference);
  return panelOf({ ...row, writable: true });
}

export async function updatePanel(db: Query, caller: Caller, id: string, changes: PanelChanges): Promise<Panel> {
  await requireWrite(db, caller, id);
  await requireOwnership(db, caller, changes);
  const row = await db
    .updateTable('panels')
    .set({ ...columnsOf(changes), updated_at: new Date() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
    .catch(explainReference);
  if (!row) throw entityNotFound();
  return panelOf({ ...row, writable: true });
}

export async function deletePanel(db: Query, caller: Caller, id: string): Promise<string> {
  const panel = await requireWrite(db, caller, id);
  await db.deleteFrom('panels').where('id', '=', panel.id).execute();
  return panel.id;
}

export function panelOf({ writable, webhooks, ...row }: PanelRow): Panel {
  const { id, name, organization_id, group_id, enabled, database, file_storage, sharing, group_sharing } = row;
  return {
    id,
    name,
    organization_id,
    group_id,
    enabled,
    database,
    file_storage,
    sharing,
    group_sharing,
    webhooks: writable ? webhooks : [],
  };
}

const DEFAULT_FILE_STORAGE = { enabled: true, limit_mb: limits.panel.defaultMegabytes, folders: {} };

async function requireWrite(db: Query, caller: Caller, id: string): Promise<PanelRow> {
  const panel = await visiblePanels(db, caller).where('id', '=', id).executeTakeFirst();
  if (!panel) throw entityNotFound();
  if (!panel.writable) throw permissionDenied();
  return panel;
}

/** Nobody hands a panel to an organization or a group that they have no part in. */
async function requireOwnership(db: Query, caller: Caller, { organization_id, group_id }: PanelChanges): Promise<void> {
  if (caller.admin) return;
  if (organization_id) await requireOrganizationWrite(db, organization_id, caller.userId);
  if (group_id) {
    const { rows } =
      await sql`SELECT FROM group_members WHERE group_id = ${group_id} AND user_id = ${caller.userId}`.execute(db);
    if (rows.length === 0) throw permissionDenied();
  }
}

function mayWrite(caller: Caller) {
  return caller.admin ? sql`true` : sql`${owns(caller)} OR ${isSharedWith(caller, { write: true })}`;
}

function owns({ userId }: Caller) {
  return sql`(panels.created_by = ${userId} OR panels.group_id IN (SELECT group_id FROM group_members WHERE user_id = ${userId}))`;
}

function isSharedWith({ userId, email }: Caller, right: { write?: true }) {
  const share = JSON.stringify([{ user_email: email.toLowerCase(), ...right }]);
  return sql`(panels.sharing @> ${share}::jsonb OR EXISTS (
    SELECT FROM group_members WHERE user_id = ${userId}
    AND panels.group_sharing @> jsonb_build_array(jsonb_build_object('group_id', group_id) || ${JSON.stringify(right)}::jsonb)))`;
}

function columnsOf({ file_storage, sharing, group_sharing, webhooks, ...columns }: PanelChanges) {
  return {
    ...columns,
    ...(file_storage && { file_storage: JSON.stringify(file_storage) }),
    ...(sharing && {
      sharing: JSON.stringify(sharing.map(share => ({ ...share, user_email: share.user_email.toLowerCase() }))),
    }),
    ...(group_sharing && {
      group_sharing: JSON.stringify(group_sharing.map(share => ({ ...share, group_id: share.group_id.toLowerCase() }))),
    }),
    ...(webhooks && {
      webhooks: JSON.stringify(webhooks.map(webhook => ({ ...webhook, secret: webhook.secret ?? newWebhookSecret() }))),
    }),
  };
}

/** As the Standard Webhooks specification writes them. */
function newWebhookSecret(): string {
  return `whsec_${Buffer.from(newSecret(32), 'base64url').toString('base64')}`;
}
