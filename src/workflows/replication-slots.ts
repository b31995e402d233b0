/**
 * The slots that triggers of workflows made in databases of users, as publishing changes them and deployments show them.
 * `triggers/database-changes/` makes, reads and drops them.
 *
 *   none ── the trigger listens for the first time ──▶ of its trigger ── lost at the source ──▶ lost
 *                                                        │                                      │ published again
 *                                                        └── deactivated, trigger deleted ──▶ retired ──▶ dropped
 */
import { sql } from 'kysely';
import type { Query } from '../database.ts';

export const DATABASE_CHANGE_TRIGGER = 'trigger.database_change';

/** An inactive workflow must not keep the log of a database. A slot that was lost makes room for a new one. */
export async function retireSlots(transaction: Query, workflowId: string, active: boolean): Promise<void> {
  await sql`UPDATE replication_slots SET trigger_id = NULL
    WHERE workflow_id = ${workflowId} AND trigger_id IS NOT NULL AND (NOT ${active} OR lost_at IS NOT NULL)`.execute(
    transaction,
  );
}

/** Returns how many bytes of log the sources keep for the triggers of a workflow, by the id of the trigger. */
export async function readSlotLags(db: Query, workflowId: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ trigger_id: string; lag_bytes: string }>`
    SELECT trigger_id, lag_bytes FROM replication_slots
    WHERE workflow_id = ${workflowId} AND trigger_id IS NOT NULL AND lag_bytes IS NOT NULL`.execute(db);
  return new Map(rows.map(({ trigger_id, lag_bytes }) => [trigger_id, Number(lag_bytes)]));
}
