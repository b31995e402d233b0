/** On whose behalf a panel is changed, and what the audit log tells of the change. */
import { type NewAuditEvent, recordAudit, type Subject } from '../audit/record.ts';
import type { Query } from '../database.ts';
import type { Call } from '../http/endpoint.ts';
import { type Announce, NAMED_RUNS } from './events.ts';

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

/** The runs in a header. Proxies accept some 4,000 characters of all headers together. */
const RUNS_IN_HEADER = 20;

/** Changes a panel on behalf of the caller. A header of the answer names the first runs that the change starts. */
export async function changeFor<Services extends { actor: PanelActor; announce: Announce }, Result>(
  services: Services,
  { caller, response }: Pick<Call, 'caller' | 'response'>,
  change: (services: Services) => Promise<Result>,
): Promise<{ result: Result; startedRuns: string[] }> {
  const started: string[] = [];
  const announce: Announce = async (...args) => {
    const runIds = await services.announce(...args);
    started.push(...runIds);
    return runIds;
  };
  const record: PanelActor['record'] = (transaction, event) => recordAudit(transaction, caller, event);
  const result = await change({ ...services, announce, actor: { userId: caller.userId, record } });
  if (started.length > 0) response.header('x-started-runs', started.slice(0, RUNS_IN_HEADER).join(', '));
  return { result, startedRuns: started.slice(0, NAMED_RUNS) };
}

export function fileSubject({ id, path }: { id: string; path: string }): Subject {
  return { kind: 'file', id, name: path };
}

export function recordSubject({ key, collection }: { key: string; collection: string }): Subject {
  return { kind: 'record', id: key, name: collection };
}
