/** Background tasks of webhooks: delivering, and deleting old deliveries. */
import { sql } from 'kysely';
import type { HeddleDatabase, Query } from '../../database.ts';
import { defineJob, type Jobs } from '../../platform/jobs/jobs.ts';
import { defineTask, type Task } from '../../platform/jobs/task.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { OutboundHttp } from '../../platform/outbound/outbound.ts';
import { inBatches } from '../../platform/postgres/delete-in-batches.ts';
import type { Sealer } from '../../platform/sealing/sealing.ts';
import type { Lane } from './deliveries.ts';
import { countDeliveries, createLanes, deliverLane, laneJob } from './lane.ts';
import type { WithLinks } from './message.ts';

export interface BoosterWebhookServices {
  database: HeddleDatabase;
  http: OutboundHttp;
  metrics: Metrics;
  withLinks: WithLinks;
  sealer: Sealer;
}

const LANES_AT_ONCE = 20;
const KEPT_FOR = '7 days';
const BATCH = 1000;
/** Longer than a lane can wait for a slot of its host. */
const STALLED_AFTER = '2 hours';

export const wakeLanes = defineJob('booster.wake-lanes', { repeat: { everyMinutes: 10 } });

export function boosterWebhookTasks({ metrics, ...services }: BoosterWebhookServices): Task[] {
  const count = countDeliveries(metrics);
  return [
    {
      kind: deliverLane,
      start(jobs) {
        const deliver = createLanes({ ...services, count, jobs });
        jobs.work(deliverLane, { concurrency: LANES_AT_ONCE }, (lane, { signal }) => deliver(lane, signal));
      },
    },
    {
      kind: wakeLanes,
      start(jobs) {
        jobs.work(wakeLanes, { concurrency: 1 }, () => wakeStalledLanes(services.database.query, jobs));
      },
    },
    defineTask({
      kind: defineJob('booster.forget-deliveries', { repeat: { everyMinutes: 24 * 60, offsetMinutes: 4 * 60 + 41 } }),
      concurrency: 1,
      run: (_payload, { signal }) => deleteOldDeliveries(services.database.query, signal),
    }),
  ];
}

/**
 * Finds lanes that have lost their job. Only the age of the head counts: behind a head that is retried again and again,
 * other deliveries grow old, and such lanes must not crowd out those that have really stalled.
 */
export async function wakeStalledLanes(db: Query, jobs: Pick<Jobs, 'enqueueMany'>): Promise<void> {
  const { rows } = await sql<Lane & { url: string }>`
    SELECT panel_id, webhook, subject, url FROM (
      SELECT DISTINCT ON (webhook, subject, panel_id) * FROM booster_deliveries
      WHERE state = 'waiting' ORDER BY webhook, subject, panel_id, event_id) AS head
    WHERE created_at < now() - ${STALLED_AFTER}::interval
      AND (claimed_until IS NULL OR claimed_until < now() - ${STALLED_AFTER}::interval)
    LIMIT ${BATCH}`.execute(db);
  await jobs.enqueueMany(deliverLane, rows.map(laneJob));
}

/** A delivery that ended so long ago has an event that is at least as old, and events have an index by age. */
export async function deleteOldDeliveries(db: Query, signal: AbortSignal): Promise<void> {
  await inBatches(BATCH, signal, () =>
    sql`
      DELETE FROM booster_deliveries WHERE state <> 'waiting' AND id IN (
        SELECT delivery.id FROM booster_events AS event JOIN booster_deliveries AS delivery ON event_id = event.id
        WHERE event.created_at < now() - ${KEPT_FOR}::interval
          AND state <> 'waiting' AND updated_at < now() - ${KEPT_FOR}::interval
        LIMIT ${BATCH})`.execute(db),
  );
  await inBatches(BATCH, signal, () =>
    sql`
      DELETE FROM booster_events WHERE id IN (
        SELECT id FROM booster_events AS event
        WHERE created_at < now() - ${KEPT_FOR}::interval AND NOT starts_runs
          AND NOT EXISTS (SELECT FROM booster_deliveries WHERE event_id = event.id)
        LIMIT ${BATCH})`.execute(db),
  );
}
