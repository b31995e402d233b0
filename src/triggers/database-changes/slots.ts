/**
 * The slot of each trigger, as a row that exists before the slot does and after it: whatever dies, a slot in somebody's
 * database is known until it is dropped there. `workflows/replication-slots.ts` draws the states.
 */
import { sql } from 'kysely';
import type { Notify } from '../../accounts/notifications.ts';
import type { HeddleDatabase } from '../../database.ts';
import { StepError } from '../../nodes/step.ts';
import { newId } from '../../platform/ids.ts';
import { jsonb, toStorableJson } from '../../platform/postgres/storable-text.ts';
import { notifyLag, notifyLost } from './notices.ts';
import type { Slot, SlotTarget } from './slot.ts';

export interface SlotServices {
  database: HeddleDatabase;
  notify: Notify;
}

const COLUMNS = sql`replication_slots.id, trigger_id, user_id, workflow_id, workflow_name, node_id, target, made, lost_at`;

/**
 * Returns the slot of a trigger, with those who use it now. One of another database is given up, and a new one begins.
 * Throws a StepError when the slot was lost.
 */
export async function openSlot({ database }: SlotServices, triggerId: string, target: SlotTarget): Promise<Slot> {
  const slot = await database.query.transaction().execute(async transaction => {
    await sql`SELECT FROM workflow_triggers WHERE id = ${triggerId} FOR KEY SHARE`.execute(transaction);
    await sql`UPDATE replication_slots SET trigger_id = NULL WHERE trigger_id = ${triggerId}
      AND (target ->> 'host', target ->> 'port', target ->> 'database')
        <> (${target.host}, ${String(target.port)}, ${target.database})`.execute(transaction);
    const { rows } = await sql<Slot>`
      INSERT INTO replication_slots (id, trigger_id, user_id, workflow_id, workflow_name, node_id, target)
      SELECT ${newId()}::uuid, workflow_triggers.id, run_as, workflows.id, name, node_id, ${jsonb(toStorableJson(target))}
      FROM workflow_triggers JOIN workflows ON workflows.id = workflow_id WHERE workflow_triggers.id = ${triggerId}
      ON CONFLICT (trigger_id) DO UPDATE SET user_id = excluded.user_id, workflow_name = excluded.workflow_name,
        target = excluded.target
      RETURNING ${COLUMNS}`.execute(transaction);
    return rows[0];
  });
  // The workflow was deleted meanwhile, which ends this listening.
  if (!slot) throw new StepError('The workflow does not exist any more');
  if (slot.lost_at) throw lostSlot();
  return slot;
}

export async function markMade({ database }: SlotServices, { id }: Slot): Promise<void> {
  await sql`UPDATE replication_slots SET made = true WHERE id = ${id}`.execute(database.query);
}

/** Throws, after the owner was told. Nothing more is read until the workflow is published or activated again. */
export async function giveUpLost({ database, notify }: SlotServices, slot: Slot): Promise<never> {
  await database.query.transaction().execute(async transaction => {
    const { rows } = await sql`UPDATE replication_slots SET lost_at = now() WHERE id = ${slot.id} AND lost_at IS NULL
      AND trigger_id IS NOT NULL RETURNING id`.execute(transaction);
    if (rows.length > 0) await notifyLost(notify, transaction, slot);
  });
  throw lostSlot();
}

function lostSlot(): StepError {
  return new StepError(
    'The replication slot of this trigger was dropped or invalidated in the database, so changes were lost. Publish the ' +
      'workflow again, or deactivate and activate it, to begin anew with the changes from then on',
  );
}

/** Stores how much log the source keeps, and tells the owner once when that becomes too much. */
export async function recordLag(
  { database, notify }: SlotServices,
  slot: Slot,
  lagBytes: number,
  limitBytes: number,
): Promise<void> {
  await database.query.transaction().execute(async transaction => {
    const { rows } = await sql<{ lag_told: boolean }>`
      SELECT lag_told FROM replication_slots WHERE id = ${slot.id} FOR UPDATE`.execute(transaction);
    const [known] = rows;
    if (!known) return;
    const isNew = lagBytes > limitBytes && !known.lag_told;
    // It is told again only after much of it was read: a slot that stays around the limit is one problem.
    const isTold = isNew || (known.lag_told && lagBytes > limitBytes / 2);
    await sql`UPDATE replication_slots SET lag_bytes = ${Math.round(lagBytes)}, lag_told = ${isTold}
      WHERE id = ${slot.id}`.execute(transaction);
    if (isNew) await notifyLag(notify, transaction, slot, { lagBytes, limitBytes });
  });
}
