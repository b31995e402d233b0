/**
 * The events of a panel's files and records. An event is written in the transaction of the change itself, so that it
 * exists exactly when the change happened. Subscribers are notified in the background, at least once, and in order for
 * each file or record.
 */
import type { Query } from '../database.ts';
import { defineJob } from '../platform/jobs/jobs.ts';
import type { BoosterRecord } from './records/schemas.ts';
import type { StoredFile } from './storage/stored-file.ts';
import type { PanelRow } from './tables.ts';

export type FileEventReason = 'upload' | 'update' | 'delete' | 'retention' | 'record';

export type BoosterEvent =
  | {
      type: 'file.stored' | 'file.changed' | 'file.deleted';
      reason: FileEventReason;
      /** Without links, which are created when a subscriber is notified. */
      file: StoredFile;
    }
  | {
      type: 'record.created' | 'record.changed' | 'record.deleted';
      /** The record after the event; null when it was deleted. */
      record: BoosterRecord | null;
      /** The record before the event; null when it was created. */
      previous: BoosterRecord | null;
    };

/**
 * Writes the events. Runs in the transaction of the change, while the panel or the record is locked. Returns the ids of the
 * first runs that the events start.
 */
export type Announce = (
  transaction: Query,
  panel: Pick<PanelRow, 'id' | 'webhooks'>,
  events: readonly BoosterEvent[],
  cause?: EventCause,
) => Promise<string[]>;

export interface EventCause {
  /** The depth of the runs that the events start: 0 unless a run that an event started made the change. */
  triggerDepth: number;
  /** The first cause of the run that made the change; null when no run made it. */
  rootId: string | null;
}

export type EventSubject = 'file' | 'record';

/** Finds out whether events of this panel's files, or of its records, start a workflow. Undefined: they start none. */
export type FindStarts = (
  transaction: Query,
  panelId: string,
  subject: EventSubject,
  cause: EventCause,
) => Promise<StartedBy | undefined>;

/**
 * Returns the ids that the runs of an event will have. The runs are queued by a job, which checks once more whether they may
 * start.
 */
export type StartedBy = (eventId: number, event: BoosterEvent) => string[];

/** Queues the runs that an event starts. They must not be lost, so a job that fails is retried for about a day. */
export const startRunsJob = defineJob<{ event_id: number }>('triggers.booster-event', {
  attempts: 150,
  delaySeconds: 1,
});
