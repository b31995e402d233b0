import type { EventData } from '../booster/webhooks/message.ts';

/** An event of a panel, with everything that starting runs needs. */
export interface TriggeringEvent {
  id: number;
  panelId: string;
  /** The type in `booster_events`, such as `record.created`. */
  type: string;
  data: EventData;
  triggerDepth: number;
  rootId: string | null;
  byRun: boolean;
  /** The date, by the clock of the database. */
  today: string;
}

/** A trigger of an active workflow. */
export interface WatchingTrigger {
  id: string;
  node_id: string;
  params: Record<string, unknown>;
  workflow_id: string;
  workflow_name: string;
  owner_id: string;
  run_as_id: string;
  run_as_email: string;
}
