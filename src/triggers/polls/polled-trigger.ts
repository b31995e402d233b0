/** A trigger that is to be polled, and what a poll of it finds. */
import type { PollParams } from '../../nodes/triggers/poll.ts';

export interface PolledTrigger {
  /** An id of `workflow_triggers`. */
  id: string;
  node_id: string;
  params: PollParams;
  workflow_id: string;
  workflow_name: string;
  organization_id: string | null;
  owner_id: string;
  /** On whose behalf the tool is called. Disabled users poll nothing. */
  run_as_id: string;
  run_as_email: string;
  run_as_name: string;
  run_as_enabled: boolean;
  /** Which poll this is. Whoever holds an older one writes nothing. */
  lease: number;
  /** JSON. */
  cursor: string | null;
  /** Whether the items that existed at the beginning are known. */
  started: boolean;
  failures: number;
}

/** What became of a poll. */
export interface PollOutcome {
  polled_at: number;
  /** Items of the result, new ones, and those of them that started runs. */
  found: number;
  new: number;
  started: number;
  /** New items that wait for the next poll, because too many runs are queued. */
  left: number;
  /** Items that existed at the beginning, which `first` says to skip. */
  skipped: number;
  error: string | null;
}
