/** On whose behalf a panel is changed, and what the audit log tells of the change. */
import type { NewAuditEvent, Subject } from '../audit/record.ts';
import type { Query } from '../database.ts';

export interface PanelActor {
  /** Named in what is stored; null: the service itself. */
  userId: string | null;
  /** Called in the transaction of the change. */
  record(transaction: Query, event: NewAuditEvent): Promise<void>;
}

/** What the service does by itself follows from the settings. */
export const SERVICE_ACTOR: PanelActor = { userId: null, record: async () => {} };

/** Leaves no entries in the audit log, because the run of the step tells what it did. */
export function stepActor(userId: string): PanelActor {
  return { ...SERVICE_ACTOR, userId };
}

export function fileSubject({ id, path }: { id: string; path: string }): Subject {
  return { kind: 'file', id, name: path };
}

export function recordSubject({ key, collection }: { key: string; collection: string }): Subject {
  return { kind: 'record', id: key, name: collection };
}
