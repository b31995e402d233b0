import type { Generated } from 'kysely';
import type { CreatedAt, Json, JsonWithDefault, NullableJson, UpdatedAt } from '../platform/postgres/column-types.ts';
import type { ApprovalStatus } from './schemas.ts';

export interface ApprovalTables {
  approvals: ApprovalsTable;
  approval_assignees: ApprovalAssigneesTable;
  approval_tallies: { user_id: string; status: ApprovalStatus; items: number; gathered: Generated<boolean> };
}

export type Decider = { id: string; email: string; name: string };

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
}

interface ApprovalAssigneesTable {
  approval_id: string;
  user_id: string;
  status: ApprovalStatus;
  created_at: Date;
}
