/** Finds the workflows that refer to a variable. */
import { type RawBuilder, sql } from 'kysely';
import { findGroupIds } from '../accounts/memberships.ts';
import { isAccessibleTo } from '../accounts/sharing/shares.ts';
import type { Query } from '../database.ts';
import type { Caller } from '../http/caller.ts';
import type { ReferringWorkflow } from './schemas.ts';

const MOST_WORKFLOWS = 100;

interface OwnedName {
  name: string;
  user_id: string | null;
  organization_id: string | null;
}

/** Only workflows of the owner can mean this variable, and the caller learns only of those that they may see. */
export async function findReferringWorkflows(
  db: Query,
  caller: Caller,
  { name, user_id, organization_id }: OwnedName,
): Promise<ReferringWorkflow[]> {
  const groups = await findGroupIds(db, caller);
  const pattern = referencePattern(name);
  const refers = (definition: RawBuilder<unknown>) => sql<boolean>`${definition}::text ~ ${pattern}`;
  const rows = await db
    .selectFrom('workflows')
    .select(['workflows.id', 'workflows.name'])
    .where('workflows.deleted_at', 'is', null)
    .where(
      organization_id === null
        ? sql<boolean>`workflows.organization_id IS NULL AND workflows.created_by = ${user_id}`
        : sql<boolean>`workflows.organization_id = ${organization_id}`,
    )
    .where(isAccessibleTo('workflows', caller, groups))
    .where(
      sql<boolean>`(${refers(sql`workflows.definition`)} OR EXISTS (
        SELECT FROM workflow_versions AS version WHERE version.workflow_id = workflows.id
          AND version.version = workflows.published_version AND ${refers(sql`version.definition`)}))`,
    )
    .orderBy(sql`lower(workflows.name)`)
    .orderBy('workflows.id')
    .limit(MOST_WORKFLOWS)
    .execute();
  return rows;
}

/** Matches `vars.name`, `vars['name']` and `vars["name"]` in the JSON of a definition, but not `input.vars.name`. */
function referencePattern(name: string): string {
  return `(^|[^.\\w])vars\\s*(\\.\\s*${name}\\M|\\[\\s*(\\\\"|')${name}(\\\\"|')\\s*\\])`;
}
