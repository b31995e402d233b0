/**
 * Drops the slots that no trigger reads any more. A database may be down, so each is tried for some weeks; its owner is told
 * after some failures, because a slot that nobody reads keeps the log of its server.
 */
import { sql } from 'kysely';
import { fixedLimits } from '../../configuration/limits.ts';
import type { CredentialUses } from '../../credentials/contract.ts';
import { ApiError } from '../../errors.ts';
import { StepError } from '../../nodes/step.ts';
import { defineJob } from '../../platform/jobs/jobs.ts';
import { defineTask, type Task } from '../../platform/jobs/task.ts';
import { OutboundError } from '../../platform/outbound/outbound.ts';
import { permitServer, withConnection } from './connecting.ts';
import { notifyNotDropped } from './notices.ts';
import { type Slot, slotName } from './slot.ts';
import type { SlotServices } from './slots.ts';
import { dropSource } from './source.ts';

export interface DroppingServices extends SlotServices {
  credentials: CredentialUses;
}

interface RetiredSlot extends Slot {
  email: string;
  failures: number;
}

const { atOnce, atOncePerUser, leaseSeconds, againSeconds, retrySeconds, toldAfter, days } =
  fixedLimits.databaseChange.dropping;

export function dropSlotsTask(services: DroppingServices): Task {
  return defineTask({
    kind: defineJob('triggers.drop-slots', { repeat: { everyMinutes: 1 } }),
    concurrency: 1,
    async run(_payload, { signal }) {
      await retireOfDisabled(services);
      for (;;) {
        const slots = await takeRetired(services);
        if (slots.length === 0) return;
        await Promise.all(slots.map(slot => tryToDrop(services, slot, signal)));
      }
    },
  });
}

/** Nobody listens for users who are disabled. */
async function retireOfDisabled({ database }: DroppingServices): Promise<void> {
  await sql`UPDATE replication_slots SET trigger_id = NULL FROM users
    WHERE users.id = user_id AND NOT enabled AND trigger_id IS NOT NULL`.execute(database.query);
  await sql`UPDATE replication_slots SET retired_at = now() WHERE trigger_id IS NULL AND retired_at IS NULL`.execute(
    database.query,
  );
}

/** Takes some that are due for a while: first one of each user, then a second of each, and so on. */
async function takeRetired({ database }: DroppingServices): Promise<RetiredSlot[]> {
  const { rows } = await sql<RetiredSlot>`
    WITH due AS (
      SELECT id FROM (
        SELECT id, row_number() OVER (PARTITION BY user_id ORDER BY retry_at, id) AS place FROM replication_slots
        WHERE trigger_id IS NULL AND retry_at <= now()
      ) AS ranked WHERE place <= ${atOncePerUser} ORDER BY place, id LIMIT ${atOnce}
    )
    UPDATE replication_slots SET retry_at = now() + make_interval(secs => ${leaseSeconds}) FROM due, users
    WHERE replication_slots.id = due.id AND users.id = user_id AND retry_at <= now()
    RETURNING replication_slots.id, trigger_id, user_id, workflow_id, workflow_name, node_id, target, made, lost_at,
      failures, users.email`.execute(database.query);
  return rows;
}

async function tryToDrop(services: DroppingServices, slot: RetiredSlot, signal: AbortSignal): Promise<void> {
  const { credentials } = services;
  const user = { id: slot.user_id, email: slot.email };
  const place = { user, runId: null, workflowId: slot.workflow_id, nodeId: slot.node_id, markers: new Map() };
  const use = credentials.open({ ...place, signal });
  try {
    const server = await permitServer(slot.target, target => use.connect({ ...target, signal }));
    await withConnection(server, { replication: false, signal }, client => dropSource(client, slotName(slot)));
    await recordDropped(services, slot);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof StepError || error instanceof OutboundError || error instanceof ApiError)) throw error;
    await recordFailure(services, slot, use.redactText(error.message));
  }
}

/**
 * A process that lost the trigger while it was making the slot may have made it just now. So it is dropped once more, after
 * the time that making one may take.
 */
async function recordDropped({ database }: DroppingServices, { id }: RetiredSlot): Promise<void> {
  const isFinal = sql`retired_at < now() - make_interval(secs => ${againSeconds})`;
  await sql`DELETE FROM replication_slots WHERE id = ${id} AND ${isFinal}`.execute(database.query);
  await sql`UPDATE replication_slots SET failures = 0, retry_at = now() + make_interval(secs => ${againSeconds})
    WHERE id = ${id}`.execute(database.query);
}

async function recordFailure({ database, notify }: DroppingServices, slot: RetiredSlot, error: string): Promise<void> {
  const failures = slot.failures + 1;
  const delaySeconds = Math.min(retrySeconds.most, retrySeconds.first * 2 ** Math.min(failures - 1, 20));
  await database.query.transaction().execute(async transaction => {
    await sql`UPDATE replication_slots SET failures = ${failures}, retry_at = now() + make_interval(secs => ${delaySeconds})
      WHERE id = ${slot.id}`.execute(transaction);
    await sql`DELETE FROM replication_slots
      WHERE id = ${slot.id} AND retired_at < now() - make_interval(days => ${days})`.execute(transaction);
    // Of a slot that was never made, nothing may be left.
    if (failures === toldAfter && slot.made) await notifyNotDropped(notify, transaction, slot, error);
  });
}
