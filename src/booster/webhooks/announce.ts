/** Writes down what happened, and who is to be told of it, in the transaction of the change itself. */
import type { Query } from '../../database.ts';
import { newId } from '../../platform/ids.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import {
  type Announce,
  type BoosterEvent,
  type EventCause,
  type EventSubject,
  type StartsRuns,
  startRunsJob,
} from '../events.ts';
import { deliverLane, type LaneJob, laneJob, laneKey } from './lane.ts';
import { subjectId, toEventData } from './message.ts';
import { findSubscribers, type Subscriber } from './subscriptions.ts';

/** Rows of one statement: a thousand files may be deleted at once, and each row has several parameters. */
const ROWS = 1000;

const BY_NO_RUN: EventCause = { triggerDepth: 0, rootId: null };

export interface AnnounceServices {
  jobs: Pick<Jobs, 'enqueueMany'>;
  startsRuns: StartsRuns;
}

export function createAnnounce({ jobs, startsRuns }: AnnounceServices): Announce {
  return async (transaction, panel, events, cause = BY_NO_RUN) => {
    const starting = new Map<EventSubject, boolean>();
    for (const subject of new Set(events.map(subjectKind))) {
      starting.set(subject, await startsRuns(transaction, panel.id, subject, cause));
    }
    const told = events
      .map(event => ({
        event,
        subscribers: findSubscribers(panel.webhooks, event.type),
        startsRuns: starting.get(subjectKind(event)) ?? false,
      }))
      .filter(({ subscribers, startsRuns }) => subscribers.length > 0 || startsRuns);
    // All that one request changes is one cause.
    const rootId = cause.rootId ?? newId();
    for (const some of splitIntoBatches(told)) {
      const { toDeliver, toStart } = await insertEvents(transaction, panel.id, some, { cause, rootId });
      await jobs.enqueueMany(startRunsJob, toStart, { transaction });
      const lanes = new Map(toDeliver.map(lane => [laneKey(lane), lane]));
      // Without their keys: transactions that announce the same lanes would wait for each other, in a circle even.
      // A lane can bear several jobs at once.
      await jobs.enqueueMany(deliverLane, [...lanes.values()], { transaction });
    }
  };
}

interface Told {
  event: BoosterEvent;
  subscribers: readonly Subscriber[];
  startsRuns: boolean;
}

interface InsertedEvents {
  toDeliver: LaneJob[];
  toStart: { event_id: number }[];
}

function subjectKind(event: BoosterEvent): EventSubject {
  return 'file' in event ? 'file' : 'record';
}

async function insertEvents(
  transaction: Query,
  panelId: string,
  told: readonly Told[],
  { cause, rootId }: { cause: EventCause; rootId: string },
): Promise<InsertedEvents> {
  const rows = await transaction
    .insertInto('booster_events')
    .values(
      told.map(({ event, startsRuns }) => ({
        panel_id: panelId,
        subject: subjectId(event),
        type: event.type,
        data: JSON.stringify(toEventData(event)),
        trigger_depth: cause.triggerDepth,
        root_id: rootId,
        by_run: cause.rootId !== null,
        starts_runs: startsRuns,
      })),
    )
    .returning('id')
    .execute();
  // Ids rise in the order of the rows; in which order they are returned is not promised.
  const ids = rows.map(({ id }) => id).toSorted((one, other) => one - other);
  const deliveries = told.flatMap(({ event, subscribers }, index) =>
    subscribers.map(subscriber => ({
      id: newId(),
      event_id: Number(ids[index]),
      panel_id: panelId,
      subject: subjectId(event),
      ...subscriber,
    })),
  );
  for (const some of splitIntoBatches(deliveries))
    await transaction.insertInto('booster_deliveries').values(some).execute();
  return {
    toDeliver: deliveries.map(laneJob),
    toStart: told.flatMap(({ startsRuns }, index) => (startsRuns ? [{ event_id: Number(ids[index]) }] : [])),
  };
}

function splitIntoBatches<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / ROWS) }, (_, run) => items.slice(run * ROWS, (run + 1) * ROWS));
}
