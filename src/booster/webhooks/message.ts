/** The message that a webhook is sent about an event. Pure. */

import type { BoosterEvent } from '../events.ts';
import type { BoosterRecord } from '../records/schemas.ts';
import type { StoredFile } from '../storage/stored-file.ts';
import type { PanelRow } from '../tables.ts';

/** Adds current links to a file: those from the time of the event may have expired when the message is sent. */
export type WithLinks = (panel: PanelRow, file: StoredFile) => StoredFile;

/** The contents of `booster_events.data`. */
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

/** Checks what the database returned. */
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

/** The record after the event, or before it when the record was deleted. */
export function latestRecord({ record, previous }: { record: BoosterRecord | null; previous: BoosterRecord | null }) {
  const known = record ?? previous;
  if (!known) throw new Error('an event has no record');
  return known;
}

/** Adds current links, but none to a deleted file, where they would lead nowhere. */
export function withCurrentLinks(type: string, file: StoredFile, panel: PanelRow, withLinks: WithLinks): StoredFile {
  return type === 'file.deleted' ? { ...file, url: null, download_url: null } : withLinks(panel, file);
}
