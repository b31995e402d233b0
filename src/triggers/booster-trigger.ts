import type { EventData } from '../booster/webhooks/message.ts';

/** What happened, as triggers ask for it. */
export interface TriggeringEvent {
  id: number;
  panelId: string;
  /** As `booster_events` has it, such as `record.created`. */
  type: string;
  data: EventData;
  triggerDepth: number;
  rootId: string | null;
  byRun: boolean;
  /** The day, by the database's clock. */
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
