/** Offers the workflows that a user may run as tools. */
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

/** Returns the tools after the cursor, which is the id of a workflow, in the order of creation. */
export async function listWorkflowTools(db: Query, caller: Caller, cursor: string): Promise<WorkflowToolPage> {
  const groups = await findGroupIds(db, caller);
  const workflows = await listNamedWorkflows(db, caller, groups);
  const names = nameWorkflowTools(workflows);
  const remaining = workflows.filter(({ id }) => id > cursor.toLowerCase());
  const page = remaining.slice(0, PAGE_SIZE).map(({ id }) => id);
  const runnable = await findRunnableWorkflows(db, caller, groups, page);
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

/** Returns the id of the workflow that the caller's tool of this name runs. */
export async function findWorkflowTool(db: Query, caller: Caller, toolName: string): Promise<string | undefined> {
  const groups = await findGroupIds(db, caller);
  const id = findNamedWorkflow(await listNamedWorkflows(db, caller, groups), toolName);
  if (id === undefined) return undefined;
  const [runnable] = await findRunnableWorkflows(db, caller, groups, [id]);
  return runnable?.id;
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
 * Returns those of the workflows that `/workflow/run` would run for the caller with the input of a manual trigger. It
 * runs the draft, so the trigger of the draft counts. Definitions can be long, so only the trigger is read.
 */
async function findRunnableWorkflows(db: Query, caller: Caller, groups: ReadonlySet<string>, ids: readonly string[]) {
  if (ids.length === 0 || caller.workflowPermission !== 'write') return [];
  const rows = await visibleWorkflows(db, caller, groups)
    .clearSelect()
    .select(['workflows.id', 'workflows.name', 'workflows.description'])
    .select(['workflows.created_by', 'workflows.group_id', 'workflows.sharing', 'workflows.group_sharing'])
    .select(firstManualTrigger.as('trigger'))
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
    const { id, name, description, trigger } = row;
    return trigger !== null && calculateAccess(row, caller, groups)?.run ? [{ id, name, description, trigger }] : [];
  });
}

const firstManualTrigger = sql<string | null>`(
  SELECT left(node::text, ${sql.lit(TRIGGER_CHARACTERS + 1)})
  FROM json_array_elements(
    CASE json_typeof(workflows.definition -> 'nodes') WHEN 'array' THEN workflows.definition -> 'nodes' ELSE '[]' END
  ) AS node
  WHERE node ->> 'type' = 'trigger.manual'
  LIMIT 1
)`;

function readInputSchema(trigger: string): JSONValue | undefined {
  if (trigger.length > TRIGGER_CHARACTERS) return undefined;
  const node: JSONValue = JSON.parse(trigger);
  return isObject(node) && isObject(node.params) ? node.params.input_schema : undefined;
}
