/** Decides who may use a panel's database and files: its owners, and those with whom it is shared. */

import Type from 'typebox';
import { findGroupIds } from '../accounts/memberships.ts';
import type { HeddleDatabase, Query } from '../database.ts';
import { ApiError, panelNotFound, permissionDenied, validationError } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import { about } from '../http/described.ts';
import { type Call, Uuid } from '../http/endpoint.ts';
import { isUuid } from '../platform/ids.ts';
import { mayUse } from './panels.ts';
import type { PanelRow } from './tables.ts';

export const PanelHeader = Type.Object({ 'panel-id': about('The id of the panel that the request is about.', Uuid) });

/** Returns the panel that the header of the request names. */
export async function requireRequestedPanel(
  { database }: { database: HeddleDatabase },
  { caller, request }: Pick<Call, 'caller' | 'request'>,
): Promise<PanelRow> {
  const id = request.headers['panel-id'];
  if (!isUuid(id)) throw validationError('panel-id', 'must be a UUID');
  return requireUsablePanel(database.query, caller, id);
}

/**
 * Returns the panel that the body of a request of the console names. Who may use a panel over `/api/v3` may use it there. To
 * everybody else it does not exist, except to administrators: they see all panels, but not what is in them.
 */
export async function requireVisiblePanel(
  { database }: { database: HeddleDatabase },
  { caller, body }: Pick<Call<unknown, { panel_id: string }>, 'caller' | 'body'>,
): Promise<PanelRow> {
  return requireUsablePanel(database.query, caller, body.panel_id).catch(error => {
    throw error instanceof ApiError && error.status === 403 && !caller.admin ? panelNotFound() : error;
  });
}

export async function requireUsablePanel(
  db: Query,
  user: Pick<Caller, 'userId' | 'email'>,
  panelId: string,
): Promise<PanelRow> {
  const found = await db
    .selectFrom('panels')
    .selectAll()
    .where('id', '=', panelId)
    .where('enabled', '=', true)
    .executeTakeFirst();
  if (!found) throw panelNotFound();
  // The creator may always use the panel, whatever groups they are in.
  if (found.created_by === user.userId) return found;
  const shared = await db
    .selectFrom('panels')
    .select('id')
    .where('id', '=', panelId)
    .where(mayUse(user, await findGroupIds(db, user)))
    .executeTakeFirst();
  if (!shared) throw permissionDenied();
  return found;
}

/**
 * Reads the panel as it is now. The lock lasts until the transaction ends, and nobody else changes the panel or its
 * files meanwhile. Every change of files begins with this lock, so that limits are exact and deadlocks can not occur.
 */
export async function lockEnabledPanelForNoKeyUpdate(transaction: Query, panelId: string): Promise<PanelRow> {
  const panel = await lockPanelForNoKeyUpdate(transaction, panelId);
  if (!panel?.enabled) throw panelNotFound();
  return panel;
}

/** Does the same for a panel that may be disabled. */
export async function lockPanelForNoKeyUpdate(transaction: Query, panelId: string): Promise<PanelRow | undefined> {
  return transaction.selectFrom('panels').selectAll().where('id', '=', panelId).forNoKeyUpdate().executeTakeFirst();
}

/**
 * Reads the panel as it is now. It can not be deleted until the transaction ends, but everything else may happen to it.
 */
export async function lockEnabledPanelForKeyShare(transaction: Query, panelId: string): Promise<PanelRow> {
  const panel = await transaction
    .selectFrom('panels')
    .selectAll()
    .where('id', '=', panelId)
    .where('enabled', '=', true)
    .forKeyShare()
    .executeTakeFirst();
  if (!panel) throw panelNotFound();
  return panel;
}
