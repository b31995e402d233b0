import type { Generated } from 'kysely';
import type { Json } from '../platform/postgres/column-types.ts';

export interface AuditTables {
  audit_events: AuditEventsTable;
}

interface AuditEventsTable {
  id: string;
  at: Generated<Date>;
  actor_id: string | null;
  actor_name: string;
  actor_email: string;
  via: 'session' | 'key' | 'command' | 'none' | 'link' | 'slack';
  key_id: string | null;
  key_name: string | null;
  address: string | null;
  action: string;
  subject_kind: string;
  subject_id: string | null;
  subject_name: string;
  details: Json<Record<string, unknown>>;
}
