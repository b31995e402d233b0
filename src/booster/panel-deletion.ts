/**
 * Deletes panels without blocking anybody. A panel with few files and records is deleted in one short transaction. A
 * panel with many is marked as deleted, which hides it from everybody at once, and a job deletes its contents in small
 * batches.
 */
import { sql } from 'kysely';
import { release } from '../accounts/reservations.ts';
import { recordAudit } from '../audit/record.ts';
import type { HeddleDatabase, Query } from '../database.ts';
import type { Caller } from '../http/caller.ts';
import { defineJob, type Jobs } from '../platform/jobs/jobs.ts';
import { defineTask, type Task } from '../platform/jobs/task.ts';
import { toStorableJson } from '../platform/postgres/storable-text.ts';
import { lockPanelForNoKeyUpdate } from './access.ts';
import { panelSubject } from './panel-audit.ts';
import { requirePanelWrite } from './panels.ts';

const deleteMarked = defineJob('booster.delete-marked-panels', { repeat: { everyMinutes: 10 } });

const MANY_ROWS = 500;
/** Rows that one transaction deletes. */
const BATCH = 500;

export async function deletePanel(
  { database: { query: db }, jobs }: { database: HeddleDatabase; jobs: Pick<Jobs, 'enqueue'> },
  caller: Caller,
  id: string,
): Promise<string> {
  const panel = await requirePanelWrite(db, caller, id);
  await db.transaction().execute(async transaction => {
    await lockPanelForNoKeyUpdate(transaction, panel.id);
    await deleteUploads(transaction, panel.id);
    await recordAudit(transaction, caller, { action: 'panel.delete', subject: panelSubject(panel) });
    if (await hasMany(transaction, panel.id)) {
      await transaction
        .updateTable('panels')
        .set({ deleted_at: sql<Date>`now()`, enabled: false, webhooks: toStorableJson([]) })
        .where('id', '=', panel.id)
        .execute();
      await jobs.enqueue(deleteMarked, {}, { transaction, key: 'marked' });
      return;
    }
    // Files go before the panel: while the panel exists, the database knows whose storage they took.
    await transaction.deleteFrom('booster_files').where('panel_id', '=', panel.id).execute();
    await transaction.deleteFrom('panels').where('id', '=', panel.id).execute();
  });
  return panel.id;
}

async function hasMany(transaction: Query, id: string): Promise<boolean> {
  const { rows } = await sql`
    (SELECT FROM booster_files WHERE panel_id = ${id} LIMIT ${MANY_ROWS + 1})
    UNION ALL (SELECT FROM booster_records WHERE panel_id = ${id} LIMIT ${MANY_ROWS + 1})`.execute(transaction);
  return rows.length > MANY_ROWS;
}

async function deleteUploads(transaction: Query, id: string): Promise<void> {
  const uploads = await transaction
    .deleteFrom('booster_uploads')
    .where('panel_id', '=', id)
    .returning('reservation')
    .execute();
  for (const { reservation } of uploads) await release(transaction, reservation);
}

export function panelDeletionTask({ query: db }: HeddleDatabase): Task {
  return defineTask({
    kind: deleteMarked,
    concurrency: 1,
    run: (_payload, { signal }) => deleteMarkedPanels(db, signal),
  });
}

async function deleteMarkedPanels(db: Query, signal: AbortSignal): Promise<void> {
  const marked = await db.selectFrom('panels').select('id').where('deleted_at', 'is not', null).execute();
  for (const { id } of marked) {
    // Nobody adds rows any more, because every change locks an enabled panel first.
    while (await deleteSome(db, id, 'booster_files')) signal.throwIfAborted();
    while (await deleteSome(db, id, 'booster_records')) signal.throwIfAborted();
    await db.deleteFrom('panels').where('id', '=', id).execute();
  }
}

/** Returns whether more rows may be left. */
async function deleteSome(db: Query, panelId: string, table: 'booster_files' | 'booster_records'): Promise<boolean> {
  return db.transaction().execute(async transaction => {
    // Every change of files begins with this lock, so that the counts of directories change in one order.
    await lockPanelForNoKeyUpdate(transaction, panelId);
    const { numAffectedRows } = await sql`
      DELETE FROM ${sql.table(table)} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${sql.table(table)} WHERE panel_id = ${panelId} LIMIT ${BATCH}
      ))`.execute(transaction);
    return Number(numAffectedRows ?? 0) > 0;
  });
}
