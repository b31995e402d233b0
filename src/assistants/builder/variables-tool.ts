/** The tool with which a builder learns the variables that its workflow sees. */
import Type from 'typebox';
import { strict } from '../../nodes/param-schemas.ts';
import { jsonHead } from '../../platform/json/head.ts';
import { defineTool, type Tool } from '../../tools/contract/tool.ts';
import { resolveVariables } from '../../variables/overrides.ts';
import { requireWorkflow } from '../../workflows/access.ts';
import type { BuilderScope, BuilderServices } from './builder-services.ts';
import { abbreviate } from './presentation.ts';

const DESCRIPTION_CHARACTERS = 200;
/** Characters of a value. Its beginning is enough to know its shape. */
const VALUE_CHARACTERS = 200;

export function variablesTool(
  { database: { query: db } }: BuilderServices,
  { caller, workflowId }: BuilderScope,
): Tool {
  return defineTool({
    name: 'workflow_variables',
    title: 'List the variables',
    description:
      'Lists the variables that templates of the workflow read as vars.name, each {name, type, value, description, ' +
      'source}. The value is the beginning of its JSON. People change variables on the page of variables.',
    inputSchema: Type.Object({}, strict),
    call: async () => {
      const requireWritable = async (...[db, caller, id]: Parameters<Parameters<typeof resolveVariables>[2]>) =>
        (await requireWorkflow(db, caller, id, 'write')).workflow;
      const { variables } = await resolveVariables(db, caller, requireWritable, workflowId);
      const shown = variables.map(({ name, type, value, description, source }) => ({
        name,
        type,
        value: jsonHead(value, VALUE_CHARACTERS).text,
        description: abbreviate(description, DESCRIPTION_CHARACTERS),
        source,
      }));
      return { output: { variables: shown }, text: `Read ${shown.length} variables` };
    },
  });
}
