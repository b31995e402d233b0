/**
 * The workflows that are offered as tools, for assistants and steps. Whoever calls such a tool starts a run on behalf of its
 * user, so a user has the tools of those workflows that they may run themselves, whoever set up the assistant.
 */
import { findGroupIds } from '../../accounts/memberships.ts';
import type { Query } from '../../database.ts';
import { type Caller, callerOf } from '../../http/caller.ts';
import { StepError } from '../../nodes/step.ts';
import { isObject } from '../../platform/is-object.ts';
import type { Knowledge, PersonalToolSource, Tool, ToolUser } from '../../tools/contract/tool.ts';
import { parseStableName, stableToolName } from './names.ts';
import { findToolWorkflows, type ToolWorkflow } from './offered.ts';

/** More than anybody could choose from. */
const MOST_TOOLS = 500;

export function createWorkflowTools(db: Query): PersonalToolSource {
  /** The offered workflows of the user, or only those of the tools with these names. */
  async function findOffered(user: ToolUser, names?: readonly string[]): Promise<ToolWorkflow[]> {
    if (user.startsRuns === false) return [];
    const idEnds = names?.flatMap(name => parseStableName(name) ?? []);
    if (idEnds?.length === 0) return [];
    const caller = await readCaller(db, user);
    if (!caller) return [];
    const groups = await findGroupIds(db, caller);
    return findToolWorkflows(db, caller, groups, {
      offered: 'published',
      ...(idEnds ? { idEnds } : { limit: MOST_TOOLS }),
    });
  }

  return {
    list: async user => (await findOffered(user)).map(workflow => toTool(workflow, stableToolName(workflow))),
    async knows(user, names) {
      const found = new Set((await findOffered(user, names)).map(({ id }) => parseStableName(stableToolName({ id }))));
      const known = names.filter(name => found.has(parseStableName(name) ?? ''));
      return new Map<string, Knowledge>(known.map(name => [name, 'yes']));
    },
    async find(user, name) {
      const [workflow, another] = await findOffered(user, [name]);
      return workflow && !another ? toTool(workflow, name) : undefined;
    },
  };
}

/** What the user may do with workflows at this moment. Undefined when the user is gone. */
async function readCaller(db: Query, { id, email }: ToolUser): Promise<Caller | undefined> {
  const user = await db
    .selectFrom('users')
    .select(['name', 'workflow_permission as workflowPermission'])
    .where('id', '=', id)
    .executeTakeFirst();
  return user && { ...callerOf({ id, email, name: user.name }), workflowPermission: user.workflowPermission };
}

/** The tool keeps the name by which it was asked for, although the workflow may have another name by now. */
function toTool({ id, name: title, description, inputSchema }: ToolWorkflow, name: string): Tool {
  return {
    name,
    title,
    description,
    inputSchema,
    category: 'Workflows',
    icon: 'workflow',
    async call(params, { runWorkflow }) {
      if (!runWorkflow) throw new StepError(`The workflow '${title}' can not be run as a tool here`);
      return runWorkflow({ workflowId: id, workflowName: title, input: isObject(params) ? params : {} });
    },
  };
}
