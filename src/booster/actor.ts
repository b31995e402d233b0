/** On whose behalf a panel is changed, and what the audit log tells of the change. */
import { type NewAuditEvent, recordAudit, type Subject } from '../audit/record.ts';
import type { Query } from '../database.ts';
import type { Caller } from '../http/caller.ts';

export interface PanelActor {
  /** Called in the transaction of the change. */
  record(transaction: Query, event: NewAuditEvent): Promise<void>;
}

/** Leaves no entries: what the service does by itself follows from the settings, and what a step does is told by its run. */
export const SILENT_ACTOR: PanelActor = { record: async () => {} };

export function callerActor(caller: Caller): PanelActor {
  return { record: (transaction, event) => recordAudit(transaction, caller, event) };
}

export function fileSubject({ id, path }: { id: string; path: string }): Subject {
  return { kind: 'file', id, name: path };
}

export function recordSubject({ key, collection }: { key: string; collection: string }): Subject {
  return { kind: 'record', id: key, name: collection };
}
