/** Delivers what waits in a lane, head by head. Any number of processes may work on one: each head is sent by one. */
import type { HeddleDatabase } from '../../database.ts';
import { retryDelaySeconds } from '../../platform/jobs/job-kind.ts';
import { defineJob, type Jobs } from '../../platform/jobs/jobs.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { OutboundHttp } from '../../platform/outbound/outbound.ts';
import {
  type Claim,
  claimDelivery,
  findHead,
  type Head,
  type Lane,
  recordCancelled,
  recordDelivered,
  recordRefused,
  releaseClaim,
} from './deliveries.ts';
import { createHostSlots } from './host-slots.ts';
import { buildBody, type WithLinks } from './message.ts';
import { send } from './sending.ts';
import { findWebhook } from './subscriptions.ts';

export type { Lane } from './deliveries.ts';

export interface LaneJob extends Lane {
  /** Where it leads. */
  host: string;
  /** How often it found no room at its host. */
  times_in_vain?: number;
}

/** Its waits are those between the tries of a delivery, too. As often as there is any hope: a lane has no other job. */
export const deliverLane = defineJob<LaneJob>('booster.deliver-webhooks', {
  attempts: 50,
  delaySeconds: 5,
  maxDelaySeconds: 3600,
});

export function laneJob({ panel_id, webhook, subject, url }: Lane & { url: string }): LaneJob {
  return { panel_id, webhook, subject, host: URL.parse(url)?.host ?? '' };
}

/** There is at most one job that waits for a lane's time. */
export function laneKey({ panel_id, webhook, subject }: Lane): string {
  return `${panel_id} ${webhook} ${subject}`;
}

export interface LaneServices {
  database: HeddleDatabase;
  http: OutboundHttp;
  jobs: Pick<Jobs, 'enqueue'>;
  withLinks: WithLinks;
  count(outcome: DeliveryOutcome): void;
  /** Of one request. */
  timeoutMs?: number;
  /** Lanes of one host in this process. */
  atOncePerHost?: number;
}

export type DeliveryOutcome = 'delivered' | 'refused' | 'failed' | 'cancelled';

export function countDeliveries(metrics: Metrics): LaneServices['count'] {
  const counter = metrics.counter('webhook_deliveries_total', 'Tries to deliver to webhooks of panels, by outcome', [
    'outcome',
  ]);
  return outcome => counter.inc({ outcome });
}

/** A long queue before a slow host must not be asking all the time. */
const NO_ROOM = { ...deliverLane, delaySeconds: 30 };
/** From a claim to the request and from its end to the record of it. */
const SPARE_SECONDS = 5;
/** Sent by one job; then the lane queues up again behind the others. */
const DELIVERIES_IN_A_ROW = 100;

export function createLanes(services: LaneServices): (job: LaneJob, signal: AbortSignal) => Promise<void> {
  const { jobs, timeoutMs = 15_000, atOncePerHost = 5 } = services;
  const { query: db } = services.database;
  const turns = createHostSlots<LaneJob>(atOncePerHost);

  return async ({ times_in_vain = 0, ...lane }, signal) => {
    if (!turns.enter(lane.host, laneKey(lane), lane)) {
      // Those inside go on with it. In case that they do not, because this process dies, it has a job all the same.
      const times = times_in_vain + 1;
      const startAfter = new Date(Date.now() + retryDelaySeconds(NO_ROOM, times) * 1000);
      return enqueueLane({ ...lane, times_in_vain: times }, startAfter);
    }
    try {
      for (let next: LaneJob | undefined = lane; next; next = turns.next(lane.host)) await workLane(next, signal);
    } catch (error) {
      turns.leave(lane.host);
      throw error;
    }
  };

  async function workLane(lane: LaneJob, signal: AbortSignal): Promise<void> {
    for (let count = 0; count < DELIVERIES_IN_A_ROW; count++) {
      signal.throwIfAborted();
      const head = await findHead(db, lane);
      if (!head) return;
      // Whoever holds it may have died: then the lane is ours when the claim is over.
      if (head.heldUntil) return enqueueLane(lane, head.heldUntil);
      const againAt = await deliver(head, lane, signal);
      if (againAt) return enqueueLane(lane, againAt);
    }
    return enqueueLane(lane);
  }

  function enqueueLane(lane: LaneJob, startAfter?: Date): Promise<void> {
    return jobs.enqueue(deliverLane, lane, { key: laneKey(lane), ...(startAfter && { startAfter }) });
  }

  /** Answers when the head is to be tried again; undefined when the lane has another head now, or none. */
  async function deliver(head: Head, lane: Lane, signal: AbortSignal): Promise<Date | null | undefined> {
    const claim = await claimDelivery(db, head.id, timeoutMs / 1000 + SPARE_SECONDS);
    if (!claim) return undefined;
    try {
      return await deliverClaimed(claim, lane, signal);
    } catch (error) {
      // Our own fault, or this process stops: no reason for anybody to wait until the claim is over.
      await releaseClaim(db, claim);
      throw error;
    }
  }

  async function deliverClaimed(claim: Claim, lane: Lane, signal: AbortSignal): Promise<Date | null | undefined> {
    const panel = await db.selectFrom('panels').selectAll().where('id', '=', lane.panel_id).executeTakeFirst();
    if (!panel) return undefined; // and with it the delivery
    const webhook = findWebhook(panel.webhooks, lane.webhook);
    if (!webhook) {
      if (await recordCancelled(db, claim)) services.count('cancelled');
      return undefined;
    }
    const body = buildBody(claim.event, panel, services.withLinks);
    const outcome = await send(services.http, { id: claim.id, ...webhook, body, timeoutMs, signal });
    if (outcome.accepted) {
      if (await recordDelivered(db, claim, outcome.status)) services.count('delivered');
      return undefined;
    }
    const backoffSeconds = retryDelaySeconds(deliverLane, claim.attempts + 1);
    const kept = await recordRefused(db, claim, outcome, Math.max(backoffSeconds, outcome.retryAfterSeconds));
    if (kept) services.count(kept.state === 'failed' ? 'failed' : 'refused');
    return kept?.againAt;
  }
}
