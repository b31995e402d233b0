/** Writes down who is to be told of an event, in the transaction of the change itself. */
import type { Query } from '../../database.ts';
import { newId } from '../../platform/ids.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Announce, BoosterEvent } from '../events.ts';
import { deliverLane, type LaneJob, laneJob, laneKey } from './lane.ts';
import { dataOf, subjectOf } from './message.ts';
import { type Subscriber, subscribersOf } from './subscriptions.ts';

/** Rows of one statement: a thousand files may be deleted at once, and each row has several parameters. */
const ROWS = 1000;

export function createAnnounce({ jobs }: { jobs: Pick<Jobs, 'enqueueMany'> }): Announce {
  return async (transaction, panel, events) => {
    const told = events
      .map(event => ({ event, subscribers: subscribersOf(panel.webhooks, event.type) }))
      .filter(({ subscribers }) => subscribers.length > 0);
    for (const some of inRuns(told)) {
      const toDeliver = await writeDown(transaction, panel.id, some);
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
}

async function writeDown(transaction: Query, panelId: string, told: readonly Told[]): Promise<LaneJob[]> {
  const rows = await transaction
    .insertInto('booster_events')
    .values(
      told.map(({ event }) => ({
        panel_id: panelId,
        subject: subjectOf(event),
        type: event.type,
        data: JSON.stringify(dataOf(event)),
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
      subject: subjectOf(event),
      ...subscriber,
    })),
  );
  for (const some of inRuns(deliveries)) await transaction.insertInto('booster_deliveries').values(some).execute();
  return deliveries.map(laneJob);
}

function inRuns<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / ROWS) }, (_, run) => items.slice(run * ROWS, (run + 1) * ROWS));
}
