import type { Generated } from 'kysely';
import type { CreatedAt, UpdatedAt } from '../../platform/postgres/column-types.ts';

export interface WorkflowTestTables {
  workflow_tests: {
    id: string;
    workflow_id: string;
    name: string;
    trigger_node_id: string | null;
    /** JSON. */
    input: string;
    pins: string;
    expected: string;
    last_run_at: Generated<Date | null>;
    last_problems: Generated<string[] | null>;
    created_at: CreatedAt;
    created_by: string | null;
    updated_at: UpdatedAt;
    updated_by: string | null;
  };
}
