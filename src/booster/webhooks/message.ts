/** What a webhook is sent of an event. Pure. */

import type { BoosterEvent } from '../events.ts';
import type { BoosterRecord } from '../records/records.ts';
import type { StoredFile } from '../storage/stored-file.ts';
import type { PanelRow } from '../tables.ts';

/** Gives a file the links of now: those of the event's own time may be over when it is told. */
export type WithLinks = (panel: PanelRow, file: StoredFile) => StoredFile;

/** What `booster_events.data` holds. */
export type EventData =
  | Pick<Extract<BoosterEvent, { file: unknown }>, 'reason' | 'file'>
  | Pick<Extract<BoosterEvent, { record: unknown }>, 'record' | 'previous'>;

export interface StoredEvent {
  type: string;
  data: EventData;
  happenedAt: Date;
}

export function toEventData(event: BoosterEvent): EventData {
  return 'file' in event
    ? { reason: event.reason, file: event.file }
    : { record: event.record, previous: event.previous };
}

/** Of what the database gave back. */
export function isEventData(data: unknown): data is EventData {
  return typeof data === 'object' && data !== null && ('file' in data || 'record' in data);
}

/** The file's id or the record's key. */
export function subjectId(event: BoosterEvent): string {
  return 'file' in event ? event.file.id : latestRecord(event).key;
}

export function buildBody({ type, data, happenedAt }: StoredEvent, panel: PanelRow, withLinks: WithLinks): string {
  const about =
    'file' in data ? { file: withCurrentLinks(type, data.file, panel, withLinks) } : { record: latestRecord(data) };
  return JSON.stringify({ type, timestamp: happenedAt.toISOString(), data: { panel_id: panel.id, ...about } });
}

/** Of a deleted record, what it was. */
export function latestRecord({ record, previous }: { record: BoosterRecord | null; previous: BoosterRecord | null }) {
  const known = record ?? previous;
  if (!known) throw new Error('an event tells of no record');
  return known;
}

/** As it is told: with the links of now, or none where they would lead nowhere. */
export function withCurrentLinks(type: string, file: StoredFile, panel: PanelRow, withLinks: WithLinks): StoredFile {
  return type === 'file.deleted' ? { ...file, url: null, download_url: null } : withLinks(panel, file);
}
