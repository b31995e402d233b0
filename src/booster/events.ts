/**
 * What happens to a panel's files and records. An event is written in the transaction of the change itself, so that it
 * is told exactly when that happened; who is to hear of it is told in the background, at least once, and of one file
 * or record in order.
 */
import type { Query } from '../database.ts';
import { defineJob } from '../platform/jobs/jobs.ts';
import type { BoosterRecord } from './records/records.ts';
import type { StoredFile } from './storage/stored-file.ts';
import type { PanelRow } from './tables.ts';

export type FileEventReason = 'upload' | 'update' | 'delete' | 'retention' | 'record';

export type BoosterEvent =
  | {
      type: 'file.stored' | 'file.changed' | 'file.deleted';
      reason: FileEventReason;
      /** Without links: they are made when it is told. */
      file: StoredFile;
    }
  | {
      type: 'record.created' | 'record.changed' | 'record.deleted';
      /** After the event; null when deleted. */
      record: BoosterRecord | null;
      /** Before the event; null when created. */
      previous: BoosterRecord | null;
    };

/** In the transaction of the change, while the file or record is held. */
export type Announce = (
  transaction: Query,
  panel: Pick<PanelRow, 'id' | 'webhooks'>,
  events: readonly BoosterEvent[],
  cause?: EventCause,
) => Promise<void>;

export interface EventCause {
  /** Of the runs that the events start: 0 unless a run that was started so made the change. */
  triggerDepth: number;
  /** What the run that made the change goes back to. Null: no run made it. */
  rootId: string | null;
}

export type EventSubject = 'file' | 'record';

/** Whether what happens now to the files, or to the records, of a panel starts a workflow. */
export type StartsRuns = (
  transaction: Query,
  panelId: string,
  subject: EventSubject,
  cause: EventCause,
) => Promise<boolean>;

/** Queues the runs that an event starts. It must not be lost: what fails is tried for about a day. */
export const startRunsJob = defineJob<{ event_id: number }>('triggers.booster-event', {
  attempts: 150,
  delaySeconds: 1,
});
