/** A replication slot in somebody's database, as its row says it. */
import type { DatabaseChangeParams } from '../../nodes/triggers/database-change.ts';

export interface SlotTarget {
  host: string;
  port: number;
  database: string;
  tls: boolean;
  credential: string;
}

export interface Slot {
  id: string;
  trigger_id: string | null;
  user_id: string;
  workflow_id: string | null;
  workflow_name: string;
  node_id: string;
  target: SlotTarget;
  made: boolean;
  lost_at: Date | null;
}

export function toTarget({ host, port = 5432, database, tls = true, credential }: DatabaseChangeParams): SlotTarget {
  return { host, port, database, tls, credential };
}

/** The name of the slot, and of the publication that says what is read from it. */
export function slotName({ id }: Pick<Slot, 'id'>): string {
  return `heddle_${id.replaceAll('-', '')}`;
}
