/** Finds who uses tools, for people who are about to change or delete them. They learn only of what they may see. */
import { type RawBuilder, sql } from 'kysely';
import { findGroupIds } from '../accounts/memberships.ts';
import { isAccessibleTo } from '../accounts/sharing/shares.ts';
import { fixedLimits } from '../configuration/limits.ts';
import type { Query } from '../database.ts';
import type { Caller } from '../http/caller.ts';
import type { ToolUses, UsingWorkflow } from './schemas.ts';

const TOOLS_OF_DEFINITION = '$.nodes[*] ? (@.type == "tool.call").params.tool';
const { usedBy } = fixedLimits.connector;

/** Finds the workflows with steps that call one of these tools. */
export async function findUsesOfTools(db: Query, caller: Caller, tools: readonly string[]): Promise<UsingWorkflow[]> {
  if (tools.length === 0) return [];
  return findWorkflows(db, caller, tool => sql`${tool} = ANY (${tools}::text[])`);
}

/** Finds the workflows and assistants that use a tool whose name begins like this. */
export async function findUsesOfPrefix(db: Query, caller: Caller, prefix: string): Promise<ToolUses> {
  const isMeant = (tool: RawBuilder<unknown>) => sql`starts_with(${tool}, ${`${prefix}_`})`;
  return {
    workflows: await findWorkflows(db, caller, isMeant),
    assistants: await findAssistants(db, caller, isMeant),
  };
}

type IsMeant = (tool: RawBuilder<unknown>) => RawBuilder<unknown>;

async function findWorkflows(db: Query, caller: Caller, isMeant: IsMeant): Promise<UsingWorkflow[]> {
  const groups = await findGroupIds(db, caller);
  const visible = isAccessibleTo('workflows', caller, groups);
  const toolsIn = (definition: string) =>
    sql`jsonb_path_query(${sql.ref(definition)}::jsonb, ${sql.lit(TOOLS_OF_DEFINITION)})`;
  const { rows } = await sql<{ tool: string; id: string; name: string; draft: boolean; published: boolean }>`
    SELECT used.tool, workflows.id, workflows.name, bool_or(used.draft) AS draft, bool_or(NOT used.draft) AS published
    FROM workflows
    LEFT JOIN workflow_versions AS version
      ON version.workflow_id = workflows.id AND version.version = workflows.published_version
    CROSS JOIN LATERAL (
      SELECT ${toolsIn('workflows.definition')} #>> '{}' AS tool, true AS draft
      UNION ALL SELECT ${toolsIn('version.definition')} #>> '{}', false
    ) AS used
    WHERE workflows.deleted_at IS NULL AND ${visible} AND ${isMeant(sql.ref('used.tool'))}
    GROUP BY used.tool, workflows.id, workflows.name
    ORDER BY used.tool, lower(workflows.name), workflows.id
    LIMIT ${usedBy}`.execute(db);
  return rows.map(({ tool, id, name, draft, published }) => ({ tool, workflow: { id, name }, draft, published }));
}

async function findAssistants(db: Query, caller: Caller, isMeant: IsMeant): Promise<ToolUses['assistants']> {
  const visible = isAccessibleTo('assistants', caller, await findGroupIds(db, caller));
  const { rows } = await sql<{ tool: string; id: string; name: string }>`
    SELECT used.tool, assistants.id, assistants.name FROM assistants CROSS JOIN LATERAL unnest(tools) AS used (tool)
    WHERE ${visible} AND ${isMeant(sql.ref('used.tool'))}
    ORDER BY used.tool, lower(assistants.name), assistants.id
    LIMIT ${usedBy}`.execute(db);
  return rows.map(({ tool, id, name }) => ({ tool, assistant: { id, name } }));
}
