/** Writes events, and the deliveries to their subscribers, in the transaction of the change itself. */
import { fixedLimits } from '../../configuration/limits.ts';
import type { Query } from '../../database.ts';
import { newId } from '../../platform/ids.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { toStorableJson } from '../../platform/postgres/storable-text.ts';
import {
  type Announce,
  type BoosterEvent,
  type EventCause,
  type EventSubject,
  type FindStarts,
  type StartedBy,
  startRunsJob,
} from '../events.ts';
import { deliverLane, type LaneJob, laneJob, laneKey } from './lane.ts';
import { subjectId, toEventData } from './message.ts';
import { findSubscribers, type Subscriber } from './subscriptions.ts';

/** Rows of one statement. A thousand files may be deleted at once, and each row takes several parameters. */
const BATCH = 1000;

const NO_RUN: EventCause = { triggerDepth: 0, rootId: null };

interface AnnounceServices {
  jobs: Pick<Jobs, 'enqueueMany'>;
  findStarts: FindStarts;
}

export function createAnnounce({ jobs, findStarts }: AnnounceServices): Announce {
  return async (transaction, panel, events, cause = NO_RUN) => {
    const starts = new Map<EventSubject, StartedBy | undefined>();
    for (const subject of new Set(events.map(subjectKind))) {
      starts.set(subject, await findStarts(transaction, panel.id, subject, cause));
    }
    const relevant = events
      .map(event => ({
        event,
        subscribers: findSubscribers(panel.webhooks, event.type),
        startedBy: starts.get(subjectKind(event)),
      }))
      .filter(({ subscribers, startedBy }) => subscribers.length > 0 || startedBy !== undefined);
    // All changes of one request have the same first cause.
    const rootId = cause.rootId ?? newId();
    const runIds: string[] = [];
    for (const batch of splitIntoBatches(relevant)) {
      const { toDeliver, toStart } = await insertEvents(transaction, panel.id, batch, { cause, rootId });
      await jobs.enqueueMany(
        startRunsJob,
        toStart.map(({ eventId }) => ({ event_id: eventId })),
        { transaction },
      );
      for (const { eventId, event, startedBy } of toStart) {
        if (runIds.length < fixedLimits.run.namedInReply) runIds.push(...startedBy(eventId, event));
      }
      const lanes = new Map(toDeliver.map(lane => [laneKey(lane), lane]));
      // The jobs have no keys: transactions that enqueue the same keys would wait for each other and could deadlock.
      // Several jobs may work on one lane.
      await jobs.enqueueMany(deliverLane, [...lanes.values()], { transaction });
    }
    return runIds.slice(0, fixedLimits.run.namedInReply);
  };
}

interface RelevantEvent {
  event: BoosterEvent;
  subscribers: readonly Subscriber[];
  startedBy: StartedBy | undefined;
}

interface InsertedEvents {
  toDeliver: LaneJob[];
  toStart: { eventId: number; event: BoosterEvent; startedBy: StartedBy }[];
}

function subjectKind(event: BoosterEvent): EventSubject {
  return 'file' in event ? 'file' : 'record';
}

async function insertEvents(
  transaction: Query,
  panelId: string,
  events: readonly RelevantEvent[],
  { cause, rootId }: { cause: EventCause; rootId: string },
): Promise<InsertedEvents> {
  const rows = await transaction
    .insertInto('booster_events')
    .values(
      events.map(({ event, startedBy }) => ({
        panel_id: panelId,
        subject: subjectId(event),
        type: event.type,
        data: toStorableJson(toEventData(event)),
        trigger_depth: cause.triggerDepth,
        root_id: rootId,
        by_run: cause.rootId !== null,
        starts_runs: startedBy !== undefined,
      })),
    )
    .returning('id')
    .execute();
  // Ids increase in the order of the rows, but PostgreSQL does not guarantee the order of the returned ones.
  const ids = rows.map(({ id }) => id).toSorted((one, other) => one - other);
  const deliveries = events.flatMap(({ event, subscribers }, index) =>
    subscribers.map(subscriber => ({
      id: newId(),
      event_id: Number(ids[index]),
      panel_id: panelId,
      subject: subjectId(event),
      ...subscriber,
    })),
  );
  for (const batch of splitIntoBatches(deliveries))
    await transaction.insertInto('booster_deliveries').values(batch).execute();
  return {
    toDeliver: deliveries.map(laneJob),
    toStart: events.flatMap(({ event, startedBy }, index) =>
      startedBy ? [{ eventId: Number(ids[index]), event, startedBy }] : [],
    ),
  };
}

function splitIntoBatches<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / BATCH) }, (_, index) =>
    items.slice(index * BATCH, (index + 1) * BATCH),
  );
}
