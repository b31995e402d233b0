/**
 * Who has which workflow open. Every tab of the console has a row, which the process that serves its stream renews. A tab
 * that is closed, or whose process is gone, disappears when its row expires.
 */
import { sql } from 'kysely';
import type { Query } from '../database.ts';
import type { Caller } from '../http/caller.ts';
import { requireWorkflow } from '../workflows/access.ts';

export interface Tab {
  userId: string;
  tabId: string;
}

/** A tab and the workflow that it shows. */
export interface OpenTab extends Tab {
  name: string;
  workflowId: string;
}

/** How long a tab is present after its row was last renewed. */
const PRESENT_SECONDS = 20;
/** How long it is present after its stream ended. Rows are renewed more often. */
const LEAVING_SECONDS = 5;
export const RENEW_MS = 3_000;

export async function setPresence(
  db: Query,
  caller: Caller,
  { tabId, workflowId }: { tabId: string; workflowId: string | null },
): Promise<void> {
  if (workflowId !== null) await requireWorkflow(db, caller, workflowId, 'read');
  await sql`
    INSERT INTO presence (user_id, tab_id, workflow_id, expires_at)
    VALUES (${caller.userId}, ${tabId}, ${workflowId}, now() + make_interval(secs => ${PRESENT_SECONDS}))
    ON CONFLICT (user_id, tab_id) DO UPDATE SET workflow_id = excluded.workflow_id, expires_at = excluded.expires_at
  `.execute(db);
}

/** Renews the rows of tabs, and deletes those that have expired, a few at a time. */
export async function renewPresence(db: Query, tabs: readonly Tab[]): Promise<void> {
  await sql`
    UPDATE presence SET expires_at = now() + make_interval(secs => ${PRESENT_SECONDS})
    FROM ${tabRows(tabs)} WHERE presence.user_id = tabs.user_id AND presence.tab_id = tabs.tab_id`.execute(db);
  await sql`
    DELETE FROM presence WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM presence WHERE expires_at < now() LIMIT 100 FOR UPDATE SKIP LOCKED
    ))`.execute(db);
}

/**
 * Lets a tab disappear soon. The tab may have reconnected to another process meanwhile, which then keeps its row by
 * renewing it.
 */
export async function leave(db: Query, { userId, tabId }: Tab): Promise<void> {
  await sql`
    UPDATE presence SET expires_at = now() + make_interval(secs => ${LEAVING_SECONDS})
    WHERE user_id = ${userId} AND tab_id = ${tabId}`.execute(db);
}

/** Returns all tabs that show one of the workflows which these tabs show. */
export async function findNeighbours(db: Query, tabs: readonly Tab[]): Promise<OpenTab[]> {
  const { rows } = await sql<OpenTab>`
    SELECT presence.user_id AS "userId", presence.tab_id AS "tabId", presence.workflow_id AS "workflowId", users.name
    FROM presence JOIN users ON users.id = presence.user_id
    WHERE presence.expires_at > now() AND presence.workflow_id IN (
      SELECT own.workflow_id FROM presence AS own, ${tabRows(tabs)}
      WHERE own.user_id = tabs.user_id AND own.tab_id = tabs.tab_id AND own.expires_at > now()
    )
    ORDER BY users.name, presence.user_id, presence.tab_id`.execute(db);
  return rows;
}

function tabRows(tabs: readonly Tab[]) {
  const userIds = tabs.map(({ userId }) => userId);
  const tabIds = tabs.map(({ tabId }) => tabId);
  return sql`unnest(${userIds}::uuid[], ${tabIds}::uuid[]) AS tabs (user_id, tab_id)`;
}
