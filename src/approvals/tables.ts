import type { Generated } from 'kysely';
import type { CreatedAt, Json, JsonWithDefault, NullableJson, UpdatedAt } from '../platform/postgres/column-types.ts';
import type { ApprovalStatus } from './schemas.ts';

/** `voted`: the assignee has decided, and the approval waits for others. */
export type AssigneeStatus = ApprovalStatus | 'voted';

export interface ApprovalTables {
  approvals: ApprovalsTable;
  approval_assignees: ApprovalAssigneesTable;
  approval_tallies: { user_id: string; status: AssigneeStatus; items: number; gathered: Generated<boolean> };
  approval_decisions: ApprovalDecisionsTable;
  approval_messages: ApprovalMessagesTable;
}

export type Decider = { id: string; email: string; name: string };

/** Somebody passed their part on to somebody else. */
export interface Delegation {
  from: Decider;
  to: Decider;
  at: number;
}

interface ApprovalsTable {
  id: string;
  run_id: string;
  node_id: string;
  iteration: number[];
  position: number;
  started_at: Date;
  workflow_id: string;
  workflow_name: string;
  organization_id: string | null;
  status: Generated<ApprovalStatus>;
  title: string;
  message: string;
  form_schema: NullableJson<Record<string, unknown>>;
  form_values: Json<Record<string, unknown>>;
  allow_reject: boolean;
  assignee_user_ids: string[];
  expires_at: Date;
  timeout_continues: boolean;
  decision_data: JsonWithDefault<Record<string, unknown>>;
  comment: Generated<string>;
  decided_by: NullableJson<Decider>;
  decided_at: Generated<Date | null>;
  created_at: CreatedAt;
  created_by: string;
  updated_at: UpdatedAt;
  /** Whether more than one decision may be needed. Then each is a row of `approval_decisions`. */
  several: Generated<boolean>;
  /** Null: everybody who was asked. */
  required: Generated<number | null>;
  reject_after: Generated<number>;
  /** Who has decided while it waits for others, in this order. */
  voter_ids: Generated<string[]>;
  /** Whether the user of the run may not decide. */
  excludes_starter: Generated<boolean>;
  /** Whether the link in a mail decides without signing in. */
  by_link: Generated<boolean>;
  /** The first one first. */
  delegations: JsonWithDefault<Delegation[]>;
  /** Null: nobody is reminded. */
  remind_hours: Generated<number | null>;
  remind_at: Generated<Date | null>;
  /** How many reminders there were. */
  reminders: Generated<number>;
  /** Null: nobody else is asked, or they have been. */
  escalate_at: Generated<Date | null>;
  /** Who is asked then; afterwards, who was. */
  escalate_user_ids: Generated<string[]>;
}

interface ApprovalAssigneesTable {
  approval_id: string;
  user_id: string;
  status: AssigneeStatus;
  created_at: Date;
}

interface ApprovalDecisionsTable {
  approval_id: string;
  user_id: string;
  decision: 'approved' | 'rejected';
  data: Json<Record<string, unknown>>;
  comment: string;
  decided_by: Json<Decider>;
  decided_at: Date;
  file_ids: string[];
}

interface ApprovalMessagesTable {
  id: string;
  approval_id: string;
  channel: 'slack' | 'teams';
  credential_id: string;
  /** A channel or an e-mail address; '' for an incoming webhook. */
  recipient: string;
  posted_as: Generated<string | null>;
  posted_at: Generated<Date | null>;
  shown_status: Generated<string>;
}
