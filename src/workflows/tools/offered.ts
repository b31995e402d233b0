/** Finds the workflows that a user may run as tools, when their owners say so. */
import type { JSONValue } from '@modelcontextprotocol/server';
import { sql } from 'kysely';
import { rolesWith } from '../../accounts/roles.ts';
import type { Query } from '../../database.ts';
import type { Caller } from '../../http/caller.ts';
import { isObject } from '../../platform/is-object.ts';
import { calculateAccess, visibleWorkflows } from '../access.ts';
import { type ToolInputSchema, toolInputSchema } from './input-schema.ts';
import { ID_END_CHARACTERS } from './names.ts';

/** A workflow that can be run as a tool. */
export interface ToolWorkflow {
  id: string;
  name: string;
  /** For the model. */
  description: string;
  inputSchema: ToolInputSchema;
  isPublished: boolean;
}

/** Which workflows are tools: those whose settings say so, those of them that are published, or all that the user may run. */
export type OfferedWorkflows = 'offered' | 'published' | 'all';

interface Search {
  offered: OfferedWorkflows;
  /** The ids of the workflows, or their ends. By default, the oldest workflows are found. */
  ids?: readonly string[];
  idEnds?: readonly string[];
  limit?: number;
}

/** The limit of a manual trigger as JSON. Beyond it, the input may be any object. */
const TRIGGER_CHARACTERS = 20_000;

/**
 * Returns those of the workflows that can be run for the caller with the input of a manual trigger. The published version is
 * what runs and what counts, and the draft only where nothing is published. Definitions can be long, so no more is read of
 * them than the trigger and the setting.
 */
export async function findToolWorkflows(
  db: Query,
  caller: Caller,
  groups: ReadonlySet<string>,
  { offered, ids, idEnds, limit }: Search,
): Promise<ToolWorkflow[]> {
  if (ids?.length === 0 || idEnds?.length === 0 || caller.workflowPermission !== 'write') return [];
  const idEnd = sql<string>`right(workflows.id::text, ${sql.lit(ID_END_CHARACTERS)})`;
  const rows = await visibleWorkflows(db, caller, groups)
    .clearSelect()
    .select(['workflows.id', 'workflows.name', 'workflows.description'])
    .select(['workflows.created_by', 'workflows.group_id', 'workflows.sharing', 'workflows.group_sharing'])
    .leftJoin('workflow_versions', join =>
      join
        .onRef('workflow_versions.workflow_id', '=', 'workflows.id')
        .onRef('workflow_versions.version', '=', 'workflows.published_version'),
    )
    .select(sql<boolean>`workflows.published_version IS NOT NULL`.as('isPublished'))
    .select([firstManualTrigger.as('trigger'), toolSetting.as('tool')])
    .$if(ids !== undefined, query => query.where('workflows.id', 'in', ids ?? []))
    .$if(idEnds !== undefined, query => query.where(idEnd, 'in', idEnds ?? []))
    // So that no definition is read of a workflow that is not offered.
    .$if(offered === 'published', query => query.where(isOfferedAndPublished))
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('workflows.organization_id', 'is', null),
        exists(
          selectFrom('organization_members')
            .select('organization_members.user_id')
            .whereRef('organization_members.organization_id', '=', 'workflows.organization_id')
            .where('organization_members.user_id', '=', caller.userId)
            .where('organization_members.role', 'in', rolesWith('operate')),
        ),
      ]),
    )
    .orderBy('workflows.id')
    .$if(limit !== undefined, query => query.limit(limit ?? 0))
    .execute();
  return rows.flatMap(row => {
    const { id, name, trigger, isPublished } = row;
    const tool = isObject(row.tool) ? row.tool : {};
    if (trigger === null || (offered !== 'all' && tool.offered !== true)) return [];
    if (!calculateAccess(row, caller, groups)?.run) return [];
    const text = typeof tool.description === 'string' ? tool.description : row.description;
    const description = text === '' ? name : `${name}\n\n${text}`;
    return [{ id, name, description, inputSchema: toolInputSchema(readInputSchema(trigger)), isPublished }];
  });
}

/** The definition that a tool runs. */
const executed = sql`coalesce(workflow_versions.definition, workflows.definition)`;

const isOfferedAndPublished = sql<boolean>`workflows.published_version IS NOT NULL
  AND workflows.settings -> 'tool' -> 'offered' = 'true'`;

/** The draft may contain anything there. */
const toolSetting = sql<unknown>`CASE
  WHEN workflows.published_version IS NOT NULL THEN workflows.settings -> 'tool'
  WHEN json_typeof(workflows.definition -> 'settings') = 'object' THEN (workflows.definition -> 'settings' -> 'tool')::jsonb
END`;

const firstManualTrigger = sql<string | null>`(
  SELECT left(node::text, ${sql.lit(TRIGGER_CHARACTERS + 1)})
  FROM json_array_elements(
    CASE json_typeof(${executed} -> 'nodes') WHEN 'array' THEN ${executed} -> 'nodes' ELSE '[]' END
  ) AS node
  WHERE node ->> 'type' = 'trigger.manual'
  LIMIT 1
)`;

function readInputSchema(trigger: string): JSONValue | undefined {
  if (trigger.length > TRIGGER_CHARACTERS) return undefined;
  const node: JSONValue = JSON.parse(trigger);
  return isObject(node) && isObject(node.params) ? node.params.input_schema : undefined;
}
