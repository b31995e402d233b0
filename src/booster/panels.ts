/** Panels, their settings, and who may see and change them. */
import { type Selectable, sql } from 'kysely';
import { findGroupIds } from '../accounts/memberships.ts';
import { chargeReservation, freeStorage, lockAccounts, reserve } from '../accounts/reservations.ts';
import { requireMembership } from '../accounts/sharing/rights.ts';
import { isAccessibleTo, shareColumns } from '../accounts/sharing/shares.ts';
import { recordAudit } from '../audit/record.ts';
import { explainForeignKeyViolation, type HeddleDatabase, type Query } from '../database.ts';
import { entityNotFound, panelChangedSince, permissionDenied } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import { newId, newSecret } from '../platform/ids.ts';
import { toStorableJson } from '../platform/postgres/storable-text.ts';
import type { Sealer } from '../platform/sealing/sealing.ts';
import { panelSubject, recordPanelChange } from './panel-audit.ts';
import type { Panel, PanelChanges, PanelUpdate, Webhook } from './panel-schemas.ts';
import { newWebhookSecret, openWebhooks, sealLinkSecret, sealWebhooks } from './panel-secrets.ts';
import { panelAccount } from './storage/files.ts';
import type { BoosterTables } from './tables.ts';

export type VisiblePanel = Selectable<BoosterTables['panels']> & { writable: boolean };

/** Selects the panels that the caller owns or that are shared with them, and whether they may change each. */
export function visiblePanels(db: Query, caller: Caller, groups: ReadonlySet<string>) {
  const panels = db
    .selectFrom('panels')
    .selectAll('panels')
    .select(sql<boolean>`${caller.admin ? sql`true` : mayUse(caller, groups, { write: true })}`.as('writable'))
    .where('panels.deleted_at', 'is', null);
  return caller.admin ? panels : panels.where(mayUse(caller, groups));
}

export interface PanelStore {
  database: HeddleDatabase;
  sealer: Sealer;
  /** The storage limit of panels whose settings name none. */
  limitMegabytes: number;
}

export async function createPanel(
  { database: { query: db }, sealer, limitMegabytes }: PanelStore,
  caller: Caller,
  { user_id = caller.userId, ...settings }: PanelChanges & { name: string; user_id?: string },
): Promise<Panel> {
  if (user_id !== caller.userId && !caller.admin) throw permissionDenied();
  await requireOwnership(db, caller, settings);
  const id = newId();
  const row = await db.transaction().execute(async transaction => {
    const panel = await transaction
      .insertInto('panels')
      .values({
        id,
        link_secret_sealed: sealLinkSecret(sealer, id, newSecret()),
        created_by: user_id,
        file_storage: toStorableJson({ enabled: true, limit_mb: limitMegabytes, folders: {} }),
        ...toPanelColumns(sealer, id, settings, limitMegabytes),
        name: settings.name,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch(explainForeignKeyViolation);
    await recordAudit(transaction, caller, { action: 'panel.create', subject: panelSubject(panel) });
    return panel;
  });
  return toPanel(sealer, { ...row, writable: true });
}

export async function updatePanel(
  { database: { query: db }, sealer, limitMegabytes }: PanelStore,
  caller: Caller,
  { id, if_updated, ...changes }: PanelUpdate,
): Promise<Panel> {
  await requirePanelWrite(db, caller, id);
  await requireOwnership(db, caller, changes);
  const row = await db.transaction().execute(async transaction => {
    const before = await lockPanelForUpdate(transaction, id);
    const known = before.updated_at.getTime();
    if (if_updated !== undefined && if_updated !== known) throw panelChangedSince();
    const after = await transaction
      .updateTable('panels')
      .set({ ...toPanelColumns(sealer, id, changes, limitMegabytes), updated_at: laterThan(known) })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch(explainForeignKeyViolation);
    await moveUsage(transaction, before, after);
    const withSecrets = (panel: typeof after) => ({ ...panel, webhooks: openWebhooks(sealer, panel) });
    await recordPanelChange(transaction, caller, withSecrets(before), withSecrets(after));
    return after;
  });
  return toPanel(sealer, { ...row, writable: true });
}

export function toPanel(sealer: Sealer, { writable, ...row }: VisiblePanel): Panel {
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
    webhooks: writable ? openWebhooks(sealer, row).map(({ url, events, secret }) => ({ url, events, secret })) : [],
  };
}

/** Two changes never have the same time, because `if_updated` tells them apart by it. */
function laterThan(timestamp: number): Date {
  return new Date(Math.max(Date.now(), timestamp + 1));
}

async function lockPanelForUpdate(transaction: Query, id: string): Promise<Selectable<BoosterTables['panels']>> {
  const panel = await transaction.selectFrom('panels').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!panel) throw entityNotFound();
  return panel;
}

/** Files take the quota of the panel's organization, if it has one, so they move when the panel moves to another. */
async function moveUsage(
  transaction: Query,
  before: Selectable<BoosterTables['panels']>,
  after: Selectable<BoosterTables['panels']>,
): Promise<void> {
  const [from, to] = [panelAccount(before), panelAccount(after)];
  if (from.id === to.id) return;
  await lockAccounts(transaction, [from, to]);
  const storage = await transaction
    .selectFrom('booster_directories')
    .select('bytes_below')
    .where('panel_id', '=', after.id)
    .where('path', '=', '')
    .executeTakeFirst();
  if (!storage) return;
  await chargeReservation(
    transaction,
    await reserve(transaction, to, 'storage', storage.bytes_below),
    storage.bytes_below,
  );
  await freeStorage(transaction, from, storage.bytes_below);
}

export async function requirePanelWrite(db: Query, caller: Caller, id: string): Promise<VisiblePanel> {
  const panel = await visiblePanels(db, caller, await findGroupIds(db, caller))
    .where('id', '=', id)
    .executeTakeFirst();
  if (!panel) throw entityNotFound();
  if (!panel.writable) throw permissionDenied();
  return panel;
}

/** Nobody may hand a panel to an organization or a group that they do not belong to. */
async function requireOwnership(db: Query, caller: Caller, { organization_id, group_id }: PanelChanges): Promise<void> {
  if (!caller.admin) await requireMembership(db, caller, { organization_id, group_id });
}

/** Owners may do everything. Any share allows the use of the panel, and one with `write` also its change. */
export function mayUse(
  user: Pick<Caller, 'userId' | 'email'>,
  groups: ReadonlySet<string>,
  right: { write?: true } = {},
) {
  return isAccessibleTo('panels', user, groups, right);
}

function toPanelColumns(
  sealer: Sealer,
  panelId: string,
  { file_storage, sharing, group_sharing, webhooks, ...columns }: PanelChanges,
  limitMegabytes: number,
) {
  return {
    ...columns,
    ...(file_storage && { file_storage: toStorableJson({ limit_mb: limitMegabytes, ...file_storage }) }),
    ...shareColumns({ sharing, group_sharing }),
    ...(webhooks && sealWebhooks(sealer, panelId, webhooks.map(withSecret))),
  };
}

function withSecret({
  secret = newWebhookSecret(),
  ...webhook
}: NonNullable<PanelChanges['webhooks']>[number]): Webhook {
  return { ...webhook, secret };
}
