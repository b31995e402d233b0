/**
 * Delivers what waits in a lane, head by head. Several processes may work on one lane, but only one sends each head.
 */
import type { HeddleDatabase } from '../../database.ts';
import { jobRetrySeconds } from '../../platform/jobs/job-kind.ts';
import { defineJob, type Jobs } from '../../platform/jobs/jobs.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { OutboundHttp } from '../../platform/outbound/outbound.ts';
import type { Sealer } from '../../platform/sealing/sealing.ts';
import { openWebhooks } from '../panel-secrets.ts';
import {
  claimDelivery,
  findHead,
  type Lane,
  type LaneClaim,
  type LaneHead,
  recordCancelled,
  recordDelivered,
  recordRefused,
  releaseClaim,
} from './deliveries.ts';
import { createHostSlots } from './host-slots.ts';
import { buildBody, type WithLinks } from './message.ts';
import { sendDelivery } from './sending.ts';
import { findWebhook } from './subscriptions.ts';

export interface LaneJob extends Lane {
  /** The host of the webhook. */
  host: string;
  /** How often the job found no free slot for its host. */
  times_in_vain?: number;
}

/**
 * The delays are also those between the attempts of a delivery. There are many attempts because a lane may have no
 * other job.
 */
export const deliverLane = defineJob<LaneJob>('booster.deliver-webhooks', {
  attempts: 50,
  delaySeconds: 5,
  maxDelaySeconds: 3600,
});

export function laneJob({ panel_id, webhook, subject, url }: Lane & { url: string }): LaneJob {
  return { panel_id, webhook, subject, host: URL.parse(url)?.host ?? '' };
}

/** With this key, at most one job of a lane waits to be started. */
export function laneKey({ panel_id, webhook, subject }: Lane): string {
  return `${panel_id} ${webhook} ${subject}`;
}

export interface LaneServices {
  database: HeddleDatabase;
  http: OutboundHttp;
  jobs: Pick<Jobs, 'enqueue'>;
  withLinks: WithLinks;
  sealer: Sealer;
  count(outcome: DeliveryOutcome): void;
  /** The time limit of one request. */
  timeoutMs?: number;
  /** The lanes of one host that this process works on at once. */
  slotsPerHost?: number;
}

type DeliveryOutcome = 'delivered' | 'refused' | 'failed' | 'cancelled';

export function countDeliveries(metrics: Metrics): LaneServices['count'] {
  const counter = metrics.counter('webhook_deliveries_total', 'Tries to deliver to webhooks of panels, by outcome', [
    'outcome',
  ]);
  return outcome => counter.inc({ outcome });
}

/** The jobs of many lanes to one slow host must not keep starting in vain. */
const NO_SLOT = { ...deliverLane, delaySeconds: 30 };
/** The time that the claim must last beside the request itself, for what happens before and after it. */
const SPARE_SECONDS = 5;
/** After so many deliveries a job ends, and the lane queues up again behind the others. */
const DELIVERIES_IN_A_ROW = 100;

export function createLanes(services: LaneServices): (job: LaneJob, signal: AbortSignal) => Promise<void> {
  const { jobs, timeoutMs = 15_000, slotsPerHost = 5 } = services;
  const { query: db } = services.database;
  const slots = createHostSlots<LaneJob>(slotsPerHost);

  return async ({ times_in_vain = 0, ...lane }, signal) => {
    if (!slots.tryAcquire(lane.host, laneKey(lane), lane)) {
      // The holders of slots continue with the lane. It gets a job all the same, in case this process dies.
      const times = times_in_vain + 1;
      const startAfter = new Date(Date.now() + jobRetrySeconds(NO_SLOT, times) * 1000);
      return enqueueLane({ ...lane, times_in_vain: times }, startAfter);
    }
    try {
      for (let next: LaneJob | undefined = lane; next; next = slots.next(lane.host)) await workLane(next, signal);
    } catch (error) {
      slots.release(lane.host);
      throw error;
    }
  };

  async function workLane(lane: LaneJob, signal: AbortSignal): Promise<void> {
    for (let count = 0; count < DELIVERIES_IN_A_ROW; count++) {
      signal.throwIfAborted();
      const head = await findHead(db, lane);
      if (!head) return;
      // The process that claimed it may have died, so this lane continues when the claim expires.
      if (head.claimedUntil) return enqueueLane(lane, head.claimedUntil);
      const retryAt = await deliver(head, lane, signal);
      if (retryAt) return enqueueLane(lane, retryAt);
    }
    return enqueueLane(lane);
  }

  function enqueueLane(lane: LaneJob, startAfter?: Date): Promise<void> {
    return jobs.enqueue(deliverLane, lane, { key: laneKey(lane), ...(startAfter && { startAfter }) });
  }

  /** Returns when the head is to be retried; undefined when the lane has another head now, or none. */
  async function deliver(head: LaneHead, lane: Lane, signal: AbortSignal): Promise<Date | null | undefined> {
    const claim = await claimDelivery(db, head.id, timeoutMs / 1000 + SPARE_SECONDS);
    if (!claim) return undefined;
    try {
      return await deliverClaimed(claim, lane, signal);
    } catch (error) {
      // The fault is ours, or this process stops: nobody needs to wait until the claim expires.
      await releaseClaim(db, claim);
      throw error;
    }
  }

  async function deliverClaimed(claim: LaneClaim, lane: Lane, signal: AbortSignal): Promise<Date | null | undefined> {
    const panel = await db.selectFrom('panels').selectAll().where('id', '=', lane.panel_id).executeTakeFirst();
    // The delivery was deleted with its panel.
    if (!panel) return undefined;
    const webhook = findWebhook(openWebhooks(services.sealer, panel), lane.webhook);
    if (!webhook) {
      if (await recordCancelled(db, claim)) services.count('cancelled');
      return undefined;
    }
    const body = buildBody(claim.event, panel, services.withLinks);
    const outcome = await sendDelivery(services.http, { id: claim.id, ...webhook, body, timeoutMs, signal });
    if (outcome.accepted) {
      if (await recordDelivered(db, claim, outcome.status)) services.count('delivered');
      return undefined;
    }
    const backoffSeconds = jobRetrySeconds(deliverLane, claim.attempts + 1);
    const recorded = await recordRefused(db, claim, outcome, Math.max(backoffSeconds, outcome.retryAfterSeconds));
    if (recorded) services.count(recorded.state === 'failed' ? 'failed' : 'refused');
    return recorded?.retryAt;
  }
}
