import type { ColumnType, Generated } from 'kysely';
import type { CreatedAt } from '../platform/postgres/column-types.ts';

export interface WaitTables {
  sent_events: SentEventsTable;
  run_waits: RunWaitsTable;
  run_calls: RunCallsTable;
}

interface SentEventsTable {
  id: string;
  organization_id: string | null;
  user_id: string | null;
  name: string;
  key: string;
  /** JSON. */
  data: string;
  woken: Generated<number>;
  woken_runs: Generated<string[]>;
  is_kept: Generated<boolean>;
  created_at: CreatedAt;
}

interface RunWaitsTable {
  run_id: string;
  node_id: string;
  iteration: number[];
  position: number;
  started_at: Date;
  kind: 'time' | 'call' | 'event';
  due_at: Date;
  is_held: boolean;
  timeout_continues: boolean;
  event_scope: string | null;
  event_name: string | null;
  event_key: string | null;
  event_id: ColumnType<string | null, undefined, string>;
}

interface RunCallsTable {
  id: string;
  run_id: string;
  node_id: string;
  iteration: number[];
  /** JSON. Null when the step has taken it. */
  input: string | null;
  file_ids: string[];
  request_key: string | null;
  request_hash: Buffer | null;
  created_at: CreatedAt;
}
