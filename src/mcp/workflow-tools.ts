/** Offers workflows that a user may run as tools, when their owners say so. */
import type { JSONValue, ToolAnnotations } from '@modelcontextprotocol/server';
import { sql } from 'kysely';
import { findGroupIds } from '../accounts/memberships.ts';
import type { Query } from '../database.ts';
import type { Caller } from '../http/caller.ts';
import { isObject } from '../platform/is-object.ts';
import { calculateAccess, visibleWorkflows } from '../workflows/access.ts';
import { type ToolInputSchema, toolInputSchema } from './input-schema.ts';
import { findNamedWorkflow, type NamedWorkflow, nameWorkflowTools } from './tool-names.ts';

interface WorkflowTool {
  name: string;
  title: string;
  description: string;
  inputSchema: ToolInputSchema;
  annotations: ToolAnnotations;
}

interface WorkflowToolPage {
  tools: WorkflowTool[];
  /** Undefined on the last page. */
  nextCursor: string | undefined;
}

/** The number of workflows that one page considers. Those that can not be run as tools are left out. */
const PAGE_SIZE = 200;
/** Only the oldest workflows of a user are offered. No client could use nearly as many tools. */
const MAX_WORKFLOWS = 10_000;
/** The limit of a manual trigger as JSON. Beyond it, the input may be any object. */
const TRIGGER_CHARACTERS = 20_000;

/** Only its author knows what a workflow does, so clients must expect that it changes things and uses the network. */
const ANNOTATIONS: ToolAnnotations = { readOnlyHint: false, openWorldHint: true };

/** Which workflows are tools: those whose settings say so, or all that the user may run. */
export type OfferedWorkflows = 'offered' | 'all';

/** The workflow behind a tool. */
export interface FoundWorkflowTool {
  workflowId: string;
  version: 'published' | 'draft';
}

/** Returns the tools after the cursor, which is the id of a workflow, in the order of creation. */
export async function listWorkflowTools(
  db: Query,
  caller: Caller,
  { cursor, offered }: { cursor: string; offered: OfferedWorkflows },
): Promise<WorkflowToolPage> {
  const groups = await findGroupIds(db, caller);
  const workflows = await listNamedWorkflows(db, caller, groups);
  const names = nameWorkflowTools(workflows);
  const remaining = workflows.filter(({ id }) => id > cursor.toLowerCase());
  const page = remaining.slice(0, PAGE_SIZE).map(({ id }) => id);
  const runnable = await findRunnableWorkflows(db, caller, groups, { ids: page, offered });
  return {
    tools: runnable.map(({ id, name: title, description, trigger }) => ({
      name: names.get(id) ?? id,
      title,
      description: description === '' ? title : `${title}\n\n${description}`,
      inputSchema: toolInputSchema(readInputSchema(trigger)),
      annotations: ANNOTATIONS,
    })),
    nextCursor: remaining.length > page.length ? page.at(-1) : undefined,
  };
}

/** Returns the workflow that the caller's tool of this name runs. */
export async function findWorkflowTool(
  db: Query,
  caller: Caller,
  { name, offered }: { name: string; offered: OfferedWorkflows },
): Promise<FoundWorkflowTool | undefined> {
  const groups = await findGroupIds(db, caller);
  const id = findNamedWorkflow(await listNamedWorkflows(db, caller, groups), name);
  if (id === undefined) return undefined;
  const [runnable] = await findRunnableWorkflows(db, caller, groups, { ids: [id], offered });
  return runnable && { workflowId: runnable.id, version: runnable.isPublished ? 'published' : 'draft' };
}

/** Lists all workflows that the caller sees, not only runnable ones, because that would change names more often. */
async function listNamedWorkflows(db: Query, caller: Caller, groups: ReadonlySet<string>): Promise<NamedWorkflow[]> {
  return visibleWorkflows(db, caller, groups)
    .clearSelect()
    .select(['workflows.id', 'workflows.name'])
    .orderBy('workflows.id')
    .limit(MAX_WORKFLOWS)
    .execute();
}

/**
 * Returns those of the workflows that can be run for the caller with the input of a manual trigger. The published version is
 * what runs and what counts, and the draft only where nothing is published. Definitions can be long, so no more is read of
 * them than the trigger and the setting.
 */
async function findRunnableWorkflows(
  db: Query,
  caller: Caller,
  groups: ReadonlySet<string>,
  { ids, offered }: { ids: readonly string[]; offered: OfferedWorkflows },
) {
  if (ids.length === 0 || caller.workflowPermission !== 'write') return [];
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
    .where('workflows.id', 'in', ids)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('workflows.organization_id', 'is', null),
        exists(
          selectFrom('organization_members')
            .select('organization_members.user_id')
            .whereRef('organization_members.organization_id', '=', 'workflows.organization_id')
            .where('organization_members.user_id', '=', caller.userId)
            .where('organization_members.write', '=', true),
        ),
      ]),
    )
    .orderBy('workflows.id')
    .execute();
  return rows.flatMap(row => {
    const { id, name, trigger, isPublished } = row;
    const tool = isObject(row.tool) ? row.tool : {};
    if (trigger === null || (offered !== 'all' && tool.offered !== true)) return [];
    if (!calculateAccess(row, caller, groups)?.run) return [];
    const description = typeof tool.description === 'string' ? tool.description : row.description;
    return [{ id, name, description, trigger, isPublished }];
  });
}

/** The definition that a tool runs. */
const executed = sql`coalesce(workflow_versions.definition, workflows.definition)`;

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
