import type { ColumnType, Generated } from 'kysely';
import type { CreatedAt, UpdatedAt } from '../platform/postgres/column-types.ts';
import type { VariableType } from './schemas.ts';

export interface VariableTables {
  variables: VariablesTable;
  workflow_variables: WorkflowVariablesTable;
}

interface VariablesTable {
  id: string;
  name: string;
  type: VariableType;
  /** JSON. */
  value: string;
  description: Generated<string>;
  /** Null when it belongs to an organization. */
  user_id: string | null;
  organization_id: string | null;
  /** The user or the organization. */
  owner_id: ColumnType<string, never, never>;
  created_at: CreatedAt;
  /** Null when the user was deleted. */
  created_by: string | null;
  updated_at: UpdatedAt;
  updated_by: string | null;
}

interface WorkflowVariablesTable {
  workflow_id: string;
  name: string;
  /** JSON. */
  value: string;
  updated_at: UpdatedAt;
}
