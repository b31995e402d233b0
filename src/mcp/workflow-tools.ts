/** The workflows that a user may run, as tools. */
import type { JSONValue, ToolAnnotations } from '@modelcontextprotocol/server';
import { sql } from 'kysely';
import { findGroupIds } from '../accounts/memberships.ts';
import type { Query } from '../database.ts';
import { isObject } from '../engine/definition.ts';
import type { Caller } from '../http/caller.ts';
import { accessOf, visibleWorkflows } from '../workflows/access.ts';
import { type ToolInputSchema, toolInputSchema } from './input-schema.ts';
import { type NamedWorkflow, toolNames, workflowNamed } from './tool-names.ts';

export interface WorkflowTool {
  name: string;
  title: string;
  description: string;
  inputSchema: ToolInputSchema;
  annotations: ToolAnnotations;
}

export interface WorkflowToolPage {
  tools: WorkflowTool[];
  /** Undefined: there are no more. */
  nextCursor: string | undefined;
}

/** Workflows that one page looks at: those of them that can not be run as tools are left out. */
const PAGE = 200;
/** The oldest so many of a user's workflows. No client could use nearly as many tools. */
const MOST = 10_000;
/** Of a manual trigger, as JSON. The input of one with a longer schema may be any object. */
const TRIGGER_CHARACTERS = 20_000;

/** What a run does is for its author to know: it may reach out, and change things. */
const ANNOTATIONS: ToolAnnotations = { readOnlyHint: false, openWorldHint: true };

/** Those behind the cursor, which is a workflow's id, in the order of their creation. */
export async function listWorkflowTools(db: Query, caller: Caller, cursor: string): Promise<WorkflowToolPage> {
  const groups = await findGroupIds(db, caller);
  const workflows = await namedWorkflows(db, caller, groups);
  const names = toolNames(workflows);
  const left = workflows.filter(({ id }) => id > cursor.toLowerCase());
  const page = left.slice(0, PAGE).map(({ id }) => id);
  const offered = await offeredWorkflows(db, caller, groups, page);
  return {
    tools: offered.map(({ id, name: title, description, trigger }) => ({
      name: names.get(id) ?? id,
      title,
      description: description === '' ? title : `${title}\n\n${description}`,
      inputSchema: toolInputSchema(inputSchemaOf(trigger)),
      annotations: ANNOTATIONS,
    })),
    nextCursor: left.length > page.length ? page.at(-1) : undefined,
  };
}

/** The workflow that a tool of the caller's runs. */
export async function findWorkflowTool(db: Query, caller: Caller, toolName: string): Promise<string | undefined> {
  const groups = await findGroupIds(db, caller);
  const id = workflowNamed(await namedWorkflows(db, caller, groups), toolName);
  if (id === undefined) return undefined;
  const [offered] = await offeredWorkflows(db, caller, groups, [id]);
  return offered?.id;
}

/** All that the caller sees: whether one of them can be run changes more often than what it is called. */
async function namedWorkflows(db: Query, caller: Caller, groups: ReadonlySet<string>): Promise<NamedWorkflow[]> {
  return visibleWorkflows(db, caller, groups)
    .clearSelect()
    .select(['workflows.id', 'workflows.name'])
    .orderBy('workflows.id')
    .limit(MOST)
    .execute();
}

/**
 * Of these, the ones that `/workflow/run` would run for the caller with the input of a manual trigger. That is the
 * draft, so the draft's trigger counts. Definitions can be long, and stay in the database.
 */
async function offeredWorkflows(db: Query, caller: Caller, groups: ReadonlySet<string>, ids: readonly string[]) {
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
    return trigger !== null && accessOf(row, caller, groups)?.run ? [{ id, name, description, trigger }] : [];
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

function inputSchemaOf(trigger: string): JSONValue | undefined {
  if (trigger.length > TRIGGER_CHARACTERS) return undefined;
  const node: JSONValue = JSON.parse(trigger);
  return isObject(node) && isObject(node.params) ? node.params.input_schema : undefined;
}
