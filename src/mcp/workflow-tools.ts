/** Offers workflows that a user may run as tools, when their owners say so. */
import type { ToolAnnotations } from '@modelcontextprotocol/server';
import { findGroupIds } from '../accounts/memberships.ts';
import type { Query } from '../database.ts';
import type { Caller } from '../http/caller.ts';
import { visibleWorkflows } from '../workflows/access.ts';
import type { ToolInputSchema } from '../workflows/tools/input-schema.ts';
import { findNamedWorkflow, type NamedWorkflow, nameWorkflowTools } from '../workflows/tools/names.ts';
import { findToolWorkflows, type OfferedWorkflows } from '../workflows/tools/offered.ts';

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

/** Only its author knows what a workflow does, so clients must expect that it changes things and uses the network. */
const ANNOTATIONS: ToolAnnotations = { readOnlyHint: false, openWorldHint: true };

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
  const runnable = await findToolWorkflows(db, caller, groups, { ids: page, offered });
  return {
    tools: runnable.map(({ id, name: title, description, inputSchema }) => ({
      name: names.get(id) ?? id,
      title,
      description,
      inputSchema,
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
  const [runnable] = await findToolWorkflows(db, caller, groups, { ids: [id], offered });
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
