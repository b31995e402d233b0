import type { Generated } from 'kysely';
import type { CreatedAt, Json, JsonWithDefault, UpdatedAt } from '../platform/postgres/column-types.ts';
import type { Changes } from './changes.ts';
import type { GroupShare, Origin, UserShare } from './schemas.ts';

export interface WorkflowTables {
  workflows: WorkflowsTable;
  workflow_revisions: RevisionsTable;
  workflow_versions: VersionsTable;
  workflow_triggers: TriggersTable;
}

interface WorkflowsTable {
  id: string;
  name: string;
  description: string;
  organization_id: string | null;
  group_id: Generated<string | null>;
  definition: Json<unknown>;
  sharing: JsonWithDefault<UserShare[]>;
  group_sharing: JsonWithDefault<GroupShare[]>;
  published_version: Generated<number | null>;
  published_at: Generated<Date | null>;
  active: Generated<boolean>;
  run_as: Generated<string | null>;
  signing_secret: Generated<string | null>;
  created_at: CreatedAt;
  created_by: string;
  updated_at: UpdatedAt;
  updated_by: string;
  /** Set when the workflow is deleted for everybody, but its rows are still being deleted in the background. */
  deleted_at: Generated<Date | null>;
}

interface RevisionsTable {
  id: string;
  workflow_id: string;
  number: Generated<number>;
  origin: Origin;
  changes: Json<Changes>;
  restored_from: string | null;
  definition: Json<unknown>;
  nodes: number;
  edges: number;
  created_at: CreatedAt;
  created_by: string;
  updated_at: UpdatedAt;
}

interface VersionsTable {
  workflow_id: string;
  version: number;
  definition: Json<unknown>;
  note: string;
  created_at: CreatedAt;
  created_by: string;
}

interface TriggersTable {
  id: string;
  workflow_id: string;
  node_id: string;
  type: string;
  params: Json<Record<string, unknown>>;
  secret: string | null;
  panel_id: string | null;
  next_run_at: Date | null;
  last_fired_at: Generated<Date | null>;
}
